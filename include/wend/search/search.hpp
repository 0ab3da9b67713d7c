#pragma once

// A resumable search between a start and a goal over a context that the caller keeps. Every algorithm of
// options.hpp is this class:
//
//     Context context;
//     Search<Grid, Direction::backward> search(context, ad_star(3.0));
//     search.begin(grid, start, goal);
//     const Plan& plan = search.solve(grid, budget);              // go on with the next budget if not
//     finished grid.block(cell); search.change(grid, cells_around(cell), stamp);              // tell it what
//     changed, then solve again search.move_start(grid, plan.path[1]);
//
// It stops in a consistent state whenever the budget ends, and slicing a budget differently changes nothing
// in what is found. A backward search repairs its plan when the start moves and restarts when the goal does;
// a forward search the other way round.

#include <cmath>
#include <span>
#include <vector>

#include "wend/search/kernel.hpp"
#include "wend/search/options.hpp"
#include "wend/search/partial_path.hpp"
#include "wend/search/plan.hpp"

namespace wend::search {

template <Domain D, Direction direction>
class Search {
  public:
    Search(Context& context, const Options& options) noexcept : kernel_(context), options_(options) {}

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
    [[nodiscard]] std::size_t visited() const noexcept { return kernel_.nodes().visited(); }
    [[nodiscard]] StateId start() const noexcept { return is_forward ? kernel_.root() : kernel_.target(); }
    [[nodiscard]] StateId goal() const noexcept { return is_forward ? kernel_.target() : kernel_.root(); }

  private:
    static constexpr bool is_forward = direction == Direction::forward;
    static constexpr std::uint64_t unlimited = ~std::uint64_t{0};

    void reroot(const D& domain, StateId root);
    void retarget(const D& domain, StateId target);
    void restart(const D& domain, StateId root);
    void note_event() noexcept;
    void prepare(const D& domain);
    void set_repair_allowance() noexcept;
    void distrust_bounds(const D& domain);
    [[nodiscard]] bool read_route();
    void publish_plan();
    void give_up(const D& domain);
    void fail(StatusCode status, std::string_view reason);
    void finish_plan() noexcept;
    [[nodiscard]] bool is_plan_broken() const noexcept;
    [[nodiscard]] std::uint64_t spent() const noexcept { return spent_before_ + kernel_.expansions(); }

    Kernel<D, direction> kernel_;
    Options options_;
    Inflation inflation_;
    Plan plan_;
    std::vector<StateId> route_;  ///< the last whole path, as long as its goal is the goal
    Cost route_cost_ = infinite_cost;

    bool finished_ = false;
    bool plan_is_current_ = false;  ///< `plan_` is whole and nothing changed since
    bool events_pending_ = false;   ///< not yet reacted to
    bool keys_are_stale_ = false;
    bool repairing_ = false;         ///< an edge changed since the last restart
    bool measuring_scratch_ = true;  ///< nothing at all happened since the last restart
    bool trust_bounds_ = true;

    std::uint64_t under_allowance_ = unlimited;
    std::uint64_t scratch_expansions_ = 0;  ///< what the last search from scratch took
    Cost scratch_cost_ = infinite_cost;     ///< and what it found
    std::uint64_t spent_before_ = 0;        ///< before the last restart
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
    restarts_ = spent_before_ = spent_at_event_ = scratch_expansions_ = 0;
    scratch_cost_ = infinite_cost;
    kernel_.inflate(inflation_, trust_bounds_);
    kernel_.plant(domain, is_forward ? start : goal, is_forward ? goal : start);
    keys_are_stale_ = repairing_ = false;
    measuring_scratch_ = true;
}

template <Domain D, Direction direction>
void Search<D, direction>::restart(const D& domain, StateId root) {
    spent_before_ += kernel_.expansions();
    kernel_.inflate(inflation_, trust_bounds_);
    kernel_.plant(domain, root, kernel_.target());
    keys_are_stale_ = repairing_ = false;
    measuring_scratch_ = true;
    ++restarts_;
}

/// The first event after a plan starts a new count of expansions, and of repairs.
template <Domain D, Direction direction>
void Search<D, direction>::note_event() noexcept {
    if (measuring_scratch_ && !plan_is_current_ && !finished_) scratch_expansions_ = kernel_.expansions();
    if (plan_is_current_ || finished_) {
        spent_at_event_ = spent();
        kernel_.forget_repairs();
    }
    finished_ = plan_is_current_ = measuring_scratch_ = false;
    events_pending_ = true;
}

template <Domain D, Direction direction>
void Search<D, direction>::reroot(const D& domain, StateId root) {
    if (root == kernel_.root()) return;
    note_event();
    route_.clear();
    inflation_ = options_.first;
    restart(domain, root);
}

template <Domain D, Direction direction>
void Search<D, direction>::retarget(const D& domain, StateId target) {
    if (target == kernel_.target()) return;
    note_event();
    if constexpr (is_forward) route_.clear();
    const Cost jump = bound_between<direction>(domain, target, kernel_.target());
    kernel_.begin_round(domain);
    kernel_.retarget(target);
    keys_are_stale_ = true;
    if (jump <= options_.restart.target_jump) return;
    inflation_ = options_.first;
    restart(domain, kernel_.root());
}

template <Domain D, Direction direction>
void Search<D, direction>::change(const D& domain, std::span<const StateId> states, std::uint64_t stamp) {
    note_event();
    stamp_ = stamp;
    repairing_ = true;
    kernel_.begin_round(domain);
    for (const StateId state : states) kernel_.reconsider(domain, state);
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
        Stop stop = kernel_.run(domain, budget, under_allowance_);
        if (stop == Stop::settled && !read_route()) stop = Stop::contradiction;
        switch (stop) {
            case Stop::settled:
                publish_plan();
                publish(std::as_const(plan_));
                finished_ = inflation_ <= options_.last || !trust_bounds_;
                if (!finished_) set_inflation(inflation_.lowered(options_.step, options_.last));
                break;
            case Stop::exhausted:
                if (kernel_.met_cost_limit())
                    fail(StatusCode::invalid_input, "every path to the goal costs more than a path may");
                else
                    fail(StatusCode::unreachable, "");
                break;
            case Stop::too_much_repair:
                restart(domain, kernel_.root());
                break;
            case Stop::contradiction:
                if (!trust_bounds_)
                    fail(StatusCode::invalid_input,
                         "successors and predecessors disagree, or edges changed untold");
                else
                    distrust_bounds(domain);
                break;
            case Stop::out_of_budget:
                give_up(domain);
                return plan_;
        }
    }
    return plan_;
}

/// Dijkstra's algorithm cannot be misled.
template <Domain D, Direction direction>
void Search<D, direction>::distrust_bounds(const D& domain) {
    trust_bounds_ = false;
    restart(domain, kernel_.root());
}

template <Domain D, Direction direction>
void Search<D, direction>::prepare(const D& domain) {
    if (events_pending_ && options_.inflate_when_broken && is_plan_broken()) set_inflation(options_.first);
    if (events_pending_) set_repair_allowance();
    events_pending_ = false;
    if (!keys_are_stale_) return;
    kernel_.inflate(inflation_, trust_bounds_);
    kernel_.begin_round(domain);
    kernel_.rekey(domain);
    keys_are_stale_ = false;
}

template <Domain D, Direction direction>
void Search<D, direction>::set_repair_allowance() noexcept {
    double expected = static_cast<double>(scratch_expansions_);
    const Cost cost = kernel_.nodes().g(kernel_.target());
    if (cost < scratch_cost_ && scratch_cost_ < infinite_cost)
        expected *= std::pow(static_cast<double>(cost) / scratch_cost_, 2);
    const double allowance = options_.restart.repair_share * expected;
    under_allowance_ = allowance < 1e18 ? static_cast<std::uint64_t>(allowance) : unlimited;
}

template <Domain D, Direction direction>
bool Search<D, direction>::is_plan_broken() const noexcept {
    const NodeStore& nodes = kernel_.nodes();
    return std::any_of(route_.begin(), route_.end(), [&](StateId state) {
        return nodes.is_visited(state) && nodes[state].is_under_consistent();
    });
}

/// Reads the path off the nodes. It may be cheaper than the target's g: states on it may know a better way
/// that they have not passed on. False when the nodes hold no path, which only broken promises can bring
/// about.
template <Domain D, Direction direction>
bool Search<D, direction>::read_route() {
    const NodeStore& nodes = kernel_.nodes();
    route_.clear();
    route_cost_ = 0;
    StateId state = kernel_.target();
    for (; state != kernel_.root(); state = nodes[state].parent) {
        if (nodes[state].parent == no_state || route_.size() > nodes.visited()) return false;
        route_.push_back(state);
        route_cost_ += nodes[state].rhs - nodes[nodes[state].parent].g;
    }
    route_.push_back(state);
    if constexpr (is_forward) std::reverse(route_.begin(), route_.end());
    return true;
}

template <Domain D, Direction direction>
void Search<D, direction>::publish_plan() {
    if (measuring_scratch_) {
        scratch_expansions_ = kernel_.expansions();
        scratch_cost_ = route_cost_;
    }
    plan_.status = StatusCode::ok;
    plan_.path.assign(route_.begin(), route_.end());
    plan_.cost = route_cost_;
    plan_.bound = trust_bounds_ ? inflation_.value() : 1.0;
    plan_.reaches_goal = true;
    plan_.reason = {};
    finish_plan();
    plan_is_current_ = true;
}

template <Domain D, Direction direction>
void Search<D, direction>::fail(StatusCode status, std::string_view reason) {
    if (measuring_scratch_) scratch_expansions_ = kernel_.expansions();
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
    if constexpr (is_forward) {
        plan_.cost = path_to_frontier<direction>(domain, kernel_, plan_.path);
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
    plan_.expansions = spent() - spent_at_event_;
    plan_.change_stamp = stamp_;
}

}  // namespace wend::search
