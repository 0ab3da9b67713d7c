#pragma once

// What it costs to get to the nearest goal from everywhere: one field serves all agents that share the goals
// (COURSE 3.3, 3.4). The ground is a FieldGrid or Quads; costs are whole numbers, so every way of computing
// the field ends with the same ones.
//
//     GoalField field;
//     field.begin(grid, goals);
//     field.advance(grid, agents);        // until all agents are settled; without agents: everywhere
//     grid.set_weight(cell, blocked);
//     field.repair(grid, changed);        // only what the change touches
//     field.advance(grid, agents);
//
// Early exit. The paper stops when no state that was just updated is cheaper than the dearest agent, and its
// formula asks for *no* agent being reached where it means *some*. Here a bucket is final when its turn is
// over, because no edge is shorter than a bucket is wide; an agent is settled when its cost is below the
// horizon, and the field stops when all of them are. Nothing is lost: it goes on from there when more agents
// come. An agent that no path leads to is known to be unreached only when all ground has been seen.
//
// Repair, in the order of old costs (Ramalingam and Reps 1996; COURSE's Alg. 8 follows one predecessor where
// this accepts any): a cell keeps its cost if some neighbour that keeps its own explains it; since edges
// cost something, explanations run downhill and end at a goal, never in a circle. All others forget theirs
// and are computed again from the rim of what is left, together with the cells that got cheaper.

#include <span>
#include <string>

#include "wend/fields/bucket_queue.hpp"
#include "wend/fields/field_grid.hpp"

namespace wend::fields {

struct FieldGoal {
    Cell cell = no_cell;
    FieldCost cost = 0;  ///< of ending here, in the field's unit
};

/// What the field has done since it was made; the same on every machine.
struct FieldEffort {
    std::uint64_t expanded = 0;     ///< cells whose edges were relaxed
    std::uint64_t invalidated = 0;  ///< cells that repairs made forget their cost
};

template <class Ground>
class BasicGoalField {
  public:
    /// Forgets everything. Goals on blocked cells count when the cell becomes free.
    [[nodiscard]] Status begin(const Ground& ground, std::span<const FieldGoal> goals);

    /// Settles the whole ground.
    [[nodiscard]] Status advance(const Ground& ground) { return advance(ground, {}, true); }
    /// Settles these cells and whatever is not farther; unreachable ones are unreached in the end.
    [[nodiscard]] Status advance(const Ground& ground, std::span<const Cell> agents) {
        return advance(ground, agents, false);
    }

    /// What something else computed of this ground and these goals: the final costs of all cells.
    void adopt(const Ground& ground, std::span<const FieldCost> costs) {
        costs_.assign(costs.begin(), costs.end());
        begin_queue(ground);
        is_complete_ = true;
    }

    /// The weights of these cells have changed; `advance` has to follow.
    void repair(const Ground& ground, std::span<const Cell> changed);
    /// Edges between or around these cells have changed: both ends of every such edge are among them.
    void repair_edges(const Ground& ground, std::span<const Cell> ends);

    /// An upper bound, and final if the cell is settled.
    [[nodiscard]] FieldCost cost(Cell cell) const noexcept { return costs_[cell]; }
    [[nodiscard]] std::span<const FieldCost> costs() const noexcept { return costs_; }
    [[nodiscard]] bool is_settled(Cell cell) const noexcept {
        return is_complete_ || (costs_[cell] != unreached && costs_[cell] < queue_.horizon());
    }
    [[nodiscard]] bool is_complete() const noexcept { return is_complete_; }
    [[nodiscard]] std::span<const FieldGoal> goals() const noexcept { return goals_; }
    [[nodiscard]] const FieldEffort& effort() const noexcept { return effort_; }
    [[nodiscard]] std::size_t bytes() const noexcept {
        return costs_.capacity() * sizeof(FieldCost) + queue_.bytes() + goals_.capacity() * sizeof(FieldGoal);
    }

  private:
    static constexpr std::size_t prefetched_ahead = 6;

    [[nodiscard]] Status advance(const Ground& ground, std::span<const Cell> agents, bool all);
    void begin_queue(const Ground& ground) { queue_.begin(ground.least_edge(), ground.most_edge()); }
    void expand_bucket(const Ground& ground);
    template <class VisitIn>
    void expand_with(const Ground& ground, VisitIn&& visit_in);
    void prefetch_cell(const Ground& ground, Cell cell) const noexcept;
    [[nodiscard]] FieldCost goal_cost(const Ground& ground, Cell cell) const noexcept;
    [[nodiscard]] FieldCost best_cost(const Ground& ground, Cell cell) const noexcept;
    void forget_unexplained(const Ground& ground, std::vector<Cell>& forgotten);

    std::vector<FieldCost> costs_;
    std::vector<FieldGoal> goals_;  ///< by cell, each cell once
    BucketQueue queue_;
    BucketQueue doubts_;
    std::vector<BucketQueue::Seed> seeds_;
    FieldEffort effort_;
    bool is_complete_ = false;
    bool is_repairing_ = false;  ///< cells that have been expanded may get cheaper
};

using GoalField = BasicGoalField<FieldGrid>;

template <class Ground>
Status BasicGoalField<Ground>::begin(const Ground& ground, std::span<const FieldGoal> goals) {
    if (goals.empty()) return Status::invalid_input("goal field: found no goals, expected at least one");
    for (const FieldGoal& goal : goals)
        if (goal.cell >= ground.cell_count() || goal.cost > unreached / 4)
            return Status::invalid_input("goal field: a goal at cell " + std::to_string(goal.cell) +
                                         " with cost " + std::to_string(goal.cost) +
                                         ", expected a cell below " + std::to_string(ground.cell_count()) +
                                         " and a cost of at most 2^30");
    goals_.assign(goals.begin(), goals.end());
    std::sort(goals_.begin(), goals_.end(), [](const FieldGoal& a, const FieldGoal& b) {
        return a.cell != b.cell ? a.cell < b.cell : a.cost < b.cost;
    });
    const auto same_cell = [](const FieldGoal& a, const FieldGoal& b) { return a.cell == b.cell; };
    goals_.erase(std::unique(goals_.begin(), goals_.end(), same_cell), goals_.end());
    if (costs_.capacity() < ground.cell_count()) {
        costs_.reserve(ground.cell_count());
        prefer_large_pages(costs_.data(), costs_.capacity() * sizeof(FieldCost));
    }
    costs_.assign(ground.cell_count(), unreached);
    begin_queue(ground);
    seeds_.clear();
    for (const FieldGoal& goal : goals_) {
        if (ground.is_blocked(goal.cell)) continue;
        costs_[goal.cell] = goal.cost;
        seeds_.push_back({goal.cost, goal.cell});
    }
    queue_.seed(seeds_);
    is_complete_ = is_repairing_ = false;
    return Status::ok();
}

template <class Ground>
Status BasicGoalField<Ground>::advance(const Ground& ground, std::span<const Cell> agents, bool all) {
    std::size_t waiting = 0;
    const FieldCost highest = unreached - 1 - 2 * ground.most_edge();
    while (!is_complete_) {
        while (waiting < agents.size() && is_settled(agents[waiting])) ++waiting;
        if (!all && waiting == agents.size()) break;
        if (!queue_.find_bucket()) {
            is_complete_ = true;
            break;
        }
        if (queue_.horizon() >= highest)
            return {StatusCode::not_available,
                    "goal field: a path costs more than 2^32 units; use smaller weights or fewer cells"};
        expand_bucket(ground);
        queue_.pass_bucket();
    }
    return Status::ok();
}

template <class Ground>
void BasicGoalField<Ground>::expand_bucket(const Ground& ground) {
    if constexpr (requires { ground.uniform_weight(); }) {
        if (ground.uniform_weight() != 0 && !ground.has_links())
            return expand_with(ground,
                               [&](Cell cell, auto&& visit) { ground.visit_in_uniform(cell, visit); });
    }
    expand_with(ground, [&](Cell cell, auto&& visit) { ground.visit_in(cell, visit); });
}

/// A bucket's cells lie scattered along the wave front: on maps larger than the caches their memory is asked
/// for a few cells ahead.
template <class Ground>
void BasicGoalField<Ground>::prefetch_cell(const Ground& ground, Cell cell) const noexcept {
    if constexpr (requires { ground.prefetch(cell); }) {
        ground.prefetch(cell);
        const std::size_t row = ground.width();
        __builtin_prefetch(costs_.data() + cell, 1);
        if (cell >= row) __builtin_prefetch(costs_.data() + cell - row, 1);
        if (cell + row < costs_.size()) __builtin_prefetch(costs_.data() + cell + row, 1);
    }
}

template <class Ground>
template <class VisitIn>
void BasicGoalField<Ground>::expand_with(const Ground& ground, VisitIn&& visit_in) {
    FieldCost* const costs = costs_.data();
    std::uint64_t expanded = 0;
    const std::vector<Cell>& bucket = queue_.bucket();
    for (std::size_t i = 0; i < bucket.size(); ++i) {
        if (i + prefetched_ahead < bucket.size()) prefetch_cell(ground, bucket[i + prefetched_ahead]);
        const Cell cell = bucket[i];
        const FieldCost here = costs[cell];
        if (queue_.bucket_of(here) != queue_.current()) continue;  // got cheaper since
        ++expanded;
        visit_in(cell, [&](Cell before, FieldCost edge) {
            const FieldCost through = here + edge, old = costs[before];
            if (through >= old) return;
            costs[before] = through;
            // Waiting in its bucket already, unless that is another one or the cell had its turn before.
            if (is_repairing_ || queue_.bucket_of(through) != queue_.bucket_of(old))
                queue_.push(through, before);
        });
    }
    effort_.expanded += expanded;
}

template <class Ground>
FieldCost BasicGoalField<Ground>::goal_cost(const Ground& ground, Cell cell) const noexcept {
    const auto found = std::lower_bound(goals_.begin(), goals_.end(), cell,
                                        [](const FieldGoal& goal, Cell at) { return goal.cell < at; });
    return found != goals_.end() && found->cell == cell && !ground.is_blocked(cell) ? found->cost : unreached;
}

template <class Ground>
FieldCost BasicGoalField<Ground>::best_cost(const Ground& ground, Cell cell) const noexcept {
    FieldCost best = goal_cost(ground, cell);
    ground.visit_out(cell, [&](Cell next, FieldCost edge) {
        if (costs_[next] != unreached) best = std::min(best, costs_[next] + edge);
    });
    return best;
}

/// `doubts_` holds cells in the order of their costs: those that nothing explains any more forget theirs, and
/// cast doubt on all that they explained.
template <class Ground>
void BasicGoalField<Ground>::forget_unexplained(const Ground& ground, std::vector<Cell>& forgotten) {
    const bool was_complete = is_complete_;
    while (doubts_.find_bucket()) {
        for (const Cell cell : doubts_.bucket()) {
            const FieldCost here = costs_[cell];
            if (here == unreached || best_cost(ground, cell) <= here) continue;
            costs_[cell] = unreached;
            forgotten.push_back(cell);
            ground.visit_in(cell, [&](Cell before, FieldCost edge) {
                const FieldCost there = costs_[before];
                if (there == unreached) return;
                // While something waits to be expanded, costs may be higher than what they rest on explains.
                if (there == here + edge || (!was_complete && there > here + edge))
                    doubts_.push(there, before);
            });
        }
        doubts_.pass_bucket();
    }
}

template <class Ground>
void BasicGoalField<Ground>::repair(const Ground& ground, std::span<const Cell> changed) {
    std::vector<Cell> ends;
    for (const Cell cell : changed) ground.append_affected(cell, ends);
    repair_edges(ground, ends);
}

template <class Ground>
void BasicGoalField<Ground>::repair_edges(const Ground& ground, std::span<const Cell> ends) {
    costs_.resize(ground.cell_count(), unreached);
    doubts_.begin(ground.least_edge(), ground.most_edge());
    seeds_.clear();
    for (const Cell cell : ends)
        if (costs_[cell] != unreached) seeds_.push_back({costs_[cell], cell});
    doubts_.seed(seeds_);
    std::vector<Cell> renewed;
    forget_unexplained(ground, renewed);
    effort_.invalidated += renewed.size();

    // What waited to be expanded still does; what forgot its cost, or got a better one, joins it.
    renewed.insert(renewed.end(), ends.begin(), ends.end());
    std::vector<Cell> open;
    queue_.drain(open);
    begin_queue(ground);
    seeds_.clear();
    for (const Cell cell : open)
        if (costs_[cell] != unreached) seeds_.push_back({costs_[cell], cell});
    for (const Cell cell : renewed) {
        const FieldCost best = best_cost(ground, cell);
        if (best >= costs_[cell]) continue;
        costs_[cell] = best;
        seeds_.push_back({best, cell});
    }
    queue_.seed(seeds_);
    is_complete_ = false;
    is_repairing_ = true;
}

}  // namespace wend::fields
