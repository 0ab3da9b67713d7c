// AD* and D* Lite on grids: a start that moves hundreds of times, the rule for restarts, sparse memory, plans
// without enough budget.

#include <gtest/gtest.h>

#include "wend/search/flood.hpp"
#include "wend/search/grid.hpp"
#include "wend/search/interned.hpp"
#include "wend/search/search.hpp"

#include "search/history.hpp"
#include "search/world.hpp"

namespace wend::search {
namespace {

using Backward = Search<Grid, Direction::backward>;
using test::World;

void walk_hundreds_of_times(const Options& options) {
    World world(40, 11);
    StateId start = world.random_free();
    StateId goal = world.random_free();
    Context context;
    Backward search(context, options);
    search.begin(world.grid, start, goal);
    for (int move = 0; move < 400; ++move) {
        Budget budget = Budget::unlimited();
        const Plan& plan = search.solve(world.grid, budget);
        ASSERT_TRUE(search.is_finished());
        ASSERT_EQ(plan.cost, world.true_cost(start, goal)) << "move " << move;
        if (plan.path.size() > 2 && move % 7 != 0)
            start = plan.path[1 + world.rng.below(2)];
        else
            start = world.random_free();
        if (move % 50 == 49) search.move_goal(world.grid, goal = world.random_free());
        search.move_start(world.grid, start);
        if (move % 3 == 0) search.change(world.grid, world.disturb(6, start, goal));
    }
}

TEST(Repair, TheStartMovesHundredsOfTimes) {
    walk_hundreds_of_times(d_star_lite());
    walk_hundreds_of_times(ad_star(3));
}

TEST(Repair, GoesAroundWallsAndNeverCostsMuchMoreThanASearchFromScratch) {
    Grid grid(100, 100);
    const StateId start = grid.state(5, 50), goal = grid.state(95, 50);
    const auto after_wall = [&](std::uint32_t x, double share) {
        grid.fill([&](std::uint32_t u, std::uint32_t v) { return u % 10 == 0 && v % 20 == u / 10 % 2 * 10; });
        Options options = ad_star(1);
        options.restart.detour_share = share;
        Context context;
        Backward search(context, options);
        search.begin(grid, start, goal);
        Budget budget = Budget::unlimited();
        search.solve(grid, budget);
        std::vector<StateId> affected;
        for (std::uint32_t y = 30; y < 70; ++y) {
            grid.set_blocked(grid.state(x, y), true);
            grid.append_affected(grid.state(x, y), affected);
        }
        search.change(grid, affected, 9);
        const Plan& plan = search.solve(grid, budget);
        EXPECT_EQ(plan.status, StatusCode::ok);
        EXPECT_EQ(plan.change_stamp, 9u);
        return std::tuple(search.restarts(), plan.expansions, plan.cost);
    };
    const double never = std::numeric_limits<double>::infinity();
    for (const std::uint32_t wall : {8u, 50u, 92u}) {
        const auto [restarts, expansions, cost] = after_wall(wall, 0.5);
        EXPECT_EQ(std::get<0>(after_wall(wall, never)), 0u);
        EXPECT_EQ(std::get<2>(after_wall(wall, never)), cost);
        EXPECT_EQ(std::get<0>(after_wall(wall, 0)), 1u);
        Context context;
        Backward fresh(context, a_star());
        fresh.begin(grid, start, goal);
        Budget budget = Budget::unlimited();
        const Plan& plan = fresh.solve(grid, budget);
        EXPECT_EQ(std::get<1>(after_wall(wall, 0)), plan.expansions);
        EXPECT_LE(2 * expansions, 3 * plan.expansions);
        EXPECT_EQ(cost, plan.cost);
    }
}

TEST(Repair, RestartsWhenTheStartJumpsFartherThanAllowed) {
    Grid grid(30, 30);
    Options options = ad_star(1);
    options.restart.target_jump = 10 * grid.costs().straight;
    Context context;
    Backward search(context, options);
    search.begin(grid, grid.state(0, 0), grid.state(29, 29));
    Budget budget = Budget::unlimited();
    search.solve(grid, budget);
    search.move_start(grid, grid.state(9, 0));
    search.solve(grid, budget);
    EXPECT_EQ(search.restarts(), 0u);
    search.move_start(grid, grid.state(29, 0));
    EXPECT_EQ(search.solve(grid, budget).cost, 29 * grid.costs().straight);
    EXPECT_EQ(search.restarts(), 1u);
}

TEST(Repair, GoesBackToTheFirstInflationWhenThePlanBreaks) {
    Grid grid(80, 20);
    Context context;
    Backward search(context, ad_star(4, 1));
    search.begin(grid, grid.state(0, 10), grid.state(79, 10));
    Budget budget = Budget::unlimited();
    EXPECT_EQ(search.solve(grid, budget).bound, 1.0);
    std::vector<StateId> affected;
    for (std::uint32_t y = 9; y < 12; ++y) {
        grid.set_blocked(grid.state(40, y), true);
        grid.append_affected(grid.state(40, y), affected);
    }
    search.change(grid, affected);
    std::vector<double> bounds;
    search.solve(grid, budget, [&](const Plan& plan) { bounds.push_back(plan.bound); });
    ASSERT_GE(bounds.size(), 2u);
    EXPECT_GT(bounds.front(), 1) << "a plan soon";
    EXPECT_LE(bounds.front(), 4);
    EXPECT_TRUE(std::is_sorted(bounds.rbegin(), bounds.rend())) << "then better ones";
    EXPECT_EQ(bounds.back(), 1);
}

/// Bytes for each state that was met, after rounds of changes that reach everywhere.
double bytes_per_interned_state(const Options& options) {
    World world(60, 5);
    const StateId a = world.random_free(), b = world.random_free();
    using Keyed = ByNumber<Grid>;
    const Keyed keyed(world.grid);
    const Interned<Keyed> interned(keyed);
    Context context;
    Search<Interned<Keyed>, Direction::backward> search(context, options);
    search.begin(interned, interned.state(a), interned.state(b));
    for (int round = 0; round < 60; ++round) {
        Budget budget = Budget::unlimited();
        const Plan& plan = search.solve(interned, budget);
        EXPECT_EQ(plan.cost, world.true_cost(a, b)) << round;
        std::vector<StateId> affected;
        for (const StateId cell : world.disturb(5, a, b)) affected.push_back(interned.state(cell));
        search.change(interned, affected);
    }
    return static_cast<double>(context.bytes() + interned.bytes()) /
           static_cast<double>(interned.state_count());
}

TEST(Repair, InternedStatesGiveTheSameCostsInLittleMemory) {
    EXPECT_LT(bytes_per_interned_state(d_star_lite()), 40);
    EXPECT_LT(bytes_per_interned_state(ad_star(2)), 72) << "two trees and a detour, all over the map";
}

TEST(Repair, AGoalThatIsWalledInIsNoticedAsSoonAsFromScratch) {
    Grid grid(200, 200);
    const StateId start = grid.state(3, 3), goal = grid.state(190, 190);
    Context context, fresh_context;
    Backward search(context, ad_star(1)), fresh(fresh_context, a_star());
    search.begin(grid, start, goal);
    Budget budget = Budget::unlimited();
    EXPECT_EQ(search.solve(grid, budget).status, StatusCode::ok);
    std::vector<StateId> affected;
    for (std::uint32_t i = 185; i <= 195; ++i)
        for (const StateId cell :
             {grid.state(i, 185), grid.state(i, 195), grid.state(185, i), grid.state(195, i)}) {
            grid.set_blocked(cell, true);
            grid.append_affected(cell, affected);
        }
    search.change(grid, affected);
    EXPECT_EQ(search.solve(grid, budget).status, StatusCode::unreachable);
    fresh.begin(grid, start, goal);
    fresh.solve(grid, budget);
    EXPECT_EQ(fresh.plan().expansions, 81u);
    EXPECT_LE(2 * search.plan().expansions, 3 * fresh.plan().expansions);
}

/// At most 32 bytes of each visited state: its node, its share of the heap and of lists.
TEST(Repair, AFinishedSearchKeepsOneTree) {
    for (const double inflation : {1.0, 3.0}) {
        World world(80, 6);
        StateId start = world.random_free();
        const StateId goal = world.random_free();
        Context context;
        Backward search(context, ad_star(inflation));
        search.begin(world.grid, start, goal);
        for (int round = 0; round < 40; ++round) {
            Budget budget = Budget::unlimited();
            search.solve(world.grid, budget);
            EXPECT_LE(context.bytes_in_use(), 32 * search.visited()) << "round " << round;
            std::vector<StateId> affected = world.disturb(8, start, goal);
            for (const StateId state : search.plan().path)
                if (world.rng.below(9) == 0) world.block_near(state, start, goal, affected);
            search.change(world.grid, affected);
        }
    }
}

TEST(Repair, InflationIsWhatThePlanHasReached) {
    Grid grid(60, 60);
    Context context;
    Backward search(context, ad_star(3));
    search.begin(grid, grid.state(0, 30), grid.state(59, 30));
    Budget budget = Budget::unlimited();
    search.solve(grid, budget);
    EXPECT_TRUE(search.inflation().is_one());
    std::vector<StateId> affected;
    grid.set_blocked(grid.state(30, 30), true);
    grid.append_affected(grid.state(30, 30), affected);
    search.change(grid, affected);
    search.solve(grid, budget);
    grid.set_blocked(grid.state(30, 55), true);
    affected.clear();
    grid.append_affected(grid.state(30, 55), affected);
    search.change(grid, affected);
    search.set_inflation(Inflation(2.0));
    EXPECT_EQ(search.solve(grid, budget).bound, 1) << "what is left of the last plan is still the best";
    EXPECT_TRUE(search.inflation().is_one());
}

TEST(Repair, NothingIsAllocatedAfterWarmUp) {
    World world(50, 9);
    const StateId a = world.random_free(), b = world.random_free();
    Context context;
    Backward search(context, ad_star(2));
    search.begin(world.grid, a, b);
    std::size_t bytes = 0;
    for (int round = 0; round < 50; ++round) {
        Budget budget = Budget::unlimited();
        search.begin(world.grid, a, b);
        search.solve(world.grid, budget);
        if (round == 0) bytes = context.bytes();
        EXPECT_EQ(context.bytes(), bytes);
    }
}

TEST(Repair, SlicingTheBudgetChangesNothing) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        test::Problem problem = test::Problem::random(seed);
        Rng rng(seed);
        Context whole_memory, sliced_memory;
        using Engine = Search<test::Graph, Direction::backward>;
        Engine whole(whole_memory, ad_star(3)), sliced(sliced_memory, ad_star(3));
        whole.begin(problem.graph, problem.start, problem.goal);
        sliced.begin(problem.graph, problem.start, problem.goal);
        for (int event = 0; event < 40; ++event) {
            Budget unlimited = Budget::unlimited();
            whole.solve(problem.graph, unlimited);
            for (int slice = 0; slice < 10000 && !sliced.is_finished(); ++slice) {
                Budget little = Budget::expansions(rng.below(4));
                sliced.solve(problem.graph, little);
            }
            ASSERT_EQ(whole.plan().path, sliced.plan().path) << seed;
            ASSERT_EQ(whole.plan().expansions, sliced.plan().expansions) << seed;
            ASSERT_EQ(whole.plan().status, sliced.plan().status) << seed;
            const auto state = static_cast<StateId>(rng.below(problem.graph.state_count()));
            if (event % 3 == 0) {
                whole.move_start(problem.graph, state);
                sliced.move_start(problem.graph, state);
            } else {
                problem.graph.set_blocked(state, event % 2 == 0);
                whole.change(problem.graph, problem.graph.around(state));
                sliced.change(problem.graph, problem.graph.around(state));
            }
        }
    }
}

TEST(Partial, SaysWhereItLeads) {
    Grid grid(50, 50);
    const StateId start = grid.state(2, 2), goal = grid.state(47, 40);
    Context forward_memory, backward_memory;
    Search<Grid, Direction::forward> forward(forward_memory, a_star());
    Backward backward(backward_memory, ad_star(1));
    forward.begin(grid, start, goal);
    backward.begin(grid, start, goal);
    const auto leads_closer = [&](const Plan& plan) {
        EXPECT_EQ(plan.status, StatusCode::out_of_budget);
        EXPECT_FALSE(plan.has_bound());
        EXPECT_EQ(plan.path.front(), start);
        EXPECT_LT(grid.lower_bound(plan.path.back(), goal), grid.lower_bound(start, goal));
    };
    Budget ten = Budget::expansions(10);
    leads_closer(forward.solve(grid, ten));
    Budget five = Budget::expansions(5);
    leads_closer(backward.solve(grid, five));

    Budget unlimited = Budget::unlimited();
    const std::vector<StateId> whole = backward.solve(grid, unlimited).path;
    grid.set_blocked(whole[20], true);
    std::vector<StateId> affected;
    grid.append_affected(whole[20], affected);
    backward.change(grid, affected);
    Budget none = Budget::expansions(0);
    const Plan& rest = backward.solve(grid, none);
    EXPECT_EQ(rest.status, StatusCode::out_of_budget);
    EXPECT_EQ(rest.path, std::vector<StateId>(whole.begin(), whole.begin() + 20))
        << "up to where the plan broke";
}

}  // namespace
}  // namespace wend::search
