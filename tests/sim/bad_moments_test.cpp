// Moments that nobody planned for, as docs/architecture.md defines them: nothing is thrown, nobody overlaps.

#include <gtest/gtest.h>

#include "wend/sim/simulation.hpp"
#include "wend/verify/verify.hpp"

#include "halls.hpp"
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

TEST(BadMoments, OnePlaceForAllIsTakenInTurn) {
    std::vector<AgentSpec> agents;
    for (int i = 0; i < 6; ++i)
        agents.push_back(walker("agent-" + std::to_string(i), {2, 1 + 1.5 * i}, {15, 5}));
    const verify::Report report = test::verified_run(hall(agents, 90));
    EXPECT_EQ(report.overlaps, 0u);
    EXPECT_EQ(report.arrived, 6u) << "who has arrived makes room for the next";
}

}  // namespace
}  // namespace wend
