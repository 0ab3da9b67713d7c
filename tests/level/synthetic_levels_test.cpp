// Small levels whose answers are known by construction. Cells are 0.25 m; walls and ledges may cost a cell
// each.

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "level_builder.hpp"
#include "level_checks.hpp"

namespace wend::level {
namespace {

using test::area_of;
using test::LevelBuilder;

constexpr double cell = 0.25;

LevelSource settings() {
    LevelSource source;
    source.cell_size = cell;
    source.cell_height = 0.1;
    source.step_height = 0.4;
    source.head_room = 2;
    return source;
}

Level import(const LevelBuilder& builder, const LevelSource& source = settings()) {
    ImportOptions options;
    auto level = import_level(builder.triangles(), source, options);
    EXPECT_TRUE(level) << level.status().message;
    if (!level) return {};
    test::expect_sound(builder.triangles(), source, options, level.value());
    return std::move(level).value();
}

double portal_length(const Level& level) {
    double sum = 0;
    for (const Portal& portal : level.portals) sum += distance(portal.a.from, portal.a.to);
    return sum;
}

/// Ground of 20 x 20 m inside walls, top at 0.
LevelBuilder walled_ground(double wall_top = 8) {
    return LevelBuilder{}.box({-10, -10, -1}, {10, 10, 0}).walls({-10, -10}, {10, 10}, 0, wall_top);
}

TEST(SyntheticLevels, a_room_is_one_polygon_of_its_size) {
    const Level level = import(walled_ground());
    ASSERT_EQ(level.layers.size(), 1u);
    ASSERT_EQ(level.layers[0].walkable.size(), 1u);
    EXPECT_TRUE(level.layers[0].walkable[0].holes.empty());
    EXPECT_NEAR(area_of(level.layers[0]), 20 * 20, 20 * 4 * cell);
    EXPECT_LE(area_of(level.layers[0]), 20 * 20);
    EXPECT_NEAR(level.layers[0].height, 0, 0.01);
    EXPECT_TRUE(level.portals.empty());
    EXPECT_NEAR(*level.heights.at(0, {1.23, 4.56}), 0, 0.01);
    EXPECT_FALSE(level.heights.at(0, {50, 0}));
    EXPECT_FALSE(level.heights.at(7, {0, 0}));
}

TEST(SyntheticLevels, a_pillar_is_a_hole) {
    LevelBuilder builder = walled_ground();
    builder.box({-1, -2, 0}, {2, 3, 5});
    const Level level = import(builder);
    ASSERT_FALSE(level.layers.empty());
    // The pillar's own top is a floor 5 m up that nothing overlaps.
    double hole = 0;
    for (const Polygon& polygon : level.layers[0].walkable)
        for (const Ring& ring : polygon.holes) hole -= signed_area(ring);
    EXPECT_NEAR(hole, 15, 16 * cell);
    EXPECT_EQ(level.statistics.floors, 2u);
}

TEST(SyntheticLevels, a_ramp_joins_ground_and_platform_in_one_layer) {
    LevelBuilder builder = walled_ground();
    builder.ramp_x({-6, -2, 0}, {2, 2, 3}).box({2, -8, 0}, {10, 8, 3});
    const Level level = import(builder);
    EXPECT_EQ(level.layers.size(), 1u);
    EXPECT_EQ(level.statistics.floors, 1u);
    EXPECT_TRUE(level.portals.empty());
    for (double x = -5.5; x < 1.5; x += 0.37)
        for (double y = -1.2; y < 1.2; y += 0.31)
            EXPECT_NEAR(level.heights.at(0, {x, y}).value_or(-99), 3 * (x + 6) / 8, settings().cell_height)
                << x << ", " << y;
    EXPECT_NEAR(*level.heights.at(0, {5, 0}), 3, 0.01);
}

TEST(SyntheticLevels, a_ramp_too_steep_is_no_way) {
    LevelBuilder builder = walled_ground();
    builder.ramp_x({-1, -2, 0}, {2, 2, 3.6}).box({2, -8, 0}, {10, 8, 3.6});
    const Level level = import(builder);  // 50 degrees, 45 are allowed
    EXPECT_EQ(level.statistics.floors, 2u);
    LevelSource steeper = settings();
    steeper.max_slope = 55 * std::numbers::pi / 180;
    steeper.step_height = 0.6;  // one cell along the ramp rises 0.3 m, and voxels round up
    EXPECT_EQ(import(builder, steeper).statistics.floors, 1u);
}

TEST(SyntheticLevels, stairs_are_climbed_when_each_step_is_low_enough) {
    for (const double rise : {0.3, 0.6}) {
        LevelBuilder builder = walled_ground();
        for (int i = 0; i < 5; ++i) builder.box({-6 + i * 1.0, -2, 0}, {-5 + i * 1.0, 2, rise * (i + 1)});
        builder.box({-1, -8, 0}, {10, 8, rise * 5});
        const Level level = import(builder);
        SCOPED_TRACE(rise);
        if (rise < 0.4) {
            EXPECT_EQ(level.statistics.floors, 1u);
            EXPECT_NEAR(*level.heights.at(0, {-3.5, 0}), 0.9, settings().cell_height);
        } else {
            EXPECT_GE(level.statistics.floors, 2u);
            const std::vector<double> areas = test::connected_areas(level);
            EXPECT_LT(areas.back(), 260);
        }
    }
}

/// An upper floor on thin air over half of the ground, reached by a ramp 3 m wide that the ground does not
/// reach under.
LevelBuilder two_storeys() {
    LevelBuilder builder = walled_ground();
    builder.box({0, -10, 3.7}, {10, 10, 4}).ramp_x({-8, -1.5, 0}, {0, 1.5, 4});
    return builder;
}

TEST(SyntheticLevels, two_storeys_are_two_layers_joined_across_the_ramp) {
    const Level level = import(two_storeys());
    ASSERT_EQ(level.layers.size(), 2u);
    EXPECT_EQ(level.statistics.floors, 1u);
    ASSERT_EQ(level.portals.size(), 1u);
    EXPECT_NEAR(portal_length(level), 3, 2 * cell + 1e-6);
    EXPECT_EQ(level.portals[0].a.from.x, level.portals[0].a.to.x) << "the seam is straight across";
    EXPECT_NEAR(level.layers[0].height, 0, 0.01);
    EXPECT_NEAR(level.layers[1].height, 4, 0.01);
    EXPECT_NEAR(area_of(level.layers[1]) + area_of(level.layers[0]), 20 * 20 + 10 * 20 - 3 * 8, 80);

    const auto below = level.heights.locate({5, 5, 0.2}), above = level.heights.locate({5, 5, 4.2});
    ASSERT_TRUE(below && above);
    EXPECT_EQ(below->layer, 0u);
    EXPECT_EQ(above->layer, 1u);
    EXPECT_NEAR(below->height, 0, 0.01);
    EXPECT_NEAR(above->height, 4, 0.01);
    EXPECT_FALSE(level.heights.locate({5, 5, -3}));
}

TEST(SyntheticLevels, a_low_ceiling_closes_the_floor_under_it) {
    LevelBuilder builder = walled_ground();
    builder.box({0, -10, 1.5}, {10, 10, 1.8});
    const Level level = import(builder);
    EXPECT_FALSE(level.heights.locate({5, 5, 0.2}));
    ASSERT_TRUE(level.heights.locate({-5, 5, 0.2}));
    // Voxels round a floor up and a ceiling down, by a cell height each.
    LevelBuilder high_enough = walled_ground();
    high_enough.box({0, -10, 2.2}, {10, 10, 2.5});
    EXPECT_TRUE(import(high_enough).heights.locate({5, 5, 0.2}));
}

TEST(SyntheticLevels, a_bridge_over_a_road_has_a_portal_at_each_end) {
    LevelBuilder builder = walled_ground();
    builder.ramp_x({-9, -1.5, 0}, {-3, 1.5, 3}).box({-3, -1.5, 2.7}, {3, 1.5, 3});
    builder.ramp_x({3, -1.5, 0}, {9, 1.5, 0}, 3);
    const Level level = import(builder);
    EXPECT_EQ(level.layers.size(), 2u);
    EXPECT_EQ(level.statistics.floors, 1u);
    EXPECT_EQ(level.portals.size(), 2u);
    EXPECT_NEAR(portal_length(level), 6, 4 * cell + 1e-6);
    EXPECT_TRUE(level.heights.locate({0, 0, 0.1}));
    EXPECT_NEAR(level.heights.locate({0, 0, 3.1})->height, 3, 0.01);
}

TEST(SyntheticLevels, a_tunnel_through_a_hill) {
    LevelBuilder builder = walled_ground();
    // A block 4 m high with a passage 3 m wide along x, and a ramp to its top.
    builder.box({-4, -8, 0}, {4, -1.5, 4}).box({-4, 1.5, 0}, {4, 8, 4}).box({-4, -1.5, 3}, {4, 1.5, 4});
    builder.ramp_x({-10, 4, 0}, {-4, 7, 4});
    const Level level = import(builder);
    EXPECT_EQ(level.statistics.floors, 1u);
    EXPECT_EQ(level.layers.size(), 2u);
    EXPECT_NEAR(level.heights.locate({0, 0, 0.1})->height, 0, 0.01);
    EXPECT_NEAR(level.heights.locate({0, 0, 4.1})->height, 4, 0.01);
    EXPECT_LE(portal_length(level), 7);
}

TEST(SyntheticLevels, a_spiral_ramp_is_cut_into_layers_and_stays_connected) {
    LevelBuilder builder;
    constexpr int turns = 3, parts = 24;
    const auto at = [](double radius, double angle, double z) {
        return Vec3{radius * std::cos(angle), radius * std::sin(angle), z};
    };
    for (int i = 0; i < turns * parts; ++i) {
        const double a = 2 * std::numbers::pi * i / parts, b = 2 * std::numbers::pi * (i + 1) / parts;
        const double low = 4.0 * i / parts, high = 4.0 * (i + 1) / parts;
        builder.quad(at(4, a, low), at(8, a, low), at(8, b, high), at(4, b, high));
        builder.quad(at(4, b, high - 0.2), at(8, b, high - 0.2), at(8, a, low - 0.2), at(4, a, low - 0.2));
    }
    const Level level = import(builder);
    EXPECT_EQ(level.statistics.floors, 1u);
    EXPECT_GE(level.layers.size(), 3u);
    EXPECT_LE(level.layers.size(), 4u);
    EXPECT_GE(level.portals.size(), level.layers.size() - 1);
}

std::vector<Link> links_of(const Level& level, LinkKind kind) {
    std::vector<Link> found;
    for (const Link& link : level.links)
        if (link.kind == kind) found.push_back(link);
    return found;
}

double height_at(const Level& level, std::uint32_t layer, Vec2 p) {
    const auto height = level.heights.at(layer, p);
    EXPECT_TRUE(height);
    return height.value_or(0);
}

/// Ground with a pit of 2 m depth from -3 to 3.
LevelBuilder with_pit() {
    LevelBuilder builder;
    builder.box({-10, -10, -3}, {-3, 10, 0}).box({3, -10, -3}, {10, 10, 0}).box({-3, -10, -3}, {3, 10, -2});
    builder.walls({-10, -10}, {10, 10}, -2, 8);
    return builder;
}

TEST(SyntheticLevels, a_pit_can_be_dropped_into_and_not_left) {
    LevelSource source = settings();
    EXPECT_TRUE(import(with_pit(), source).links.empty());
    source.drop_height = 1.5;
    EXPECT_TRUE(import(with_pit(), source).links.empty());
    source.drop_height = 2.5;
    const Level level = import(with_pit(), source);
    EXPECT_EQ(level.statistics.floors, 3u);
    const std::vector<Link> drops = links_of(level, LinkKind::drop);
    EXPECT_EQ(drops.size(), level.links.size());
    ASSERT_GE(drops.size(), 8u);
    bool from_left = false, from_right = false;
    for (const Link& drop : drops) {
        EXPECT_FALSE(drop.two_way);
        EXPECT_NEAR(height_at(level, drop.from_layer, drop.from), 0, 0.01);
        EXPECT_NEAR(height_at(level, drop.to_layer, drop.to), -2, 0.01);
        EXPECT_GT(std::abs(drop.from.x), 3);
        EXPECT_LT(std::abs(drop.to.x), 3);
        EXPECT_GE(drop.max_radius, cell / 2);
        from_left |= drop.from.x < 0;
        from_right |= drop.from.x > 0;
    }
    EXPECT_TRUE(from_left && from_right);
    for (std::size_t i = 0; i < drops.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            EXPECT_FALSE(distance(drops[i].from, drops[j].from) < 2 &&
                         distance(drops[i].to, drops[j].to) < 2);
}

/// Two platforms over a chasm, 1.5 m apart; with a beam across the gap at the given height when positive.
LevelBuilder with_gap(double beam) {
    LevelBuilder builder;
    builder.box({-10, -10, -20}, {-0.75, 10, 0}).box({0.75, -10, -20}, {10, 10, 0});
    builder.walls({-10, -10}, {10, 10}, -20, 8);
    if (beam > 0) builder.box({-0.75, -10, beam}, {0.75, 10, beam + 0.5});
    return builder;
}

TEST(SyntheticLevels, a_gap_is_jumped_when_short_and_high_enough) {
    LevelSource source = settings();
    source.jump_distance = 1;
    EXPECT_TRUE(import(with_gap(0), source).links.empty());
    source.jump_distance = 1.6;
    const Level level = import(with_gap(0), source);
    const std::vector<Link> jumps = links_of(level, LinkKind::jump);
    EXPECT_EQ(jumps.size(), level.links.size());
    ASSERT_GE(jumps.size(), 5u);
    for (const Link& jump : jumps) {
        EXPECT_TRUE(jump.two_way);
        EXPECT_LT(jump.from.x * jump.to.x, 0) << "across the gap";
        EXPECT_EQ(jump.from.y, jump.to.y);
        EXPECT_GE(distance(jump.from, jump.to), 1.5);
        EXPECT_LE(distance(jump.from, jump.to), 1.5 + 2 * (0.6 + 3 * cell));
    }
    EXPECT_FALSE(import(with_gap(2.5), source).links.empty());
    EXPECT_TRUE(import(with_gap(1.5), source).links.empty()) << "no head room under the beam";
}

TEST(SyntheticLevels, progress_rises_to_the_end_and_scenes_take_the_level) {
    std::vector<double> fractions;
    std::string last;
    ImportOptions options;
    options.progress = [&](std::string_view stage, double fraction) {
        fractions.push_back(fraction);
        last = stage;
    };
    const auto level = import_level(two_storeys().triangles(), settings(), options);
    ASSERT_TRUE(level);
    EXPECT_TRUE(std::ranges::is_sorted(fractions));
    EXPECT_EQ(fractions.back(), 1);
    EXPECT_EQ(last, "done");

    Scene scene;
    scene.layers.resize(7);
    level.value().put_into(scene);
    EXPECT_EQ(scene.layers.size(), level.value().layers.size());
    EXPECT_EQ(scene.portals.size(), level.value().portals.size());
    EXPECT_EQ(scene.bounds, level.value().bounds);
    for (const Layer& layer : scene.layers)
        for (const Polygon& polygon : layer.walkable)
            for (const Vec2 p : polygon.outline) EXPECT_TRUE(scene.bounds.contains(p));
}

TEST(SyntheticLevels, bad_settings_and_meshes_are_refused_with_a_reason) {
    const Triangles good = walled_ground().triangles();
    const auto message = [](const Triangles& triangles, const LevelSource& source) {
        const auto level = import_level(triangles, source);
        EXPECT_FALSE(level);
        return level.status().message;
    };
    const auto broken = [&](double LevelSource::*field, double value) {
        LevelSource source = settings();
        source.*field = value;
        return message(good, source);
    };
    EXPECT_NE(broken(&LevelSource::cell_size, 0).find("level.cell_size"), std::string::npos);
    EXPECT_NE(broken(&LevelSource::cell_size, std::nan("")).find("level.cell_size"), std::string::npos);
    EXPECT_NE(broken(&LevelSource::cell_height, -1).find("level.cell_height"), std::string::npos);
    EXPECT_NE(broken(&LevelSource::max_slope, 2).find("level.max_slope"), std::string::npos);
    EXPECT_NE(broken(&LevelSource::head_room, 0).find("level.head_room"), std::string::npos);
    EXPECT_NE(broken(&LevelSource::step_height, 3).find("level.step_height"), std::string::npos);
    EXPECT_NE(broken(&LevelSource::jump_distance, -1).find("level.jump_distance"), std::string::npos);
    EXPECT_NE(broken(&LevelSource::drop_height, std::nan("")).find("level.drop_height"), std::string::npos);

    Triangles bad = good;
    bad.corners[3][1] = 100000;
    EXPECT_NE(message(bad, settings()).find("triangle 3: found vertex 100000"), std::string::npos);
    bad = good;
    bad.points[5].z = std::nan("");
    EXPECT_NE(message(bad, settings()).find("vertex 5"), std::string::npos);
    EXPECT_NE(message({}, settings()).find("no triangles"), std::string::npos);
    bad = good;
    for (auto& corners : bad.corners) std::swap(corners[1], corners[2]);
    LevelBuilder tilted;
    tilted.quad({0, 0, 0}, {0, 4, 0}, {4, 4, 0}, {4, 0, 0});
    EXPECT_NE(message(tilted.triangles(), settings()).find("no walkable floor"), std::string::npos);
    LevelBuilder huge;
    huge.box({0, 0, 0}, {1e6, 1e6, 1});
    EXPECT_NE(message(huge.triangles(), settings()).find("cell_size"), std::string::npos);
    LevelBuilder tall;
    tall.box({0, 0, 0}, {10, 10, 1e4});
    EXPECT_NE(message(tall.triangles(), settings()).find("cell_height"), std::string::npos);

    LevelSource missing = settings();
    missing.file = "nowhere.obj";
    const auto level = import_level(missing, "folder");
    ASSERT_FALSE(level);
    EXPECT_NE(level.status().message.find("nowhere.obj: no such file"), std::string::npos);
}

}  // namespace
}  // namespace wend::level
