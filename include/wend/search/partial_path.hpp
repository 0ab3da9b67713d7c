#pragma once

// What a search hands out when its budget ends before it has a plan: the best way towards the goal that it
// can vouch for edge by edge. A forward search has a tree from the start; a backward one has not reached the
// start yet, so it offers what is left of the last plan or else a descent along the lower bounds. Each
// function writes the states, the start first, and returns what they cost.

#include <algorithm>
#include <span>
#include <vector>

#include "wend/search/kernel.hpp"

namespace wend::search {

/// The cheapest edge from one state to another, infinite when there is none.
template <Domain D>
Cost edge_cost(const D& domain, StateId from, StateId to) {
    Cost best = infinite_cost;
    domain.successors(from, [&](StateId next, Cost edge) {
        if (next == to) best = std::min(best, edge);
    });
    return best;
}

/// The same, of an edge that a search in this direction goes along.
template <Direction direction, Domain D>
Cost edge_along(const D& domain, StateId from, StateId to) {
    return direction == Direction::forward ? edge_cost(domain, from, to) : edge_cost(domain, to, from);
}

/// From the root to the state of OPEN with the least lower bound to the target.
template <Direction direction, Domain D>
Cost path_to_frontier(const D& domain, const Kernel<D, direction>& kernel, std::vector<StateId>& path) {
    struct Candidate {
        Cost bound = infinite_cost;
        Cost rhs = infinite_cost;
        StateId state = no_state;
        auto operator<=>(const Candidate&) const = default;
    };
    const NodeStore& nodes = kernel.nodes();
    Candidate best;
    kernel.open().for_each([&](const OpenEntry& entry) {
        const StateId state = entry.state();
        if (nodes[state].rhs >= infinite_cost) return;
        best = std::min(best, {domain.lower_bound(state, kernel.target()), nodes[state].rhs, state});
    });
    path.clear();
    Cost cost = 0;
    for (StateId state = best.state; state != no_state && path.size() <= nodes.visited();
         state = nodes[state].parent) {
        path.push_back(state);
        if (state != kernel.root()) cost += nodes[state].rhs - nodes.g(nodes[state].parent);
    }
    if (path.empty() || path.back() != kernel.root()) {  // this way is just being taken back
        path.assign(1, kernel.root());
        return 0;
    }
    std::reverse(path.begin(), path.end());
    return cost;
}

/// Along `route` from where `start` lies on it, as far as its edges still exist.
template <Domain D>
Cost intact_part(const D& domain, std::span<const StateId> route, StateId start, std::vector<StateId>& path) {
    path.assign(1, start);
    Cost cost = 0;
    auto at = std::find(route.begin(), route.end(), start);
    if (at == route.end()) return 0;
    for (++at; at != route.end(); ++at) {
        const Cost edge = edge_cost(domain, path.back(), *at);
        if (edge >= infinite_cost || cost + edge >= max_path_cost) break;
        cost += edge;
        path.push_back(*at);
    }
    return cost;
}

/// From `start` always to the neighbour with the least lower bound to the goal, while it falls.
template <Domain D>
Cost greedy_descent(const D& domain, StateId start, StateId goal, std::vector<StateId>& path) {
    path.assign(1, start);
    Cost cost = 0;
    for (Cost bound = domain.lower_bound(start, goal);;) {
        StateId next = no_state;
        Cost step = infinite_cost;
        domain.successors(path.back(), [&](StateId state, Cost edge) {
            if (edge >= infinite_cost) return;
            const Cost here = domain.lower_bound(state, goal);
            if (here > bound || (here == bound && (next == no_state || state > next))) return;
            step = here == bound && state == next ? std::min(step, edge) : edge;
            bound = here;
            next = state;
        });
        if (next == no_state || cost + step >= max_path_cost) return cost;
        cost += step;
        path.push_back(next);
    }
}

}  // namespace wend::search
