// Moments that nobody planned for, as docs/architecture.md defines them: nothing is thrown, nobody overlaps.

#include <gtest/gtest.h>

#include "wend/sim/simulation.hpp"
#include "wend/verify/verify.hpp"

#include "halls.hpp"
#include "support/effort.hpp"
#include "verified_run.hpp"

namespace wend {
namespace {

using test::crate;
using test::walker;

Scene hall(std::vector<AgentSpec> agents, double duration) {
    return test::hall(std::move(agents), duration, 0.1);
}

TEST(BadMoments, AGoalInsideAnObstacleIsReachedWhenTheObstacleGoes) {
    Scene scene = hall({walker("ann", {2, 5}, {18, 5})}, 60);
    scene.events = {{3, AppearEvent{crate("crate", {18, 5}, 1)}}, {20, DisappearEvent{"crate"}}};
    const verify::Report report = test::verified_run(scene);
    EXPECT_EQ(report.arrived, 1u);
    EXPECT_EQ(report.overlaps, 0u);
    EXPECT_GT(report.measures.last_arrival, 20);
}

TEST(BadMoments, WhoeverIsEnclosedStandsUntilTheWayIsFree) {
    Scene scene = hall({walker("ann", {2, 5}, {18, 5})}, 60);
    for (const auto& [name, at] : {std::pair("a", Vec2{2, 6.2}), std::pair("b", Vec2{2, 3.8}),
                                   std::pair("c", Vec2{0.7, 5}), std::pair("d", Vec2{3.3, 5})})
        scene.obstacles.push_back(crate(name, at, 0.7));
    scene.events = {{15, DisappearEvent{"d"}}};
    const verify::Report report = test::verified_run(scene);
    EXPECT_EQ(report.arrived, 1u);
    EXPECT_EQ(report.overlaps, 0u);
    EXPECT_GT(report.measures.last_arrival, 15);
}

TEST(BadMoments, TwoWhoTouchAtFirstWalkApart) {
    const verify::Report report =
        test::verified_run(hall({walker("ann", {2, 5}, {18, 5}), walker("bob", {2.5, 5}, {2, 9})}, 40));
    EXPECT_EQ(report.arrived, 2u);
    EXPECT_EQ(report.overlaps, 0u);
}

/// Side by side and one behind the other without a gap, the first row and the first file along the walls.
TEST(BadMoments, ABlockOfBodiesThatTouchWalksApart) {
    std::vector<AgentSpec> agents;
    for (int i = 0; i < 25; ++i) {
        const double radius = 0.25, x = radius + 2 * radius * (i % 5), y = radius + 2 * radius * (i / 5);
        agents.push_back(
            walker("agent-" + std::to_string(i), {x, y}, {18 - 1.5 * (i % 5), 2 + 1.5 * (i / 5)}));
    }
    const verify::Report report = test::verified_run(hall(agents, 60));
    EXPECT_EQ(report.agents, 25u);
    EXPECT_EQ(report.arrived, 25u);
    EXPECT_EQ(report.overlaps + report.wall_crossings, 0u);
}

TEST(BadMoments, OnePlaceForAllIsTakenInTurn) {
    std::vector<AgentSpec> agents;
    for (int i = 0; i < 6; ++i)
        agents.push_back(walker("agent-" + std::to_string(i), {2, 1 + 1.5 * i}, {15, 5}));
    const verify::Report report = test::verified_run(hall(agents, 90));
    EXPECT_EQ(report.overlaps, 0u);
    EXPECT_EQ(report.arrived, 6u) << "who has arrived makes room for the next";
}

/// Beside the way of two, a barrel starts to roll across it at a moment.
verify::Report roll(double time, double gap) {
    Scene scene = hall({walker("ann", {2, 5}, {18, 5}), walker("bob", {2, 4.2}, {18, 4.2})}, 60);
    ObstacleSpec barrel = crate("barrel", {10, 5.75 + gap}, 0);
    barrel.shape = DiscShape{0.5};
    const Keyframe begin{time, {{10, 5.75 + gap}, 0}}, end{time + 4, {{10, 2}, 0}};
    scene.obstacles.push_back(barrel);
    scene.events = {{time, MoveEvent{"barrel", {{begin, end}, false}}}};
    return test::verified_run(scene);
}

/// Before they come by, beside them, behind their backs.
TEST(BadMoments, WhatStartsToRollIsDodged) {
    for (int i = 0; i < test::rounds(24, 120); ++i) {
        const double time = 4 + 5.0 * i / test::rounds(24, 120);
        const verify::Report report = roll(time, 0.3);
        EXPECT_EQ(report.arrived, 2u) << "at " << time << " s\n" << verify::to_text(report);
        EXPECT_EQ(report.overlaps, 0u) << "at " << time << " s\n" << verify::to_text(report);
        EXPECT_EQ(report.limit_violations, 0u) << "at " << time << " s\n" << verify::to_text(report);
    }
}

TEST(BadMoments, WhatRollsFromTooNearHitsAsLittleAsCanBe) {
    double deepest = 0;
    for (int i = 0; i < test::rounds(24, 120); ++i)
        deepest = std::max(deepest, roll(4 + 5.0 * i / test::rounds(24, 120), 0.05).max_overlap);
    EXPECT_GT(deepest, 0) << "the case is too easy to show anything";
    EXPECT_LT(deepest, 0.12);
}

}  // namespace
}  // namespace wend
