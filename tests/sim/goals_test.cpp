#include "sim/goals.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace wend {
namespace {

Scene square_scene() {
    Scene scene;
    scene.bounds = {{0, 0}, {20, 20}};
    scene.layers.resize(1);
    return scene;
}

TEST(Goals, DiscAndPolygonRegionsOnTheirLayerOnly) {
    const Goal disc{1, DiscRegion{{5, 5}, 1}, {}};
    EXPECT_TRUE(is_in_goal(disc, 1, {5.5, 5.5}));
    EXPECT_FALSE(is_in_goal(disc, 0, {5.5, 5.5}));
    EXPECT_FALSE(is_in_goal(disc, 1, {6.1, 5}));
    const Goal polygon{0, Polygon{{{0, 0}, {2, 0}, {2, 2}, {0, 2}}, {}}, {}};
    EXPECT_TRUE(is_in_goal(polygon, 0, {1, 1}));
    EXPECT_FALSE(is_in_goal(polygon, 0, {3, 1}));
}

TEST(Goals, ManyWhoShareARegionSpreadOverIt) {
    const Walls walls(square_scene());
    const Goal goal{0, DiscRegion{{10, 10}, 4}, {}};
    std::vector<Standing> taken;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const RoutePoint target = choose_target(goal, 0.3, walls, taken, seed);
        EXPECT_TRUE(is_in_goal(goal, target.layer, target.position));
        for (const Standing& other : taken)
            EXPECT_GE(distance(other.place.position, target.position), 0.6 - 1e-12);
        taken.push_back({target, 0.3});
    }
}

TEST(Goals, TargetsKeepClearOfWalls) {
    const Walls walls(square_scene());
    const Goal goal{0, Polygon{{{-1, -1}, {3, -1}, {3, 3}, {-1, 3}}, {}}, {}};
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const std::vector<Standing> center_is_taken{{{{1, 1}, 0}, 0.5}};
        const Vec2 p = choose_target(goal, 0.4, walls, center_is_taken, seed).position;
        EXPECT_GE(p.x, 0.4 - 1e-12);
        EXPECT_GE(p.y, 0.4 - 1e-12);
    }
}

TEST(Goals, PaceMeetsTheMiddleOfTheWindow) {
    Goal goal;
    EXPECT_EQ(pace_for(goal, 10, 0, 1.5), 1.5);
    goal.window = Interval{39, 41};
    EXPECT_DOUBLE_EQ(pace_for(goal, 20, 20, 1.5), 1.0);
    EXPECT_EQ(pace_for(goal, 40, 20, 1.5), 1.5);
    EXPECT_EQ(pace_for(goal, 1, 50, 1.5), 1.5);
    goal.window = Interval{30, std::numeric_limits<double>::infinity()};
    EXPECT_DOUBLE_EQ(pace_for(goal, 10, 20, 1.5), 1.0);
}

}  // namespace
}  // namespace wend
