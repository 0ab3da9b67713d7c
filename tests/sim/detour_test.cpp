#include "sim/promise/detour.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace wend {
namespace {

constexpr double dt = 1.0 / 30;

Scene corridor(double width) {
    Scene scene;
    scene.bounds = {{0, 0}, {20, width}};
    scene.layers.resize(1);
    return scene;
}

TEST(Rounded, ArcsTouchBothLegsAndTurnInSmallSteps) {
    const std::vector<RoutePoint> corner{{{0, 0}, 0}, {{5, 0}, 0}, {{5, 5}, 0}};
    const auto points = rounded(corner, {1, 0.1});
    ASSERT_GT(points.size(), 10u);
    for (std::size_t i = 1; i + 1 < points.size(); ++i) {
        const Vec2 in = points[i].position - points[i - 1].position;
        const Vec2 out = points[i + 1].position - points[i].position;
        EXPECT_LE(std::abs(wrapped_angle(direction_of(out) - direction_of(in))), 0.1 + 1e-9);
    }
    // Centre of the arc of radius 1 inside the corner.
    for (std::size_t i = 1; i + 1 < points.size(); ++i)
        EXPECT_NEAR(distance(points[i].position, {4, 1}), 1, 1e-9);
}

TEST(Rounded, LeavesStraightAndReversingLinesAlone) {
    const std::vector<RoutePoint> line{{{0, 0}, 0}, {{1, 0}, 0}, {{2, 0}, 0}};
    EXPECT_EQ(rounded(line, {1, 0.1}).size(), 3u);
    const std::vector<RoutePoint> back{{{0, 0}, 0}, {{1, 0}, 0}, {{0, 0.001}, 0}};
    EXPECT_EQ(rounded(back, {1, 0.1}).size(), 3u);
}

TEST(Detour, PassesBesideTheMeetingAndEndsWhereTheRouteEnds) {
    const AgentLimits limits;
    const Walls walls(corridor(6));
    const Route route({{{1, 3}, 0}, {{19, 3}, 0}}, limits, dt);
    Detours detours(walls, {&route, 0, 0.2, 5}, limits, dt);
    const Route* around = detours.around(0.8);
    ASSERT_TRUE(around);
    EXPECT_NEAR(around->position_at(around->length()).x, 19, 1e-9);
    double farthest = 0, nearest = 100;
    for (double s = 0; s <= around->length(); s += 0.01) {
        farthest = std::max(farthest, around->position_at(s).y - 3);
        nearest = std::min(nearest, distance(around->position_at(s), {6, 3}));
    }
    EXPECT_NEAR(farthest, 0.8, 1e-6);
    EXPECT_GT(nearest, 0.5);
}

TEST(Detour, SaysNoWhereWallsLeaveNoRoom) {
    const AgentLimits limits;
    const Walls walls(corridor(1.2));
    const Route route({{{1, 0.6}, 0}, {{19, 0.6}, 0}}, limits, dt);
    Detours detours(walls, {&route, 0, 0.2, 5}, limits, dt);
    EXPECT_FALSE(detours.around(0.8));
    EXPECT_FALSE(detours.around(-0.8));
}

}  // namespace
}  // namespace wend
