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
// and are computed again from the rim of what is left, together with the cells that got cheaper. When a
// quarter of the field has forgotten its cost, the rest does, too: mending more takes longer than anew.

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
        known_ = costs_.size();
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
    static constexpr std::size_t least_repaired = 64;  ///< so few are forgotten before anything else is tried

    [[nodiscard]] Status advance(const Ground& ground, std::span<const Cell> agents, bool all);
    void begin_queue(const Ground& ground) { queue_.begin(ground.least_edge(), ground.most_edge()); }
    void expand_bucket(const Ground& ground);
    template <class VisitIn>
    void expand_with(const Ground& ground, VisitIn&& visit_in);
    template <class IsWanted, class Visit>
    static void visit_in_where(const Ground& ground, Cell cell, IsWanted&& is_wanted, Visit&& visit);
    template <class IsWanted, class Visit>
    static void visit_out_where(const Ground& ground, Cell cell, IsWanted&& is_wanted, Visit&& visit);
    void prefetch_cell(const Ground& ground, Cell cell) const noexcept;
    [[nodiscard]] FieldCost goal_cost(const Ground& ground, Cell cell) const noexcept;
    [[nodiscard]] FieldCost best_cost(const Ground& ground, Cell cell) const noexcept;
    [[nodiscard]] bool is_explained(const Ground& ground, Cell cell) const noexcept;
    bool forget_unexplained(const Ground& ground, std::vector<Cell>& forgotten);

    std::vector<FieldCost> costs_;
    std::vector<FieldGoal> goals_;  ///< by cell, each cell once
    BucketQueue queue_;
    BucketQueue doubts_;
    std::vector<BucketQueue::Seed> seeds_;
    std::vector<bool> is_end_;  ///< by cell; all false between repairs
    FieldEffort effort_;
    std::size_t known_ = 0;  ///< cells that it took to compute the field, when it was last computed anew
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
    known_ = 0;
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
    if constexpr (requires { ground.uniform_weight(); })
        if (ground.uniform_weight() != 0 && !ground.has_links())
            return expand_with(ground, [&](Cell cell, auto&& is_cheaper, auto&& visit) {
                ground.visit_in_uniform(cell, is_cheaper, visit);
            });
    expand_with(ground, [&](Cell cell, auto&& is_cheaper, auto&& visit) {
        visit_in_where(ground, cell, is_cheaper, visit);
    });
}

template <class Ground>
template <class IsWanted, class Visit>
void BasicGoalField<Ground>::visit_in_where(const Ground& ground, Cell cell, IsWanted&& is_wanted,
                                            Visit&& visit) {
    if constexpr (requires { ground.visit_in_where(cell, is_wanted, visit); })
        ground.visit_in_where(cell, is_wanted, visit);
    else
        ground.visit_in(cell, [&](Cell before, FieldCost edge) {
            if (is_wanted(before, edge)) visit(before, edge);
        });
}

template <class Ground>
template <class IsWanted, class Visit>
void BasicGoalField<Ground>::visit_out_where(const Ground& ground, Cell cell, IsWanted&& is_wanted,
                                             Visit&& visit) {
    if constexpr (requires { ground.visit_out_where(cell, is_wanted, visit); })
        ground.visit_out_where(cell, is_wanted, visit);
    else
        ground.visit_out(cell, [&](Cell next, FieldCost edge) {
            if (is_wanted(next, edge)) visit(next, edge);
        });
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
        const auto is_cheaper = [&](Cell before, FieldCost edge) { return here + edge < costs[before]; };
        visit_in(cell, is_cheaper, [&](Cell before, FieldCost edge) {
            const FieldCost through = here + edge, old = costs[before];
            costs[before] = through;
            // Waiting in its bucket already, unless that is another one or the cell had its turn before.
            if (is_repairing_ || queue_.bucket_of(through) != queue_.bucket_of(old))
                queue_.push(through, before);
        });
    }
    effort_.expanded += expanded;
    if (!is_repairing_) known_ += expanded;
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
    visit_out_where(
        ground, cell, [&](Cell next, FieldCost) { return costs_[next] != unreached; },
        [&](Cell next, FieldCost edge) { best = std::min(best, costs_[next] + edge); });
    return best;
}

/// Does a neighbour that has its cost, or a goal, account for the cell's?
template <class Ground>
bool BasicGoalField<Ground>::is_explained(const Ground& ground, Cell cell) const noexcept {
    const FieldCost here = costs_[cell];
    bool found = goal_cost(ground, cell) <= here;
    visit_out_where(
        ground, cell, [&](Cell next, FieldCost edge) { return edge <= here && costs_[next] <= here - edge; },
        [&](Cell, FieldCost) { found = true; });
    return found;
}

/// `doubts_` holds cells in the order of their costs: those that nothing explains any more forget theirs, and
/// cast doubt on all that they explained. False when they are so many that the field is sooner computed anew.
template <class Ground>
bool BasicGoalField<Ground>::forget_unexplained(const Ground& ground, std::vector<Cell>& forgotten) {
    const bool was_complete = is_complete_;
    const std::size_t most = std::max(known_ / 4, least_repaired);
    while (doubts_.find_bucket()) {
        const std::vector<Cell>& bucket = doubts_.bucket();
        for (std::size_t i = 0; i < bucket.size(); ++i) {
            if (i + prefetched_ahead < bucket.size()) prefetch_cell(ground, bucket[i + prefetched_ahead]);
            const Cell cell = bucket[i];
            const FieldCost here = costs_[cell];
            if (here == unreached || is_explained(ground, cell)) continue;
            costs_[cell] = unreached;
            forgotten.push_back(cell);
            // While something waits to be expanded, costs may be higher than what they rest on explains.
            const auto rests_on_it = [&](Cell before, FieldCost edge) {
                const FieldCost there = costs_[before];
                return (there == here + edge) |
                       (!was_complete & (there > here + edge) & (there != unreached));
            };
            visit_in_where(ground, cell, rests_on_it,
                           [&](Cell before, FieldCost) { doubts_.push(costs_[before], before); });
        }
        if (forgotten.size() > most) return false;
        doubts_.pass_bucket();
    }
    return true;
}

template <class Ground>
void BasicGoalField<Ground>::repair(const Ground& ground, std::span<const Cell> changed) {
    // Cells that change together share most of their neighbours.
    std::vector<Cell> ends, near;
    is_end_.resize(ground.cell_count());
    for (const Cell cell : changed) {
        near.clear();
        ground.append_affected(cell, near);
        for (const Cell end : near) {
            if (is_end_[end]) continue;
            is_end_[end] = true;
            ends.push_back(end);
        }
    }
    for (const Cell end : ends) is_end_[end] = false;
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
    const bool is_worth_it = forget_unexplained(ground, renewed);
    effort_.invalidated += renewed.size();
    if (!is_worth_it) {
        const std::vector<FieldGoal> goals = goals_;
        (void)begin(ground, goals);
        return;
    }

    // What waited to be expanded still does; what forgot its cost, or got a better one, joins it.
    renewed.insert(renewed.end(), ends.begin(), ends.end());
    std::vector<Cell> open;
    queue_.drain(open);
    begin_queue(ground);
    seeds_.clear();
    for (const Cell cell : open)
        if (costs_[cell] != unreached) seeds_.push_back({costs_[cell], cell});
    for (std::size_t i = 0; i < renewed.size(); ++i) {
        if (i + prefetched_ahead < renewed.size()) prefetch_cell(ground, renewed[i + prefetched_ahead]);
        const Cell cell = renewed[i];
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
