// The world changes while a search knows it: told of the states that are touched, the search finds again what
// planning from scratch finds.

#include <gtest/gtest.h>

#include "domains/space_time_worlds.hpp"
#include "support/effort.hpp"

namespace wend::domains {
namespace {

/// Something happens to an obstacle, or to another agent's plan.
void change_world(World& world, Rng& rng, double side, std::vector<ObstacleId>& movers) {
    const auto somewhere = [&] { return Vec2{rng.uniform(0, side), rng.uniform(0, side)}; };
    const double begin = rng.uniform(0, 4);
    const Trajectory motion = test::line_motion(somewhere(), somewhere(), begin, begin + rng.uniform(1, 5));
    if (movers.empty() || rng.below(3) == 0) {
        ObstacleSpec spec;
        spec.name = "new " + std::to_string(movers.size());
        spec.shape = DiscShape{rng.uniform(0.2, 0.4)};
        spec.motion = motion;
        movers.push_back(world.add_obstacle(spec));
    } else if (rng.below(2) == 0) {
        world.move_obstacle(movers[rng.below(movers.size())], motion);
    } else {
        const std::size_t which = rng.below(movers.size());
        world.remove_obstacle(movers[which]);
        movers.erase(movers.begin() + static_cast<std::ptrdiff_t>(which));
    }
}

template <search::Direction direction>
void expect_repairs(int rounds) {
    for (int round = 0; round < rounds; ++round) {
        Rng rng(static_cast<std::uint64_t>(round));
        constexpr double side = 5;
        test::SpaceTimeProblem room = test::room_problem(rng, side, 2.5, 3);
        room.goal.window = {0, 5};
        room.goal.tolerance = 0.5;
        LatticeSettings lattice;
        lattice.cells = 3;
        room.prepare(lattice);
        SpaceTimeDomain domain = room.domain();
        const SpaceTimeStates states(domain);
        search::Context context;
        search::Search<SpaceTimeStates, direction> search(context, search::ad_star(2, 0.5));
        search.begin(states, states.state(domain.start()), states.state(domain.goal()));
        std::vector<ObstacleId> movers;
        std::uint64_t stamp = room.world->version();
        for (int event = 0; event < 6; ++event) {
            Budget budget = Budget::unlimited();
            const search::Plan& plan = search.solve(states, budget);
            const test::Solved scratch = test::solve(room.domain());
            ASSERT_EQ(plan.status, scratch.plan.status) << "room " << round << ", event " << event;
            ASSERT_EQ(plan.cost, scratch.plan.cost) << "room " << round << ", event " << event;
            change_world(*room.world, rng, side, movers);
            domain.refresh(room.world->snapshot());
            std::vector<search::StateId> touched;
            for (const Change& change : room.world->changes().since(stamp).items)
                append_touched<direction>(
                    states, [&](std::uint64_t key) { return domain.touches(change, key); }, touched);
            stamp = room.world->version();
            search.change(states, touched, stamp);
        }
    }
}

TEST(SpaceTimeRepair, ForwardEqualsPlanningFromScratch) {
    expect_repairs<search::Direction::forward>(test::rounds(10, 200));
}

TEST(SpaceTimeRepair, BackwardEqualsPlanningFromScratch) {
    expect_repairs<search::Direction::backward>(test::rounds(4, 100));
}

}  // namespace
}  // namespace wend::domains
