#pragma once

// Random grounds, and the field as somebody else computes it: a textbook Dijkstra that asks the cells
// themselves which moves there are.

#include <functional>
#include <queue>

#include "wend/base/rng.hpp"
#include "wend/fields/goal_field.hpp"

#include "support/data.hpp"

namespace wend::fields::test {

struct GridPlan {
    std::uint32_t width = 40;
    std::uint32_t height = 30;
    std::uint32_t layers = 1;
    double blocked_share = 0.25;
    std::uint32_t weights = 1;  ///< how many different ones
    std::uint32_t links = 0;
};

inline FieldGrid random_grid(Rng& rng, const GridPlan& plan) {
    FieldGrid grid = FieldGrid::create(plan.width, plan.height, plan.layers).value();
    grid.fill([&](std::uint32_t, std::uint32_t, std::uint32_t) {
        return rng.uniform() < plan.blocked_share ? blocked
                                                  : static_cast<Weight>(1 + rng.below(plan.weights));
    });
    for (std::uint32_t i = 0; i < plan.links; ++i)
        EXPECT_TRUE(grid.add_link({static_cast<Cell>(rng.below(grid.cell_count())),
                                   static_cast<Cell>(rng.below(grid.cell_count())),
                                   static_cast<FieldCost>(1 + rng.below(3000))})
                        .is_ok());
    return grid;
}

inline GridPlan random_plan(Rng& rng) {
    GridPlan plan;
    plan.width = static_cast<std::uint32_t>(1 + rng.below(50));
    plan.height = static_cast<std::uint32_t>(1 + rng.below(50));
    plan.layers = static_cast<std::uint32_t>(1 + rng.below(3));
    plan.blocked_share = rng.uniform(0, 0.5);
    plan.weights = rng.below(2) == 0 ? 1 : static_cast<std::uint32_t>(1 + rng.below(30));
    plan.links = rng.below(2) == 0 ? 0 : static_cast<std::uint32_t>(rng.below(12));
    return plan;
}

inline std::vector<FieldGoal> random_goals(Rng& rng, const FieldGrid& grid, std::size_t most = 3) {
    std::vector<FieldGoal> goals(1 + rng.below(most));
    for (FieldGoal& goal : goals)
        goal = {static_cast<Cell>(rng.below(grid.cell_count())),
                rng.below(3) == 0 ? static_cast<FieldCost>(rng.below(5000)) : 0};
    return goals;
}

/// visit(neighbour, cost) by the rules as they are written, from the weights alone.
inline void visit_neighbours(const FieldGrid& grid, Cell cell,
                             const std::function<void(Cell, std::uint64_t)>& visit) {
    const int x = static_cast<int>(grid.x_of(cell)), y = static_cast<int>(grid.y_of(cell));
    const std::uint32_t layer = grid.layer_of(cell);
    const auto weight = [&](int ax, int ay) -> std::uint64_t {
        if (ax < 0 || ay < 0 || ax >= static_cast<int>(grid.width()) || ay >= static_cast<int>(grid.height()))
            return 0;
        return grid.weight(grid.cell(static_cast<std::uint32_t>(ax), static_cast<std::uint32_t>(ay), layer));
    };
    if (weight(x, y) == 0) return;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) {
            if ((dx == 0 && dy == 0) || weight(x + dx, y + dy) == 0) continue;
            if (dx != 0 && dy != 0 && (weight(x + dx, y) == 0 || weight(x, y + dy) == 0)) continue;
            visit(grid.cell(static_cast<std::uint32_t>(x + dx), static_cast<std::uint32_t>(y + dy), layer),
                  (dx != 0 && dy != 0 ? 99u : 70u) * (weight(x, y) + weight(x + dx, y + dy)));
        }
}

inline std::vector<FieldCost> dijkstra(const FieldGrid& grid, std::span<const FieldGoal> goals) {
    std::vector<std::uint64_t> costs(grid.cell_count(), unreached);
    using Entry = std::pair<std::uint64_t, Cell>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    const auto offer = [&](Cell cell, std::uint64_t cost) {
        if (cost >= costs[cell]) return;
        costs[cell] = cost;
        open.emplace(cost, cell);
    };
    for (const FieldGoal& goal : goals)
        if (grid.weight(goal.cell) != 0) offer(goal.cell, goal.cost);
    while (!open.empty()) {
        const auto [cost, cell] = open.top();
        open.pop();
        if (cost != costs[cell]) continue;
        visit_neighbours(grid, cell, [&](Cell near, std::uint64_t edge) { offer(near, cost + edge); });
        for (const FieldLink& link : grid.links())
            if (link.to == cell && grid.weight(link.from) != 0) offer(link.from, cost + link.cost);
    }
    return {costs.begin(), costs.end()};
}

inline std::vector<FieldCost> costs_of(const GoalField& field) {
    return {field.costs().begin(), field.costs().end()};
}

/// Some cells get other weights; they are returned.
inline std::vector<Cell> change_cells(Rng& rng, FieldGrid& grid, std::uint32_t weights) {
    std::vector<Cell> changed;
    const std::size_t count = 1 + rng.below(std::max<std::size_t>(grid.cell_count() / 20, 1));
    const Cell around = static_cast<Cell>(rng.below(grid.cell_count()));
    for (std::size_t i = 0; i < count; ++i) {
        // Some changes are one body that moves, others are everywhere.
        const Cell cell = rng.below(2) == 0 ? static_cast<Cell>(rng.below(grid.cell_count()))
                                            : static_cast<Cell>((around + i) % grid.cell_count());
        grid.set_weight(cell, rng.below(2) == 0 ? blocked : static_cast<Weight>(1 + rng.below(weights)));
        changed.push_back(cell);
    }
    return changed;
}

}  // namespace wend::fields::test
