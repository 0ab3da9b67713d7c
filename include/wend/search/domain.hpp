#pragma once

// What a search sees of a planning problem: states by number, edges with costs, and lower bounds. A domain
// owns its states and knows what they mean; a search never does.
//
// What a domain promises:
//   - successors(s, visit) calls visit(t, c) for every edge s -> t; predecessors(t, visit) calls
//     visit(s, c) for the same edges. Neither allocates. An edge of `infinite_cost` is no edge. The order is
//     always the same.
//   - lower_bound(a, b) never exceeds the cost of any path from a to b and obeys the triangle inequality with
//     the edges: lower_bound(a, c) <= lower_bound(a, b) + cost(b, c), and the same from the other side. That
//     is what makes it consistent in both directions; lower_bound(a, a) is 0.
//   - between two calls of a search it changes only in what the search is told about.

#include <concepts>

#include "wend/search/cost.hpp"

namespace wend::search {

/// Stands for any visitor when the concept is checked; real visitors are lambdas, inlined.
struct AnyVisitor {
    void operator()(StateId, Cost) const noexcept {}
};

template <class D>
concept Domain = requires(const D& domain, StateId state, AnyVisitor visit) {
    domain.successors(state, visit);
    domain.predecessors(state, visit);
    { domain.lower_bound(state, state) } -> std::same_as<Cost>;
    { domain.state_count() } -> std::convertible_to<std::size_t>;
};

/// A domain whose states get their numbers when they are first seen: `state_count` grows during a search.
template <class D>
concept GrowingDomain = Domain<D> && requires {
    requires D::grows;
};

/// A domain that can tell of some states that no path leads through them to where a search wants to go.
template <class D>
concept KnowsDeadEnds = Domain<D> && requires(const D& domain, StateId state) {
    { domain.is_dead_end(state) } -> std::same_as<bool>;
};

/// A domain that trusts some of its bounds less: among equal keys these come last.
template <class D>
concept HasDoubts = Domain<D> && requires(const D& domain, StateId state) {
    { domain.is_doubtful(state) } -> std::same_as<bool>;
};

/// A domain that would rather have some states looked at before others. While a search trusts its lower
/// bounds too much anyway, a state's key grows by (inflation - 1) times its preference; at inflation 1
/// preferences do nothing, and before that a plan of such a domain has no bound.
template <class D>
concept PreferringDomain = Domain<D> && requires(const D& domain, StateId state) {
    { domain.preference(state) } -> std::same_as<Cost>;
};

/// A domain that knows how many edges a path between two states has at least if it costs at least so much.
template <class D>
concept CountsSteps = Domain<D> && requires(const D& domain, StateId state, Cost cost) {
    { domain.least_steps(state, state, cost) } -> std::convertible_to<std::uint64_t>;
};

/// Forward searches grow from the start along successors, backward ones from the goal along predecessors.
enum class Direction : unsigned char { forward, backward };

constexpr Direction opposite(Direction direction) noexcept {
    return direction == Direction::forward ? Direction::backward : Direction::forward;
}

/// The edges of `state` along the search's direction: successors when it runs forward.
template <Direction direction, Domain D, class Visit>
void visit_along(const D& domain, StateId state, Visit&& visit) {
    if constexpr (direction == Direction::forward)
        domain.successors(state, visit);
    else
        domain.predecessors(state, visit);
}

/// The lower bound between a state and the target that the search runs to.
template <Direction direction, Domain D>
Cost bound_between(const D& domain, StateId state, StateId target) {
    if constexpr (direction == Direction::forward)
        return domain.lower_bound(state, target);
    else
        return domain.lower_bound(target, state);
}

}  // namespace wend::search
