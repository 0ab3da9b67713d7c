// Ways left for others that are less crowded.

#include <algorithm>

#include <gtest/gtest.h>

#include "wend/sim/simulation.hpp"
#include "wend/verify/verify.hpp"

#include "random_world.hpp"
#include "support/effort.hpp"

namespace wend {
namespace {

/// A hall with a wall across. Everybody stands before its lower door and wants to the other side of that; the
/// upper door is a walk of some twenty metres farther.
Scene two_doors(bool prediction, std::uint32_t people = 150) {
    Scene scene = test::hall({}, 400, 0.1);
    scene.name = "two doors";
    scene.bounds = {{0, 0}, {30, 24}};
    test::add_wall(scene, 18, 0.4, 2, 1.6);
    scene.groups = {test::crossers("all", people, {2, 1}, {14, 11}, {24, 4}, {28, 8})};
    scene.prediction = prediction;
    return scene;
}

struct Outcome {
    verify::Report report;
    Replans replans;
    std::size_t by_the_upper_door = 0;
};

Outcome run(const Scene& scene, std::uint64_t seed) {
    auto made = Simulation::create(scene, {seed, 2, {}});
    EXPECT_TRUE(made) << made.status().message;
    Simulation& simulation = made.value();
    verify::Verifier verifier(scene, simulation.agents());
    verifier.add(simulation.frame());
    std::vector<bool> came_by(simulation.agents().size());
    while (!simulation.is_finished()) {
        simulation.step();
        verifier.add(simulation.frame());
        for (const auto& agent : simulation.frame().agents)
            if (agent.position.x > 18 && agent.position.y > 16) came_by[agent.agent] = true;
    }
    return {verifier.finish(), simulation.replans(),
            static_cast<std::size_t>(std::count(came_by.begin(), came_by.end(), true))};
}

/// Of several crowds together: in a single one chance decides by a tenth.
TEST(Rerouting, AQueueAtOneDoorSendsOthersToTheNext) {
    double travel = 0, last = 0, travel_without = 0, last_without = 0;
    std::size_t changes = 0, by_the_upper_door = 0;
    const auto seeds = static_cast<std::uint64_t>(test::rounds(4, 20));
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        const Outcome without = run(two_doors(false), seed), with = run(two_doors(true), seed);
        ASSERT_TRUE(without.report.passed) << verify::to_text(without.report);
        ASSERT_TRUE(with.report.passed) << verify::to_text(with.report);
        EXPECT_EQ(without.by_the_upper_door, 0u);
        EXPECT_EQ(without.replans.rerouted, 0u);
        EXPECT_GE(with.by_the_upper_door, 25u);
        changes += with.replans.rerouted;
        by_the_upper_door += with.by_the_upper_door;
        travel += with.report.measures.mean_travel_time;
        last += with.report.measures.last_arrival;
        travel_without += without.report.measures.mean_travel_time;
        last_without += without.report.measures.last_arrival;
    }
    EXPECT_LT(travel, 0.9 * travel_without);
    EXPECT_LT(last, 0.9 * last_without);
    EXPECT_GE(changes, by_the_upper_door);
    EXPECT_LT(changes, 2 * by_the_upper_door) << "swings to and fro";
}

TEST(Rerouting, AFreeDoorIsNotLeft) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        const Outcome few = run(two_doors(true, 26), seed);
        EXPECT_TRUE(few.report.passed) << verify::to_text(few.report);
        EXPECT_LE(few.by_the_upper_door, 4u);
    }
}

}  // namespace
}  // namespace wend
