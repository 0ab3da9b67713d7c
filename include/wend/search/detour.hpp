#pragma once

// A search against the direction of the one that made the plan, guided by what that one knew: it runs down
// the old plan and bends around what became dearer, instead of taking costs back from everything behind it,
// which is what repairs cost in D* Lite and AD*. (Hernandez, Baier and Asin 2014, "Making A* run faster than
// D*-Lite": MPGAA*.) It is the same kernel, on a domain that knows more:
//
//   - its lower bounds are LearntBounds;
//   - what is left of the last plan, from its end back to where it broke, is a single edge for each of its
//     states, so that the search is over when it meets the rest of the plan on a best way;
//   - a state whose bound is infinite is a dead end.

#include <algorithm>
#include <span>
#include <vector>

#include "wend/search/learnt_bounds.hpp"
#include "wend/search/partial_path.hpp"

namespace wend::search {

/// A state on the rest of a plan and what it costs from there to the root of the search that made the plan.
struct RestOfPlan {
    StateId state = no_state;
    Cost cost = 0;
};

struct DetourSpace : Workspace {
    std::vector<RestOfPlan> rest;  ///< the root first
    std::vector<StateId> trail;    ///< expanded, to be learnt from

    [[nodiscard]] std::size_t bytes() const noexcept {
        return Workspace::bytes() + rest.capacity() * sizeof(RestOfPlan) + trail.capacity() * sizeof(StateId);
    }
};

/// The domain as a detour in the direction `way` sees it; every expansion leaves its state on the trail.
template <Domain D, Direction way>
class InformedDomain {
  public:
    static constexpr bool grows = GrowingDomain<D>;
    using Bounds = LearntBounds<D, opposite(way)>;

    InformedDomain(const D& domain, const Bounds& bounds, DetourSpace& space, StateId target) noexcept
        : domain_(domain), bounds_(bounds), space_(space), target_(target) {}

    [[nodiscard]] std::size_t state_count() const { return domain_.state_count(); }
    template <class Visit>
    void successors(StateId state, Visit&& visit) const {
        domain_.successors(state, visit);
        if constexpr (way == Direction::forward) leave(state, visit);
    }
    template <class Visit>
    void predecessors(StateId state, Visit&& visit) const {
        domain_.predecessors(state, visit);
        if constexpr (way == Direction::backward) leave(state, visit);
    }
    [[nodiscard]] Cost lower_bound(StateId from, StateId to) const {
        return bounds_(domain_, way == Direction::forward ? from : to);
    }
    [[nodiscard]] bool is_dead_end(StateId state) const { return bounds_(domain_, state) >= infinite_cost; }

    /// Where the state is on the rest of the plan; null when it is not.
    [[nodiscard]] const RestOfPlan* rest_from(StateId state) const noexcept {
        const std::size_t place = bounds_.place(state);
        if (place >= space_.rest.size() || space_.rest[place].state != state) return nullptr;
        return &space_.rest[place];
    }

  private:
    template <class Visit>
    void leave(StateId state, Visit&& visit) const {
        space_.trail.push_back(state);
        const RestOfPlan* const rest = rest_from(state);
        if (rest != nullptr && state != target_) visit(target_, rest->cost);
    }

    const D& domain_;
    const Bounds& bounds_;
    DetourSpace& space_;
    StateId target_;
};

/// `direction` is that of the search whose knowledge is used; the detour runs the other way.
template <Domain D, Direction direction>
class Detour {
  public:
    static constexpr Direction way = opposite(direction);

    explicit Detour(DetourSpace& space) noexcept : space_(space), kernel_(space) {}

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
        keep_rest(domain, route);
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
    /// Whether the rest of the plan still leads from here to the target within `inflation`.
    [[nodiscard]] bool keeps_plan(const D& domain, StateId state, Inflation inflation) const {
        const RestOfPlan* const rest = informed(domain).rest_from(state);
        return rest != nullptr && std::uint64_t{rest->cost} * Inflation::one <=
                                      std::uint64_t{bounds_(domain, state)} * inflation.steps();
    }
    [[nodiscard]] bool met_cost_limit() const noexcept { return planted_ && kernel_.met_cost_limit(); }
    [[nodiscard]] std::size_t visited() const noexcept { return kernel_.nodes().visited(); }

  private:
    using Informed = InformedDomain<D, way>;
    [[nodiscard]] Informed informed(const D& domain) const noexcept {
        return Informed(domain, bounds_, space_, target_);
    }
    void keep_rest(const D& domain, std::span<const StateId> route);

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
void Detour<D, direction>::keep_rest(const D& domain, std::span<const StateId> route) {
    std::vector<RestOfPlan>& rest = space_.rest;
    rest.clear();
    const auto at = [&](std::size_t i) {
        return direction == Direction::backward ? route[route.size() - 1 - i] : route[i];
    };
    Cost cost = 0;
    for (std::size_t i = 0; i < route.size(); ++i) {
        if (i > 0) {
            const Cost edge = way == Direction::forward ? edge_cost(domain, at(i), at(i - 1))
                                                        : edge_cost(domain, at(i - 1), at(i));
            if (edge >= infinite_cost || cost + edge >= max_path_cost) return;
            cost += edge;
        }
        const bool is_new = informed(domain).rest_from(at(i)) == nullptr;
        rest.push_back({at(i), cost});
        if (is_new) bounds_.set_place(at(i), i);
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
                       {.expansions = most > settled ? most - settled : std::uint64_t{0}});
}

template <Domain D, Direction direction>
Cost Detour<D, direction>::read_path(const D& domain, std::vector<StateId>& path) const {
    const Cost cost = kernel_.read_path(path);
    if (cost >= infinite_cost || path.size() < 2) return cost;
    const NodeStore& nodes = kernel_.nodes();
    const RestOfPlan* const rest = informed(domain).rest_from(path[1]);
    if (rest == nullptr || nodes[path[0]].rhs - nodes.g(path[1]) != rest->cost) return cost;
    const auto between = static_cast<std::size_t>(rest - space_.rest.data()) - 1;
    path.insert(path.begin() + 1, between, no_state);
    for (std::size_t i = 1; i <= between; ++i) path[i] = space_.rest[i].state;
    return cost;
}

}  // namespace wend::search
