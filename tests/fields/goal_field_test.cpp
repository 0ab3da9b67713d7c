#include "wend/fields/goal_field.hpp"

#include <gtest/gtest.h>

#include "wend/io/movingai.hpp"

#include "worlds.hpp"

namespace wend::fields::test {
namespace {

TEST(GoalField, equals_dijkstra_on_random_grounds) {
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        Rng rng(seed);
        const FieldGrid grid = random_grid(rng, random_plan(rng));
        const auto goals = random_goals(rng, grid);
        GoalField field;
        ASSERT_TRUE(field.begin(grid, goals).is_ok());
        ASSERT_TRUE(field.advance(grid).is_ok());
        ASSERT_EQ(costs_of(field), dijkstra(grid, goals)) << "seed " << seed;
        EXPECT_TRUE(field.is_complete());
    }
}

TEST(GoalField, equals_dijkstra_on_all_maps) {
    WEND_NEEDS_DATA("movingai");
    std::size_t maps = 0;
    for (const auto& entry : std::filesystem::directory_iterator(wend::test::data_dir() / "movingai")) {
        if (entry.path().extension() != ".map") continue;
        const auto map = io::load_map(entry.path());
        ASSERT_TRUE(map);
        for (const std::uint32_t weights : {1u, 5u}) {
            Rng rng(++maps);
            FieldGrid grid = FieldGrid::create(map.value().width, map.value().height).value();
            grid.fill([&](std::uint32_t x, std::uint32_t y, std::uint32_t) {
                return map.value().is_blocked(x, y) ? blocked : static_cast<Weight>(1 + rng.below(weights));
            });
            const auto goals = random_goals(rng, grid, 20);
            GoalField field;
            ASSERT_TRUE(field.begin(grid, goals).is_ok());
            ASSERT_TRUE(field.advance(grid).is_ok());
            ASSERT_EQ(costs_of(field), dijkstra(grid, goals)) << entry.path();
        }
    }
    EXPECT_GE(maps, 26u);
}

TEST(GoalField, repairs_to_what_dijkstra_finds_after_a_thousand_histories) {
    for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
        Rng rng(seed);
        const GridPlan plan = random_plan(rng);
        FieldGrid grid = random_grid(rng, plan);
        const auto goals = random_goals(rng, grid);
        GoalField field;
        ASSERT_TRUE(field.begin(grid, goals).is_ok());
        if (rng.below(4) != 0) {
            ASSERT_TRUE(field.advance(grid).is_ok());
        }
        for (int step = 0; step < 6; ++step) {
            const auto changed = change_cells(rng, grid, plan.weights);
            field.repair(grid, changed);
            // Sometimes the next change comes before everything is settled.
            const Cell agent = static_cast<Cell>(rng.below(grid.cell_count()));
            const std::vector<FieldCost> truth = dijkstra(grid, goals);
            ASSERT_TRUE(field.advance(grid, std::span(&agent, 1)).is_ok());
            ASSERT_EQ(field.cost(agent), truth[agent]) << "seed " << seed << " step " << step;
            if (rng.below(2) == 0) continue;
            ASSERT_TRUE(field.advance(grid).is_ok());
            ASSERT_EQ(costs_of(field), truth) << "seed " << seed << " step " << step;
        }
    }
}

TEST(GoalField, stops_early_without_changing_what_any_agent_pays) {
    std::uint64_t saved = 0, whole = 0;
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        Rng rng(seed);
        GridPlan plan = random_plan(rng);
        plan.weights = 30;
        const FieldGrid grid = random_grid(rng, plan);
        const auto goals = random_goals(rng, grid);
        std::vector<Cell> agents(1 + rng.below(5));
        for (Cell& agent : agents) agent = static_cast<Cell>(rng.below(grid.cell_count()));
        GoalField field, full;
        ASSERT_TRUE(field.begin(grid, goals).is_ok());
        ASSERT_TRUE(field.advance(grid, agents).is_ok());
        ASSERT_TRUE(full.begin(grid, goals).is_ok());
        ASSERT_TRUE(full.advance(grid).is_ok());
        const auto truth = dijkstra(grid, goals);
        for (const Cell agent : agents) ASSERT_EQ(field.cost(agent), truth[agent]) << "seed " << seed;
        for (Cell cell = 0; cell < grid.cell_count(); ++cell) {
            ASSERT_GE(field.cost(cell), truth[cell]);
            if (field.is_settled(cell)) {
                ASSERT_EQ(field.cost(cell), truth[cell]);
            }
        }
        saved += full.effort().expanded - field.effort().expanded;
        whole += full.effort().expanded;
        ASSERT_TRUE(field.advance(grid).is_ok());
        ASSERT_EQ(costs_of(field), truth);
    }
    EXPECT_GT(saved * 20, whole);  // it does stop
}

TEST(GoalField, says_what_is_wrong_with_its_input) {
    EXPECT_EQ(FieldGrid::create(0, 5).status().code, StatusCode::invalid_input);
    EXPECT_EQ(FieldGrid::create(40'000, 5).status().code, StatusCode::invalid_input);
    EXPECT_EQ(FieldGrid::create(32'768, 32'768).status().code, StatusCode::invalid_input);
    FieldGrid grid = FieldGrid::create(4, 4).value();
    GoalField field;
    EXPECT_EQ(field.begin(grid, {}).code, StatusCode::invalid_input);
    const FieldGoal outside{16, 0};
    EXPECT_EQ(field.begin(grid, std::span(&outside, 1)).code, StatusCode::invalid_input);
    EXPECT_EQ(grid.add_link({0, 16, 5}).code, StatusCode::invalid_input);
    EXPECT_EQ(grid.add_link({0, 5, 0}).code, StatusCode::invalid_input);
}

TEST(GoalField, refuses_paths_that_its_numbers_cannot_hold) {
    // A row of the heaviest cells: 2^32 units are fewer than 500 moves of weight 65535.
    FieldGrid grid = FieldGrid::create(2000, 1, 1, 65535).value();
    GoalField field;
    const FieldGoal goal{0, 0};
    ASSERT_TRUE(field.begin(grid, std::span(&goal, 1)).is_ok());
    EXPECT_EQ(field.advance(grid).code, StatusCode::not_available);
}

TEST(GoalField, an_empty_world_and_a_blocked_goal_reach_nothing) {
    FieldGrid grid = FieldGrid::create(5, 5, 1, blocked).value();
    GoalField field;
    const FieldGoal goal{12, 0};
    ASSERT_TRUE(field.begin(grid, std::span(&goal, 1)).is_ok());
    ASSERT_TRUE(field.advance(grid).is_ok());
    EXPECT_EQ(field.cost(12), unreached);
    grid.set_weight(12, 1);
    grid.set_weight(13, 3);
    const Cell changed[] = {12, 13};
    field.repair(grid, changed);
    ASSERT_TRUE(field.advance(grid).is_ok());
    EXPECT_EQ(field.cost(12), 0u);
    EXPECT_EQ(field.cost(13), 280u);
}

}  // namespace
}  // namespace wend::fields::test
