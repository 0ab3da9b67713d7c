#pragma once

// How cheap can it be to prove a plan best again after cells were blocked? Everything that a search might
// know is flooded anew each round, for nothing, and what it would still have to do with it is counted.
//
//   - `search`: it knows what every state used to cost to the goal. Nothing became cheaper, so these are
//     lower bounds still, and none can be better. It has to expand every state s with new(start, s) +
//     old(s, goal) below the new best cost: as far as it can know, a cheaper way leads through s. To D* Lite
//     and AD* these are states whose cost to the goal has risen, with a key below that of the start however
//     good the bounds in the keys are.
//   - `late_search`: the same with costs as they were a round before.
//   - `risen`: it also keeps these costs exact for the next round. Every state with old(start, s) +
//     old(s, goal) below the new best cost that has a new cost to the goal needs it.
//   - `risen_either`: it keeps the costs from the start exact, too. A state as above with neither cost risen
//     would lie on a way cheaper than the best: so there is none.

#include <algorithm>
#include <cstdint>
#include <vector>

#include "wend/search/flood.hpp"
#include "wend/search/grid.hpp"

namespace wend::bench {

/// States, at least one each.
struct LeastWork {
    std::uint64_t search = 0;
    std::uint64_t late_search = 0;
    std::uint64_t risen = 0;
    std::uint64_t risen_either = 0;
};

class RepairLimit {
  public:
    /// A walk begins.
    void begin(const search::Grid& grid, search::StateId goal) {
        flood(grid, goal, old_to_goal_);
        older_to_goal_ = old_to_goal_;
    }
    /// Before the change: from where the search will be asked to repair.
    void foresee(const search::Grid& grid, search::StateId start) { flood(grid, start, old_from_start_); }

    /// After the change, which made nothing cheaper. `best` is the new cost between start and goal.
    [[nodiscard]] LeastWork after(const search::Grid& grid, search::StateId start, search::StateId goal,
                                  search::Cost best) {
        const std::uint64_t from_start = flood(grid, start, new_from_start_);
        const std::uint64_t to_goal = flood(grid, goal, new_to_goal_);
        LeastWork work;
        if (best >= search::infinite_cost) {  // proven from either end
            const std::uint64_t proof = std::min(from_start, to_goal);
            work = {proof, proof, proof, proof};
        } else {
            for (search::StateId state = 0; state < grid.state_count(); ++state) count(state, best, work);
        }
        older_to_goal_.swap(old_to_goal_);
        old_to_goal_.swap(new_to_goal_);
        for (std::uint64_t* states : {&work.search, &work.late_search, &work.risen, &work.risen_either})
            *states = std::max<std::uint64_t>(*states, 1);
        return work;
    }

  private:
    using Costs = std::vector<search::Cost>;

    /// Of all states; returns how many can be reached. Steps of an unweighted grid cost the same both ways.
    std::uint64_t flood(const search::Grid& grid, search::StateId root, Costs& costs) {
        Budget budget = Budget::unlimited();
        flood_.begin(grid, root);
        flood_.solve(grid, budget);
        costs.resize(grid.state_count());
        for (search::StateId state = 0; state < grid.state_count(); ++state)
            costs[state] = flood_.cost(state);
        return flood_.expansions();
    }
    void count(search::StateId state, search::Cost best, LeastWork& work) const {
        work.search += new_from_start_[state] + old_to_goal_[state] < best ? 1u : 0u;
        work.late_search += new_from_start_[state] + older_to_goal_[state] < best ? 1u : 0u;
        if (new_from_start_[state] >= search::infinite_cost) return;  // blocked, or cut off
        if (old_from_start_[state] + old_to_goal_[state] >= best) return;
        work.risen += new_to_goal_[state] > old_to_goal_[state] ? 1u : 0u;
        ++work.risen_either;
    }

    search::Workspace memory_;
    search::Flood<search::Grid, search::Direction::forward> flood_{memory_};
    Costs older_to_goal_, old_to_goal_, new_to_goal_, old_from_start_, new_from_start_;
};

}  // namespace wend::bench
