#pragma once

// D* Lite that is told, for nothing, what it costs to come from the walker to every state, exactly as it was
// before the change: no lower bound in its keys can be better. It repairs its tree whatever that costs. What
// it expands is as little as D* Lite can do with.

#include <algorithm>
#include <span>

#include "wend/search/flood.hpp"
#include "wend/search/grid.hpp"

namespace wend::bench {

/// A grid that knows more of what it costs to come from one cell.
class ToldGrid {
  public:
    using Costs = search::Flood<search::Grid, search::Direction::forward>;

    ToldGrid(const search::Grid& grid, search::StateId start, const Costs& from_start)
        : grid_(grid), start_(start), from_start_(from_start) {}

    [[nodiscard]] std::size_t state_count() const noexcept { return grid_.state_count(); }
    template <class Visit>
    void successors(search::StateId state, Visit&& visit) const {
        grid_.successors(state, visit);
    }
    template <class Visit>
    void predecessors(search::StateId state, Visit&& visit) const {
        grid_.predecessors(state, visit);
    }
    [[nodiscard]] search::Cost lower_bound(search::StateId from, search::StateId to) const {
        const search::Cost told = from == start_ ? from_start_.cost(to) : 0;
        return std::max(grid_.lower_bound(from, to), told < search::infinite_cost ? told : 0);
    }

  private:
    const search::Grid& grid_;
    search::StateId start_;
    const Costs& from_start_;
};

class ToldRepair {
  public:
    void begin(const search::Grid& grid, search::StateId start, search::StateId goal) {
        foresee(grid, start);
        tree_.plant(told(grid), goal, start);
        (void)run(grid);
    }
    /// Before a change: from where it will be asked to repair.
    void foresee(const search::Grid& grid, search::StateId start) {
        start_ = start;
        Budget budget = Budget::unlimited();
        from_start_.begin(grid, start);
        from_start_.solve(grid, budget);
    }
    /// After it; returns how many states it expanded, at least one.
    std::uint64_t repair(const search::Grid& grid, std::span<const search::StateId> affected) {
        tree_.begin_round(told(grid));
        tree_.retarget(start_);
        for (const search::StateId state : affected) tree_.reconsider(told(grid), state);
        tree_.rekey(told(grid));
        return std::max<std::uint64_t>(run(grid), 1);
    }
    /// Infinite when there is no way.
    [[nodiscard]] search::Cost cost() const noexcept { return tree_.nodes().g(start_); }

  private:
    [[nodiscard]] ToldGrid told(const search::Grid& grid) const { return {grid, start_, from_start_}; }
    std::uint64_t run(const search::Grid& grid) {
        const std::uint64_t before = tree_.expansions();
        Budget budget = Budget::unlimited();
        (void)tree_.run(told(grid), budget);
        return tree_.expansions() - before;
    }

    search::Workspace memory_[2];
    ToldGrid::Costs from_start_{memory_[0]};
    search::Kernel<ToldGrid, search::Direction::backward> tree_{memory_[1]};
    search::StateId start_ = search::no_state;
};

}  // namespace wend::bench
