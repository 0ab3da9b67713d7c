#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "level_checks.hpp"
#include "support/data.hpp"

namespace wend::level {
namespace {

Triangles load(const char* file) {
    auto triangles = load_triangles(wend::test::data_dir() / "levels" / file);
    EXPECT_TRUE(triangles) << triangles.status().message;
    return triangles ? std::move(triangles).value() : Triangles{};
}

Level import(const Triangles& triangles, const LevelSource& source = {}, const ImportOptions& options = {}) {
    auto level = import_level(triangles, source, options);
    EXPECT_TRUE(level) << level.status().message;
    return level ? std::move(level).value() : Level{};
}

void expect_equal(const Level& a, const Level& b) {
    EXPECT_EQ(a.bounds, b.bounds);
    EXPECT_EQ(a.statistics.spans, b.statistics.spans);
    ASSERT_EQ(a.layers.size(), b.layers.size());
    for (std::size_t i = 0; i < a.layers.size(); ++i) EXPECT_EQ(a.layers[i].walkable, b.layers[i].walkable);
    ASSERT_EQ(a.portals.size(), b.portals.size());
    for (std::size_t i = 0; i < a.portals.size(); ++i) EXPECT_EQ(a.portals[i].a, b.portals[i].a);
    ASSERT_EQ(a.links.size(), b.links.size());
    for (std::size_t i = 0; i < a.links.size(); ++i) EXPECT_EQ(a.links[i].from, b.links[i].from);
}

LevelSource with_links() {
    LevelSource source;
    source.jump_distance = 2;
    source.drop_height = 4;
    return source;
}

TEST(RealLevels, every_floor_is_as_connected_as_recast_says) {
    WEND_NEEDS_DATA("levels");
    for (const char* file : {"dungeon.obj", "nav_test.obj", "undulating.obj"}) {
        SCOPED_TRACE(file);
        const Triangles triangles = load(file);
        for (const double tolerance : {-1.0, 0.0}) {
            ImportOptions options;
            options.contour_tolerance = tolerance;
            test::expect_sound(triangles, {}, options, import(triangles, {}, options));
        }
    }
}

TEST(RealLevels, gltf_and_obj_of_the_dungeon_agree) {
    WEND_NEEDS_DATA("levels");
    const Triangles obj = load("dungeon.obj"), gltf = load("dungeon.gltf");
    EXPECT_EQ(obj.corners.size(), gltf.corners.size());
    expect_equal(import(obj, with_links()), import(gltf, with_links()));
}

// The binary file is the same level at a fifth of the size, its ground lifted: the inverse map is read off
// the corners of both bounding boxes.
TEST(RealLevels, glb_and_obj_of_the_test_level_agree) {
    WEND_NEEDS_DATA("levels");
    const Triangles obj = load("nav_test.obj");
    Triangles glb = load("nav_test.glb");
    EXPECT_EQ(obj.corners.size(), glb.corners.size());
    for (Vec3& p : glb.points) p = {5 * p.x, 5 * p.y, 5 * p.z - 3.701787};
    const Level a = import(obj, with_links()), b = import(glb, with_links());
    EXPECT_EQ(a.bounds, b.bounds);
    EXPECT_EQ(a.layers.size(), b.layers.size());
    EXPECT_EQ(a.portals.size(), b.portals.size());
    EXPECT_NEAR(a.statistics.walkable_area, b.statistics.walkable_area, 0.001 * a.statistics.walkable_area);
    // Rounding moves a few cells, which may put a small roof into another layer; the floors stay the same.
    const std::vector<double> floors_a = test::connected_areas(a), floors_b = test::connected_areas(b);
    ASSERT_EQ(floors_a.size(), floors_b.size());
    for (std::size_t i = 0; i < floors_a.size(); ++i)
        EXPECT_NEAR(floors_a[i], floors_b[i], 0.005 * floors_a[i] + 0.5);
}

/// The connected floor that a point of Recast's frame stands on, as an index into what portals connect.
std::size_t floor_of(const Level& level, const std::vector<std::size_t>& connected,
                     const std::vector<double>& y_up) {
    const Vec3 p = z_up({y_up[0], y_up[1], y_up[2]});
    const auto found = level.heights.locate(p);
    EXPECT_TRUE(found) << p.x << ", " << p.y << ", " << p.z;
    if (!found) return 0;
    EXPECT_NEAR(found->height, p.z, 0.6);  // theirs is that of a coarse polygon
    std::size_t number = 0;
    for (std::uint32_t i = 0; i < found->layer; ++i) number += level.layers[i].walkable.size();
    for (const Polygon& polygon : level.layers[found->layer].walkable) {
        if (contains(polygon, p.xy())) return connected[number];
        ++number;
    }
    ADD_FAILURE() << "no polygon around " << p.x << ", " << p.y << ", " << p.z;
    return 0;
}

// The published paths end at the goal's polygon where it can be reached and short of it where it cannot. They
// are those of the dungeon, whatever their own heading says: no other level contains the points.
TEST(RealLevels, published_queries_are_reachable_as_documented) {
    WEND_NEEDS_DATA("levels");
    const auto queries = nlohmann::json::parse(
        wend::test::read_text(wend::test::data_dir() / "levels" / "detour_queries.json"));
    const Level level = import(load("dungeon.obj"));
    const std::vector<std::size_t> connected = test::connected_polygons(level);
    int reachable = 0;
    for (std::size_t i = 0; i < queries["startPos"].size(); ++i) {
        const std::size_t start = floor_of(level, connected, queries["startPos"][i]);
        const std::size_t end = floor_of(level, connected, queries["endPos"][i]);
        const bool reached = queries["FindPathTest"]["RESULTS"][i].back() == queries["endRefs"][i];
        EXPECT_EQ(start == end, reached) << "query " << i;
        reachable += reached;
    }
    EXPECT_GT(reachable, 0);
    EXPECT_LT(reachable, 5);
}

TEST(RealLevels, equal_input_gives_equal_output) {
    WEND_NEEDS_DATA("levels");
    const Triangles triangles = load("nav_test.obj");
    expect_equal(import(triangles, with_links()), import(triangles, with_links()));
}

}  // namespace
}  // namespace wend::level
