// The first plan after a break: soon, whole, and within the bound that it states.

#include <gtest/gtest.h>

#include "wend/base/rng.hpp"
#include "wend/search/flood.hpp"
#include "wend/search/grid.hpp"
#include "wend/search/search.hpp"

#include "support/effort.hpp"

namespace wend::search {
namespace {

using Backward = Search<Grid, Direction::backward>;

struct FirstPlan {
    Plan plan;
    std::size_t published = 0;
};

FirstPlan first_plan(Backward& search, const Grid& grid) {
    FirstPlan first;
    Budget budget = Budget::unlimited();
    search.solve(grid, budget, [&](const Plan& plan) {
        if (first.published++ == 0) first.plan = plan;
    });
    return first;
}

void block(Grid& grid, StateId cell, std::vector<StateId>& affected) {
    grid.set_blocked(cell, true);
    grid.append_affected(cell, affected);
}

TEST(Mend, AGapIsClosedWithAHandfulOfExpansions) {
    Grid grid(200, 200);
    const StateId start = grid.state(0, 100), goal = grid.state(199, 100);
    Context context;
    Backward search(context, ad_star(3));
    search.begin(grid, start, goal);
    EXPECT_EQ(first_plan(search, grid).plan.cost, 199 * grid.costs().straight);
    std::vector<StateId> affected;
    for (const std::uint32_t x : {30u, 90u, 150u}) block(grid, grid.state(x, 100), affected);
    search.change(grid, affected);
    const FirstPlan first = first_plan(search, grid);
    EXPECT_EQ(first.plan.status, StatusCode::ok);
    EXPECT_LE(first.plan.expansions, 30u) << "a search from scratch needs 199 at least";
    EXPECT_LT(first.plan.bound, 1.1) << "proven, not just the inflation";
    EXPECT_LE(first.plan.cost, 3 * 199 * grid.costs().straight);
    EXPECT_EQ(search.plan().bound, 1);
    EXPECT_LE(search.plan().cost, first.plan.cost);
}

TEST(Mend, APlanThatChangesDidNotTouchCostsNothing) {
    Grid grid(60, 60);
    Context context;
    Backward search(context, ad_star(3));
    search.begin(grid, grid.state(0, 5), grid.state(59, 5));
    first_plan(search, grid);
    std::vector<StateId> affected;
    block(grid, grid.state(30, 5), affected);
    search.change(grid, affected);
    first_plan(search, grid);
    affected.clear();
    block(grid, grid.state(30, 50), affected);
    search.change(grid, affected);
    EXPECT_EQ(first_plan(search, grid).plan.expansions, 0u);
    EXPECT_EQ(search.plan().bound, 1);
}

/// Every first plan of long walks among random blocks: its edges exist, no state twice, and its cost is
/// within its bound of what Dijkstra's algorithm finds.
void walk(std::uint64_t seed) {
    Rng rng(seed);
    Grid grid(48, 48);
    grid.fill([&](std::uint32_t, std::uint32_t) { return rng.below(6) == 0; });
    StateId start = grid.state(1, 1);
    const StateId goal = grid.state(46, 46);
    for (const StateId end : {start, goal}) grid.set_blocked(end, false);
    Context context;
    Backward search(context, ad_star(3));
    search.begin(grid, start, goal);
    FirstPlan first = first_plan(search, grid);
    while (search.plan().status == StatusCode::ok && search.plan().path.size() > 8) {
        const std::vector<StateId> path = search.plan().path;
        std::vector<StateId> affected;
        for (int i = 0; i < 5; ++i) block(grid, path[4 + rng.below(path.size() - 5)], affected);
        search.move_start(grid, start = path[3]);
        search.change(grid, affected);
        first = first_plan(search, grid);

        Workspace workspace;
        Flood<Grid, Direction::backward> flood(workspace);
        flood.begin(grid, goal);
        Budget budget = Budget::unlimited();
        flood.solve(grid, budget);
        ASSERT_EQ(search.plan().cost, flood.cost(start));
        if (first.published == 0) continue;
        const Plan& plan = first.plan;
        ASSERT_LE(plan.cost, plan.bound * flood.cost(start));
        ASSERT_LE(plan.bound, 3);
        Cost cost = 0;
        for (std::size_t i = 1; i < plan.path.size(); ++i)
            cost += edge_cost(grid, plan.path[i - 1], plan.path[i]);
        ASSERT_EQ(cost, plan.cost);
        std::vector<StateId> states = plan.path;
        std::sort(states.begin(), states.end());
        ASSERT_EQ(std::adjacent_find(states.begin(), states.end()), states.end()) << "a loop";
    }
}

TEST(Mend, FirstPlansKeepTheirBounds) {
    for (int seed = 0; seed < test::rounds(300, 10000) && !HasFailure(); ++seed) {
        SCOPED_TRACE(seed);
        walk(static_cast<std::uint64_t>(seed));
    }
}

}  // namespace
}  // namespace wend::search
