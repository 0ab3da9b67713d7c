#pragma once

// Dynamically pruned A* [DPA]: an optimal new path after the graph changed, from the old path and the
// affected region R alone. Nothing of an earlier search is remembered, so an agent's memory is its path.
//
//        T --- A           B --- C --- G      [TG] is what is left of the old path. What R cut out of it is
//               \ . R   . /                   [AB]; [BG] still exists, and from any C of it nothing that
//                 . . . .                     avoids R gets to G for less than [CG] does.
//
// All four scenarios of [DPA §IV] follow from three facts about the graph as it is now:
//   1. a path that uses nothing of R that *gained* (appeared or costs less) was there before, so from T it
//      costs no less than the old path, and from C no less than [CG];
//   2. a path that does use some of it costs at least g(V) + h(V, R) + h(R, G) when it gets there after V;
//   3. [CG] exists, so whoever reaches C has a whole path: its cost bounds the search from above.
// A state is not expanded when 1 and 2 say that nothing beyond it is cheaper than the best of 3. The listings
// follow [CG] state by state instead; and they take for granted that an insertion gains nothing and that a
// deletion leaves the old cost an upper bound. That is so where costs are true shortest lengths and not on
// medial axes or triangles, where an obstacle adds graph: `costs_are_lengths` says which, and without it a
// search that finds the old path whole looks through R after insertions too, and takes its bound from paths
// that exist.
//
//     Replanner<Domain> replanner;
//     replanner.begin(domain, old_path, region, {.inserted = true});
//     Replan found = replanner.solve(domain, region, budget);     // out_of_budget: call again to go on

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "wend/base/budget.hpp"
#include "wend/search/domain.hpp"
#include "wend/search/open_list.hpp"
#include "wend/search/replan_path.hpp"

namespace wend::search {

/// What re-planning sees of R, in the numbers of the graph as it is now.
///   - contains(s): of every edge that appeared, disappeared or changed its cost it holds for one end at
///     least.
///   - through(s): no path from s to the goal that uses an edge which appeared or fell costs less.
template <class R>
concept Affected = requires(const R& region, StateId state) {
    { region.contains(state) } -> std::same_as<bool>;
    { region.through(state) } -> std::same_as<Cost>;
};

/// What happened since the path was planned, in any number of events.
struct ReplanEvents {
    bool inserted = false;
    bool deleted = false;
    bool costs_are_lengths = false;  ///< of shortest paths in free space: insertions never shorten them
    /// Units by which roundings may make one of two equal lengths the longer, where costs are lengths.
    Cost rounding = 0;

    [[nodiscard]] bool may_gain() const noexcept { return deleted || !costs_are_lengths; }
    [[nodiscard]] bool cannot_rise() const noexcept { return costs_are_lengths && !inserted; }
};

/// When plain A* is cheaper.
struct FallbackRule {
    /// Less of the old path's cost than this lies in what still exists of its end: nothing to prune with.
    double least_rest = 0.02;
};

template <Domain D>
class Replanner {
  public:
    explicit Replanner(FallbackRule fallback = {}) noexcept : fallback_(fallback), open_(nodes_) {}
    Replanner(const Replanner&) = delete;
    Replanner& operator=(const Replanner&) = delete;

    /// `old` starts where the agent is and ends at its goal; walked-off parts are cut off before. It has been
    /// optimal when it was planned, and is kept by reference until the search has ended.
    template <Affected R>
    void begin(const D& domain, const RememberedPath& old, const R& region, const ReplanEvents& events);
    /// Plain A* between two states: the first plan, and the opponent of the benchmarks.
    void begin(const D& domain, StateId start, StateId goal);

    template <Affected R>
    const Replan& solve(const D& domain, const R& region, Budget& budget);
    const Replan& solve(const D& domain, Budget& budget) { return solve(domain, Unaffected{}, budget); }

    [[nodiscard]] const Replan& result() const noexcept { return result_; }
    /// Of all searches of this object.
    [[nodiscard]] const ReplanCounts& counts() const noexcept { return counts_; }
    [[nodiscard]] std::size_t bytes() const noexcept { return nodes_.bytes() + open_.bytes(); }

  private:
    static constexpr std::uint32_t not_on_path = std::numeric_limits<std::uint32_t>::max();
    /// In Node::rhs: the path to this state has been in R.
    static constexpr Cost visited_region = 1;

    void reset(const D& domain, StateId start, StateId goal);
    template <Affected R>
    void find_intact_parts(const D& domain, const R& region);
    [[nodiscard]] bool has_edge(const D& domain, StateId from, StateId to, Cost cost) const;
    void keep_old();
    [[nodiscard]] bool prefers_plain() const noexcept;
    void push_start(const D& domain);
    template <Affected R>
    [[nodiscard]] bool is_pruned(const R& region, StateId state, const Node& node) const;
    template <Affected R>
    void expand(const D& domain, const R& region, StateId state);
    void reach(StateId state, Cost cost, StateId parent, Cost bound, Cost flags);
    void meet_suffix(StateId state, Cost cost);
    [[nodiscard]] bool is_hopeless(Cost bound) const noexcept { return bound >= upper_; }
    [[nodiscard]] std::uint32_t suffix_index(StateId state) const noexcept {
        return suffix_nodes_.is_visited(state) ? suffix_nodes_[state].g : not_on_path;
    }
    void search_without_promise(const D& domain);
    void finish();
    void collect();

    FallbackRule fallback_;
    NodeStore nodes_;
    OpenList open_;
    NodeStore suffix_nodes_;  ///< g: the index in the old path, for states of [BG]
    const RememberedPath* old_ = nullptr;
    ReplanEvents events_;
    StateId start_ = no_state, goal_ = no_state;
    std::size_t intact_from_ = 0;  ///< index of B
    bool is_whole_ = false;
    bool prunes_ = false;
    bool has_ceiling_ = false;  ///< `upper_` is what the events promise, not a path's cost
    Cost old_cost_ = infinite_cost;
    Cost upper_ = infinite_cost;  ///< only cheaper paths are looked for
    StateId joins_ = no_state;    ///< where the best path known goes over to the old one
    Replan result_;
    ReplanCounts counts_;
};

template <Domain D>
void Replanner<D>::reset(const D& domain, StateId start, StateId goal) {
    open_.clear();
    nodes_.ensure(domain.state_count());
    suffix_nodes_.ensure(domain.state_count());
    nodes_.begin_generation();
    nodes_.begin_round();
    suffix_nodes_.begin_generation();
    start_ = start;
    goal_ = goal;
    old_ = nullptr;
    upper_ = max_path_cost;
    joins_ = no_state;
    prunes_ = false;
    has_ceiling_ = false;
    result_ = {};
}

template <Domain D>
void Replanner<D>::begin(const D& domain, StateId start, StateId goal) {
    reset(domain, start, goal);
    result_.scenario = Scenario::first_plan;
    push_start(domain);
}

template <Domain D>
template <Affected R>
void Replanner<D>::begin(const D& domain, const RememberedPath& old, const R& region,
                         const ReplanEvents& events) {
    reset(domain, old.states.front(), old.states.back());
    ++counts_.searches;
    old_ = &old;
    events_ = events;
    old_cost_ = old.cost();
    find_intact_parts(domain, region);
    result_.scenario = scenario_of(events.inserted, events.deleted, is_whole_);
    if (is_whole_) {
        upper_ = old_cost_;
        joins_ = start_;
        if (!events.may_gain() || region.through(start_) >= upper_) return keep_old();
    } else if (prefers_plain()) {
        ++counts_.fallbacks;
        result_.fell_back = true;
    } else if (events.cannot_rise()) {
        has_ceiling_ = true;
        upper_ = std::min(upper_, old_cost_ + 1 + events.rounding);
    }
    prunes_ = !result_.fell_back;
    if (prunes_)
        for (std::size_t i = intact_from_; i < old.states.size(); ++i) {
            suffix_nodes_.ensure_state(old.states[i]);
            suffix_nodes_.touch(old.states[i]).g = static_cast<Cost>(i);
        }
    push_start(domain);
}

template <Domain D>
bool Replanner<D>::has_edge(const D& domain, StateId from, StateId to, Cost cost) const {
    bool found = false;
    if (from < domain.state_count())
        domain.successors(from, [&](StateId next, Cost price) { found |= next == to && price == cost; });
    return found;
}

/// Only edges of states of R can have changed.
template <Domain D>
template <Affected R>
void Replanner<D>::find_intact_parts(const D& domain, const R& region) {
    const std::vector<StateId>& states = old_->states;
    intact_from_ = states.size() - 1;
    is_whole_ = false;
    for (bool is_near = region.contains(states.back()); intact_from_ > 0; --intact_from_) {
        const StateId from = states[intact_from_ - 1];
        const bool was_near = std::exchange(is_near, region.contains(from));
        if ((was_near || is_near) && !has_edge(domain, from, states[intact_from_],
                                               old_->to_goal[intact_from_ - 1] - old_->to_goal[intact_from_]))
            return;
    }
    is_whole_ = true;
}

/// Neither what is left of the path nor a bound on the new cost would save much.
template <Domain D>
bool Replanner<D>::prefers_plain() const noexcept {
    const Cost rest = old_->to_goal[intact_from_];
    return !events_.cannot_rise() && rest < fallback_.least_rest * static_cast<double>(old_cost_);
}

template <Domain D>
void Replanner<D>::keep_old() {
    ++counts_.kept;
    result_.status = StatusCode::ok;
    result_.path = *old_;
    result_.kept_old = true;
}

template <Domain D>
void Replanner<D>::push_start(const D& domain) {
    if (start_ >= domain.state_count() || goal_ >= domain.state_count()) {
        result_.status = StatusCode::unreachable;
        return;
    }
    reach(start_, 0, no_state, domain.lower_bound(start_, goal_), 0);
}

template <Domain D>
template <Affected R>
const Replan& Replanner<D>::solve(const D& domain, const R& region, Budget& budget) {
    if (result_.status != StatusCode::in_progress && result_.status != StatusCode::out_of_budget)
        return result_;
    while (!open_.is_empty() && !is_hopeless(static_cast<Cost>(open_.top().key))) {
        const StateId state = open_.top().state();
        Node& node = nodes_[state];
        if (prunes_ && is_pruned(region, state, node)) {
            open_.pop();
            nodes_.close(node);
            continue;
        }
        if (state != goal_ && !budget.spend()) {
            result_.status = StatusCode::out_of_budget;
            return result_;
        }
        open_.pop();
        nodes_.close(node);
        if (state == goal_) {
            upper_ = node.g;
            joins_ = goal_;
            break;
        }
        ++result_.expansions;
        expand(domain, region, state);
    }
    if (joins_ == no_state && has_ceiling_) {
        search_without_promise(domain);
        return solve(domain, region, budget);
    }
    finish();
    return result_;
}

/// The events did not keep their promise, or the old path was none: nothing is below the ceiling.
template <Domain D>
void Replanner<D>::search_without_promise(const D& domain) {
    const Replan so_far = result_;
    reset(domain, start_, goal_);
    result_ = so_far;
    result_.fell_back = true;
    ++counts_.fallbacks;
    push_start(domain);
}

/// Facts 1 and 2 say that nothing beyond the state beats the best path known.
template <Domain D>
template <Affected R>
bool Replanner<D>::is_pruned(const R& region, StateId state, const Node& node) const {
    const bool is_on_suffix = suffix_index(state) != not_on_path;
    if (!is_on_suffix && ((node.rhs & visited_region) != 0 || region.contains(state))) return false;
    if (!is_on_suffix && old_cost_ < upper_) return false;
    if (!events_.may_gain()) return is_on_suffix || joins_ != no_state;
    return is_hopeless(node.g + region.through(state));
}

template <Domain D>
template <Affected R>
void Replanner<D>::expand(const D& domain, const R& region, StateId state) {
    const Cost g = nodes_[state].g;
    Cost flags = nodes_[state].rhs;
    if (prunes_ && region.contains(state)) flags |= visited_region;
    domain.successors(state, [&](StateId next, Cost price) {
        if (price >= infinite_cost) return;
        if constexpr (GrowingDomain<D>) {
            nodes_.ensure_state(next);
            suffix_nodes_.ensure_state(next);
        }
        const Node& node = nodes_.touch(next);
        if (nodes_.is_closed(node) || g + price >= node.g) return;
        reach(next, g + price, state, domain.lower_bound(next, goal_), flags);
    });
}

template <Domain D>
void Replanner<D>::reach(StateId state, Cost cost, StateId parent, Cost bound, Cost flags) {
    if (is_hopeless(cost + bound)) return;
    Node& node = nodes_.touch(state);
    node.g = cost;
    node.rhs = flags;
    node.parent = parent;
    if (prunes_) meet_suffix(state, cost);
    open_.put(OpenEntry(std::uint64_t{cost} + bound, OpenEntry::second_of_over(cost), state));
}

/// Fact 3.
template <Domain D>
void Replanner<D>::meet_suffix(StateId state, Cost cost) {
    const std::uint32_t index = suffix_index(state);
    if (index == not_on_path) return;
    const Cost whole = cost + old_->to_goal[index];
    if (whole >= upper_) return;
    upper_ = whole;
    joins_ = state;
}

template <Domain D>
void Replanner<D>::finish() {
    open_.clear();
    counts_.expansions += result_.expansions;
    if (joins_ == no_state) {
        result_.status = StatusCode::unreachable;
        return;
    }
    result_.status = StatusCode::ok;
    if (old_ != nullptr && is_whole_ && joins_ == start_) {
        const std::uint64_t expansions = result_.expansions;
        keep_old();
        result_.expansions = expansions;
        return;
    }
    collect();
}

template <Domain D>
void Replanner<D>::collect() {
    RememberedPath& path = result_.path;
    for (StateId s = joins_; s != no_state; s = nodes_[s].parent) {
        path.states.push_back(s);
        path.to_goal.push_back(upper_ - nodes_[s].g);
    }
    std::reverse(path.states.begin(), path.states.end());
    std::reverse(path.to_goal.begin(), path.to_goal.end());
    if (joins_ == goal_ || old_ == nullptr) return;
    const std::size_t index = suffix_index(joins_);
    const auto tail = static_cast<std::ptrdiff_t>(index) + 1;
    path.states.insert(path.states.end(), old_->states.begin() + tail, old_->states.end());
    path.to_goal.insert(path.to_goal.end(), old_->to_goal.begin() + tail, old_->to_goal.end());
}

}  // namespace wend::search
