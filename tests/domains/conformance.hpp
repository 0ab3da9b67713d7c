#pragma once

// What every domain promises (search/domain.hpp), checked on the part of it around some states: the two sides
// of every edge agree, costs are positive and finite, lower bounds are admissible against Dijkstra and
// consistent from both sides, and numbering depends on nothing but the order of sight.
//
// `expect_conformance(make, limits)` is the whole suite; make() returns something with `.domain()` and
// `.seeds()`, fresh each time.

#include <algorithm>
#include <queue>
#include <span>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "wend/base/rng.hpp"
#include "wend/search/domain.hpp"

namespace wend::test {

struct ConformanceLimits {
    std::size_t states = 400;   ///< looked at in full
    std::size_t settled = 400;  ///< by Dijkstra's search from each source
    std::size_t sources = 4;
};

struct DomainEdge {
    search::StateId from = 0;
    search::StateId to = 0;
    search::Cost cost = 0;
    friend auto operator<=>(const DomainEdge&, const DomainEdge&) = default;
};

/// Those that leave the state when seen forward, those that lead into it when seen backward.
template <search::Direction direction, search::Domain D>
std::vector<DomainEdge> edges_at(const D& domain, search::StateId state) {
    std::vector<DomainEdge> edges;
    search::visit_along<direction>(domain, state, [&](search::StateId other, search::Cost cost) {
        if (cost == search::infinite_cost) return;
        edges.push_back(direction == search::Direction::forward ? DomainEdge{state, other, cost}
                                                                : DomainEdge{other, state, cost});
    });
    return edges;
}
template <search::Domain D>
std::vector<DomainEdge> edges_from(const D& domain, search::StateId state) {
    return edges_at<search::Direction::forward>(domain, state);
}
template <search::Domain D>
std::vector<DomainEdge> edges_into(const D& domain, search::StateId state) {
    return edges_at<search::Direction::backward>(domain, state);
}

/// The states around the seeds, breadth first along both directions, at most so many.
template <search::Domain D>
std::vector<search::StateId> states_around(const D& domain, std::span<const search::StateId> seeds,
                                           std::size_t most) {
    std::vector<search::StateId> found;
    std::vector<bool> seen;
    const auto add = [&](search::StateId state) {
        if (state >= seen.size()) seen.resize(state + std::size_t{1});
        if (seen[state] || found.size() >= most) return;
        seen[state] = true;
        found.push_back(state);
    };
    for (const search::StateId seed : seeds) add(seed);
    for (std::size_t i = 0; i < found.size() && found.size() < most; ++i) {
        for (const DomainEdge& edge : edges_from(domain, found[i])) add(edge.to);
        for (const DomainEdge& edge : edges_into(domain, found[i])) add(edge.from);
    }
    return found;
}

template <search::Domain D>
void expect_inverse_moves(const D& domain, std::span<const search::StateId> states) {
    const auto cheapest = [](const std::vector<DomainEdge>& edges, const DomainEdge& wanted) {
        search::Cost least = search::infinite_cost;
        for (const DomainEdge& edge : edges)
            if (edge.from == wanted.from && edge.to == wanted.to) least = std::min(least, edge.cost);
        return least;
    };
    for (const search::StateId state : states) {
        const auto out = edges_from(domain, state), in = edges_into(domain, state);
        for (const DomainEdge& edge : out)
            ASSERT_EQ(cheapest(edges_into(domain, edge.to), edge), cheapest(out, edge))
                << "successor " << edge.from << " -> " << edge.to << " is no predecessor";
        for (const DomainEdge& edge : in)
            ASSERT_EQ(cheapest(edges_from(domain, edge.from), edge), cheapest(in, edge))
                << "predecessor " << edge.from << " -> " << edge.to << " is no successor";
    }
}

/// `free_edges`: edges of cost zero may exist, for instance into a set that stands for a goal.
template <search::Domain D>
void expect_sane_costs(const D& domain, std::span<const search::StateId> states, bool free_edges = false) {
    for (const search::StateId state : states)
        for (const DomainEdge& edge : edges_from(domain, state)) {
            ASSERT_LT(edge.cost, search::max_path_cost);
            ASSERT_TRUE(free_edges || edge.cost > 0) << edge.from << " -> " << edge.to;
        }
}

/// Costs of the nearest `settled` states from `source`, by Dijkstra's search along successors.
template <search::Domain D>
std::vector<std::pair<search::StateId, search::Cost>> nearest_states(const D& domain, search::StateId source,
                                                                     std::size_t settled) {
    using Item = std::pair<search::Cost, search::StateId>;
    std::priority_queue<Item, std::vector<Item>, std::greater<>> open;
    std::vector<bool> done;
    std::vector<std::pair<search::StateId, search::Cost>> found;
    open.push({0, source});
    while (!open.empty() && found.size() < settled) {
        const auto [cost, state] = open.top();
        open.pop();
        if (state >= done.size()) done.resize(state + std::size_t{1});
        if (done[state]) continue;
        done[state] = true;
        found.push_back({state, cost});
        for (const DomainEdge& edge : edges_from(domain, state)) open.push({cost + edge.cost, edge.to});
    }
    return found;
}

template <search::Domain D>
void expect_admissible_bounds(const D& domain, search::StateId source, std::size_t settled) {
    ASSERT_EQ(domain.lower_bound(source, source), 0u);
    for (const auto& [state, cost] : nearest_states(domain, source, settled))
        ASSERT_LE(domain.lower_bound(source, state), cost) << source << " -> " << state;
}

/// Triangle inequalities of bounds and edges, between `ends` and every edge of `states`.
template <search::Domain D>
void expect_consistent_bounds(const D& domain, std::span<const search::StateId> states,
                              std::span<const search::StateId> ends) {
    for (const search::StateId state : states)
        for (const DomainEdge& edge : edges_from(domain, state))
            for (const search::StateId end : ends) {
                ASSERT_LE(domain.lower_bound(end, edge.to), domain.lower_bound(end, edge.from) + edge.cost)
                    << "from " << end << " over " << edge.from << " -> " << edge.to;
                ASSERT_LE(domain.lower_bound(edge.from, end), edge.cost + domain.lower_bound(edge.to, end))
                    << "to " << end << " over " << edge.from << " -> " << edge.to;
            }
}

/// Two domains made alike number and order everything alike.
template <class Make>
void expect_deterministic_numbers(Make&& make, std::size_t most) {
    const auto record = [&] {
        auto made = make();
        std::vector<DomainEdge> seen;
        const std::vector<search::StateId> seeds = made.seeds();
        for (const search::StateId state : states_around(made.domain(), seeds, most)) {
            for (const DomainEdge& edge : edges_from(made.domain(), state)) seen.push_back(edge);
            for (const DomainEdge& edge : edges_into(made.domain(), state)) seen.push_back(edge);
        }
        return seen;
    };
    ASSERT_EQ(record() <=> record(), std::strong_ordering::equal);
}

template <class Make>
void expect_conformance(Make&& make, const ConformanceLimits& limits = {}, bool free_edges = false) {
    auto made = make();
    const auto& domain = made.domain();
    const std::vector<search::StateId> seeds = made.seeds();
    const std::vector<search::StateId> states = states_around(domain, seeds, limits.states);
    ASSERT_FALSE(states.empty());
    expect_inverse_moves(domain, states);
    expect_sane_costs(domain, states, free_edges);
    std::vector<search::StateId> ends(seeds);
    for (std::size_t i = 0; i < limits.sources; ++i)
        ends.push_back(states[i * states.size() / limits.sources]);
    for (const search::StateId source : ends) expect_admissible_bounds(domain, source, limits.settled);
    expect_consistent_bounds(domain, states, ends);
    expect_deterministic_numbers(make, limits.states / 4);
}

}  // namespace wend::test
