#include "wend/io/movingai.hpp"

#include <algorithm>
#include <map>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "check/ring_check.hpp"
#include "io/random_scene.hpp"
#include "support/data.hpp"

namespace wend::io {

using check::ring_problem;
namespace {

GridMap map_of(const std::string& rows, std::uint32_t width) {
    GridMap map{width, static_cast<std::uint32_t>(rows.size()) / width, {}};
    for (const char c : rows) map.blocked.push_back(c == '@');
    return map;
}

/// The traced polygons against the cells themselves: every cell's middle, every ring on its own.
void expect_same(const GridMap& map, const std::vector<Polygon>& polygons) {
    std::vector<int> covered(map.blocked.size());
    for (const Polygon& polygon : polygons) {
        ASSERT_EQ(ring_problem(polygon.outline), std::nullopt);
        ASSERT_GT(signed_area(polygon.outline), 0);
        for (const Ring& hole : polygon.holes) {
            ASSERT_EQ(ring_problem(hole), std::nullopt);
            ASSERT_LT(signed_area(hole), 0);
        }
        const Box2 box = bounds_of(polygon.outline);
        for (auto row = static_cast<std::uint32_t>(box.low.y); row < static_cast<std::uint32_t>(box.high.y);
             ++row)
            for (auto column = static_cast<std::uint32_t>(box.low.x);
                 column < static_cast<std::uint32_t>(box.high.x); ++column)
                covered[std::size_t{row} * map.width + column] +=
                    contains(polygon, {column + 0.5, row + 0.5});
    }
    for (std::size_t cell = 0; cell < covered.size(); ++cell)
        ASSERT_EQ(covered[cell], map.blocked[cell] ? 1 : 0) << "cell " << cell;
}

TEST(MovingAi, TracesMergedRings) {
    const auto polygons = trace_blocked(map_of("@@@"
                                               "@.@"
                                               "@@@",
                                               3),
                                        0.5, {10, 20});
    ASSERT_EQ(polygons.size(), 1U);
    EXPECT_EQ(polygons[0].outline, (Ring{{10, 20}, {11.5, 20}, {11.5, 21.5}, {10, 21.5}}));
    ASSERT_EQ(polygons[0].holes.size(), 1U);
    EXPECT_EQ(signed_area(polygons[0].holes[0]), -0.25);
}

TEST(MovingAi, CornersThatTouchAreCut) {
    const GridMap map = map_of(
        "@@@"
        "@.@"
        "@@.",
        3);
    const auto polygons = trace_blocked(map, 1);
    ASSERT_EQ(polygons.size(), 1U);
    EXPECT_EQ(polygons[0].holes.size(), 1U);
    expect_same(map, polygons);
}

RC_GTEST_PROP(MovingAi, TracedPolygonsCoverTheBlockedCells, ()) {
    const auto width = static_cast<std::uint32_t>(test::pick(1, 9));
    const auto height = static_cast<std::uint32_t>(test::pick(1, 9));
    std::string rows;
    for (std::uint32_t i = 0; i < width * height; ++i) rows += test::pick_flag() ? '@' : '.';
    const GridMap map = map_of(rows, width);
    expect_same(map, trace_blocked(map, 1));
    RC_ASSERT(!testing::Test::HasFatalFailure());
}

TEST(MovingAi, SaysWhatIsWrong) {
    const auto message = [](std::string_view text) { return parse_map(text, "m").status().message; };
    EXPECT_EQ(message("tipe octile"), "m:1:1: found \"tipe\", expected \"type\"");
    EXPECT_EQ(message("type octile\nheight x\n"), "m:2:8: found \"x\", expected a whole number");
    EXPECT_EQ(message("type octile\nheight 0\n"), "m:2:8: found \"0\", expected a number from 1 to 65536");
    EXPECT_EQ(message("type octile\nheight 2\nwidth 2\nmap\n..\n"),
              "m:5:1: found nothing, expected row 2 of 2");
    EXPECT_EQ(message("type octile\nheight 1\nwidth 2\nmap\n..\n..\n"),
              "m:6:1: found \"..\", expected the end of the line");
    EXPECT_EQ(parse_problems("version 1\n0 a.map 9 9 1 1 2\n", "p").status().message,
              "p:2:18: found nothing, expected a whole number");
}

TEST(MovingAi, ReadsTheBenchmarks) {
    WEND_NEEDS_DATA("movingai");
    std::map<std::string, std::filesystem::path> maps;
    for (const auto& entry : std::filesystem::directory_iterator(test::data_dir() / "movingai"))
        if (entry.path().extension() == ".map") maps[entry.path().filename().string()] = entry.path();
    EXPECT_GE(maps.size(), 13U);
    for (const auto& [name, path] : maps) {
        SCOPED_TRACE(name);
        const auto map = load_map(path);
        ASSERT_TRUE(map.is_ok()) << map.status().message;
        double area = 0;
        for (const Polygon& polygon : trace_blocked(map.value(), 1)) {
            ASSERT_EQ(ring_problem(polygon.outline), std::nullopt);
            area += signed_area(polygon.outline);
            for (const Ring& hole : polygon.holes) area += signed_area(hole);
        }
        const auto& cells = map.value().blocked;
        EXPECT_EQ(area, static_cast<double>(std::count(cells.begin(), cells.end(), true)));
        const auto problems = load_problems(path.string() + ".scen");
        ASSERT_TRUE(problems.is_ok()) << problems.status().message;
        for (const GridProblem& problem : problems.value()) {
            ASSERT_EQ(problem.map_width, map.value().width);
            ASSERT_FALSE(map.value().is_blocked(problem.start_column, problem.start_row));
            ASSERT_FALSE(map.value().is_blocked(problem.goal_column, problem.goal_row));
        }
    }
}

}  // namespace
}  // namespace wend::io
