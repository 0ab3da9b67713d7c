#pragma once

// How a task comes to its next plan: by a search in a tunnel that becomes wider when it has to.

#include "wend/planning/search_task.hpp"

namespace wend::planning {

/// To the next plan, a proof that there is none, or the end of the budget.
template <Facet F>
void SearchTask<F>::solve(const View& view, Budget& budget) {
    for (;;) {
        improve_tunnel();
        if (!digest(budget)) return;
        const Run run = run_search(budget);
        const search::Plan& plan = engine_->search.plan();
        if (run.has_found || plan.status == StatusCode::ok) return take_plan(run.has_found);
        if (!status_.has_plan) fruitless_ += run.spent;
        if (plan.status == StatusCode::invalid_input) return fail(plan.status, plan.reason);
        const bool was_cut = plan.status == StatusCode::out_of_budget;
        if (was_cut && !goes_on_without_plan(budget)) return;
        if (was_cut ? has_no_way(budget) : tunnel_.is_open()) {
            if (begins_another_way(view)) {
                if (can_search_) continue;
                return;
            }
            if (!is_standing()) return fail(StatusCode::unreachable, "");
            status_.is_settled = true;
            return;
        }
        if (was_cut && budget.exhausted()) return;
        if (!was_cut || (fruitless_ >= widen_at_ && !tunnel_.is_open())) widen();
    }
}

template <Facet F>
void SearchTask<F>::forget_doubt() {
    doubt_from_ = fruitless_;
    const std::uint64_t after = settings_.doubt_after / (way_ > 0 ? 4 : 1);  // it has failed once
    doubt_at_ = settings_.doubt_after > 0 ? doubt_from_ + std::max<std::uint64_t>(1, after) : 0;
    floods_.reset();
}

/// Asks whether there is any way at all, once the search has gone on for long enough without finding one. The
/// asking takes no more than the search took, so a proof that would be short is found in time and one that
/// would be long at most doubles the work. True with proof; the budget may end before there is one or none.
template <Facet F>
bool SearchTask<F>::has_no_way(Budget& budget) {
    if constexpr (FloodingFacet<F>) {
        using Verdict = domains::EndFloods::Verdict;
        if (doubt_left() > 0) return false;
        if (!floods_) floods_ = std::make_unique<domains::EndFloods>(facet_.end_floods(ends_));
        const std::uint64_t most = fruitless_ - doubt_from_;
        while (floods_->verdict() == Verdict::undecided && floods_->spread_count() < most) {
            if (!budget.spend()) return false;
            ++status_.expansions;
            tunnel_.note_seen(facet_.spread(*floods_));
        }
        if (floods_->verdict() == Verdict::apart) {
            if constexpr (requires { facet_.note_apart(); }) facet_.note_apart();
            return true;
        }
        const bool is_known = floods_->verdict() == Verdict::joined;
        doubt_at_ = is_known ? 0 : 2 * fruitless_ - doubt_from_;
        if (is_known) floods_.reset();
    }
    return false;
}

/// There is no plan as the facet looks at the problem; is there another way to look at it?
template <Facet F>
bool SearchTask<F>::begins_another_way(const View& view) {
    if constexpr (RelaxableFacet<F>) {
        if (status_.has_plan || !facet_.relax(way_ + 1)) return false;
        begin(view, way_ + 1);
        return true;
    }
    return false;
}

/// Until there is a plan worth having, and not on to the next.
template <Facet F>
typename SearchTask<F>::Run SearchTask<F>::run_search(Budget& budget) {
    const bool is_improving = status_.has_plan;
    Budget part = budget.and_expansions(
        is_improving ? ambition_left() : std::min({patience_with_width(), patience_left(), doubt_left()}));
    const std::uint64_t before = part.spent();
    std::optional<std::uint64_t> spent;  // once there is a plan the search gets no more, and stops
    engine_->search.solve(tunnel_, part, [&](const search::Plan& plan) {
        if (!is_better(plan)) return;
        keep(plan);
        if (!spent) spent = std::exchange(part, Budget::expansions(0)).spent();
    });
    const std::uint64_t used = spent.value_or(part.spent()) - before;
    budget.charge(used);
    status_.expansions += used;
    if (is_improving) improved_ += used;
    return {spent.has_value(), used};
}

/// The search has a plan; is there anything left to gain?
template <Facet F>
void SearchTask<F>::take_plan(bool is_kept) {
    if (!is_kept && is_better(engine_->search.plan())) keep(engine_->search.plan());
    if (!engine_->search.is_finished()) {
        status_.is_settled = ambition_left() == 0;
    } else if (settings_.open_at_last && !tunnel_.is_open()) {
        tunnel_.set_scale(Tunnel<Domain>::open);
        begin_digest();
        digest_.was_settled = false;
    } else {
        status_.is_settled = true;
    }
}

/// The budget, or the part of it for this width, ended before the search had a plan, or a better one. Is it
/// worth going on?
template <Facet F>
bool SearchTask<F>::goes_on_without_plan(const Budget& budget) {
    if (status_.has_plan) {
        status_.is_settled = ambition_left() == 0;
        return false;
    }
    const search::Plan& plan = engine_->search.plan();
    if (plan.reaches_goal) {
        keep_whatever_leads_there(plan);
        return false;
    }
    status_.code = StatusCode::in_progress;
    if (patience_left() == 0) {
        fail(StatusCode::out_of_budget, "no plan within the task's patience");
        return false;
    }
    return !budget.exhausted();
}

/// The tunnel for the inflation that the search has come to. It never becomes narrower: what was found is
/// kept.
template <Facet F>
void SearchTask<F>::improve_tunnel() {
    if (tunnel_.is_open()) return;
    const double scale = widening_ / engine_->search.inflation().value();
    if (scale <= tunnel_.scale()) return;
    tunnel_.set_scale(scale);
    begin_digest();
}

template <Facet F>
void SearchTask<F>::widen() {
    ++status_.widenings;
    widening_ *= 2;
    const double scale = std::max(tunnel_.scale() * 2, widening_ / engine_->search.inflation().value());
    const bool is_widest = scale * settings_.tunnel.space > settings_.widest;
    tunnel_.set_scale(is_widest ? Tunnel<Domain>::open : scale);
    begin_digest();
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
    forget_doubt();
    is_standing_ = false;
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

}  // namespace wend::planning
