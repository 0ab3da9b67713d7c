#pragma once

// What a task does with its inbox, in the order of MD Alg. 1, and how it works through what that leaves
// behind. That is paid for from the budget too: asking for a state's edges counts as an expansion, looking at
// a state as a part of one (Budget::look).

#include "wend/planning/search_task.hpp"

namespace wend::planning {

template <Facet F>
void SearchTask<F>::age(const View& view) {
    if constexpr (AgeingFacet<F>)
        if (can_search_ && facet_.is_stale(view)) inbox().is_stale = true;
}

/// What of the world concerns it now. Where an end of its problem is taken it waits for that to change.
template <Facet F>
std::vector<SeenRegion> SearchTask<F>::concerns(const View& view) const {
    constexpr double around_end = 2;  // metres
    if (!problem_ || settings_.is_watched_over) return {};
    const Interval watched = facet_.watched(view);
    if (watched.is_empty()) return {};
    if (!can_search_)
        return {{problem_->start.at.layer, Box2::around(problem_->start.at.position, around_end), watched},
                {problem_->goal.at.layer, Box2::around(problem_->goal.at.position, around_end), watched}};
    std::vector<SeenRegion> regions = tunnel_.seen();
    for (SeenRegion& region : regions) {
        region.box = region.box.grown(facet_.reach());
        region.times =
            Domain::knows_time ? Interval{watched.low, std::min(watched.high, region.times.high)} : watched;
    }
    return regions;
}

template <Facet F>
bool SearchTask<F>::hear(const Change& change, const View& view) {
    if constexpr (PickyFacet<F>)
        if (!facet_.heeds(change)) return false;
    for (const SeenRegion& region : concerns(view)) {
        if (region.layer != change.layer || !region.box.overlaps(change.region) ||
            !region.times.overlaps(change.window))
            continue;
        if (can_search_)
            inbox().changes.push_back(change);
        else
            inbox().changes_lost = true;
        return true;
    }
    return false;
}

template <Facet F>
void SearchTask<F>::sense(const View& view) {
    age(view);
    if (!view.changes) return;
    const std::uint64_t newest = view.changes->last_stamp();
    if (newest == stamp_) return;
    for (const SeenRegion& region : concerns(view)) {
        Changes changes = view.changes->since(stamp_, region.layer, region.box, region.times);
        if constexpr (PickyFacet<F>)
            std::erase_if(changes.items, [&](const Change& change) { return !facet_.heeds(change); });
        if (!changes.overflowed && changes.items.empty()) continue;
        inbox().changes_lost |= changes.overflowed || !can_search_;
        inbox().changes.insert(inbox().changes.end(), changes.items.begin(), changes.items.end());
    }
    stamp_ = newest;
}

/// A new goal is a new problem and makes everything else superfluous.
template <Facet F>
void SearchTask<F>::take_events(const View& view) {
    if (mail().is_empty()) return;
    improved_ = 0;
    forget_doubt();
    const bool has_course = mail().tunnel.has_value();
    if (has_course) {
        lower_ = std::move(inbox_->tunnel);
        if (lower_->empty()) lower_.reset();
    }
    if (begins_anew()) {
        if (!problem_ && !(mail().start && mail().goal)) return;
        Problem problem = problem_ ? *problem_ : Problem{};
        if (mail().start) problem.start = *mail().start;
        if (mail().goal) problem.goal = *mail().goal;
        problem_ = problem;
        begin(view);
    } else {
        if (mail().start) move_start();
        if (!can_search_) {
            begin(view);
        } else {
            if (!mail().changes.empty() || mail().is_stale) take_changes(view);
            if (has_course && can_search_) take_tunnel(view);
            if (!mail().blocked.empty() && can_search_) take_blocked(view);
        }
    }
    inbox_.reset();
}

template <Facet F>
void SearchTask<F>::begin(const View& view, std::uint32_t way) {
    way_ = way;
    if constexpr (RelaxableFacet<F>) (void)facet_.relax(way);
    ++status_.restarts;
    status_.has_plan = status_.is_settled = can_search_ = is_standing_ = false;
    status_.code = StatusCode::in_progress;
    status_.inflation = status_.bound = 0;
    fruitless_ = widen_at_ = 0;
    forget_doubt();
    widening_ = 1;
    path_.clear();  // its states are those of the problem before
    course_.clear();
    if (view.changes) stamp_ = view.changes->last_stamp();
    if constexpr (GuidedFacet<F>) facet_.guide(lower_ ? *lower_ : domains::Course{}, {}, changed_);
    ends_ = facet_.begin(*problem_, view);
    digest_ = {};
    changed_.clear();
    const bool has_ends = ends_.start != search::no_state && ends_.goal != search::no_state;
    if (!has_ends && begins_another_way(view)) return;
    if (ends_.start == search::no_state)
        return fail(StatusCode::invalid_input, "the start is not in the domain");
    if (ends_.goal == search::no_state)
        return fail(StatusCode::invalid_input, "the goal is not in the domain");
    can_search_ = true;
    tunnel_.begin(facet_.domain(), ends_.start, ends_.goal);
    note_footings();
    resume();
}

/// Links lead far: an edit at their ends matters although no search has come by.
template <Facet F>
void SearchTask<F>::note_footings() {
    if constexpr (MeshedFacet<F>)
        for (const domains::Place& place : facet_.footings()) tunnel_.note_seen(place);
}

/// A search from scratch for the problem that there is.
template <Facet F>
void SearchTask<F>::resume() {
    if (!engine_) engine_ = std::make_unique<Engine>(in_tunnel(settings_.search));
    is_standing_ = status_.has_plan;
    status_.is_settled = false;
    digest_ = {};
    changed_.clear();
    tunnel_.resume(facet_.domain(), ends_.start, ends_.goal);
    for (const domains::Place& place : course_) tunnel_.note_seen(place);
    follow_course(settings_.search.first);
    (void)tunnel_.tell_changes(changed_, [] { return true; });  // it knows no states yet
    engine_->search.begin(tunnel_, ends_.start, ends_.goal);
}

template <Facet F>
void SearchTask<F>::forget() {
    if (!engine_) return;
    engine_.reset();
    tunnel_.forget_states();
    digest_ = {};
    changed_ = std::vector<StateId>();
    path_.shrink_to_fit();
    course_.shrink_to_fit();
    inbox_.reset();
    if constexpr (requires { facet_.forget(path_); }) {
        facet_.forget(path_);
        if (path_.empty()) return;
        ends_ = {path_.front(), path_.back()};
    }
}

template <Facet F>
void SearchTask<F>::follow_course(search::Inflation inflation) {
    if (!lower_) return tunnel_.set_scale(Tunnel<Domain>::open);
    const Domain& domain = facet_.domain();
    const double metres = distance(domain.place(ends_.start).position, domain.place(ends_.goal).position);
    const double per_metre = metres > 0 ? domain.lower_bound(ends_.start, ends_.goal) / metres : 0.0;
    tunnel_.follow(*lower_, settings_.tunnel, widening_ / inflation.value(), per_metre);
}

template <Facet F>
void SearchTask<F>::move_start() {
    problem_->start = *mail().start;
    if (!can_search_) return;
    if (!engine_ && !status_.has_plan) {
        can_search_ = false;  // it failed from where it was
        return;
    }
    const StateId start = facet_.start_state(problem_->start, changed_);
    if (start == search::no_state) {
        can_search_ = false;  // the problem begins anew, and says so if it cannot
        changed_.clear();
        return;
    }
    if (start == ends_.start) return begin_digest();
    ends_.start = start;
    const auto at = std::find(path_.begin(), path_.end(), start);
    status_.has_plan &= at != path_.end();
    if (status_.has_plan) walk_on_to(static_cast<std::size_t>(at - path_.begin()));
    if (status_.has_plan && (direction == search::Direction::forward || !engine_)) {
        status_.is_settled = true;  // what is left of the plan stands
    } else if (engine_) {
        catch_up();
        begin_digest();
    } else {
        resume();
    }
}

/// Part of the plan is past.
template <Facet F>
void SearchTask<F>::walk_on_to(std::size_t step) {
    const auto cost_of = [&](std::size_t from, std::size_t to) {
        search::Cost sum = 0;
        for (; from < to && sum < search::infinite_cost; ++from) {
            const search::Cost edge = search::edge_cost(facet_.domain(), path_[from], path_[from + 1]);
            sum = edge < search::infinite_cost ? sum + edge : edge;
        }
        return sum;
    };
    const search::Cost past = cost_of(0, step);
    status_.cost = past < status_.cost ? status_.cost - past : cost_of(step, path_.size() - 1);
    if (status_.bound > 1) status_.bound = 0;  // it was that of the whole
    path_.erase(path_.begin(), path_.begin() + static_cast<std::ptrdiff_t>(step));
    course_ = facet_.course(path_);
}

/// The search plans from where the start is now.
template <Facet F>
void SearchTask<F>::catch_up() {
    if (engine_->search.start() == ends_.start) return;
    status_.is_settled = digest_.was_settled = false;
    is_standing_ |= direction == search::Direction::forward && status_.has_plan;
    const std::size_t known = changed_.size();
    tunnel_.move_start(ends_.start, changed_);
    const std::span<const StateId> told = std::span(changed_).subspan(known);
    if (!told.empty()) engine_->search.change(tunnel_, told, stamp_);
    changed_.resize(known);
    engine_->search.move_start(tunnel_, ends_.start);
}

/// It has forgotten its search; its plan, if any, stands until there is a better one.
template <Facet F>
void SearchTask<F>::search_again(const View& view) {
    if (!status_.has_plan) return begin(view);
    ++status_.restarts;
    resume();
}

template <Facet F>
void SearchTask<F>::take_changes(const View& view) {
    if (!facet_.observe(view, mail().changes, changed_)) return begin(view);
    if (!is_concerned()) return;
    if constexpr (MeshedFacet<F>) {
        tunnel_.note_moved(changed_);
        note_footings();
    }
    status_.has_plan = status_.has_plan && is_intact();
    if (!engine_) return search_again(view);
    ++status_.repairs;
    begin_digest();
    digest_.end = static_cast<StateId>(facet_.domain().state_count());
    digest_.newcomers_end = changed_.size();
}

/// There is one mesh, not one for each frame: what was edited has to be known before anything else is done
/// with a plan whose states may be gone, even if what happened before has not been worked through.
template <Facet F>
void SearchTask<F>::take_ground(const View& view) {
    if constexpr (MeshedFacet<F>) {
        if (!can_search_ || begins_anew() || mail().changes.empty()) return;
        improved_ = 0;
        forget_doubt();
        take_changes(view);
        if (inbox_) inbox_->changes.clear();
    }
}

template <Facet F>
void SearchTask<F>::take_tunnel(const View& view) {
    widening_ = 1;
    if (!engine_) return GuidedFacet<F> ? begin(view) : search_again(view);
    ++status_.repairs;
    if constexpr (GuidedFacet<F>) {
        if (!lower_) return begin(view);
        std::vector<StateId> known;
        tunnel_.for_each_asked([&](StateId state) { known.push_back(state); });
        facet_.guide(*lower_, known, changed_);
        status_.has_plan = status_.has_plan && is_intact();
    }
    follow_course(engine_->search.inflation());
    begin_digest();
    digest_.newcomers_end = changed_.size();
}

template <Facet F>
void SearchTask<F>::take_blocked(const View& view) {
    if (!engine_ && !status_.has_plan) begin(view);
    // A search that forgot everything, or whose long moves may lead there, begins again.
    if (!engine_ || domains::HasLongMoves<Domain>) {
        status_.has_plan = false;
        resume();
    }
    for (const domains::Place& place : mail().blocked) tunnel_.avoid(place, settings_.tunnel.space);
    begin_digest();
    digest_.was_settled = false;
}

/// Could what was observed last concern the plan, or a search for a better one?
template <Facet F>
bool SearchTask<F>::is_concerned() const {
    if constexpr (ScanningFacet<F>)
        return std::any_of(tunnel_.seen().begin(), tunnel_.seen().end(),
                           [&](const SeenRegion& seen) { return facet_.concerns(seen); });
    else
        return !changed_.empty();
}

/// Does the plan survive what was observed last?
template <Facet F>
bool SearchTask<F>::is_intact() const {
    for (std::size_t i = 1; i < path_.size(); ++i) {
        if (!may_have_changed(path_[i - 1]) && !may_have_changed(path_[i])) continue;
        if (search::edge_cost(facet_.domain(), path_[i - 1], path_[i]) >= search::infinite_cost) return false;
    }
    return true;
}

template <Facet F>
void SearchTask<F>::begin_digest() {
    if (!engine_) return;
    if (!digest_.is_pending) digest_.was_settled = status_.is_settled;
    digest_.is_pending = true;
    status_.is_settled = false;
}

/// True when the search knows everything.
template <Facet F>
bool SearchTask<F>::digest(Budget& budget) {
    if (!digest_.is_pending) return true;
    if (!look_for_touched(budget) || !append_newcomers(budget)) return false;
    if (!tunnel_.tell_changes(changed_, [&] { return budget.look(); })) return false;
    const bool has_changed = !changed_.empty();
    if (has_changed) catch_up();
    if (!tell_search(budget)) return false;
    status_.is_settled = !has_changed && digest_.was_settled;
    digest_ = {};
    changed_.clear();
    return true;
}

template <Facet F>
bool SearchTask<F>::look_for_touched(Budget& budget) {
    if constexpr (ScanningFacet<F>)
        for (; digest_.next < digest_.end; ++digest_.next) {
            if (!budget.look()) return false;
            if (facet_.touches(digest_.next)) changed_.push_back(digest_.next);
            digest_.newcomers_end = changed_.size();
        }
    return true;
}

/// States that nobody had met because no move joined them to the tree: whoever has now a move into a state
/// that was expanded (in a forward search, out of it) has to be looked at too, and only that state knows
/// them.
template <Facet F>
bool SearchTask<F>::append_newcomers(Budget& budget) {
    for (; digest_.newcomers < digest_.newcomers_end; ++digest_.newcomers) {
        const StateId state = changed_[digest_.newcomers];
        if (!tunnel_.was_asked(state)) continue;
        if (!budget.spend()) return false;
        search::visit_along<direction>(facet_.domain(), state, [&](StateId next, search::Cost) {
            if (!tunnel_.was_asked(next)) changed_.push_back(next);
        });
    }
    return true;
}

template <Facet F>
bool SearchTask<F>::tell_search(Budget& budget) {
    while (digest_.told < changed_.size()) {
        if (!budget.spend()) return false;
        engine_->search.change(tunnel_, std::span(changed_).subspan(digest_.told, 1), stamp_);
        ++digest_.told;
    }
    return true;
}

}  // namespace wend::planning
