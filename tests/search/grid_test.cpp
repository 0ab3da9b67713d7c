#include "wend/search/grid.hpp"

#include <algorithm>
#include <array>
#include <set>

#include <gtest/gtest.h>

#include "wend/base/rng.hpp"
#include "wend/search/flood.hpp"
#include "wend/search/search.hpp"

namespace wend::search {
namespace {

static_assert(Domain<Grid>);

using Move = std::pair<StateId, Cost>;

std::set<Move> moves_from(const Grid& grid, StateId state) {
    std::set<Move> moves;
    grid.successors(state, [&](StateId next, Cost cost) { EXPECT_TRUE(moves.emplace(next, cost).second); });
    return moves;
}

/// The rule, asked cell by cell.
std::set<Move> expected_moves(const Grid& grid, std::int64_t x, std::int64_t y, bool diagonals) {
    const auto is_free = [&](std::int64_t u, std::int64_t v) {
        return u >= 0 && v >= 0 && u < grid.width() && v < grid.height() &&
               !grid.is_blocked(grid.state(static_cast<std::uint32_t>(u), static_cast<std::uint32_t>(v)));
    };
    std::set<Move> moves;
    for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
            const bool slanted = dx != 0 && dy != 0;
            if ((dx == 0 && dy == 0) || (slanted && !diagonals)) continue;
            if (!is_free(x, y) || !is_free(x + dx, y + dy) || !is_free(x + dx, y) || !is_free(x, y + dy))
                continue;
            const StateId to =
                grid.state(static_cast<std::uint32_t>(x + dx), static_cast<std::uint32_t>(y + dy));
            const Cost step = slanted ? grid.costs().diagonal : grid.costs().straight;
            moves.emplace(to, step * grid.weight(to));
        }
    }
    return moves;
}

Grid random_grid(Rng& rng, Connectivity connectivity) {
    Grid grid(static_cast<std::uint32_t>(1 + rng.below(9)), static_cast<std::uint32_t>(1 + rng.below(9)),
              connectivity);
    grid.fill([&](std::uint32_t, std::uint32_t) { return rng.below(4) == 0; });
    return grid;
}

StateId random_cell(Rng& rng, const Grid& grid) {
    return grid.state(static_cast<std::uint32_t>(rng.below(grid.width())),
                      static_cast<std::uint32_t>(rng.below(grid.height())));
}

TEST(Grid, MovesFollowTheRuleWhateverIsBlockedAndWeighed) {
    Rng rng(1);
    for (int round = 0; round < 300; ++round) {
        const bool eight = round % 2 == 0;
        Grid grid = random_grid(rng, eight ? Connectivity::eight : Connectivity::four);
        for (int change = 0; change < 10; ++change) {
            const StateId cell = random_cell(rng, grid);
            if (rng.below(3) == 0)
                grid.set_weight(cell, static_cast<Grid::Weight>(rng.below(4)));
            else
                grid.set_blocked(cell, rng.below(2) == 0);
            for (std::uint32_t y = 0; y < grid.height(); ++y)
                for (std::uint32_t x = 0; x < grid.width(); ++x)
                    ASSERT_EQ(moves_from(grid, grid.state(x, y)), expected_moves(grid, x, y, eight));
        }
    }
}

TEST(Grid, PredecessorsAreTheSameEdges) {
    Rng rng(2);
    for (int round = 0; round < 100; ++round) {
        Grid grid = random_grid(rng, Connectivity::eight);
        for (int i = 0; i < 10; ++i)
            grid.set_weight(random_cell(rng, grid), static_cast<Grid::Weight>(rng.below(9)));
        std::multiset<std::array<StateId, 3>> along, against;
        for (StateId s = 0; s < grid.state_count(); ++s) {
            grid.successors(s, [&](StateId t, Cost c) { along.insert({s, t, c}); });
            grid.predecessors(s, [&](StateId p, Cost c) { against.insert({p, s, c}); });
        }
        ASSERT_EQ(along, against);
    }
}

TEST(Grid, LowerBoundsAreConsistentFromBothSides) {
    Rng rng(3);
    for (int round = 0; round < 60; ++round) {
        Grid grid = random_grid(rng, round % 2 == 0 ? Connectivity::eight : Connectivity::four);
        for (StateId s = 0; s < grid.state_count(); ++s) {
            ASSERT_EQ(grid.lower_bound(s, s), 0u);
            grid.successors(s, [&](StateId t, Cost cost) {
                for (StateId o = 0; o < grid.state_count(); ++o) {
                    ASSERT_LE(grid.lower_bound(s, o), cost + grid.lower_bound(t, o));
                    ASSERT_LE(grid.lower_bound(o, t), grid.lower_bound(o, s) + cost);
                }
            });
        }
    }
}

TEST(Grid, NumbersAndCoordinatesAreInverse) {
    for (const auto& [width, height] :
         {std::pair{1u, 1u}, {512u, 512u}, {7u, 30000u}, {32768u, 3u}, {4096u, 4096u}}) {
        const Grid grid(width, height);
        for (std::uint32_t y = 0; y < height; y += 1 + height / 97)
            for (const std::uint32_t x : {0u, width / 2, width - 1}) {
                ASSERT_EQ(grid.x_of(grid.state(x, y)), x);
                ASSERT_EQ(grid.y_of(grid.state(x, y)), y);
            }
    }
}

TEST(Flood, GrowsToItsLimitAndIsRepaired) {
    Grid grid(30, 20, Connectivity::four, {10, 14});
    Workspace workspace;
    Flood<Grid, Direction::forward> flood(workspace);
    const StateId root = grid.state(3, 4);
    flood.begin(grid, root);
    Budget budget = Budget::unlimited();
    EXPECT_EQ(flood.solve(grid, budget, 50), StatusCode::ok);
    EXPECT_EQ(flood.cost(grid.state(8, 4)), 50u);
    EXPECT_EQ(flood.cost(grid.state(9, 4)), infinite_cost);
    EXPECT_EQ(flood.solve(grid, budget), StatusCode::ok);
    EXPECT_EQ(flood.cost(grid.state(29, 19)), 10u * (26 + 15));
    EXPECT_EQ(flood.parent(grid.state(3, 5)), root);

    Budget little = Budget::expansions(7);
    flood.begin(grid, root);
    EXPECT_EQ(flood.solve(grid, little), StatusCode::out_of_budget);
    EXPECT_EQ(flood.expansions(), 7u);
    EXPECT_EQ(flood.solve(grid, budget), StatusCode::ok);

    std::vector<StateId> affected;
    for (std::uint32_t y = 0; y < 19; ++y) {
        grid.set_blocked(grid.state(10, y), true);
        grid.append_affected(grid.state(10, y), affected);
    }
    flood.change(grid, affected);
    EXPECT_EQ(flood.solve(grid, budget), StatusCode::ok);
    EXPECT_EQ(flood.cost(grid.state(11, 4)), 10u * (8 + 15 + 15));
    EXPECT_EQ(flood.cost(grid.state(10, 4)), infinite_cost);
}

TEST(Grid, NoPathHasFewerStepsThanItSays) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        Rng rng(seed);
        Grid grid(20, 14, seed % 2 == 0 ? Connectivity::eight : Connectivity::four);
        grid.fill([&](std::uint32_t, std::uint32_t) { return rng.below(5) == 0; });
        for (int i = 0; i < 30 && seed % 4 > 1; ++i)
            grid.set_weight(grid.state(static_cast<std::uint32_t>(rng.below(20)), 7),
                            static_cast<Grid::Weight>(1 + rng.below(4)));
        const StateId start = grid.state(static_cast<std::uint32_t>(rng.below(20)), 0);
        const StateId goal = grid.state(static_cast<std::uint32_t>(rng.below(20)), 13);
        for (const StateId end : {start, goal}) grid.set_blocked(end, false);
        Context context;
        Search<Grid, Direction::forward> search(context, weighted_a_star(1 + rng.uniform(0, 3)));
        search.begin(grid, start, goal);
        Budget budget = Budget::unlimited();
        const Plan& plan = search.solve(grid, budget);
        if (plan.status != StatusCode::ok) continue;
        EXPECT_LE(grid.least_steps(start, goal, plan.cost), plan.path.size() - 1) << seed;
        EXPECT_GE(grid.least_steps(start, goal, plan.cost), 13u) << seed;
    }
}

}  // namespace
}  // namespace wend::search
