// What a search from scratch is said to need, before it runs, it does need; and what is spent beside it never
// is more than its share.

#include <gtest/gtest.h>

#include "wend/search/grid.hpp"
#include "wend/search/known_work.hpp"
#include "wend/search/search.hpp"

#include "search/world.hpp"
#include "support/effort.hpp"

namespace wend::search {
namespace {

using Backward = Search<Grid, Direction::backward>;
using test::World;

std::uint64_t from_scratch(const Grid& grid, StateId start, StateId goal) {
    Context context;
    Backward search(context, a_star());
    Budget budget = Budget::unlimited();
    search.begin(grid, start, goal);
    search.solve(grid, budget);
    return search.plan().expansions;
}

/// Lets an A* tree count after each of a few changes.
void count_after_changes(std::uint64_t seed, std::uint64_t& known_in_all) {
    World world(40, seed);
    Grid& grid = world.grid;
    const StateId goal = world.random_free();
    StateId start = world.random_free();
    Workspace workspace;
    Kernel<Grid, Direction::backward> tree(workspace);
    std::vector<StateId> trail, path;
    Budget budget = Budget::unlimited();
    tree.plant(grid, goal, start);
    if (tree.run(grid, budget, {.trail = &trail}) != Stop::settled) return;
    (void)tree.read_path(path);

    LearntBounds<Grid, Direction::backward> bounds;
    bounds.take_over(grid, tree);
    KnownWork<Grid, Direction::backward> known;
    known.take_over(trail);
    for (int change = 0; change < 6 && path.size() > 12; ++change) {
        std::vector<StateId> affected;
        for (int i = 0; i < 3; ++i) world.toggle_near(path[world.rng.below(8)], start, goal, affected);
        for (const StateId state : affected) bounds.reconsider(grid, state);
        std::uint64_t settled = 0;
        bounds.settle(grid, budget, settled, RunLimits::none);
        start = path[world.rng.below(4)];
        const std::uint64_t needed = from_scratch(grid, start, goal);
        known.begin();
        std::uint64_t most = 0;
        while (known.reaches(grid, bounds, start, bounds(grid, start), most + 1)) ++most;
        ASSERT_LE(most, needed) << "seed " << seed << ", change " << change;
        known_in_all += most;
    }
}

TEST(KnownWork, IsNeverMoreThanAStarNeeds) {
    std::uint64_t known_in_all = 0;
    for (int seed = 0; seed < test::rounds(400, 20000) && !HasFatalFailure(); ++seed)
        count_after_changes(static_cast<std::uint64_t>(seed), known_in_all);
    EXPECT_GT(known_in_all, 10'000u) << "it is known to need next to nothing";
}

/// Walks while walls fall onto the plan, `ahead` cells of it or all. Calls `check(round, grid, spent)` after
/// each step, with what all plans of the step together have cost, up to the best one.
template <class Check>
void walk(Backward& search, std::uint64_t seed, std::size_t ahead, Check&& check) {
    World world(120, seed);
    Grid& grid = world.grid;
    StateId start = world.random_free();
    const StateId goal = world.random_free();
    Budget budget = Budget::unlimited();
    search.begin(grid, start, goal);
    search.solve(grid, budget);
    for (int round = 0; round < 60 && search.plan().path.size() > 12; ++round) {
        const std::vector<StateId> path = search.plan().path;
        start = path[5];
        std::vector<StateId> affected;
        for (int i = 0; i < 8; ++i)
            world.block_near(path[world.rng.below(std::min(ahead, path.size()))], start, goal, affected);
        search.move_start(grid, start);
        search.change(grid, affected);
        check(round, grid, search.solve(grid, budget).expansions);
    }
}

TEST(RestartRule, NothingCostsMoreThanOneAndAHalfSearchesFromScratch) {
    for (int seed = 0; seed < test::rounds(100, 1000) && !HasFailure(); ++seed)
        for (const std::size_t ahead : {std::size_t{20}, std::size_t{1000}})
            for (const double inflation : {1.0, 1.5, 3.0}) {
                Context context;
                Backward search(context, ad_star(inflation));
                walk(search, static_cast<std::uint64_t>(seed), ahead,
                     [&](int round, const Grid& grid, std::uint64_t spent) {
                         const std::uint64_t restart = from_scratch(grid, search.start(), search.goal());
                         EXPECT_LE(2 * spent, 3 * restart + 2)
                             << "map " << seed << ", round " << round << ", inflation " << inflation;
                     });
            }
}

TEST(RestartRule, ANewProblemKnowsNothingOfTheLast) {
    const auto spent_on = [](Backward& search, std::uint64_t seed) {
        std::vector<std::uint64_t> spent;
        walk(search, seed, 1000, [&](int, const Grid&, std::uint64_t step) { spent.push_back(step); });
        return spent;
    };
    Context used_context;
    Backward used(used_context, ad_star(1));
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        Context context;
        Backward fresh(context, ad_star(1));
        EXPECT_EQ(spent_on(used, seed), spent_on(fresh, seed)) << "map " << seed;
    }
}

}  // namespace
}  // namespace wend::search
