#include "wend/fields/quads.hpp"

#include <map>

#include <gtest/gtest.h>

#include "wend/base/budget.hpp"
#include "wend/io/movingai.hpp"
#include "wend/search/search.hpp"

#include "worlds.hpp"

namespace wend::fields::test {
namespace {

static_assert(search::Domain<Quads>);

/// The squares that a grid falls into, found by looking at all cells of every square.
std::map<std::pair<std::uint32_t, std::uint32_t>, std::pair<std::uint32_t, Weight>> brute_leaves(
    const FieldGrid& grid) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::pair<std::uint32_t, Weight>> leaves;
    std::uint32_t side = 1;
    while (side < std::max(grid.width(), grid.height())) side *= 2;
    const std::function<void(std::uint32_t, std::uint32_t, std::uint32_t)> cut =
        [&](std::uint32_t x, std::uint32_t y, std::uint32_t size) {
            const auto weight = [&](std::uint32_t cx, std::uint32_t cy) {
                return cx < grid.width() && cy < grid.height() ? grid.weight(grid.cell(cx, cy)) : blocked;
            };
            for (std::uint32_t i = 0; i < size * size; ++i)
                if (weight(x + i % size, y + i / size) != weight(x, y)) {
                    for (std::uint32_t child = 0; child < 4; ++child)
                        cut(x + child % 2 * size / 2, y + child / 2 * size / 2, size / 2);
                    return;
                }
            if (weight(x, y) != blocked) leaves[{x, y}] = {size, weight(x, y)};
        };
    cut(0, 0, side);
    return leaves;
}

void expect_same_leaves(const Quads& quads, const FieldGrid& grid, std::uint64_t seed) {
    const auto truth = brute_leaves(grid);
    ASSERT_EQ(quads.leaf_count(), truth.size()) << "seed " << seed;
    for (std::uint32_t y = 0; y < grid.height(); ++y)
        for (std::uint32_t x = 0; x < grid.width(); ++x) {
            const Cell number = quads.leaf_at(x, y);
            ASSERT_EQ(number == no_cell, grid.is_blocked(grid.cell(x, y))) << "seed " << seed;
            if (number == no_cell) continue;
            const Leaf leaf = quads.leaf(number);
            ASSERT_TRUE(leaf.x <= x && leaf.y <= y && x < leaf.x + leaf.size && y < leaf.y + leaf.size);
            const auto found = truth.find({leaf.x, leaf.y});
            ASSERT_NE(found, truth.end());
            ASSERT_EQ(found->second, std::pair(leaf.size, leaf.weight)) << "seed " << seed;
        }
}

/// All pairs of leaves, by their outlines alone.
std::vector<FieldCost> brute_field(const Quads& quads, const FieldGrid& grid, Cell goal) {
    std::vector<Cell> numbers;
    for (Cell number = 0; number < quads.cell_count(); ++number)
        if (!quads.is_blocked(number)) numbers.push_back(number);
    const auto is_free = [&](std::int64_t x, std::int64_t y) {
        return x >= 0 && y >= 0 && x < grid.width() && y < grid.height() &&
               !grid.is_blocked(grid.cell(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y)));
    };
    const auto edge = [&](Cell a, Cell b) -> std::uint64_t {
        const Leaf p = quads.leaf(a), q = quads.leaf(b);
        const std::int64_t px = p.x, py = p.y, ps = p.size, qx = q.x, qy = q.y, qs = q.size;
        const std::int64_t over_x = std::min(px + ps, qx + qs) - std::max(px, qx);
        const std::int64_t over_y = std::min(py + ps, qy + qs) - std::max(py, qy);
        if (over_x < 0 || over_y < 0) return unreached;
        const double length = std::hypot(double(px) + double(ps) / 2 - double(qx) - double(qs) / 2,
                                         double(py) + double(ps) / 2 - double(qy) - double(qs) / 2);
        if (over_x == 0 && over_y == 0) {
            if (ps != qs) return unreached;
            const std::int64_t x = std::max(px, qx), y = std::max(py, qy);
            int free = 0;
            for (int i = 0; i < 4; ++i) free += is_free(x - i % 2, y - i / 2) ? 1 : 0;
            return free == 4 ? 99u * p.size * (std::uint64_t{p.weight} + q.weight) : unreached;
        }
        const double mean = (double(ps) * p.weight + double(qs) * q.weight) / double(ps + qs);
        return static_cast<std::uint64_t>(std::llround(140 * length * mean));
    };
    std::vector<std::uint64_t> costs(quads.cell_count(), unreached);
    if (goal != no_cell) costs[goal] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (const Cell a : numbers)
            for (const Cell b : numbers) {
                if (a == b || costs[b] == unreached) continue;
                const std::uint64_t e = edge(a, b);
                if (e != unreached && costs[b] + e < costs[a]) costs[a] = costs[b] + e, changed = true;
            }
    }
    return {costs.begin(), costs.end()};
}

GridPlan blocky_plan(Rng& rng) {
    GridPlan plan = random_plan(rng);
    plan.layers = 1;
    plan.links = 0;
    plan.weights = 1 + static_cast<std::uint32_t>(rng.below(3));
    plan.blocked_share = 0;
    return plan;
}

CellBox random_box(Rng& rng, const FieldGrid& grid) {
    return {static_cast<std::uint32_t>(rng.below(grid.width())),
            static_cast<std::uint32_t>(rng.below(grid.height())),
            static_cast<std::uint32_t>(1 + rng.below(12)), static_cast<std::uint32_t>(1 + rng.below(12))};
}

void paint(FieldGrid& grid, const CellBox& box, Weight weight) {
    for (std::uint32_t y = box.y; y < std::min(box.y + box.height, grid.height()); ++y)
        for (std::uint32_t x = box.x; x < std::min(box.x + box.width, grid.width()); ++x)
            grid.set_weight(grid.cell(x, y), weight);
}

TEST(Quads, split_and_merge_to_what_a_new_tree_would_be) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        Rng rng(seed);
        GridPlan plan = blocky_plan(rng);
        const std::uint32_t weights = plan.weights;
        plan.weights = 1;
        FieldGrid grid = random_grid(rng, plan);
        Quads quads = Quads::create(grid).value();
        expect_same_leaves(quads, grid, seed);
        for (int step = 0; step < 15; ++step) {
            const CellBox box = random_box(rng, grid);
            const auto weight = static_cast<Weight>(rng.below(weights + 1));
            paint(grid, box, weight);
            quads.set_weight(box, weight);
            expect_same_leaves(quads, grid, seed);
        }
    }
}

TEST(Quads, field_equals_brute_force_after_histories_of_changes) {
    for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
        Rng rng(seed);
        GridPlan plan = blocky_plan(rng);
        const std::uint32_t weights = plan.weights;
        plan.weights = 1;
        plan.width = plan.width / 2 + 1;
        plan.height = plan.height / 2 + 1;
        FieldGrid grid = random_grid(rng, plan);
        Quads quads = Quads::create(grid).value();
        // A leaf that lasts: a single cell of its own weight in a corner.
        quads.set_weight({0, 0, 1, 1}, 9);
        grid.set_weight(0, 9);
        const FieldGoal goal{quads.leaf_at(0, 0), 0};
        QuadField field;
        ASSERT_TRUE(field.begin(quads, std::span(&goal, 1)).is_ok());
        for (int step = 0; step < 8; ++step) {
            CellBox box = random_box(rng, grid);
            if (box.x == 0 && box.y == 0) continue;
            const auto weight = static_cast<Weight>(rng.below(weights + 1));
            paint(grid, box, weight);
            field.repair_edges(quads, quads.set_weight(box, weight));
            if (rng.below(3) == 0) continue;
            ASSERT_TRUE(field.advance(quads).is_ok());
            const auto truth = brute_field(quads, grid, goal.cell);
            ASSERT_EQ(std::vector<FieldCost>(field.costs().begin(), field.costs().end()), truth)
                << "seed " << seed << " step " << step;
        }
    }
}

TEST(Quads, of_single_cells_cost_what_the_grid_does) {
    Rng rng(5);
    GridPlan plan;
    plan.weights = 4000;  // hardly ever equal
    plan.width = plan.height = 32;
    const FieldGrid grid = random_grid(rng, plan);
    const Quads quads = Quads::create(grid).value();
    Cell start = 0;
    while (grid.is_blocked(start)) ++start;
    const FieldGoal goal{start, 0}, leaf_goal{quads.leaf_at(grid.x_of(start), grid.y_of(start)), 0};
    GoalField field;
    QuadField quad_field;
    ASSERT_TRUE(field.begin(grid, std::span(&goal, 1)).is_ok());
    ASSERT_TRUE(field.advance(grid).is_ok());
    ASSERT_TRUE(quad_field.begin(quads, std::span(&leaf_goal, 1)).is_ok());
    ASSERT_TRUE(quad_field.advance(quads).is_ok());
    for (Cell cell = 0; cell < grid.cell_count(); ++cell)
        if (!grid.is_blocked(cell)) {
            ASSERT_EQ(quad_field.cost(quads.leaf_at(grid.x_of(cell), grid.y_of(cell))), field.cost(cell));
        }
}

TEST(Quads, plans_are_repaired_to_the_field_s_costs) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        Rng rng(seed);
        GridPlan plan = blocky_plan(rng);
        plan.weights = 1;
        plan.width = plan.height = 32;
        FieldGrid grid = random_grid(rng, plan);
        Quads quads = Quads::create(grid).value();
        quads.set_weight({0, 0, 1, 1}, 9);
        quads.set_weight({31, 31, 1, 1}, 8);
        const Cell from = quads.leaf_at(0, 0), to = quads.leaf_at(31, 31);
        search::Context context;
        search::Search<Quads, search::Direction::backward> search(context, search::ad_star(2.0));
        search.begin(quads, from, to);
        for (int step = 0; step < 8; ++step) {
            CellBox box = random_box(rng, grid);
            box.x = std::clamp(box.x, 1u, 18u);
            const auto changed = quads.set_weight(box, static_cast<Weight>(rng.below(4)));
            search.change(quads, changed);
            Budget budget = Budget::unlimited();
            const search::Plan& found = search.solve(quads, budget);
            QuadField field;
            const FieldGoal goal{to, 0};
            ASSERT_TRUE(field.begin(quads, std::span(&goal, 1)).is_ok());
            ASSERT_TRUE(field.advance(quads).is_ok());
            ASSERT_EQ(found.status == StatusCode::ok, field.cost(from) != unreached);
            if (found.status == StatusCode::ok) {
                ASSERT_EQ(found.cost, field.cost(from)) << "seed " << seed << " step " << step;
            }
        }
    }
}

}  // namespace
}  // namespace wend::fields::test
