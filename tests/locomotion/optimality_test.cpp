#include <gtest/gtest.h>

#include "wend/locomotion/ride_scene.hpp"

#include "small_worlds.hpp"
#include "support/effort.hpp"

namespace wend::locomotion::test {
namespace {

TravelUnits planned_cost(const SmallWorld& small, bool culling) {
    EdgeTable table(small.world, small.skills, small.controllers, small.timing, small.landmarks);
    SpaceTimePlanner planner(table, small.cost, {0, 1, 0, {}}, {culling});
    Budget budget = Budget::unlimited();
    const Status status = planner.run(budget);
    if (status.code == StatusCode::unreachable) return never;
    EXPECT_TRUE(status.is_ok()) << status.message;
    return planner.plan().cost;
}

TEST(Optimality, EqualsBruteForceOverAllDepartures) {
    int reachable = 0;
    const int cases = wend::test::rounds(40, 10000);
    for (int seed = 1; seed <= cases; ++seed) {
        const SmallWorld small = random_small_world(static_cast<std::uint64_t>(seed));
        const EdgeTable prices(small.world, small.skills, small.controllers, small.timing, small.landmarks);
        const TravelUnits expected = BruteForce(small, prices).solve();
        ASSERT_EQ(planned_cost(small, true), expected) << "seed " << seed << " cost " << small.cost.name;
        reachable += expected < never;
    }
    EXPECT_GT(reachable, cases / 8);
}

TEST(Optimality, CullingChangesNoCost) {
    const int cases = wend::test::rounds(40, 1000);
    for (int seed = 1; seed <= cases; ++seed) {
        const SmallWorld small = random_small_world(static_cast<std::uint64_t>(seed) + 500000, 16);
        ASSERT_EQ(planned_cost(small, true), planned_cost(small, false))
            << "seed " << seed + 500000 << " cost " << small.cost.name;
    }
}

TEST(Optimality, BudgetsOnlyInterrupt) {
    std::uint64_t seed = 1;
    while (planned_cost(random_small_world(seed), true) == never) ++seed;
    const SmallWorld small = random_small_world(seed);
    EdgeTable table(small.world, small.skills, small.controllers, small.timing, small.landmarks);
    SpaceTimePlanner planner(table, small.cost, {0, 1, 0, {}});
    Status status;
    int slices = 0;
    do {
        Budget slice = Budget::expansions(5);
        status = planner.run(slice);
        ++slices;
        if (status.code == StatusCode::out_of_budget) {
            EXPECT_EQ(planner.plan().status, StatusCode::partial);
        }
    } while (status.code == StatusCode::out_of_budget);
    EXPECT_GT(slices, 1);
    EXPECT_EQ(status.is_ok() ? planner.plan().cost : never, planned_cost(small, true));
}

TEST(Optimality, WaitingDearerThanMotionIsRefused) {
    const SmallWorld small = random_small_world(3);
    EdgeTable table(small.world, small.skills, small.controllers, small.timing, small.landmarks);
    TravelCost cost = minimum_time();
    cost.waiting = 1.5;
    SpaceTimePlanner planner(table, cost, {0, 1, 0, {}});
    Budget budget = Budget::unlimited();
    const Status status = planner.run(budget);
    EXPECT_EQ(status.code, StatusCode::invalid_input);
    EXPECT_NE(status.message.find("waiting costs 1.5"), std::string::npos) << status.message;
}

TEST(Optimality, ABrokenPromiseOfACostIsRefused) {
    const RideScene scene = highway("min-time");
    const MovingWorld world = MovingWorld::make(scene.blocks, scene.horizon).value();
    const auto controllers = analytic_controllers(scene.skills);
    EdgeTable table(world, scene.skills, controllers, {15, 60}, sample_landmarks(world, scene.skills, {}));
    TravelCost cost = minimum_time();
    cost.rate = [](const CostSample&) { return 0.5; };
    const auto start = table.add(landmark_at(world, scene.skills, scene.riders[0].start, 0).value());
    const auto goal = table.add(landmark_at(world, scene.skills, scene.riders[0].goal, 0).value());
    SpaceTimePlanner planner(table, cost, {start, goal, 0, {}});
    Budget budget = Budget::unlimited();
    EXPECT_EQ(planner.run(budget).code, StatusCode::invalid_input);
}

}  // namespace
}  // namespace wend::locomotion::test
