#include "wend/sim/simulation.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "wend/io/recording_hash.hpp"

#include "halls.hpp"
#include "verified_run.hpp"

namespace wend {
namespace {

using test::crate;
using test::hall;
using test::walker;

Simulation simulate(const Scene& scene, SimulationOptions options = {}) {
    auto made = Simulation::create(scene, options);
    EXPECT_TRUE(made) << made.status().message;
    return std::move(made).value();
}

Vec2 place_of(const Simulation& simulation, std::uint32_t agent) {
    return simulation.frame().agents.at(agent).position.xy();
}

TEST(Simulation, AnAgentWalksToItsGoalAndStops) {
    Simulation simulation = simulate(hall({walker("ann", {2, 5}, {18, 5})}));
    EXPECT_EQ(simulation.frame().index, 0u);
    while (!simulation.is_finished()) simulation.step();
    EXPECT_EQ(simulation.view(0).mode, io::AgentMode::arrived);
    EXPECT_LT(distance(place_of(simulation, 0), {18, 5}), 0.3);
    EXPECT_LT(simulation.frame().time, 16 / 1.4 + 2);
}

TEST(Simulation, TwoHeadOnPassEachOther) {
    Simulation simulation = simulate(hall({walker("ann", {2, 5}, {18, 5}), walker("bob", {18, 5}, {2, 5})}));
    double nearest = 100;
    while (!simulation.is_finished()) {
        simulation.step();
        nearest = std::min(nearest, distance(place_of(simulation, 0), place_of(simulation, 1)));
    }
    EXPECT_GE(nearest, 0.5);
    EXPECT_EQ(simulation.view(0).mode, io::AgentMode::arrived);
    EXPECT_EQ(simulation.view(1).mode, io::AgentMode::arrived);
}

TEST(Simulation, AnObstacleOutOfNowhereIsBrakedForAndWalkedAround) {
    Scene scene = hall({walker("ann", {2, 5}, {18, 5})});
    Simulation simulation = simulate(scene);
    while (place_of(simulation, 0).x < 6) simulation.step();
    const Vec2 ahead{place_of(simulation, 0).x + 0.95, 5};
    ASSERT_TRUE(simulation.apply({0, AppearEvent{crate("crate", ahead, 0.5)}}).is_ok());
    bool deviated = false;
    double nearest = 100;
    while (!simulation.is_finished()) {
        simulation.step();
        for (const auto& event : simulation.frame().events) deviated |= event.kind == "plan_deviation";
        const Vec2 off = place_of(simulation, 0) - ahead;
        nearest = std::min(nearest, std::max(std::abs(off.x), std::abs(off.y)) - 0.5);
    }
    EXPECT_TRUE(deviated);
    EXPECT_GE(nearest, 0.17);  // beside a corner the body is nearer along both axes than its radius
    EXPECT_EQ(simulation.view(0).mode, io::AgentMode::arrived);
}

TEST(Simulation, AGoalBehindWallsIsUnreachableAndTheAgentStands) {
    Scene scene = hall({walker("ann", {2, 5}, {18, 5})});
    scene.layers[0].blocked.push_back({{{9, -1}, {10, -1}, {10, 11}, {9, 11}}, {}});
    Simulation simulation = simulate(scene);
    for (int i = 0; i < 30; ++i) simulation.step();
    EXPECT_EQ(simulation.view(0).plan.code, StatusCode::unreachable);
    EXPECT_EQ(simulation.view(0).mode, io::AgentMode::standing);
    EXPECT_EQ(place_of(simulation, 0), (Vec2{2, 5}));
}

TEST(Simulation, AClosedGateOpens) {
    Scene scene = hall({walker("ann", {2, 5}, {18, 5})});
    scene.layers[0].blocked.push_back({{{9, -1}, {10, -1}, {10, 4}, {9, 4}}, {}});
    scene.layers[0].blocked.push_back({{{9, 6}, {10, 6}, {10, 11}, {9, 11}}, {}});
    scene.obstacles.push_back(crate("gate", {9.5, 5}, 1));
    scene.events.push_back({5, DisappearEvent{"gate"}});
    Simulation simulation = simulate(scene);
    for (int i = 0; i < 60; ++i) simulation.step();
    EXPECT_EQ(simulation.view(0).plan.code, StatusCode::unreachable);
    while (!simulation.is_finished()) simulation.step();
    EXPECT_EQ(simulation.view(0).mode, io::AgentMode::arrived);
}

TEST(Simulation, ArrivesInsideItsWindow) {
    Scene scene = hall({walker("ann", {2, 5}, {18, 5})});
    scene.agents[0].goal.window = Interval{20, 22};
    Simulation simulation = simulate(scene);
    double arrived = 0;
    while (!simulation.is_finished()) {
        simulation.step();
        const bool is_there = distance(place_of(simulation, 0), {18, 5}) <= 0.3;
        if (is_there && arrived == 0) arrived = simulation.frame().time;
    }
    EXPECT_GE(arrived, 19.5);
    EXPECT_LE(arrived, 22);
}

TEST(Simulation, ABudgetOfNothingMovesNobodyAndHarmsNobody) {
    SimulationOptions options;
    options.budget.expansions = 0;
    Simulation simulation = simulate(hall({walker("ann", {2, 5}, {18, 5})}), options);
    for (int i = 0; i < 10; ++i) simulation.step();
    EXPECT_EQ(place_of(simulation, 0), (Vec2{2, 5}));
    EXPECT_EQ(simulation.cost().expansions, 0u);
}

/// Two groups of twelve who change sides.
Scene two_groups() {
    Scene scene = hall({});
    GroupSpec group;
    group.count = 12;
    group.placement = RectanglePlacement{{1, 1}, {5, 9}};
    group.name = "east";
    group.goal.region = DiscRegion{{17, 5}, 2.5};
    scene.groups.push_back(group);
    group.placement = RectanglePlacement{{15, 1}, {19, 9}};
    group.name = "west";
    group.goal.region = DiscRegion{{3, 5}, 2.5};
    scene.groups.push_back(group);
    return scene;
}

TEST(Simulation, TooLittleTimeMakesTurnsWaitButHarmsNobody) {
    Scene scene = two_groups();
    scene.budget.seconds = 2e-3;
    scene.duration = 120;
    const verify::Report report = test::verified_run(scene);
    EXPECT_EQ(0u, report.overlaps) << verify::to_text(report);
    EXPECT_EQ(0u, report.limit_violations) << verify::to_text(report);
    EXPECT_EQ(24u, report.arrived) << verify::to_text(report);
}

TEST(Simulation, WrongEventsChangeNothing) {
    Simulation simulation = simulate(hall({walker("ann", {2, 5}, {18, 5})}));
    EXPECT_FALSE(simulation.apply({0, DisappearEvent{"nothing"}}).is_ok());
    EXPECT_FALSE(simulation.apply({0, GoalEvent{"nobody", {}}}).is_ok());
    simulation.step();
    ASSERT_EQ(simulation.frame().events.size(), 2u);
    EXPECT_EQ(simulation.frame().events[0].kind, "event_failed");
}

TEST(Simulation, PublishedIsWhatIsWalked) {
    Simulation simulation = simulate(hall({walker("ann", {2, 5}, {18, 5})}));
    for (int i = 0; i < 20; ++i) simulation.step();
    const auto promised = simulation.published(0);
    ASSERT_GT(promised.size(), 7u);
    simulation.step();
    EXPECT_EQ(place_of(simulation, 0), promised[1].position);
    EXPECT_NEAR(simulation.frame().time, promised[1].time, 1e-9);
}

TEST(Simulation, ThreadsDoNotChangeTheOutcome) {
    const Scene scene = two_groups();
    std::vector<std::uint64_t> hashes;
    for (const std::uint32_t threads : {1u, 2u, 8u}) {
        Simulation simulation = simulate(scene, {7, threads, {{}, 1000}});
        io::RecordingHash hash;
        for (int i = 0; i < 300; ++i) {
            simulation.step();
            hash.add(simulation.frame());
        }
        hashes.push_back(hash.value());
    }
    EXPECT_EQ(hashes[0], hashes[1]);
    EXPECT_EQ(hashes[0], hashes[2]);
}

}  // namespace
}  // namespace wend
