#pragma once

// A search against the direction of the one that made the plan, guided by what that one knew: it runs down
// the old plan and bends around what became dearer, instead of taking costs back from everything behind it,
// which is what repairs cost in D* Lite and AD*. (Hernandez, Baier and Asin 2014, "Making A* run faster than
// D*-Lite": MPGAA*.) It is the same kernel, on a domain that knows more:
//
//   - its lower bounds are LearntBounds;
//   - from each state of the last plan a single edge leads along it to where it is broken next, or to its
//   end:
//     what is left of the plan is not searched step by step;
//   - a state whose bound is infinite is a dead end.

#include <algorithm>
#include <span>
#include <vector>

#include "wend/search/learnt_bounds.hpp"
#include "wend/search/partial_path.hpp"

namespace wend::search {

/// A state of a plan that broke into pieces. Each piece is counted from its end, which is where the detour
/// comes out of it.
struct PlanStep {
    StateId state = no_state;
    std::uint32_t end = 0;  ///< the piece's last step on the detour's way
    Cost cost = 0;          ///< to that end
};

struct DetourSpace : Workspace {
    std::vector<PlanStep> steps;  ///< of the last plan, its root first
    std::vector<StateId> trail;   ///< expanded, to be learnt from
    std::vector<StateId> hops;    ///< of the path that was found

    [[nodiscard]] std::size_t bytes() const noexcept {
        return Workspace::bytes() + steps.capacity() * sizeof(PlanStep) +
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
        domain_.successors(state, visit);
        if constexpr (way == Direction::forward) follow_plan(state, visit);
    }
    template <class Visit>
    void predecessors(StateId state, Visit&& visit) const {
        domain_.predecessors(state, visit);
        if constexpr (way == Direction::backward) follow_plan(state, visit);
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

  private:
    template <class Visit>
    void follow_plan(StateId state, Visit&& visit) const {
        const PlanStep* const step = step_of(state);
        if (step == nullptr) return;
        const StateId end = space_.steps[step->end].state;
        if (end != state) visit(end, step->cost);
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

    explicit Detour(DetourSpace& space) noexcept : space_(space), kernel_(space) {}

    void reserve(std::size_t state_count) { space_.nodes.ensure(state_count); }

    void take_over(const D& domain, Kernel<D, direction>& tree) {
        bounds_.take_over(domain, tree);
        target_ = tree.root();
        planted_ = false;
        space_.trail.clear();
    }

    /// The next detour begins at `from`; `route` is the last plan in the order of its steps.
    void begin(const D& domain, StateId from, std::span<const StateId> route, Inflation inflation) {
        learn(domain);
        from_ = from;
        expansions_ = 0;
        inflate(domain, inflation);
        cut_up(domain, route);
    }

    /// Keeps what was found so far; before edges change.
    void learn(const D& domain);
    /// Edges around the states changed, after `learn`.
    void change(const D& domain, std::span<const StateId> states) {
        for (const StateId state : states) bounds_.reconsider(domain, state);
    }
    void inflate(const D& domain, Inflation inflation);

    /// Until `most` expansions since `begin`.
    Stop run(const D& domain, Budget& budget, std::uint64_t most);

    /// Appends the path that was found, target first, and returns its cost; infinite when there is none.
    [[nodiscard]] Cost read_path(const D& domain, std::vector<StateId>& path) const;
    /// Whether the last plan still leads from here to the target, and is within `inflation` of the best.
    [[nodiscard]] bool keeps_plan(const D& domain, StateId state, Inflation inflation) const {
        const PlanStep* const step = informed(domain).step_of(state);
        return step != nullptr && step->end == 0 &&
               std::uint64_t{step->cost} * Inflation::one <=
                   std::uint64_t{bounds_(domain, state)} * inflation.steps();
    }
    /// Of the cost that the detour will find; 0 while bounds are being lowered.
    [[nodiscard]] Cost bound(const D& domain) const {
        return bounds_.is_settled() ? bounds_(domain, from_) : 0;
    }
    [[nodiscard]] bool met_cost_limit() const noexcept { return planted_ && kernel_.met_cost_limit(); }
    [[nodiscard]] std::size_t visited() const noexcept { return kernel_.nodes().visited(); }

  private:
    using Informed = InformedDomain<D, way>;
    [[nodiscard]] Informed informed(const D& domain) const noexcept {
        return Informed(domain, bounds_, space_);
    }
    void cut_up(const D& domain, std::span<const StateId> route);

    DetourSpace& space_;
    Kernel<Informed, way> kernel_;
    LearntBounds<D, direction> bounds_;
    StateId from_ = no_state;
    StateId target_ = no_state;
    Inflation inflation_;
    std::uint64_t expansions_ = 0;
    bool planted_ = false;
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
    inflation_ = inflation;
    kernel_.inflate(inflation, true);
    if (!planted_) return;
    kernel_.begin_round(informed(domain));
    kernel_.rekey(informed(domain));
}

template <Domain D, Direction direction>
void Detour<D, direction>::cut_up(const D& domain, std::span<const StateId> route) {
    std::vector<PlanStep>& steps = space_.steps;
    steps.clear();
    for (std::size_t i = 0; i < route.size(); ++i) {
        const StateId state = direction == Direction::backward ? route[route.size() - 1 - i] : route[i];
        const auto own = static_cast<std::uint32_t>(i);
        PlanStep step{state, own, 0};
        if (i > 0) {
            const PlanStep& next = steps.back();
            const Cost edge = way == Direction::forward ? edge_cost(domain, state, next.state)
                                                        : edge_cost(domain, next.state, state);
            if (edge < infinite_cost && next.cost + edge < max_path_cost)
                step = {state, next.end, next.cost + edge};
        }
        const bool is_new = informed(domain).step_of(state) == nullptr;
        steps.push_back(step);
        if (is_new) bounds_.set_place(state, i);
    }
}

template <Domain D, Direction direction>
Stop Detour<D, direction>::run(const D& domain, Budget& budget, std::uint64_t most) {
    if (!planted_) {
        const Stop stop = bounds_.settle(domain, budget, expansions_, most);
        if (stop != Stop::settled) return stop;
        if (bounds_(domain, from_) >= infinite_cost) return Stop::exhausted;
        kernel_.plant(informed(domain), from_, target_);
        planted_ = true;
    }
    const std::uint64_t settled = expansions_;
    return kernel_.run(informed(domain), budget,
                       {.expansions = most > settled ? most - settled : 0, .trail = &space_.trail});
}

template <Domain D, Direction direction>
Cost Detour<D, direction>::read_path(const D& domain, std::vector<StateId>& path) const {
    const Cost cost = kernel_.read_path(space_.hops);
    path.clear();
    if (cost >= infinite_cost) return cost;
    const NodeStore& nodes = kernel_.nodes();
    for (const StateId state : space_.hops) {
        const PlanStep* const step = path.empty() ? nullptr : informed(domain).step_of(state);
        if (step != nullptr && space_.steps[step->end].state == path.back() &&
            nodes[path.back()].rhs - nodes.g(state) == step->cost)
            for (const PlanStep* s = &space_.steps[step->end] + 1; s < step; ++s) path.push_back(s->state);
        path.push_back(state);
    }
    return cost;
}

}  // namespace wend::search
