#pragma once

// The task of one facet: AD* in a tunnel (MD Appendix B, Alg. 1 and 2). An execution runs to the next plan
// and no farther, so that after each plan somebody else may be more important.

#include <algorithm>
#include <chrono>

#include "wend/planning/facet.hpp"
#include "wend/planning/task.hpp"
#include "wend/search/search.hpp"

namespace wend::planning {

struct TaskSettings {
    search::Options search = search::ad_star(2.5, 0.5);
    TunnelWidth tunnel;
    /// Metres; a tunnel that would be wider is open, and its search the plain one, with nothing lost.
    double widest = 64;
    /// Expansions without a plan after which a tunnel counts as too narrow before it is exhausted; twice as
    /// many at twice the width, and so on. The search goes on with what it has, so nothing is lost by it. 0:
    /// only an exhausted tunnel is too narrow.
    std::uint64_t widen_after = 150;
    /// Open the tunnel once its best plan is found: in the end every plan is the best there is, at the price
    /// of plain searches.
    bool open_at_last = false;
    /// Expansions without a plan after which the task fails without proof, to be asked something easier; 0:
    /// it never does.
    std::uint64_t patience = 0;
    /// Expansions that improving a plan may take until something happens; then it stands as it is. Where the
    /// best plan is out of reach, this bounds the memory that looking for it takes.
    std::uint64_t ambition = ~std::uint64_t{0};
};

/// In a tunnel costs are repaired. A detour would have to be told both ends of every edge that comes and goes
/// with the tunnel, states included that nobody has met, and would need the memory of two trees.
[[nodiscard]] constexpr search::Options in_tunnel(search::Options options) noexcept {
    options.on_rise = search::OnRise::repair;
    return options;
}

template <Facet F>
class SearchTask final : public Task {
  public:
    SearchTask(F facet, const TaskSettings& settings)
        : facet_(std::move(facet)),
          settings_(settings),
          tunnel_(facet_.domain()),
          search_(context_, in_tunnel(settings.search)) {}

    void execute(const View& view, Budget& budget) override;
    void sense(const View& view) override;
    [[nodiscard]] std::optional<Start> start_after(double time) const override;
    [[nodiscard]] std::optional<Start> end() const override;
    [[nodiscard]] std::vector<domains::WalkFrame> walk() const override {
        if constexpr (WalkableFacet<F>)
            if (!path_.empty()) return facet_.walk(path_);
        return {};
    }
    [[nodiscard]] double room(const domains::Place& place, double enough) const override {
        if constexpr (RoomyFacet<F>)
            return facet_.room(place, enough);
        else
            return enough;
    }
    [[nodiscard]] TaskPicture picture() const override;
    [[nodiscard]] std::size_t bytes() const override {
        return sizeof(*this) + facet_.bytes() - sizeof(F) + tunnel_.bytes() + context_.bytes() +
               (course_.capacity() + (lower_ ? lower_->capacity() : 0)) * sizeof(domains::Place) +
               (path_.capacity() + changed_.capacity()) * sizeof(StateId) +
               search_.plan().path.capacity() * sizeof(StateId);
    }
    [[nodiscard]] const F& facet() const noexcept { return facet_; }
    [[nodiscard]] const Tunnel<typename F::Domain>& tunnel() const noexcept { return tunnel_; }

  private:
    using StateId = search::StateId;
    using Domain = typename F::Domain;
    static constexpr search::Direction direction = direction_of<F>();

    void take_events(const View& view);
    void begin(const View& view);
    void move_start();
    void catch_up();
    void take_changes(const View& view);
    void append_newcomers();
    void take_tunnel(const View& view);
    void take_blocked();
    void follow_course(search::Inflation inflation);
    void tell_search();
    void widen();
    [[nodiscard]] std::uint64_t patience_with_width() noexcept;
    [[nodiscard]] std::uint64_t ambition_left() const noexcept {
        return settings_.ambition - std::min(settings_.ambition, improved_);
    }
    [[nodiscard]] std::uint64_t patience_left() const noexcept {
        if (settings_.patience == 0 || status_.has_plan) return ~std::uint64_t{0};
        return settings_.patience - std::min(settings_.patience, fruitless_);
    }
    void solve(Budget& budget);
    void keep(const search::Plan& plan);
    void keep_whatever_leads_there(const search::Plan& plan);
    [[nodiscard]] bool is_intact();
    void fail(StatusCode code, std::string_view reason);
    void improve_tunnel();
    /// The last state of the plan that is a place.
    [[nodiscard]] std::size_t last_step() const noexcept {
        return (Domain::knows_time ? std::min(path_.size(), course_.size()) : path_.size()) - 1;
    }

    F facet_;
    TaskSettings settings_;
    Tunnel<Domain> tunnel_;
    search::Context context_;
    search::Search<Tunnel<Domain>, direction> search_;

    std::optional<Problem> problem_;
    std::optional<domains::Course> lower_;  ///< the course that the tunnel follows
    Ends ends_;
    std::vector<StateId> path_;
    std::vector<StateId> changed_;
    double widening_ = 1;
    std::uint64_t fruitless_ = 0;  ///< expansions without a plan
    std::uint64_t widen_at_ = 0;   ///< when so many were
    std::uint64_t improved_ = 0;   ///< expansions with a plan, since the last event
    std::uint64_t stamp_ = 0;      ///< of the newest change that was looked at
    bool can_search_ = false;
    bool is_doubtful_ = false;  ///< something happened that the plan may not have survived
};

template <Facet F>
void SearchTask<F>::sense(const View& view) {
    if constexpr (AgeingFacet<F>) inbox_.is_stale |= can_search_ && facet_.is_stale(view);
    if (!view.changes) return;
    const std::uint64_t newest = view.changes->last_stamp();
    if (newest == stamp_) return;
    const Interval watched = facet_.watched(view);
    inbox_.changes_lost |= problem_ && !can_search_;  // its ends may be free by now, wherever they are
    if (!watched.is_empty())
        for (const SeenRegion& seen : tunnel_.seen()) {
            const Interval times =
                Domain::knows_time ? Interval{watched.low, std::min(watched.high, seen.times.high)} : watched;
            Changes changes = view.changes->since(stamp_, seen.layer, seen.box.grown(facet_.reach()), times);
            inbox_.changes_lost |= changes.overflowed;
            inbox_.changes.insert(inbox_.changes.end(), changes.items.begin(), changes.items.end());
        }
    stamp_ = newest;
}

template <Facet F>
void SearchTask<F>::execute(const View& view, Budget& budget) {
    const auto begun = is_traced_ ? Budget::Clock::now() : Budget::Clock::time_point{};
    const std::uint64_t spent = budget.spent();
    take_events(view);
    if (can_search_ && !status_.is_settled) solve(budget);
    status_.expansions += budget.spent() - spent;
    if (is_traced_) status_.seconds += std::chrono::duration<double>(Budget::Clock::now() - begun).count();
}

/// In the order of Alg. 1. A new goal is a new problem and makes everything else superfluous.
template <Facet F>
void SearchTask<F>::take_events(const View& view) {
    if (inbox_.is_empty()) return;
    improved_ = 0;
    if (inbox_.tunnel) {
        lower_ = std::move(inbox_.tunnel);
        if (lower_->empty()) lower_.reset();
    }
    if (inbox_.goal || !problem_ || inbox_.changes_lost) {
        if (!problem_ && !(inbox_.start && inbox_.goal)) return;
        Problem problem = problem_ ? *problem_ : Problem{};
        if (inbox_.start) problem.start = *inbox_.start;
        if (inbox_.goal) problem.goal = *inbox_.goal;
        problem_ = problem;
        begin(view);
    } else {
        const bool had_tunnel = inbox_.tunnel.has_value();
        if (inbox_.start) move_start();
        if (!can_search_) {
            begin(view);
        } else {
            if (!inbox_.changes.empty() || inbox_.is_stale) take_changes(view);
            if (had_tunnel) take_tunnel(view);
            if (!inbox_.blocked.empty()) take_blocked();
            ++status_.repairs;
        }
    }
    inbox_ = {};
}

template <Facet F>
void SearchTask<F>::begin(const View& view) {
    ++status_.restarts;
    status_.has_plan = status_.is_settled = can_search_ = false;
    status_.code = StatusCode::in_progress;
    status_.inflation = status_.bound = 0;
    fruitless_ = widen_at_ = 0;
    widening_ = 1;
    path_.clear();  // its states are those of the problem before
    course_.clear();
    if (view.changes) stamp_ = view.changes->last_stamp();
    if constexpr (GuidedFacet<F>)
        if (lower_) facet_.guide(*lower_);
    ends_ = facet_.begin(*problem_, view);
    if (ends_.start == search::no_state)
        return fail(StatusCode::invalid_input, "the start is not in the domain");
    if (ends_.goal == search::no_state)
        return fail(StatusCode::invalid_input, "the goal is not in the domain");
    can_search_ = true;
    tunnel_.begin(facet_.domain(), ends_.start, ends_.goal);
    follow_course(settings_.search.first);
    changed_.clear();
    search_.begin(tunnel_, ends_.start, ends_.goal);
}

template <Facet F>
void SearchTask<F>::follow_course(search::Inflation inflation) {
    if (!lower_) return tunnel_.set_scale(Tunnel<Domain>::open, changed_);
    const Domain& domain = facet_.domain();
    const double metres = distance(domain.place(ends_.start).position, domain.place(ends_.goal).position);
    const double per_metre = metres > 0 ? domain.lower_bound(ends_.start, ends_.goal) / metres : 0.0;
    tunnel_.follow(*lower_, settings_.tunnel, widening_ / inflation.value(), per_metre, changed_);
}

template <Facet F>
void SearchTask<F>::tell_search() {
    if (changed_.empty()) return;
    search_.change(tunnel_, changed_, stamp_);
    changed_.clear();
}

template <Facet F>
void SearchTask<F>::move_start() {
    problem_->start = *inbox_.start;
    if (!can_search_) return;
    const StateId start = facet_.start_state(problem_->start, changed_);
    if (start == ends_.start) return tell_search();
    if (start == search::no_state) {
        can_search_ = false;  // the problem begins anew, and says so if it cannot
        changed_.clear();
        return;
    }
    ends_.start = start;
    const auto at = std::find(path_.begin(), path_.end(), start);
    if (at == path_.end()) status_.has_plan = false;
    if (direction == search::Direction::forward && status_.has_plan)
        status_.is_settled = true;  // what is left of the plan stands; see catch_up
    else
        catch_up();
    if (at == path_.end()) return;
    path_.erase(path_.begin(), at);
    course_ = facet_.course(path_);
}

/// The search plans from where the start is now.
template <Facet F>
void SearchTask<F>::catch_up() {
    if (search_.start() == ends_.start) return;
    status_.is_settled = false;
    tunnel_.move_start(ends_.start, changed_);
    tell_search();
    search_.move_start(tunnel_, ends_.start);
}

template <Facet F>
void SearchTask<F>::take_changes(const View& view) {
    if (!facet_.observe(view, inbox_.changes, changed_)) return begin(view);
    if (changed_.empty()) return;
    append_newcomers();
    is_doubtful_ = true;
    catch_up();
    status_.is_settled = false;
    tell_search();
}

/// States that nobody had met because no move joined them to the tree: whoever has now a move into a state
/// that was expanded (in a forward search, out of it) has to be looked at too, and only that state knows
/// them.
template <Facet F>
void SearchTask<F>::append_newcomers() {
    const std::size_t told = changed_.size();
    for (std::size_t i = 0; i < told; ++i)
        if (tunnel_.was_asked(changed_[i]))
            search::visit_along<direction>(facet_.domain(), changed_[i], [&](StateId next, search::Cost) {
                if (!tunnel_.was_asked(next)) changed_.push_back(next);
            });
}

template <Facet F>
void SearchTask<F>::take_tunnel(const View& view) {
    if constexpr (GuidedFacet<F>) return begin(view);
    widening_ = 1;
    follow_course(search_.inflation());
    if (changed_.empty() && status_.has_plan) return;
    catch_up();
    status_.is_settled = false;
    tell_search();
}

template <Facet F>
void SearchTask<F>::take_blocked() {
    for (const domains::Place& place : inbox_.blocked) tunnel_.avoid(place, settings_.tunnel.space, changed_);
    status_.is_settled = false;
    tell_search();
}

/// The tunnel for the inflation that the search has come to. It never becomes narrower: what was found is
/// kept.
template <Facet F>
void SearchTask<F>::improve_tunnel() {
    if (tunnel_.is_open()) return;
    const double scale = widening_ / search_.inflation().value();
    if (scale > tunnel_.scale()) tunnel_.set_scale(scale, changed_);
    tell_search();
}

template <Facet F>
void SearchTask<F>::widen() {
    ++status_.widenings;
    widening_ *= 2;
    const double scale = std::max(tunnel_.scale() * 2, widening_ / search_.inflation().value());
    const bool is_widest = scale * settings_.tunnel.space > settings_.widest;
    tunnel_.set_scale(is_widest ? Tunnel<Domain>::open : scale, changed_);
    tell_search();
}

/// Expansions that this width may still cost without a plan.
template <Facet F>
std::uint64_t SearchTask<F>::patience_with_width() noexcept {
    constexpr std::uint64_t endless = ~std::uint64_t{0};
    if (settings_.widen_after == 0 || status_.has_plan || tunnel_.is_open()) return endless;
    if (fruitless_ >= widen_at_)
        widen_at_ =
            fruitless_ + static_cast<std::uint64_t>(static_cast<double>(settings_.widen_after) * widening_);
    return widen_at_ - fruitless_;
}

/// To the next plan, a proof that there is none, or the end of the budget.
template <Facet F>
void SearchTask<F>::solve(Budget& budget) {
    for (;;) {
        improve_tunnel();
        const bool is_improving = status_.has_plan;
        Budget part = budget.and_expansions(is_improving ? ambition_left()
                                                         : std::min(patience_with_width(), patience_left()));
        const std::uint64_t before = part.spent();
        std::optional<std::uint64_t> spent;  // once there is a plan the search gets no more, and stops
        search_.solve(tunnel_, part, [&](const search::Plan& plan) {
            keep(plan);
            if (!spent) spent = std::exchange(part, Budget::expansions(0)).spent();
        });
        const bool rest = spent.has_value();
        const std::uint64_t used = spent.value_or(part.spent()) - before;
        budget.charge(used);
        if (is_improving) improved_ += used;
        const search::Plan& plan = search_.plan();
        if (rest || plan.status == StatusCode::ok) {
            if (!rest) keep(plan);
            if (!search_.is_finished()) {
                status_.is_settled = ambition_left() == 0;
                return;
            }
            if (settings_.open_at_last && !tunnel_.is_open()) {
                tunnel_.set_scale(Tunnel<Domain>::open, changed_);
                tell_search();
                return;
            }
            status_.is_settled = true;
            return;
        }
        fruitless_ += used;
        if (plan.status == StatusCode::invalid_input) return fail(plan.status, plan.reason);
        if (plan.status == StatusCode::out_of_budget) {
            if (status_.has_plan && is_intact()) {
                status_.is_settled = ambition_left() == 0;
                return;
            }
            if (fruitless_ >= widen_at_ && !tunnel_.is_open() && !plan.reaches_goal && !budget.exhausted() &&
                patience_left() > 0) {
                widen();
                continue;
            }
            if (plan.reaches_goal) return keep_whatever_leads_there(plan);
            status_.has_plan = false;
            status_.code = StatusCode::in_progress;
            if (patience_left() == 0) fail(StatusCode::out_of_budget, "no plan within the task's patience");
            return;
        }
        if (tunnel_.is_open()) return fail(StatusCode::unreachable, "");
        widen();
    }
}

/// Does the plan still stand? A wider tunnel takes nothing from it; changes may have.
template <Facet F>
bool SearchTask<F>::is_intact() {
    if (!is_doubtful_) return true;
    for (std::size_t i = 1; i < path_.size(); ++i)
        if (search::edge_cost(facet_.domain(), path_[i - 1], path_[i]) >= search::infinite_cost) return false;
    is_doubtful_ = false;
    return true;
}

/// The budget ended, but what is left of the last plan, or the straight way, leads to the goal.
template <Facet F>
void SearchTask<F>::keep_whatever_leads_there(const search::Plan& plan) {
    keep(plan);
    status_.inflation = std::max(status_.inflation, settings_.search.first.value());
    status_.bound = 0;
}

template <Facet F>
void SearchTask<F>::keep(const search::Plan& plan) {
    fruitless_ = widen_at_ = 0;
    is_doubtful_ = false;
    status_.code = StatusCode::ok;
    status_.has_plan = true;
    status_.inflation = std::max(1.0, plan.bound);
    status_.bound = tunnel_.is_open() && (!lower_ || plan.bound <= 1) ? plan.bound : 0;
    status_.cost = plan.cost;
    if (path_ == plan.path) return;
    path_ = plan.path;
    course_ = facet_.course(path_);
    ++status_.plan_version;
}

template <Facet F>
void SearchTask<F>::fail(StatusCode code, std::string_view reason) {
    status_.code = code;
    status_.reason = reason;
    status_.has_plan = false;
    status_.is_settled = true;
    status_.inflation = status_.bound = 0;
    status_.cost = search::infinite_cost;
    path_.clear();
    course_.clear();
    ++status_.plan_version;
}

template <Facet F>
std::optional<Start> SearchTask<F>::start_after(double time) const {
    if (path_.empty()) return std::nullopt;
    for (std::size_t i = 0; i < last_step(); ++i) {
        const Start start = facet_.start_at(path_[i]);
        if (start.at.time >= time) return start;
    }
    return end();
}

template <Facet F>
std::optional<Start> SearchTask<F>::end() const {
    if (path_.empty()) return std::nullopt;
    return facet_.start_at(path_[last_step()]);
}

template <Facet F>
TaskPicture SearchTask<F>::picture() const {
    TaskPicture picture{tunnel_.width(), {}, search_.visited(), 0};
    std::size_t moves = 0;
    std::vector<StateId> asked;  // asking for moves may make the list longer
    tunnel_.for_each_asked([&](StateId state) { asked.push_back(state); });
    for (const StateId state : asked) {
        picture.expanded.push_back(facet_.domain().place(state));
        search::visit_along<direction>(facet_.domain(), state, [&](StateId next, search::Cost) {
            if (tunnel_.contains(next)) ++moves;
        });
    }
    if (!asked.empty()) picture.branching = static_cast<double>(moves) / static_cast<double>(asked.size());
    return picture;
}

}  // namespace wend::planning
