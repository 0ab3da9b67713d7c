#pragma once

// A grid of random walls and weights that change.

#include <algorithm>
#include <vector>

#include "wend/base/rng.hpp"
#include "wend/search/flood.hpp"
#include "wend/search/grid.hpp"

namespace wend::test {

struct World {
    search::Grid grid;
    Rng rng;

    World(std::uint32_t side, std::uint64_t seed) : grid(side, side), rng(seed) {
        grid.fill([&](std::uint32_t, std::uint32_t) { return rng.below(5) == 0; });
    }
    search::StateId random_free() {
        for (;;) {
            const search::StateId cell = random_cell();
            if (!grid.is_blocked(cell)) return cell;
        }
    }
    /// Blocks or frees random cells and says whom that concerns.
    std::vector<search::StateId> disturb(int cells, search::StateId keep, search::StateId keep_too) {
        std::vector<search::StateId> affected;
        for (int i = 0; i < cells; ++i) {
            const search::StateId cell = random_cell();
            if (cell == keep || cell == keep_too) continue;
            grid.set_blocked(cell, rng.below(3) == 0);
            if (rng.below(2) == 0) grid.set_weight(cell, static_cast<search::Grid::Weight>(1 + rng.below(3)));
            grid.append_affected(cell, affected);
        }
        return affected;
    }
    [[nodiscard]] search::Cost true_cost(search::StateId start, search::StateId goal) const {
        search::Workspace workspace;
        search::Flood<search::Grid, search::Direction::forward> flood(workspace);
        flood.begin(grid, start);
        Budget budget = Budget::unlimited();
        flood.solve(grid, budget);
        return flood.cost(goal);
    }
    /// Blocks a cell at most two cells from this one.
    void block_near(search::StateId on, search::StateId keep, search::StateId keep_too,
                    std::vector<search::StateId>& affected) {
        set_near(on, keep, keep_too, affected, [](bool) { return true; });
    }
    /// Blocks or frees it.
    void toggle_near(search::StateId on, search::StateId keep, search::StateId keep_too,
                     std::vector<search::StateId>& affected) {
        set_near(on, keep, keep_too, affected, [](bool blocked) { return !blocked; });
    }

  private:
    search::StateId random_cell() {
        const auto x = static_cast<std::uint32_t>(rng.below(grid.width()));
        return grid.state(x, static_cast<std::uint32_t>(rng.below(grid.height())));
    }
    template <class Next>
    void set_near(search::StateId on, search::StateId keep, search::StateId keep_too,
                  std::vector<search::StateId>& affected, Next&& next) {
        const std::uint32_t x = std::clamp<std::uint32_t>(
            grid.x_of(on) + static_cast<std::uint32_t>(rng.below(5)), 2, grid.width() + 1);
        const std::uint32_t y = std::clamp<std::uint32_t>(
            grid.y_of(on) + static_cast<std::uint32_t>(rng.below(5)), 2, grid.height() + 1);
        const search::StateId cell = grid.state(x - 2, y - 2);
        if (cell == keep || cell == keep_too) return;
        grid.set_blocked(cell, next(grid.is_blocked(cell)));
        grid.append_affected(cell, affected);
    }
};

}  // namespace wend::test
