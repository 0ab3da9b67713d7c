#include "wend/fields/follow.hpp"

#include <gtest/gtest.h>

#include "worlds.hpp"

namespace wend::fields::test {
namespace {

TEST(Follow, cells_cost_what_the_field_says) {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        Rng rng(seed);
        const FieldGrid grid = random_grid(rng, random_plan(rng));
        GoalField field;
        ASSERT_TRUE(field.begin(grid, random_goals(rng, grid)).is_ok());
        ASSERT_TRUE(field.advance(grid).is_ok());
        const Cell start = static_cast<Cell>(rng.below(grid.cell_count()));
        const auto cells = cells_to_goal(grid, field, start);
        ASSERT_EQ(cells.empty(), field.cost(start) == unreached);
        if (cells.empty()) continue;
        std::uint64_t sum = field.cost(cells.back());
        for (std::size_t i = 0; i + 1 < cells.size(); ++i) {
            std::uint64_t edge = unreached;
            grid.visit_out(cells[i], [&](Cell to, FieldCost cost) {
                if (to == cells[i + 1]) edge = std::min<std::uint64_t>(edge, cost);
            });
            sum += edge;
        }
        EXPECT_EQ(sum, field.cost(start));
        const auto corners = corners_to_goal(grid, field, start);
        EXPECT_EQ(corners.front(), start);
        EXPECT_EQ(corners.back(), cells.back());
    }
}

TEST(Follow, an_open_line_touches_only_free_cells) {
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        Rng rng(seed);
        GridPlan plan;
        plan.width = plan.height = 12;
        plan.blocked_share = 0.15;
        const FieldGrid grid = random_grid(rng, plan);
        const Cell a = static_cast<Cell>(rng.below(144)), b = static_cast<Cell>(rng.below(144));
        if (!is_open_line(grid, a, b)) continue;
        for (int i = 0; i <= 5000; ++i) {
            const double t = i / 5000.0;
            const double x = grid.x_of(a) + 0.5 + t * (double(grid.x_of(b)) - grid.x_of(a));
            const double y = grid.y_of(a) + 0.5 + t * (double(grid.y_of(b)) - grid.y_of(a));
            const auto cx = static_cast<std::uint32_t>(x), cy = static_cast<std::uint32_t>(y);
            if (std::abs(x - std::round(x)) < 1e-9 || std::abs(y - std::round(y)) < 1e-9) continue;
            ASSERT_FALSE(grid.is_blocked(grid.cell(cx, cy))) << "seed " << seed;
        }
    }
}

TEST(Follow, whoever_follows_arrives_and_never_steps_on_blocked_ground) {
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        Rng rng(seed);
        GridPlan plan;
        plan.weights = seed % 2 == 0 ? 1 : 6;
        const FieldGrid grid = random_grid(rng, plan);
        const FieldFrame frame{{-3, 2}, 0.5};
        GoalField field;
        ASSERT_TRUE(field.begin(grid, random_goals(rng, grid)).is_ok());
        ASSERT_TRUE(field.advance(grid).is_ok());
        const Cell start = static_cast<Cell>(rng.below(grid.cell_count()));
        if (field.cost(start) == unreached) continue;
        Vec2 place = frame.center(grid, start);
        bool arrived = false;
        for (int step = 0; step < 4000 && !arrived; ++step) {
            const Cell at = frame.cell_at(grid, place);
            ASSERT_NE(at, no_cell);
            ASSERT_FALSE(grid.is_blocked(at)) << "seed " << seed;
            arrived = next_cell(grid, field, at) == at;
            const Vec2 way = direction_at(grid, field, frame, place);
            if (!arrived) {
                ASSERT_NEAR(length(way), 1, 1e-9);
            }
            place += way * 0.05;
        }
        EXPECT_TRUE(arrived) << "seed " << seed;
    }
}

}  // namespace
}  // namespace wend::fields::test
