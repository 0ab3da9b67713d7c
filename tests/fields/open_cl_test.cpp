#include <gtest/gtest.h>

#include "wend/fields/open_cl_field.hpp"
#include "wend/io/movingai.hpp"

#include "worlds.hpp"

namespace wend::fields::test {
namespace {

/// One device for all tests: opening it builds the kernels.
class OpenCl : public ::testing::Test {
  protected:
    void SetUp() override {
        static Result<OpenClField> opened = OpenClField::open();
        if (!opened) GTEST_SKIP() << opened.status().message;
        field_ = &opened.value();
    }
    [[nodiscard]] std::vector<FieldCost> costs() const {
        return {field_->costs().begin(), field_->costs().end()};
    }
    OpenClField* field_ = nullptr;
};

TEST_F(OpenCl, costs_are_those_of_dijkstra_with_both_kernels) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        Rng rng(seed);
        const FieldGrid grid = random_grid(rng, random_plan(rng));
        const auto goals = random_goals(rng, grid);
        const auto truth = dijkstra(grid, goals);
        for (const Kernel kernel : {Kernel::tiles, Kernel::whole_map}) {
            ASSERT_TRUE(field_->compute(grid, goals, kernel).is_ok());
            ASSERT_EQ(costs(), truth) << "seed " << seed;
        }
    }
}

TEST_F(OpenCl, repairs_to_what_dijkstra_finds) {
    const char* const longer = std::getenv("WEND_LONG_TESTS");
    for (std::uint64_t seed = 1; seed <= (longer != nullptr ? 1000u : 250u); ++seed) {
        Rng rng(seed);
        const GridPlan plan = random_plan(rng);
        FieldGrid grid = random_grid(rng, plan);
        const auto goals = random_goals(rng, grid);
        const Kernel kernel = seed % 3 == 0 ? Kernel::whole_map : Kernel::tiles;
        ASSERT_TRUE(field_->compute(grid, goals, kernel).is_ok());
        for (int step = 0; step < 4; ++step) {
            const auto changed = change_cells(rng, grid, plan.weights);
            ASSERT_TRUE(field_->repair(grid, changed, kernel).is_ok());
            ASSERT_EQ(costs(), dijkstra(grid, goals)) << "seed " << seed << " step " << step;
        }
    }
}

TEST_F(OpenCl, goes_on_from_what_was_computed_elsewhere) {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        Rng rng(seed);
        const GridPlan plan = random_plan(rng);
        FieldGrid grid = random_grid(rng, plan);
        const auto goals = random_goals(rng, grid);
        GoalField field;
        ASSERT_TRUE(field.begin(grid, goals).is_ok());
        ASSERT_TRUE(field.advance(grid).is_ok());
        for (const Kernel kernel : {Kernel::tiles, Kernel::whole_map}) {
            const auto changed = change_cells(rng, grid, plan.weights);
            field_->resume(goals, field.costs());
            ASSERT_TRUE(field_->repair(grid, changed, kernel).is_ok());
            ASSERT_EQ(costs(), dijkstra(grid, goals)) << "seed " << seed;
            field.adopt(grid, field_->costs());
        }
    }
}

TEST_F(OpenCl, repairs_touch_little_where_little_changes) {
    constexpr std::uint32_t side = 400;
    FieldGrid grid = FieldGrid::create(side, side, 1, 1).value();
    const FieldGoal goal{grid.cell(20, 20), 0};
    ASSERT_TRUE(field_->compute(grid, std::span(&goal, 1), Kernel::tiles).is_ok());
    const std::uint64_t anew = field_->effort().touched;
    std::vector<Cell> changed;
    for (std::uint32_t i = 0; i < 64; ++i) changed.push_back(grid.cell(340 + i % 8, 340 + i / 8));
    for (const Weight weight : {blocked, Weight{1}}) {
        for (const Cell cell : changed) grid.set_weight(cell, weight);
        ASSERT_TRUE(field_->repair(grid, changed, Kernel::tiles).is_ok());
        EXPECT_LT(field_->effort().touched, anew / 4);
        EXPECT_EQ(costs(), dijkstra(grid, std::span(&goal, 1)));
    }
}

TEST_F(OpenCl, early_exit_changes_no_agent_s_cost) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        Rng rng(seed);
        GridPlan plan = random_plan(rng);
        plan.weights = 20;
        const FieldGrid grid = random_grid(rng, plan);
        const auto goals = random_goals(rng, grid);
        const auto truth = dijkstra(grid, goals);
        const Cell agents[] = {static_cast<Cell>(rng.below(grid.cell_count())),
                               static_cast<Cell>(rng.below(grid.cell_count()))};
        for (const Kernel kernel : {Kernel::tiles, Kernel::whole_map}) {
            ASSERT_TRUE(field_->compute(grid, goals, kernel, agents).is_ok());
            for (const Cell agent : agents) ASSERT_EQ(field_->costs()[agent], truth[agent]) << seed;
        }
    }
}

TEST_F(OpenCl, refuses_paths_that_its_numbers_cannot_hold) {
    const FieldGrid grid = FieldGrid::create(2000, 1, 1, 65535).value();
    const FieldGoal goal{0, 0};
    for (const Kernel kernel : {Kernel::tiles, Kernel::whole_map})
        EXPECT_EQ(field_->compute(grid, std::span(&goal, 1), kernel).code, StatusCode::not_available);
}

TEST_F(OpenCl, rounds_and_cells_are_the_same_every_time) {
    WEND_NEEDS_DATA("movingai");
    const auto map = io::load_map(wend::test::data_dir() / "movingai/den312d.map");
    ASSERT_TRUE(map);
    FieldGrid grid = FieldGrid::create(map.value().width, map.value().height).value();
    grid.fill([&](std::uint32_t x, std::uint32_t y, std::uint32_t) {
        return static_cast<Weight>(map.value().is_blocked(x, y) ? 0 : 1 + (x / 7 + y / 5) % 5);
    });
    Rng rng(2);
    const auto goals = random_goals(rng, grid, 20);
    ASSERT_TRUE(field_->compute(grid, goals, Kernel::tiles).is_ok());
    EXPECT_EQ(costs(), dijkstra(grid, goals));
    const DeviceEffort first = field_->effort();
    ASSERT_TRUE(field_->compute(grid, goals, Kernel::tiles).is_ok());
    EXPECT_EQ(field_->effort().rounds, first.rounds);
    EXPECT_EQ(field_->effort().touched, first.touched);
}

}  // namespace
}  // namespace wend::fields::test
