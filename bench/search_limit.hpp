#pragma once

// How cheap can it be to prove a plan best again after cells were blocked?
//
// Give a search that keeps costs to the goal all of them, exact, as they were before the change. They are
// lower bounds still, and none can be better. Then it has to expand every state s with
// new(start, s) + old(s, goal) below the new best cost: as far as it can know, a cheaper way leads through s.
// To D* Lite and AD* these are states whose cost to the goal has risen, with a key below that of the start
// however good the bounds in the keys are.

#include <algorithm>
#include <cstdint>

#include "wend/search/flood.hpp"
#include "wend/search/grid.hpp"

namespace wend::bench {

class RepairLimit {
  public:
    /// Before the change.
    void remember(const search::Grid& grid) { old_ = grid; }
    /// The least number of expansions after the change, which made nothing cheaper; at least one. `best` is
    /// the new cost between start and goal.
    [[nodiscard]] std::uint64_t expansions(const search::Grid& grid, search::StateId start,
                                           search::StateId goal, search::Cost best) {
        const search::Cost limit = std::min(best, search::max_path_cost) - 1;
        flood(new_from_start_, grid, start, limit);
        if (best >= search::infinite_cost) {  // proven from either end
            const std::uint64_t from_start = new_from_start_.expansions();
            flood(new_from_start_, grid, goal, limit);
            return std::min(from_start, new_from_start_.expansions());
        }
        flood(old_to_goal_, old_, goal, limit);
        std::uint64_t risen = 0;
        for (search::StateId state = 0; state < grid.state_count(); ++state)
            risen += new_from_start_.cost(state) + old_to_goal_.cost(state) < best ? 1u : 0u;
        return std::max<std::uint64_t>(risen, 1);
    }

  private:
    /// Steps of an unweighted grid cost the same both ways.
    using Costs = search::Flood<search::Grid, search::Direction::forward>;

    static void flood(Costs& costs, const search::Grid& grid, search::StateId root, search::Cost limit) {
        Budget budget = Budget::unlimited();
        costs.begin(grid, root);
        costs.solve(grid, budget, limit);
    }

    search::Grid old_{1, 1};
    search::Workspace memory_[2];
    Costs new_from_start_{memory_[0]}, old_to_goal_{memory_[1]};
};

}  // namespace wend::bench
