// How often plans were made, and whether a way that was cut off or could be shorter was found from the old
// one or looked for anew.

#include <gtest/gtest.h>

#include "wend/io/recording.hpp"
#include "wend/io/scene_file.hpp"
#include "wend/sim/simulation.hpp"

#include "random_world.hpp"
#include "support/data.hpp"
#include "support/effort.hpp"

namespace wend {
namespace {

using test::crate;
using test::hall;
using test::walker;

Replans run(const Scene& scene) {
    auto made = Simulation::create(scene, {1, 1, {}});
    EXPECT_TRUE(made) << made.status().message;
    Simulation& simulation = made.value();
    while (!simulation.is_finished()) simulation.step();
    EXPECT_EQ(simulation.view(0).mode, io::AgentMode::arrived);
    return simulation.replans();
}

TEST(Replans, NothingHappensOneWayIsEnough) {
    const Replans replans = run(hall({walker("ann", {2, 5}, {18, 5})}));
    EXPECT_EQ(replans.routes, 1u);
    EXPECT_EQ(replans.repaired, 0u);
    EXPECT_EQ(replans.restarted, 0u);
    EXPECT_GT(replans.promises, 3u);
    EXPECT_EQ(replans.broken, 0u);
}

TEST(Replans, OfAStraightWayThatIsCutNothingIsLeft) {
    Scene scene = hall({walker("ann", {2, 5}, {18, 5})});
    scene.events = {{2, AppearEvent{crate("crate", {10, 5}, 0.5)}}};
    const Replans replans = run(scene);
    EXPECT_EQ(replans.repaired, 0u);
    EXPECT_EQ(replans.restarted, 1u);
    EXPECT_EQ(replans.routes, 2u);
}

TEST(Replans, WithATurnBehindTheCutTheOldWayServes) {
    Scene scene = hall({walker("ann", {2, 1}, {18, 1})});
    scene.layers[0].blocked = {test::box({12, 0}, {13, 7})};
    scene.events = {{1, AppearEvent{crate("crate", {7, 4}, 0.5)}}};
    const Replans replans = run(scene);
    EXPECT_EQ(replans.repaired, 1u);
    EXPECT_EQ(replans.restarted, 0u);
    EXPECT_EQ(replans.routes, 2u);
}

TEST(Replans, AShortcutThatOpensIsTaken) {
    Scene scene = hall({walker("ann", {2, 1}, {18, 1})});
    scene.layers[0].blocked = {test::box({9, 3}, {10, 7})};
    scene.obstacles = {crate("gate", {9.5, 1.5}, 1.5)};
    scene.events = {{1, DisappearEvent{"gate"}}};
    auto made = Simulation::create(scene, {1, 1, {}});
    ASSERT_TRUE(made) << made.status().message;
    Simulation& simulation = made.value();
    while (!simulation.is_finished()) simulation.step();
    EXPECT_EQ(simulation.replans().repaired, 1u);
    EXPECT_LT(simulation.frame().time, 14) << "16 m straight on";
}

TEST(Replans, ACrateBesideTheWayChangesNothing) {
    Scene scene = hall({walker("ann", {2, 2}, {18, 8})});
    scene.events = {{2, AppearEvent{crate("crate", {10, 8}, 0.5)}}};
    EXPECT_EQ(run(scene).routes, 1u);
}

TEST(Replans, AClosedDoorNeedsAnotherWay) {
    Scene scene = hall({walker("ann", {2, 5}, {18, 5})}, 60);
    scene.bounds.high.y = 20;
    test::add_wall(scene, 9.8, 0.4, 2, 1.5);
    scene.events = {{2, AppearEvent{crate("crate", {10, 5}, 1)}}};
    EXPECT_EQ(run(scene).routes, 2u);
}

TEST(Replans, WhatFallsBeforeSomebodysFeetBreaksItsPromise) {
    Scene scene = hall({walker("ann", {2, 5}, {18, 5})}, 40, 0.1);
    auto made = Simulation::create(scene, {1, 1, {}});
    ASSERT_TRUE(made);
    Simulation& simulation = made.value();
    while (simulation.frame().agents.at(0).position.x < 6) simulation.step();
    const double x = simulation.frame().agents.at(0).position.x;
    ASSERT_TRUE(simulation.apply({0, AppearEvent{crate("crate", {x + 1.3, 5}, 0.4)}}).is_ok());
    while (!simulation.is_finished()) simulation.step();
    EXPECT_GE(simulation.replans().broken, 1u);
    EXPECT_EQ(simulation.replans().repaired + simulation.replans().restarted, 1u);
}

/// Crates fall on and beside everybody's way, and some are taken away again.
TEST(Replans, WhoKeepsSearchesRepairsThemWhateverFalls) {
    auto loaded = io::load_scene(test::source_dir() / "scenes/unpredictable.json");
    ASSERT_TRUE(loaded) << loaded.status().message;
    Scene scene = std::move(loaded).value();
    scene.planner.focus.emplace_back().target = "walkers";
    scene.planner.share = 0.8;
    scene.budget.expansions = 2000;
    const int seeds = test::rounds(1, 20);
    for (int seed = 1; seed <= seeds; ++seed) {
        auto made = Simulation::create(scene, {static_cast<std::uint64_t>(seed), 1, {}});
        ASSERT_TRUE(made) << made.status().message;
        Simulation& simulation = made.value();
        while (!simulation.is_finished()) simulation.step();
        const std::vector<DomainReplans> domains = simulation.replans().domains;
        ASSERT_EQ(domains.size(), 4u);
        for (std::size_t i = 0; i < 3; ++i) {
            EXPECT_GT(domains[i].repaired, 0u) << domains[i].domain << ", seed " << seed;
            // The grid knows those who stand around: where it has proven that they leave no way, it begins
            // anew without them.
            const std::size_t most = i < 2 ? 0 : domains[i].repaired / 20;
            EXPECT_LE(domains[i].restarted, most) << domains[i].domain << ", seed " << seed;
        }
        for (std::uint32_t i = 0; i < simulation.agents().size(); ++i)
            EXPECT_EQ(simulation.view(i).mode, io::AgentMode::arrived) << "seed " << seed;
    }
}

}  // namespace
}  // namespace wend
