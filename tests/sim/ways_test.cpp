// Ways that others have drawn, made fit to be walked.

#include "sim/planners/ways.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "sim/crowd.hpp"

namespace wend {
namespace {

Polygon box(Vec2 low, Vec2 high) {
    return {{low, {high.x, low.y}, high, {low.x, high.y}}, {}};
}

/// A square with a block in its middle, and somebody in a corner.
Scene square() {
    Scene scene;
    scene.bounds = {{0, 0}, {20, 20}};
    scene.layers.resize(1);
    scene.layers[0].blocked = {box({7, 7}, {13, 13})};
    AgentSpec agent;
    agent.name = "a";
    agent.position = {2, 2};
    agent.goal.region = DiscRegion{{18, 18}, 0.5};
    scene.agents = {agent};
    return scene;
}

struct Fixture {
    Fixture() : crowd(scene, {1, 1, {}}, scene.agents, Router::create(scene).value()) {}
    Scene scene = square();
    Crowd crowd;

    std::vector<RoutePoint> made_walkable(const std::vector<Vec2>& places) {
        std::vector<RoutePoint> points;
        for (const Vec2 place : places) points.push_back({place, 0});
        Budget budget = Budget::unlimited();
        return walkable(crowd, crowd.walkers[0], points, budget);
    }
    [[nodiscard]] bool fits(const std::vector<RoutePoint>& points) const {
        const Region& ground = crowd.world.walls().ground(0);
        for (std::size_t i = 1; i < points.size(); ++i)
            if (!ground.fits_along(points[i - 1].position, points[i].position, 0.25)) return false;
        return true;
    }
};

TEST(Walkable, AChordAcrossACornerIsLedAroundIt) {
    Fixture fixture;
    const auto points = fixture.made_walkable({{2, 2}, {6.7, 9}, {9, 13.3}, {18, 18}});
    ASSERT_GT(points.size(), 4u);
    EXPECT_TRUE(fixture.fits(points));
    EXPECT_EQ(points.front().position, (Vec2{2, 2}));
    EXPECT_EQ(points.back().position, (Vec2{18, 18}));
}

TEST(Walkable, PlacesInsideAWallAreLeftOut) {
    Fixture fixture;
    const auto points = fixture.made_walkable({{2, 10}, {5, 10}, {7.1, 12}, {5, 14}, {5, 18}});
    ASSERT_EQ(points.size(), 4u);
    EXPECT_TRUE(fixture.fits(points));
}

TEST(Walkable, WhatCanBeWalkedStaysAsItIs) {
    Fixture fixture;
    const auto points = fixture.made_walkable({{2, 2}, {2, 18}, {18, 18}});
    ASSERT_EQ(points.size(), 3u);
    EXPECT_EQ(points[1].position, (Vec2{2, 18}));
}

TEST(Walkable, APlaceThatJustFitsIsNoDeadEnd) {
    Fixture fixture;
    for (const std::vector<Vec2>& places :
         {std::vector<Vec2>{{2, 2}, {6.74, 6.94}, {18, 18}}, {{2, 2}, {13.1, 6.77}, {18, 18}}}) {
        const auto points = fixture.made_walkable(places);
        ASSERT_GE(points.size(), 3u);
        EXPECT_TRUE(fixture.fits(points));
        EXPECT_EQ(points.back().position, (Vec2{18, 18}));
    }
}

TEST(Walkable, NoWayToAnEndWithoutRoom) {
    Fixture fixture;
    EXPECT_TRUE(fixture.made_walkable({{2, 2}, {10, 10}}).empty());
}

RC_GTEST_PROP(Walkable, EveryLegHasRoom, ()) {
    static Fixture fixture;
    const auto place = [] { return 0.5 + 0.01 * *rc::gen::inRange(0, 1900); };
    std::vector<Vec2> places{{2, 2}};
    for (int i = *rc::gen::inRange(0, 6); i > 0; --i) places.push_back({place(), place()});
    places.push_back({18, 18});
    const auto points = fixture.made_walkable(places);
    RC_ASSERT(points.size() >= 2u);
    RC_ASSERT(fixture.fits(points));
}

}  // namespace
}  // namespace wend
