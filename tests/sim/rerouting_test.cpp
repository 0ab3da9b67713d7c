// Ways left for others that are less crowded.

#include <algorithm>

#include <gtest/gtest.h>

#include "wend/sim/simulation.hpp"
#include "wend/verify/verify.hpp"

#include "random_world.hpp"

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

Outcome run(const Scene& scene) {
    auto made = Simulation::create(scene, {1, 2, {}});
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

TEST(Rerouting, AQueueAtOneDoorSendsOthersToTheNext) {
    const Outcome without = run(two_doors(false)), with = run(two_doors(true));
    EXPECT_TRUE(without.report.passed) << verify::to_text(without.report);
    EXPECT_TRUE(with.report.passed) << verify::to_text(with.report);
    EXPECT_EQ(without.by_the_upper_door, 0u);
    EXPECT_EQ(without.replans.rerouted, 0u);
    EXPECT_GE(with.by_the_upper_door, 25u);
    EXPECT_GE(with.replans.rerouted, with.by_the_upper_door);
    const auto& measures = with.report.measures;
    EXPECT_LT(measures.mean_travel_time, 0.9 * without.report.measures.mean_travel_time);
    EXPECT_LT(measures.last_arrival, 0.9 * without.report.measures.last_arrival);
    // The crowd does not swing to and fro: fewer changes than agents.
    EXPECT_LT(with.replans.rerouted, with.report.agents);
}

TEST(Rerouting, AFreeDoorIsNotLeft) {
    const Outcome few = run(two_doors(true, 26));
    EXPECT_TRUE(few.report.passed) << verify::to_text(few.report);
    EXPECT_LE(few.by_the_upper_door, 4u);
}

}  // namespace
}  // namespace wend
