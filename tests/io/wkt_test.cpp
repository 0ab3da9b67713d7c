#include "wend/io/wkt.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "io/random_scene.hpp"

namespace wend::io {
namespace {

std::string message_for(std::string_view text) {
    return parse_wkt(text, "w").status().message;
}

TEST(Wkt, ReadsEveryForm) {
    const auto polygons = parse_wkt(
        " geometrycollection(polygon((0 0,4 0,4 4,0 4,0 0),(1 1,2 1,2 2,1 1)),\n"
        "MULTIPOLYGON (((5 5, 6.5 5, 6 6e0, 5 5)), ((-1 -1, -2 -1, -2 -2, -1 -1))), POLYGON EMPTY)\n",
        "w");
    ASSERT_TRUE(polygons.is_ok()) << polygons.status().message;
    ASSERT_EQ(polygons.value().size(), 3U);
    EXPECT_EQ(polygons.value()[0].holes, (std::vector<Ring>{{{1, 1}, {2, 1}, {2, 2}}}));
    EXPECT_EQ(polygons.value()[1].outline, (Ring{{5, 5}, {6.5, 5}, {6, 6}}));
    EXPECT_EQ(polygons.value()[2].outline, (Ring{{-1, -1}, {-2, -1}, {-2, -2}}));
}

TEST(Wkt, SaysWhatIsWrong) {
    EXPECT_EQ(message_for(""), "w:1:1: found the end, expected POLYGON, MULTIPOLYGON or GEOMETRYCOLLECTION");
    EXPECT_EQ(message_for("POLYGON Z ((0 0 0))"), "w:1:9: found \"Z\", expected '('");
    EXPECT_EQ(message_for("POLYGON ((0 0, 1 0,\n 1 nan, 0 0))"),
              "w:2:4: found \"nan\", expected a finite number");
    EXPECT_EQ(message_for("POLYGON ((0 0, 1 0, 1 1, 0 0)) x"),
              "w:1:32: found \"x\", expected the end after one geometry");
    EXPECT_EQ(message_for("POLYGON ((0 0 5, 1 0, 1 1, 0 0))"), "w:1:15: found \"5\", expected ')'");
    std::string deep;
    for (int i = 0; i < 1000; ++i) deep += "GEOMETRYCOLLECTION(";
    EXPECT_EQ(message_for(deep),
              "w:1:305: found \"GEOMETRYCOLLECTION\", expected collections nested less deeply");
}

TEST(Wkt, Writes) {
    const Polygon triangle{{{0, 0}, {1, 0}, {0.1, 1}}, {}};
    EXPECT_EQ(to_wkt(triangle), "POLYGON ((0 0, 1 0, 0.1 1, 0 0))");
    EXPECT_EQ(to_wkt(std::vector{triangle, triangle}),
              "MULTIPOLYGON (((0 0, 1 0, 0.1 1, 0 0)), ((0 0, 1 0, 0.1 1, 0 0)))");
    EXPECT_EQ(to_wkt_collection({triangle}), "GEOMETRYCOLLECTION (POLYGON ((0 0, 1 0, 0.1 1, 0 0)))");
    EXPECT_EQ(to_wkt(std::vector<Polygon>{}), "MULTIPOLYGON EMPTY");
}

RC_GTEST_PROP(Wkt, RoundTrips, ()) {
    std::vector<Polygon> polygons;
    for (int i = test::pick(0, 4); i > 0; --i)
        polygons.push_back(test::pick_polygon(test::pick_point(-90, 90)));
    RC_ASSERT(parse_wkt(to_wkt(polygons), "w").value() == polygons);
    RC_ASSERT(parse_wkt(to_wkt_collection(polygons), "w").value() == polygons);
}

}  // namespace
}  // namespace wend::io
