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
// may turn into bounds for a detour (OnRise::reroute), with a second tree growing from scratch beside it.
// Above inflation 1 the old plan is mended first: that is soon done, and the bounds prove how good it is.

#include <algorithm>
#include <span>
#include <vector>

#include "wend/search/detour.hpp"
#include "wend/search/kernel.hpp"
#include "wend/search/options.hpp"
#include "wend/search/partial_path.hpp"
#include "wend/search/plan.hpp"
#include "wend/search/rival.hpp"

namespace wend::search {

/// The memory of one search, owned by the caller and kept across solves and frames. One search at a time.
struct Context {
    Workspace trees[2];
    DetourSpace detour;
    std::vector<StateId> rival_trail;

    [[nodiscard]] std::size_t bytes() const noexcept {
        return trees[0].bytes() + trees[1].bytes() + detour.bytes() +
               rival_trail.capacity() * sizeof(StateId);
    }
};

template <Domain D, Direction direction>
class Search {
  public:
    Search(Context& context, const Options& options) noexcept
        : trees_{Tree(context.trees[0]), Tree(context.trees[1])},
          detour_(context.detour),
          rival_(context.rival_trail),
          turns_(options.restart.detour_share),
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

    [[nodiscard]] const Plan& plan() const noexcept { return plan_; }
    /// Nothing is left to improve.
    [[nodiscard]] bool is_finished() const noexcept { return finished_; }
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
    bool begin_detour(const D& domain);
    void replace_worn_bounds(const D& domain);
    void improve(const D& domain);
    [[nodiscard]] Stop run(const D& domain, Budget& budget);
    [[nodiscard]] Stop race(const D& domain, Budget& budget);
    void distrust_bounds(const D& domain);
    [[nodiscard]] bool read_route(const D& domain);
    void publish_plan(const D& domain);
    void give_up(const D& domain);
    void fail(StatusCode status, std::string_view reason);
    void finish_plan() noexcept;
    [[nodiscard]] bool is_tree_broken() const noexcept;
    [[nodiscard]] Tree& tree() noexcept { return trees_[first_]; }
    [[nodiscard]] const Tree& tree() const noexcept { return trees_[first_]; }
    [[nodiscard]] Tree& other_tree() noexcept { return trees_[1 - first_]; }

    Tree trees_[2];
    std::size_t first_ = 0;  ///< which of them is the search's own
    Detour<D, direction> detour_;
    Rival<D, direction> rival_;  ///< grows in the other tree
    Turns turns_;
    Wear wear_;
    Options options_;
    Inflation inflation_;
    StateId root_ = no_state;
    StateId target_ = no_state;
    Plan plan_;
    std::vector<StateId> route_;  ///< the last whole path, as long as its goal is the goal
    Cost route_cost_ = infinite_cost;

    bool finished_ = false;
    bool plan_is_current_ = false;  ///< `plan_` is whole and nothing changed since
    bool events_pending_ = false;   ///< not yet reacted to
    bool keys_are_stale_ = false;
    bool rerouting_ = false;  ///< the tree serves as bounds
    bool trust_bounds_ = true;

    bool detour_needed_ = false;

    std::uint64_t spent_ = 0;
    std::uint64_t spent_at_event_ = 0;
    std::uint64_t restarts_ = 0;
    std::uint64_t stamp_ = 0;
};

template <Domain D, Direction direction>
void Search<D, direction>::begin(const D& domain, StateId start, StateId goal) {
    trust_bounds_ = true;
    inflation_ = options_.first;
    route_.clear();
    finished_ = plan_is_current_ = events_pending_ = false;
    restarts_ = spent_ = spent_at_event_ = 0;
    target_ = is_forward ? goal : start;
    plant(domain, is_forward ? start : goal);
    if (options_.on_rise == OnRise::reroute) reserve(domain);
}

template <Domain D, Direction direction>
void Search<D, direction>::plant(const D& domain, StateId root) {
    root_ = root;
    tree().inflate(inflation_, trust_bounds_);
    tree().plant(domain, root, target_);
    keys_are_stale_ = rerouting_ = false;
}

/// Nothing is left to allocate when the first edge becomes dearer.
template <Domain D, Direction direction>
void Search<D, direction>::reserve(const D& domain) {
    other_tree().workspace().nodes.ensure(domain.state_count());
    detour_.reserve(domain.state_count());
}

template <Domain D, Direction direction>
void Search<D, direction>::restart(const D& domain, StateId root) {
    plant(domain, root);
    ++restarts_;
}

/// The first event after a plan starts a new count of expansions.
template <Domain D, Direction direction>
void Search<D, direction>::note_event(const D& domain) {
    if (rerouting_ && finished_ && detour_needed_) wear_.use(spent_ - spent_at_event_);
    if (plan_is_current_ || finished_) spent_at_event_ = spent_;
    finished_ = plan_is_current_ = false;
    events_pending_ = true;
    if (rerouting_) detour_.learn(domain);
}

template <Domain D, Direction direction>
void Search<D, direction>::reroot(const D& domain, StateId root) {
    if (root == root_) return;
    note_event(domain);
    route_.clear();
    inflation_ = options_.first;
    restart(domain, root);
}

template <Domain D, Direction direction>
void Search<D, direction>::retarget(const D& domain, StateId target) {
    if (target == target_) return;
    note_event(domain);
    if constexpr (is_forward) route_.clear();
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
    stamp_ = stamp;
    if (rerouting_) {
        detour_.change(domain, states);
        return rival_.change(other_tree(), domain, states);
    }
    tree().begin_round(domain);
    for (const StateId state : states) tree().reconsider(domain, state);
}

template <Domain D, Direction direction>
void Search<D, direction>::adopt_rival() noexcept {
    first_ = 1 - first_;
    rerouting_ = false;
    ++restarts_;
}

template <Domain D, Direction direction>
void Search<D, direction>::set_inflation(Inflation inflation) noexcept {
    if (inflation < options_.last) inflation = options_.last;
    if (inflation == inflation_) return;
    inflation_ = inflation;
    keys_are_stale_ = true;
    finished_ = false;
}

template <Domain D, Direction direction>
template <class Publish>
const Plan& Search<D, direction>::solve(const D& domain, Budget& budget, Publish&& publish) {
    while (!finished_) {
        prepare(domain);
        const std::uint64_t before = budget.spent();
        Stop stop = run(domain, budget);
        spent_ += budget.spent() - before;
        if (stop == Stop::settled && !read_route(domain)) stop = Stop::contradiction;
        switch (stop) {
            case Stop::settled:
                publish_plan(domain);
                publish(std::as_const(plan_));
                improve(domain);
                break;
            case Stop::exhausted:
                if (rerouting_ ? detour_.met_cost_limit() : tree().met_cost_limit())
                    fail(StatusCode::invalid_input, "every path to the goal costs more than a path may");
                else
                    fail(StatusCode::unreachable, "");
                break;
            case Stop::rise:
                detour_.take_over(domain, tree());
                wear_.begin(tree().expansions());
                rival_.dismiss();
                begin_detour(domain);
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
                return plan_;
        }
    }
    if (rerouting_) detour_.learn(domain);
    return plan_;
}

/// The plan that was published is within its bound; goes on to the next if that is not yet the last.
template <Domain D, Direction direction>
void Search<D, direction>::improve(const D& domain) {
    const Inflation reached = std::min(inflation_, Inflation(plan_.bound));
    finished_ = inflation_ <= options_.last || plan_.bound <= options_.last.value();
    if (finished_) return;
    set_inflation(reached.lowered(options_.step, options_.last));
    if (!rerouting_ || !detour_.has_mended()) return;
    begin_detour(domain);
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
        if (broken && options_.inflate_when_broken && !route_.empty()) set_inflation(options_.first);
        events_pending_ = false;
        replace_worn_bounds(domain);
    }
    if (!keys_are_stale_) return;
    keys_are_stale_ = false;
    if (rerouting_) {
        rival_.inflate(inflation_);
        return detour_.inflate(domain, inflation_);
    }
    tree().inflate(inflation_, trust_bounds_);
    tree().begin_round(domain);
    tree().rekey(domain);
}

/// Whether one is needed: the last plan does not hold any more.
template <Domain D, Direction direction>
bool Search<D, direction>::begin_detour(const D& domain) {
    rerouting_ = true;
    detour_.begin(domain, target_, route_, inflation_);
    detour_needed_ = !detour_.keeps_plan(domain);
    rival_.begin(root_, target_, inflation_, detour_.bound(domain));
    turns_.begin();
    return detour_needed_;
}

/// A first plan is cheap with any bounds; only the best one is worth new ones.
template <Domain D, Direction direction>
void Search<D, direction>::replace_worn_bounds(const D& domain) {
    if (!rerouting_ || !detour_needed_ || inflation_ > options_.last) return;
    if (!wear_.is_worn_out() || turns_.rival() == 0) return;
    rival_.catch_up(other_tree(), domain);
    adopt_rival();
}

template <Domain D, Direction direction>
Stop Search<D, direction>::run(const D& domain, Budget& budget) {
    if (rerouting_) return race(domain, budget);
    const bool repair = options_.on_rise == OnRise::repair || !trust_bounds_ || tree().met_cost_limit();
    return tree().run(domain, budget, {.repair_rises = repair});
}

/// The rival has the first turn, so that whatever a search from scratch notices soon is noticed soon.
template <Domain D, Direction direction>
Stop Search<D, direction>::race(const D& domain, Budget& budget) {
    for (;;) {
        Stop stop = rival_.run(other_tree(), domain, budget, turns_.rival(), detour_.known_settled());
        if (stop != Stop::end_of_turn) {
            if (stop != Stop::out_of_budget) adopt_rival();
            return stop;
        }
        stop = detour_.run(domain, budget, turns_.detour());
        if (stop != Stop::end_of_turn) return stop;
        turns_.lengthen();
    }
}

template <Domain D, Direction direction>
bool Search<D, direction>::is_tree_broken() const noexcept {
    const NodeStore& nodes = tree().nodes();
    return std::any_of(route_.begin(), route_.end(), [&](StateId state) {
        return nodes.is_visited(state) && nodes[state].is_under_consistent();
    });
}

/// False when the nodes hold no path, which only broken promises can bring about.
template <Domain D, Direction direction>
bool Search<D, direction>::read_route(const D& domain) {
    route_cost_ = rerouting_ ? detour_.read_path(domain, route_) : tree().read_path(route_);
    if (rerouting_ != is_forward) std::reverse(route_.begin(), route_.end());
    return route_cost_ < infinite_cost;
}

template <Domain D, Direction direction>
void Search<D, direction>::publish_plan(const D& domain) {
    plan_.status = StatusCode::ok;
    plan_.path.assign(route_.begin(), route_.end());
    plan_.cost = route_cost_;
    plan_.bound = !trust_bounds_ ? 1.0
                  : rerouting_   ? detour_.bound_of(domain, route_cost_)
                                 : inflation_.value();
    plan_.reaches_goal = true;
    plan_.reason = {};
    finish_plan();
    plan_is_current_ = true;
}

template <Domain D, Direction direction>
void Search<D, direction>::fail(StatusCode status, std::string_view reason) {
    finished_ = true;
    plan_.status = status;
    plan_.path.clear();
    plan_.cost = infinite_cost;
    plan_.bound = 0;
    plan_.reaches_goal = false;
    plan_.reason = reason;
    finish_plan();
}

template <Domain D, Direction direction>
void Search<D, direction>::give_up(const D& domain) {
    if (plan_is_current_) return;  // the last plan stands; only its improvement ran out of budget
    plan_.status = StatusCode::out_of_budget;
    plan_.bound = 0;
    plan_.reason = {};
    if (is_forward && !rerouting_) {
        plan_.cost = path_to_frontier<direction>(domain, tree(), plan_.path);
    } else {
        plan_.cost = intact_part(domain, route_, start(), plan_.path);
        if (plan_.path.size() < 2) plan_.cost = greedy_descent(domain, start(), goal(), plan_.path);
    }
    plan_.reaches_goal = plan_.path.back() == goal();
    finish_plan();
}

template <Domain D, Direction direction>
void Search<D, direction>::finish_plan() noexcept {
    plan_.ignored_bounds = !trust_bounds_;
    plan_.expansions = spent_ - spent_at_event_;
    plan_.change_stamp = stamp_;
}

}  // namespace wend::search
