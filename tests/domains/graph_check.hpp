#pragma once

// A domain's whole graph, read through both directions, and Bellman and Ford's relaxation over it: an oracle
// that shares nothing with the searches.

#include <algorithm>
#include <iterator>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "wend/search/domain.hpp"

namespace wend::test {

struct WholeGraph {
    using Edge = std::tuple<search::StateId, search::StateId, search::Cost>;
    std::vector<Edge> forward, backward;  ///< sorted
    std::size_t states = 0;

    template <search::Domain D>
    explicit WholeGraph(const D& domain) : states(domain.state_count()) {
        for (search::StateId state = 0; state < states; ++state) {
            domain.successors(state, [&](search::StateId next, search::Cost cost) {
                if (cost < search::infinite_cost) forward.emplace_back(state, next, cost);
            });
            domain.predecessors(state, [&](search::StateId before, search::Cost cost) {
                if (cost < search::infinite_cost) backward.emplace_back(before, state, cost);
            });
        }
        std::sort(forward.begin(), forward.end());
        std::sort(backward.begin(), backward.end());
    }

    [[nodiscard]] std::vector<search::Cost> costs_to(search::StateId goal) const {
        std::vector<search::Cost> costs(states, search::infinite_cost);
        costs[goal] = 0;
        for (bool moved = true; moved;) {
            moved = false;
            for (const auto& [from, to, cost] : forward) {
                if (costs[to] == search::infinite_cost || costs[to] + cost >= costs[from]) continue;
                costs[from] = costs[to] + cost;
                moved = true;
            }
        }
        return costs;
    }
};

/// What the domain's promises are broken by, towards this goal; empty when they hold.
template <search::Domain D>
[[nodiscard]] std::string broken_promise(const D& domain, const WholeGraph& graph, search::StateId goal) {
    std::ostringstream what;
    if (graph.forward != graph.backward) what << "successors and predecessors disagree; ";
    const std::vector<search::Cost> costs = graph.costs_to(goal);
    for (search::StateId state = 0; state < graph.states; ++state)
        if (costs[state] < search::infinite_cost && domain.lower_bound(state, goal) > costs[state])
            what << "bound " << domain.lower_bound(state, goal) << " of " << state << " exceeds "
                 << costs[state] << "; ";
    for (const auto& [from, to, cost] : graph.forward) {
        if (cost == 0) what << "edge " << from << " -> " << to << " is free; ";
        if (domain.lower_bound(from, goal) > cost + domain.lower_bound(to, goal) ||
            domain.lower_bound(goal, to) > cost + domain.lower_bound(goal, from))
            what << "inconsistent along " << from << " -> " << to << "; ";
    }
    return what.str();
}

/// The first edge that is in one graph only while one of its ends was not told of; empty when there is none.
[[nodiscard]] inline std::string untold_change(const WholeGraph& before, const WholeGraph& after,
                                               std::vector<search::StateId> told) {
    std::sort(told.begin(), told.end());
    std::vector<WholeGraph::Edge> changed;
    std::set_symmetric_difference(before.forward.begin(), before.forward.end(), after.forward.begin(),
                                  after.forward.end(), std::back_inserter(changed));
    for (const auto& [from, to, cost] : changed)
        for (const search::StateId end : {from, to})
            if (!std::binary_search(told.begin(), told.end(), end))
                return "edge " + std::to_string(from) + " -> " + std::to_string(to) + " of cost " +
                       std::to_string(cost) + ": " + std::to_string(end) + " was not told of";
    return {};
}

}  // namespace wend::test
