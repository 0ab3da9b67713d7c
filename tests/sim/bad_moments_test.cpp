// Moments that nobody planned for, as docs/architecture.md defines them: nothing is thrown, nobody overlaps.

#include <gtest/gtest.h>

#include "wend/sim/simulation.hpp"
#include "wend/verify/verify.hpp"

namespace wend {
namespace {

AgentSpec agent(const std::string& name, Vec2 from, Vec2 to) {
    AgentSpec made;
    made.name = name;
    made.position = from;
    made.goal.region = DiscRegion{to, 0.3};
    return made;
}

Scene hall(std::vector<AgentSpec> agents, double duration) {
    Scene scene;
    scene.name = "hall";
    scene.bounds = {{0, 0}, {20, 10}};
    scene.layers.resize(1);
    scene.agents = std::move(agents);
    scene.duration = duration;
    scene.time_step = 0.1;
    return scene;
}

ObstacleSpec crate(const std::string& name, Vec2 at, double half) {
    ObstacleSpec made;
    made.name = name;
    made.shape = PolygonShape{{{-half, -half}, {half, -half}, {half, half}, {-half, half}}};
    made.motion.keyframes = {{0, {at, 0}}};
    return made;
}

verify::Report run(const Scene& scene) {
    auto made = Simulation::create(scene, {1, 1, {}});
    EXPECT_TRUE(made) << made.status().message;
    Simulation& simulation = made.value();
    verify::Verifier verifier(scene, simulation.agents());
    verifier.add(simulation.frame());
    while (!simulation.is_finished()) {
        simulation.step();
        verifier.add(simulation.frame());
    }
    return verifier.finish();
}

TEST(BadMoments, AGoalInsideAnObstacleIsReachedWhenTheObstacleGoes) {
    Scene scene = hall({agent("ann", {2, 5}, {18, 5})}, 60);
    scene.events = {{3, AppearEvent{crate("crate", {18, 5}, 1)}}, {20, DisappearEvent{"crate"}}};
    const verify::Report report = run(scene);
    EXPECT_EQ(report.arrived, 1u);
    EXPECT_EQ(report.overlaps, 0u);
    EXPECT_GT(report.measures.last_arrival, 20);
}

TEST(BadMoments, WhoeverIsEnclosedStandsUntilTheWayIsFree) {
    Scene scene = hall({agent("ann", {2, 5}, {18, 5})}, 60);
    for (const auto& [name, at] : {std::pair("a", Vec2{2, 6.2}), std::pair("b", Vec2{2, 3.8}),
                                   std::pair("c", Vec2{0.7, 5}), std::pair("d", Vec2{3.3, 5})})
        scene.obstacles.push_back(crate(name, at, 0.7));
    scene.events = {{15, DisappearEvent{"d"}}};
    const verify::Report report = run(scene);
    EXPECT_EQ(report.arrived, 1u);
    EXPECT_EQ(report.overlaps, 0u);
    EXPECT_GT(report.measures.last_arrival, 15);
}

TEST(BadMoments, TwoWhoTouchAtFirstWalkApart) {
    const verify::Report report =
        run(hall({agent("ann", {2, 5}, {18, 5}), agent("bob", {2.5, 5}, {2, 9})}, 40));
    EXPECT_EQ(report.arrived, 2u);
    EXPECT_EQ(report.overlaps, 0u);
}

TEST(BadMoments, OnePlaceForAllIsTakenInTurn) {
    std::vector<AgentSpec> agents;
    for (int i = 0; i < 6; ++i)
        agents.push_back(agent("agent-" + std::to_string(i), {2, 1 + 1.5 * i}, {15, 5}));
    const verify::Report report = run(hall(agents, 90));
    EXPECT_EQ(report.overlaps, 0u);
    EXPECT_EQ(report.arrived, 6u) << "who has arrived makes room for the next";
}

}  // namespace
}  // namespace wend
