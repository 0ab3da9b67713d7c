#pragma once

// A small directed graph that changes, as a search domain, and an oracle that shares nothing with the
// searches: Bellman and Ford's relaxation of every edge until nothing moves.
//
// States sit on a line and an edge never costs less than the distance of its ends, so that this distance is a
// consistent lower bound whatever else changes; states at the same place may be joined by edges of cost zero.

#include <cstdint>
#include <ostream>
#include <vector>

#include "wend/base/rng.hpp"
#include "wend/search/domain.hpp"

namespace wend::test {

using search::Cost;
using search::infinite_cost;
using search::StateId;

struct Edge {
    StateId from = 0;
    StateId to = 0;
    Cost cost = 0;
};

class Graph {
  public:
    explicit Graph(std::size_t states) : place_(states), blocked_(states), out_(states), in_(states) {}

    static Graph random(Rng& rng) {
        const std::size_t states = 2 + rng.below(22);
        Graph graph(states);
        const std::uint64_t places = 1 + rng.below(6);
        for (Cost& place : graph.place_) place = static_cast<Cost>(rng.below(places));
        const std::uint64_t edges = rng.below(4 * states);
        for (std::uint64_t i = 0; i < edges; ++i) {
            const auto from = static_cast<StateId>(rng.below(states)),
                       to = static_cast<StateId>(rng.below(states));
            graph.add({from, to, static_cast<Cost>(graph.least(from, to) + rng.below(3))});
            if (rng.below(2) == 0)
                graph.add({to, from, static_cast<Cost>(graph.least(from, to) + rng.below(3))});
        }
        return graph;
    }

    void add(const Edge& edge) {
        out_[edge.from].push_back(static_cast<std::uint32_t>(edges_.size()));
        in_[edge.to].push_back(static_cast<std::uint32_t>(edges_.size()));
        edges_.push_back(edge);
    }
    void set_place(StateId state, Cost place) { place_[state] = place; }
    void set_cost(std::size_t edge, Cost cost) { edges_[edge].cost = cost; }
    void set_blocked(StateId state, bool blocked) { blocked_[state] = blocked; }
    [[nodiscard]] bool is_blocked(StateId state) const { return blocked_[state]; }
    [[nodiscard]] const std::vector<Edge>& edges() const { return edges_; }
    [[nodiscard]] Cost least(StateId a, StateId b) const {
        return place_[a] < place_[b] ? place_[b] - place_[a] : place_[a] - place_[b];
    }
    /// The state and everything it has an edge with.
    [[nodiscard]] std::vector<StateId> around(StateId state) const {
        std::vector<StateId> states{state};
        for (const std::uint32_t e : out_[state]) states.push_back(edges_[e].to);
        for (const std::uint32_t e : in_[state]) states.push_back(edges_[e].from);
        return states;
    }
    [[nodiscard]] bool exists(const Edge& edge) const {
        return edge.cost < infinite_cost && !blocked_[edge.from] && !blocked_[edge.to];
    }

    [[nodiscard]] std::size_t state_count() const { return place_.size(); }
    template <class Visit>
    void successors(StateId state, Visit&& visit) const {
        for (const std::uint32_t e : out_[state])
            if (exists(edges_[e])) visit(edges_[e].to, edges_[e].cost);
    }
    template <class Visit>
    void predecessors(StateId state, Visit&& visit) const {
        for (const std::uint32_t e : in_[state])
            if (exists(edges_[e])) visit(edges_[e].from, edges_[e].cost);
    }
    [[nodiscard]] Cost lower_bound(StateId from, StateId to) const { return least(from, to); }

    /// Costs from `start` to every state.
    [[nodiscard]] std::vector<Cost> oracle(StateId start) const {
        std::vector<Cost> cost(state_count(), infinite_cost);
        cost[start] = 0;
        for (bool moved = true; moved;) {
            moved = false;
            for (const Edge& edge : edges_) {
                if (!exists(edge) || cost[edge.from] >= infinite_cost) continue;
                if (cost[edge.from] + edge.cost >= cost[edge.to]) continue;
                cost[edge.to] = cost[edge.from] + edge.cost;
                moved = true;
            }
        }
        return cost;
    }

    /// What a path costs edge by edge, infinite when one of them is missing.
    [[nodiscard]] Cost path_cost(const std::vector<StateId>& path) const {
        Cost sum = 0;
        for (std::size_t i = 1; i < path.size(); ++i) {
            Cost best = infinite_cost;
            for (const Edge& edge : edges_)
                if (edge.from == path[i - 1] && edge.to == path[i] && exists(edge) && edge.cost < best)
                    best = edge.cost;
            if (best == infinite_cost) return infinite_cost;
            sum += best;
        }
        return sum;
    }

  private:
    std::vector<Cost> place_;
    std::vector<bool> blocked_;
    std::vector<Edge> edges_;
    std::vector<std::vector<std::uint32_t>> out_, in_;
};

}  // namespace wend::test
