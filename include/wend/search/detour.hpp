#pragma once

// A search against the direction of the one that made the plan, guided by what that one knew: it runs down
// the old plan and bends around what became dearer, instead of taking costs back from everything behind it,
// which is what repairs cost in D* Lite and AD*. (Hernandez, Baier and Asin 2014, "Making A* run faster than
// D*-Lite": MPGAA*.) It is the same kernel, on a domain that knows more:
//
//   - its lower bounds are LearntBounds;
//   - an edge to a state of the last plan leads on along it, as far as it is not broken, in one step: what is
//     left of the plan is not searched step by step;
//   - a state whose bound is infinite is a dead end.

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "wend/search/learnt_bounds.hpp"
#include "wend/search/mend.hpp"
#include "wend/search/partial_path.hpp"

namespace wend::search {

struct DetourSpace : Workspace {
    std::vector<PlanStep> steps;      ///< of the last plan, its root first
    std::vector<PlanStep> old_steps;  ///< of the plan before
    std::vector<StateId> trail;       ///< expanded, to be learnt from
    std::vector<StateId> hops;        ///< of the path that was found

    [[nodiscard]] std::size_t bytes() const noexcept {
        return Workspace::bytes() + (steps.capacity() + old_steps.capacity()) * sizeof(PlanStep) +
               (trail.capacity() + hops.capacity()) * sizeof(StateId);
    }
};

/// The domain as a detour in the direction `way` sees it.
template <Domain D, Direction way>
class InformedDomain {
  public:
    static constexpr bool grows = GrowingDomain<D>;
    using Bounds = LearntBounds<D, opposite(way)>;

    InformedDomain(const D& domain, const Bounds& bounds, const DetourSpace& space) noexcept
        : domain_(domain), bounds_(bounds), space_(space) {}

    [[nodiscard]] std::size_t state_count() const { return domain_.state_count(); }
    template <class Visit>
    void successors(StateId state, Visit&& visit) const {
        if constexpr (way == Direction::forward)
            domain_.successors(state, following_plan(visit));
        else
            domain_.successors(state, visit);
    }
    template <class Visit>
    void predecessors(StateId state, Visit&& visit) const {
        if constexpr (way == Direction::backward)
            domain_.predecessors(state, following_plan(visit));
        else
            domain_.predecessors(state, visit);
    }
    [[nodiscard]] Cost lower_bound(StateId from, StateId to) const {
        return bounds_(domain_, way == Direction::forward ? from : to);
    }
    [[nodiscard]] bool is_dead_end(StateId state) const { return bounds_(domain_, state) >= infinite_cost; }
    [[nodiscard]] bool is_doubtful(StateId state) const { return bounds_.is_doubtful(domain_, state); }

    /// The state's step of the last plan; null when it has none.
    [[nodiscard]] const PlanStep* step_of(StateId state) const noexcept {
        const std::size_t place = bounds_.place(state);
        return place < space_.steps.size() && space_.steps[place].state == state ? &space_.steps[place]
                                                                                 : nullptr;
    }

    /// Where the plan leads on from a state in one step; null when it is not on the plan or a piece ends
    /// there.
    [[nodiscard]] const PlanStep* end_of_piece(const PlanStep* step) const noexcept {
        if (step == nullptr) return nullptr;
        const PlanStep& end = space_.steps[step->end];
        return end.state != step->state ? &end : nullptr;
    }

  private:
    template <class Visit>
    [[nodiscard]] auto following_plan(Visit& visit) const {
        return [&](StateId next, Cost edge) {
            visit(next, edge);
            const PlanStep* const step = step_of(next);
            const PlanStep* const end = end_of_piece(step);
            if (end != nullptr && edge < infinite_cost) visit(end->state, edge + step->cost);
        };
    }

    const D& domain_;
    const Bounds& bounds_;
    const DetourSpace& space_;
};

/// `direction` is that of the search whose knowledge is used; the detour runs the other way.
template <Domain D, Direction direction>
class Detour {
  public:
    static constexpr Direction way = opposite(direction);

    explicit Detour(DetourSpace& space) noexcept : space_(space), kernel_(space), mend_(space) {}

    void reserve(std::size_t state_count) { space_.nodes.ensure(state_count); }

    void take_over(const D& domain, Kernel<D, direction>& tree) {
        bounds_.take_over(domain, tree);
        target_ = tree.root();
        planted_ = false;
        space_.trail.clear();
        space_.steps.clear();
    }

    /// The next detour begins at `from`; `route` is the last plan in the order of its steps.
    void begin(const D& domain, StateId from, std::span<const StateId> route, Inflation inflation) {
        learn(domain);
        from_ = from;
        expansions_ = 0;
        inflation_ = inflation;
        kernel_.inflate(inflation, true);
        cut_up(domain, route);
        mended_ = false;
        mend_.begin(steps_between(domain), inflation);
    }

    /// Keeps what was found so far; before edges change.
    void learn(const D& domain);
    /// Edges around the states changed, after `learn`.
    void change(const D& domain, std::span<const StateId> states) {
        for (const StateId state : states) {
            bounds_.reconsider(domain, state);
            forget_edges(state);
        }
    }
    void inflate(const D& domain, Inflation inflation);

    /// Until `most` expansions since `begin`.
    Stop run(const D& domain, Budget& budget, std::uint64_t most);

    /// Writes the path that was found, target first, and returns its cost; infinite when there is none.
    [[nodiscard]] Cost read_path(const D& domain, std::vector<StateId>& path);
    /// Whether the last plan still leads to the target, and is good enough.
    [[nodiscard]] bool keeps_plan(const D& domain) const {
        const PlanStep* const step = informed(domain).step_of(from_);
        return step != nullptr && step->end == 0 && is_within(domain, step->cost);
    }
    /// What a path of this cost, which was found, is known to be within.
    [[nodiscard]] double bound_of(const D& domain, Cost cost) const {
        const Cost best = bound(domain);
        if (cost <= best) return 1;
        if (best == 0) return inflation_.value();
        const double proven = std::nextafter(static_cast<double>(cost) / best, Inflation::max);
        return std::min(proven, inflation_.value());
    }
    /// The path that was found is the last plan, mended, and no search has looked for a better one.
    [[nodiscard]] bool has_mended() const noexcept { return mended_; }
    /// Of the cost that the detour will find; 0 while bounds are being lowered.
    [[nodiscard]] Cost bound(const D& domain) const {
        return bounds_.is_settled() ? bounds_(domain, from_) : 0;
    }
    /// How many states a search from scratch has to settle, as far as is known without one.
    [[nodiscard]] std::uint64_t known_settled() const noexcept {
        return mend_.is_possible() && !inflation_.is_one() ? mend_.joined() : 0;
    }
    [[nodiscard]] bool met_cost_limit() const noexcept { return planted_ && kernel_.met_cost_limit(); }
    [[nodiscard]] std::size_t visited() const noexcept { return kernel_.nodes().visited(); }

  private:
    using Informed = InformedDomain<D, way>;
    [[nodiscard]] Informed informed(const D& domain) const noexcept {
        return Informed(domain, bounds_, space_);
    }
    /// From the target of the detour to where it comes from; empty when that is not on the last plan.
    [[nodiscard]] std::span<const PlanStep> steps_between(const D& domain) const noexcept {
        const PlanStep* const step = informed(domain).step_of(from_);
        if (step == nullptr) return {};
        return {space_.steps.data(), static_cast<std::size_t>(step - space_.steps.data()) + 1};
    }
    [[nodiscard]] bool is_within(const D& domain, Cost cost) const {
        return std::uint64_t{cost} * Inflation::one <=
               std::uint64_t{bounds_(domain, from_)} * inflation_.steps();
    }
    [[nodiscard]] Stop mend(const D& domain, Budget& budget, std::uint64_t most);
    [[nodiscard]] Cost cut_loops(const D& domain, std::vector<StateId>& path);
    void cut_up(const D& domain, std::span<const StateId> route);
    [[nodiscard]] Cost old_edge(std::size_t place, StateId state, StateId next) const noexcept;
    void forget_edges(StateId state) noexcept;
    [[nodiscard]] const PlanStep* entry(const D& domain, StateId state, StateId end, Cost cost) const;

    DetourSpace& space_;
    Kernel<Informed, way> kernel_;
    Mend<D, direction> mend_;
    LearntBounds<D, direction> bounds_;
    StateId from_ = no_state;
    StateId target_ = no_state;
    Inflation inflation_;
    std::uint64_t expansions_ = 0;
    bool planted_ = false;
    bool mended_ = false;  ///< the path that was found is that of `mend_`
};

/// Every way from an expanded state to the target leads through a state that is not, or ends: so it costs at
/// least what the least of those promises, less what the expanded state has cost so far.
template <Domain D, Direction direction>
void Detour<D, direction>::learn(const D& domain) {
    if (!planted_) return;
    planted_ = false;
    const NodeStore& nodes = kernel_.nodes();
    const Cost least = std::min(kernel_.least_unsettled(informed(domain)), nodes.g(target_));
    for (const StateId state : space_.trail) {
        const Node& node = nodes[state];
        if (!node.is_consistent() || node.g >= least) continue;
        bounds_.raise(domain, state, least >= infinite_cost ? infinite_cost : least - node.g);
    }
    space_.trail.clear();
}

template <Domain D, Direction direction>
void Detour<D, direction>::inflate(const D& domain, Inflation inflation) {
    if (inflation == inflation_) return;
    inflation_ = inflation;
    kernel_.inflate(inflation, true);
    if (!planted_) {
        mended_ = false;
        return mend_.begin(steps_between(domain), inflation);
    }
    kernel_.begin_round(informed(domain));
    kernel_.rekey(informed(domain));
}

/// Asks the domain only for edges that the plan before did not have or that may have changed.
template <Domain D, Direction direction>
void Detour<D, direction>::cut_up(const D& domain, std::span<const StateId> route) {
    std::swap(space_.steps, space_.old_steps);
    std::vector<PlanStep>& steps = space_.steps;
    steps.clear();
    for (std::size_t i = 0; i < route.size(); ++i) {
        const StateId state = direction == Direction::backward ? route[route.size() - 1 - i] : route[i];
        const std::size_t old = bounds_.place(state);
        PlanStep step{state, PlanStep::unknown, static_cast<std::uint32_t>(i), 0};
        if (i > 0) {
            const PlanStep& next = steps.back();
            step.edge = old_edge(old, state, next.state);
            if (step.edge == PlanStep::unknown) step.edge = edge_along<way>(domain, state, next.state);
            if (step.edge < infinite_cost && next.cost + step.edge < max_path_cost) {
                step.end = next.end;
                step.cost = next.cost + step.edge;
            }
        }
        const bool is_new = old >= i || steps[old].state != state;
        steps.push_back(step);
        if (is_new) bounds_.set_place(state, i);
    }
}

template <Domain D, Direction direction>
Cost Detour<D, direction>::old_edge(std::size_t place, StateId state, StateId next) const noexcept {
    const std::vector<PlanStep>& old = space_.old_steps;
    const bool is_same =
        place > 0 && place < old.size() && old[place].state == state && old[place - 1].state == next;
    return is_same ? old[place].edge : PlanStep::unknown;
}

template <Domain D, Direction direction>
void Detour<D, direction>::forget_edges(StateId state) noexcept {
    std::vector<PlanStep>& steps = space_.steps;
    const std::size_t place = bounds_.place(state);
    if (place >= steps.size() || steps[place].state != state) return;
    steps[place].edge = PlanStep::unknown;
    if (place + 1 < steps.size()) steps[place + 1].edge = PlanStep::unknown;
}

template <Domain D, Direction direction>
Stop Detour<D, direction>::run(const D& domain, Budget& budget, std::uint64_t most) {
    if (!planted_) {
        const Stop stop = bounds_.settle(domain, budget, expansions_, most);
        if (stop != Stop::settled) return stop;
        if (bounds_(domain, from_) >= infinite_cost) return Stop::exhausted;
        if (mend_.is_possible()) {
            const Stop end = mend(domain, budget, most);
            if (end != Stop::exhausted) return end;
        }
        kernel_.plant(informed(domain), from_, target_);
        planted_ = true;
    }
    const std::uint64_t settled = expansions_;
    return kernel_.run(informed(domain), budget,
                       {.expansions = most > settled ? most - settled : 0, .trail = &space_.trail});
}

/// Exhausted when the plan cannot be mended well enough.
template <Domain D, Direction direction>
Stop Detour<D, direction>::mend(const D& domain, Budget& budget, std::uint64_t most) {
    const std::span<const PlanStep> steps = steps_between(domain);
    if (inflation_.is_one() && steps.back().end != 0) return Stop::exhausted;
    const std::uint64_t cap = steps.size() / 2 + 8;
    Stop stop = mend_.run(domain, steps, budget, std::min(most > expansions_ ? most - expansions_ : 0, cap));
    if (stop == Stop::end_of_turn && mend_.expansions() >= cap) stop = Stop::exhausted;
    if (stop == Stop::end_of_turn || stop == Stop::out_of_budget) return stop;
    expansions_ += mend_.expansions();
    mend_.dismiss();
    mended_ = stop == Stop::settled && is_within(domain, mend_.cost());
    return mended_ ? Stop::settled : Stop::exhausted;
}

template <Domain D, Direction direction>
Cost Detour<D, direction>::read_path(const D& domain, std::vector<StateId>& path) {
    path.clear();
    if (mended_) {
        path.assign(mend_.path().begin(), mend_.path().end());
        return mend_.cost() - cut_loops(domain, path);
    }
    const Cost cost = kernel_.read_path(space_.hops);
    if (cost >= infinite_cost) return cost;
    const NodeStore& nodes = kernel_.nodes();
    for (const StateId state : space_.hops) {
        if (!path.empty()) {
            const Cost hop = nodes[path.back()].rhs - nodes.g(state);
            const PlanStep* const first = entry(domain, state, path.back(), hop);
            if (first != nullptr)
                for (const PlanStep* s = &space_.steps[first->end] + 1; s <= first; ++s)
                    path.push_back(s->state);
        }
        path.push_back(state);
    }
    return cost - cut_loops(domain, path);
}

/// Pieces of the plan may lead over states that the path has been to; returns what that would cost.
template <Domain D, Direction direction>
Cost Detour<D, direction>::cut_loops(const D& domain, std::vector<StateId>& path) {
    Cost saved = 0;
    std::size_t kept = 0;
    for (const StateId state : path) {
        const std::size_t before = bounds_.mark(state);
        if (before >= kept || path[before] != state) {
            bounds_.set_mark(state, kept);
            path[kept++] = state;
            continue;
        }
        StateId next = state;
        for (; kept > before + 1; next = path[--kept])
            saved += edge_along<direction>(domain, path[kept - 1], next);
        saved += edge_along<direction>(domain, state, next);
    }
    path.resize(kept);
    return saved;
}

/// The step of the plan by which one comes from a state to the end of a piece at this cost; null when a plain
/// edge leads there.
template <Domain D, Direction direction>
const PlanStep* Detour<D, direction>::entry(const D& domain, StateId state, StateId end, Cost cost) const {
    const Informed view = informed(domain);
    const PlanStep* found = nullptr;
    bool is_plain = view.step_of(end) == nullptr;
    if (is_plain) return nullptr;
    visit_along<way>(domain, state, [&](StateId next, Cost edge) {
        if (edge >= infinite_cost) return;
        is_plain |= next == end && edge == cost;
        const PlanStep* const step = view.step_of(next);
        const PlanStep* const last = view.end_of_piece(step);
        if (found == nullptr && last != nullptr && last->state == end && edge + step->cost == cost)
            found = step;
    });
    return is_plain ? nullptr : found;
}

}  // namespace wend::search
