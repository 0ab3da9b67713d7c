#pragma once

// Corridors of a MeshGraph: triangles in which nothing is to be decided, walked through within one move.
//
// In a triangle with one corner that fits, whoever enters by one side of the corner leaves by the other. A
// search has nothing to choose there (Demyen and Buro 2006 search only triangles of degree three), so an edge
// that leads into such a triangle is passed and is no state: the moves that meet on it become one that costs
// their sum. What is left are edges into junctions and into triangles where something ends. No way is lost
// and none becomes cheaper.
//
// Both directions follow the same corner, so moves stay each other's inverses; and since a corridor is left
// by one edge for each that it is entered by, at most one move joins two states that are edges.

#include "wend/domains/static_mesh_moves.hpp"

namespace wend::domains {

/// Whoever does not mind where a move leads through.
struct ThroughAnything {
    bool operator()(const Place&) const noexcept { return true; }
};

inline MeshGraph::Corridor MeshGraph::corridor(std::uint32_t layer,
                                               mesh::TriangleIndex triangle) const noexcept {
    using Mesh = mesh::Triangulation;
    if (options_.most_parts > 1) return {};
    bool ends_here = false;
    for_each_in_triangle(sinks_, layer, triangle, [&](const Foothold&) { ends_here = true; });
    if (ends_here) return {};
    const Mesh& mesh = floor(layer);
    Corridor found{true, mesh::none};
    for (std::uint32_t i = 0; i < 3; ++i) {
        const mesh::HalfEdge corner = Mesh::half_edge(triangle, i);
        if (!fits(mesh, corner) || mesh.is_wall(corner) || mesh.is_wall(Mesh::previous(corner))) continue;
        if (found.corner != mesh::none) return {};
        found.corner = corner;
    }
    return found;
}

/// Goes on from an edge that was just reached at `cost` to where the move ends: visit(state, cost).
template <class Price, class Through, class Visit>
void MeshGraph::walk_on(StateId first, const MeshMove& move, Price&& price, Through&& through,
                        Visit&& visit) const {
    using Mesh = mesh::Triangulation;
    StateId at = first;
    Vec2 point = move.to;
    Cost cost = price(move);
    while (at >= first_edge_) {
        const Edge entry = edge(at);
        const mesh::TriangleIndex triangle = Mesh::triangle_of(entry.half_edge);
        const Corridor corridor = this->corridor(entry.layer, triangle);
        if (!corridor.is_one) break;
        const mesh::HalfEdge exit = corridor.other_side(entry.half_edge);
        if (exit == mesh::none || !through(Place{entry.layer, point, 0})) return;
        const Edge next{entry.layer, floor(entry.layer).twin(exit), 0};
        at = state(next);
        if (at == first) return;  // once around
        const Vec2 to = crossing(next.layer, next.half_edge, 0);
        cost = std::min(cost + price(MeshMove{entry.layer, triangle, point, to, 0}), search::infinite_cost);
        point = to;
    }
    visit(at, cost);
}

template <class Price, class Through, class Visit>
void MeshGraph::successors(StateId from, Price&& price, Through&& through, Visit&& visit) const {
    if (is_passed(from)) return;
    for_each_out(from,
                 [&](StateId next, const MeshMove& move) { walk_on(next, move, price, through, visit); });
}

template <class Price, class Through, class Visit>
void MeshGraph::predecessors(StateId to, Price&& price, Through&& through, Visit&& visit) const {
    if (is_passed(to)) return;
    walk_back(to, price, through, visit);
}

/// Of the edges by which a triangle is entered all are passed or none, and of a corridor there is only one.
template <class Price, class Through, class Visit>
void MeshGraph::walk_back(StateId to, Price&& price, Through&& through, Visit&& visit) const {
    Cost cost = 0;
    for (StateId at = to; at != search::no_state;) {
        StateId passed = search::no_state;
        const Cost so_far = cost;
        for_each_in(at, [&](StateId before, const MeshMove& move) {
            const Cost sum = std::min(so_far + price(move), search::infinite_cost);
            if (!is_passed(before)) {
                visit(before, sum);
            } else if (through(Place{move.layer, move.from, 0})) {
                passed = before;
                cost = sum;
            }
        });
        at = passed == to ? search::no_state : passed;
    }
}

template <class Visit>
void MeshGraph::for_each_end(StateId state, Visit&& visit) const {
    const auto free = [](const MeshMove&) { return Cost{0}; };
    const auto tell = [&](StateId end, Cost) { visit(end); };
    for_each_out(state, [&](StateId next, const MeshMove& move) {
        walk_on(next, move, free, ThroughAnything{}, tell);
    });
    walk_back(state, free, ThroughAnything{}, tell);
}

}  // namespace wend::domains
