#pragma once

// A resumable search between a start and a goal over a context that the caller keeps. Every algorithm of
// options.hpp is this class:
//
//     Context context;
//     Search<Grid, Direction::backward> search(context, ad_star(3.0));
//     search.begin(grid, start, goal);
//     const Plan& plan = search.solve(grid, budget);      // again with the next budget if not finished
//
//     grid.set_blocked(cell, true);
//     search.change(grid, cells_around, stamp);           // then solve again
//     search.move_start(grid, plan.path[1]);
//
// It stops in a consistent state whenever the budget ends, and slicing a budget differently changes nothing
// in what is found. A backward search keeps its work when the start moves and restarts when the goal does;
// a forward search the other way round.
//
// It is a tree that grows from the root until it holds the target. When edges of the tree become dearer it
// may turn into bounds for a detour (OnRise::reroute), with a second tree growing from scratch beside it;
// where little is broken, it is repaired instead. Above inflation 1 the old plan is mended first: that is
// soon done, and the bounds prove how good it is.

#include <algorithm>
#include <span>
#include <vector>

#include "wend/search/kernel.hpp"
#include "wend/search/options.hpp"
#include "wend/search/partial_path.hpp"
#include "wend/search/plan.hpp"
#include "wend/search/plan_record.hpp"
#include "wend/search/race.hpp"
#include "wend/search/tree_repair.hpp"

namespace wend::search {

/// The memory of one search, owned by the caller and kept across solves and frames. One search at a time.
struct Context {
    Workspace trees[2];
    DetourSpace detour;
    std::vector<StateId> trails[2];  ///< what the trees have expanded, each state once

    [[nodiscard]] std::size_t bytes() const noexcept {
        return trees[0].bytes() + trees[1].bytes() + detour.bytes() +
               (trails[0].capacity() + trails[1].capacity()) * sizeof(StateId);
    }
    /// Of the states that were visited, and of the plan.
    [[nodiscard]] std::size_t bytes_in_use() const noexcept {
        return trees[0].bytes_in_use() + trees[1].bytes_in_use() + detour.bytes_in_use() +
               (trails[0].size() + trails[1].size()) * sizeof(StateId);
    }
};

template <Domain D, Direction direction>
class Search {
  public:
    Search(Context& context, const Options& options) noexcept
        : trees_{Tree(context.trees[0]), Tree(context.trees[1])},
          trails_(context.trails),
          race_(context.detour, options.restart),
          options_(options) {}

    /// Forgets what it knows and starts a new problem.
    void begin(const D& domain, StateId start, StateId goal);

    void move_start(const D& domain, StateId start) {
        is_forward ? reroot(domain, start) : retarget(domain, start);
    }
    void move_goal(const D& domain, StateId goal) {
        is_forward ? retarget(domain, goal) : reroot(domain, goal);
    }

    /// Edges between or around these states appeared, disappeared or changed their cost: both ends of every
    /// such edge have to be among them. `stamp` is the caller's number for the change.
    void change(const D& domain, std::span<const StateId> states, std::uint64_t stamp = 0);

    /// Continue with another inflation, for instance a higher one when little time is left.
    void set_inflation(Inflation inflation) noexcept;

    /// Works until the plan has the last inflation, is proven impossible, or the budget ends. `publish` is
    /// called with every plan on the way, each better than the one before.
    template <class Publish>
    const Plan& solve(const D& domain, Budget& budget, Publish&& publish);
    const Plan& solve(const D& domain, Budget& budget) {
        return solve(domain, budget, [](const Plan&) {});
    }

    [[nodiscard]] const Plan& plan() const noexcept { return record_.plan(); }
    /// Nothing is left to improve.
    [[nodiscard]] bool is_finished() const noexcept { return finished_; }
    /// What the search works with; of one that is finished, what its plan has reached.
    [[nodiscard]] Inflation inflation() const noexcept { return inflation_; }
    [[nodiscard]] std::uint64_t restarts() const noexcept { return restarts_; }
    [[nodiscard]] std::size_t visited() const noexcept { return tree().nodes().visited(); }
    [[nodiscard]] StateId start() const noexcept { return is_forward ? root_ : target_; }
    [[nodiscard]] StateId goal() const noexcept { return is_forward ? target_ : root_; }

  private:
    using Tree = Kernel<D, direction>;
    static constexpr bool is_forward = direction == Direction::forward;

    void reroot(const D& domain, StateId root);
    void retarget(const D& domain, StateId target);
    void plant(const D& domain, StateId root);
    void reserve(const D& domain);
    void restart(const D& domain, StateId root);
    void note_event(const D& domain);
    void adopt_rival() noexcept;
    void prepare(const D& domain);
    void reroute(const D& domain, std::uint64_t spent = 0);
    bool begin_detour(const D& domain, std::uint64_t spent = 0);
    void replace_worn_bounds(const D& domain);
    void improve(const D& domain);
    [[nodiscard]] Stop run(const D& domain, Budget& budget);
    void distrust_bounds(const D& domain);
    [[nodiscard]] bool publish_plan(const D& domain);
    void fail(StatusCode status, std::string_view reason);
    void give_up(const D& domain);
    [[nodiscard]] bool is_tree_broken() noexcept;
    /// It was asked to, or the tree knows no lower bounds that a detour could use.
    [[nodiscard]] bool must_repair() const noexcept {
        return options_.on_rise == OnRise::repair || !trust_bounds_ || tree().met_cost_limit();
    }
    [[nodiscard]] Tree& tree() noexcept { return trees_[first_]; }
    [[nodiscard]] const Tree& tree() const noexcept { return trees_[first_]; }
    [[nodiscard]] std::vector<StateId>& trail() noexcept { return trails_[first_]; }
    /// Where the rival grows.
    [[nodiscard]] typename Race<D, direction>::Lane lane() noexcept {
        return {trees_[1 - first_], trails_[1 - first_]};
    }

    Tree trees_[2];
    std::size_t first_ = 0;         ///< which of them is the search's own
    std::vector<StateId>* trails_;  ///< two, one for each tree
    TreeRepair<D, direction> repair_;
    Race<D, direction> race_;
    Options options_;
    Inflation inflation_;
    StateId root_ = no_state;
    StateId target_ = no_state;
    PlanRecord record_;

    bool finished_ = false;
    bool events_pending_ = false;  ///< not yet reacted to
    bool keys_are_stale_ = false;
    bool rerouting_ = false;     ///< the tree serves as bounds
    bool was_repaired_ = false;  ///< its trail is not kept any more: states might be on it twice
    bool trust_bounds_ = true;
    std::uint64_t restarts_ = 0;
};

template <Domain D, Direction direction>
void Search<D, direction>::begin(const D& domain, StateId start, StateId goal) {
    trust_bounds_ = true;
    inflation_ = options_.first;
    record_.begin();
    race_.forget();
    finished_ = events_pending_ = false;
    restarts_ = 0;
    target_ = is_forward ? goal : start;
    plant(domain, is_forward ? start : goal);
    if (options_.on_rise == OnRise::reroute) reserve(domain);
}

template <Domain D, Direction direction>
void Search<D, direction>::plant(const D& domain, StateId root) {
    root_ = root;
    tree().inflate(inflation_, trust_bounds_);
    tree().plant(domain, root, target_);
    trail().clear();
    keys_are_stale_ = rerouting_ = was_repaired_ = false;
}

/// Nothing is left to allocate when the first edge becomes dearer.
template <Domain D, Direction direction>
void Search<D, direction>::reserve(const D& domain) {
    lane().tree.workspace().nodes.ensure(domain.state_count());
    race_.detour().reserve(domain.state_count());
}

template <Domain D, Direction direction>
void Search<D, direction>::restart(const D& domain, StateId root) {
    plant(domain, root);
    ++restarts_;
}

template <Domain D, Direction direction>
void Search<D, direction>::note_event(const D& domain) {
    if (rerouting_ && finished_) race_.note_cost(record_.spent());
    record_.note_event(finished_);
    finished_ = false;
    events_pending_ = true;
    repair_.dismiss();
    if (rerouting_) race_.detour().learn(domain);
}

template <Domain D, Direction direction>
void Search<D, direction>::reroot(const D& domain, StateId root) {
    if (root == root_) return;
    note_event(domain);
    record_.route().clear();
    inflation_ = options_.first;
    restart(domain, root);
}

template <Domain D, Direction direction>
void Search<D, direction>::retarget(const D& domain, StateId target) {
    if (target == target_) return;
    note_event(domain);
    if constexpr (is_forward) record_.route().clear();
    const Cost jump = bound_between<direction>(domain, target, target_);
    target_ = target;
    if (jump > options_.restart.target_jump) {
        inflation_ = options_.first;
        restart(domain, root_);
    } else if (!rerouting_) {
        tree().begin_round(domain);
        tree().retarget(target);
        keys_are_stale_ = true;
    }
}

template <Domain D, Direction direction>
void Search<D, direction>::change(const D& domain, std::span<const StateId> states, std::uint64_t stamp) {
    note_event(domain);
    record_.note_change(stamp);
    if (rerouting_) return race_.change(domain, lane(), states);
    tree().begin_round(domain);
    for (const StateId state : states) tree().reconsider(domain, state);
}

template <Domain D, Direction direction>
void Search<D, direction>::adopt_rival() noexcept {
    first_ = 1 - first_;
    inflation_ = Inflation();
    rerouting_ = was_repaired_ = false;
    ++restarts_;
}

template <Domain D, Direction direction>
void Search<D, direction>::set_inflation(Inflation inflation) noexcept {
    if (inflation < options_.last) inflation = options_.last;
    if (inflation == inflation_) return;
    inflation_ = inflation;
    keys_are_stale_ = true;
    finished_ = false;
    repair_.dismiss();
}

template <Domain D, Direction direction>
template <class Publish>
const Plan& Search<D, direction>::solve(const D& domain, Budget& budget, Publish&& publish) {
    if (finished_) return plan();
    while (!finished_) {
        prepare(domain);
        const std::uint64_t before = budget.spent();
        Stop stop = run(domain, budget);
        record_.spend(budget.spent() - before);
        if (stop == Stop::settled && !publish_plan(domain)) stop = Stop::contradiction;
        switch (stop) {
            case Stop::settled:
                publish(plan());
                improve(domain);
                break;
            case Stop::exhausted:
                if (rerouting_ ? race_.detour().met_cost_limit() : tree().met_cost_limit())
                    fail(StatusCode::invalid_input, "every path to the goal costs more than a path may");
                else
                    fail(StatusCode::unreachable, "");
                break;
            case Stop::rise:
                reroute(domain, repair_.spent());
                replace_worn_bounds(domain);
                break;
            case Stop::contradiction:
                if (!trust_bounds_)
                    fail(StatusCode::invalid_input,
                         "successors and predecessors disagree, or edges changed untold");
                else
                    distrust_bounds(domain);
                break;
            case Stop::end_of_turn:
            case Stop::out_of_budget:
                give_up(domain);
                return plan();
        }
    }
    race_.rest(domain, lane(), rerouting_);
    return plan();
}

/// The plan that was published is within its bound; goes on to the next if that is not yet the last.
template <Domain D, Direction direction>
void Search<D, direction>::improve(const D& domain) {
    const Inflation reached = std::min(inflation_, Inflation(plan().bound));
    finished_ = inflation_ <= options_.last || plan().bound <= options_.last.value();
    if (finished_) {
        inflation_ = std::min(inflation_, options_.last);
        return;
    }
    set_inflation(reached.lowered(options_.step, options_.last));
    if (!rerouting_ || !race_.detour().has_mended()) return;
    begin_detour(domain, race_.detour().spent());
    replace_worn_bounds(domain);
}

/// Dijkstra's algorithm cannot be misled.
template <Domain D, Direction direction>
void Search<D, direction>::distrust_bounds(const D& domain) {
    trust_bounds_ = false;
    restart(domain, root_);
}

template <Domain D, Direction direction>
void Search<D, direction>::prepare(const D& domain) {
    if (events_pending_) {
        const bool broken = rerouting_ ? begin_detour(domain) : is_tree_broken();
        if (broken && options_.inflate_when_broken && !record_.route().empty()) set_inflation(options_.first);
        events_pending_ = false;
        if (broken && !rerouting_ && !inflation_.is_one() && !must_repair()) reroute(domain);
        replace_worn_bounds(domain);
    }
    if (!keys_are_stale_) return;
    keys_are_stale_ = false;
    if (rerouting_) return race_.inflate(domain, inflation_);
    tree().inflate(inflation_, trust_bounds_);
    tree().begin_round(domain);
    tree().rekey(domain);
}

/// The tree becomes bounds.
template <Domain D, Direction direction>
void Search<D, direction>::reroute(const D& domain, std::uint64_t spent) {
    race_.take_over(domain, tree(), trail());
    begin_detour(domain, spent);
}

/// Whether one is needed. `spent`: what was spent on the round already, beside what a search from scratch
/// would have to do.
template <Domain D, Direction direction>
bool Search<D, direction>::begin_detour(const D& domain, std::uint64_t spent) {
    rerouting_ = true;
    return race_.begin(domain, root_, target_, record_.route(), inflation_, spent);
}

/// A first plan is cheap with any bounds; only the best one is worth new ones.
template <Domain D, Direction direction>
void Search<D, direction>::replace_worn_bounds(const D& domain) {
    if (!rerouting_ || inflation_ > options_.last) return;
    if (race_.is_worn_out(domain, lane())) adopt_rival();
}

template <Domain D, Direction direction>
Stop Search<D, direction>::run(const D& domain, Budget& budget) {
    if (rerouting_) {
        const auto [stop, rival_has_won] = race_.run(domain, budget, lane());
        if (rival_has_won) adopt_rival();
        return stop;
    }
    if (repair_.is_under_way()) return repair_.run(domain, tree(), budget);
    if (must_repair()) trail().clear();
    const Stop stop = tree().run(
        domain, budget,
        {.repair_rises = must_repair(), .trail = must_repair() || was_repaired_ ? nullptr : &trail()});
    if (stop != Stop::rise || !inflation_.is_one()) return stop;
    if (!repair_.begin(domain, tree(), trail(), options_.restart.detour_share)) return stop;
    was_repaired_ = true;
    return repair_.run(domain, tree(), budget);
}

template <Domain D, Direction direction>
bool Search<D, direction>::is_tree_broken() noexcept {
    const NodeStore& nodes = tree().nodes();
    return std::any_of(record_.route().begin(), record_.route().end(), [&](StateId state) {
        return nodes.is_visited(state) && nodes[state].is_under_consistent();
    });
}

/// False when the nodes hold no path, which only broken promises can bring about.
template <Domain D, Direction direction>
bool Search<D, direction>::publish_plan(const D& domain) {
    std::vector<StateId>& route = record_.route();
    const Cost cost = rerouting_ ? race_.detour().read_path(domain, route) : tree().read_path(route);
    if (rerouting_ != is_forward) std::reverse(route.begin(), route.end());
    if (cost >= infinite_cost) return false;
    const double bound = !trust_bounds_ ? 1.0
                         : rerouting_   ? race_.detour().bound_of(domain, cost)
                                        : inflation_.value();
    record_.publish(cost, bound, !trust_bounds_);
    return true;
}

template <Domain D, Direction direction>
void Search<D, direction>::fail(StatusCode status, std::string_view reason) {
    finished_ = true;
    record_.fail(status, reason, !trust_bounds_);
}

template <Domain D, Direction direction>
void Search<D, direction>::give_up(const D& domain) {
    if (record_.is_current()) return;  // the last plan stands; only its improvement ran out of budget
    record_.publish_part(goal(), !trust_bounds_, [&](std::vector<StateId>& path) {
        if (is_forward && !rerouting_) return path_to_frontier<direction>(domain, tree(), path);
        const Cost cost = intact_part(domain, record_.route(), start(), path);
        return path.size() < 2 ? greedy_descent(domain, start(), goal(), path) : cost;
    });
}

}  // namespace wend::search
