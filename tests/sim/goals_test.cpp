#include "sim/ground/goals.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "sim/people/walker.hpp"

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

TEST(Goals, TheBoxOfAGoalHoldsItsRegionAndLittleMore) {
    for (const GoalRegion& region :
         {GoalRegion{DiscRegion{{5, 5}, 1}},
          GoalRegion{Polygon{{{1, 1}, {7, 2}, {6, 9}, {0, 4}}, {{{3, 3}, {4, 3}, {4, 4}}}}}}) {
        Walker walker;
        const Goal goal{0, region, {}};
        take_goal(walker, goal);
        EXPECT_EQ(walker.goal, goal);
        for (double x = -1; x <= 11; x += 0.125)
            for (double y = -1; y <= 11; y += 0.125)
                if (is_in_goal(goal, 0, {x, y})) {
                    EXPECT_TRUE(walker.goal_box.contains({x, y}));
                }
        const Box2 bounds = bounds_of(region).grown(0.01);
        EXPECT_TRUE(bounds.contains(walker.goal_box.low) && bounds.contains(walker.goal_box.high));
    }
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
