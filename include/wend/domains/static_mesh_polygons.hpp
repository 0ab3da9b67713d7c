#pragma once

// The polygons of a MeshGraph: which edges of triangles are states of a search and which are passed within a
// move.
//
// Pockets. Behind a side from which a few triangles on there is no way but back, and where nothing begins or
// ends, nobody has anything to look for: such a side counts as a wall.
//
// Corridors. In a triangle with one corner that is left, whoever enters by one side of the corner leaves by
// the other. A search has nothing to choose there (Demyen and Buro 2006 search only triangles of degree
// three), so an edge that leads into such a triangle is passed.
//
// Quadrilaterals. Of triangles that do leave a choice, two that share the longest side of both are one
// polygon with up to three ways on, and their common side is passed. Whether it is one depends on the two
// alone.
//
// Moves that meet on a passed edge become one that costs their sum; no way is lost and none becomes cheaper.
// Both directions pass the same edges, so moves stay each other's inverses. Of the edges by which a triangle
// can be entered at most one is passed, or it is a corridor: so there is one way back, and at most one move
// between two states that are edges. After a quadrilateral come corridors at most, then a state: the ways on
// from an edge are few.

#include "wend/domains/static_mesh_moves.hpp"

namespace wend::domains {

/// Whoever does not mind where a move leads through.
struct ThroughAnything {
    bool operator()(const Place&) const noexcept { return true; }
};

inline bool MeshGraph::is_pocket(std::uint32_t layer, mesh::HalfEdge h, std::uint32_t depth,
                                 bool is_empty) const noexcept {
    using Mesh = mesh::Triangulation;
    if (depth == 0) return false;
    const Mesh& mesh = floor(layer);
    for (const mesh::HalfEdge corner : {h, Mesh::next(h)}) {
        const mesh::HalfEdge exit = corner == h ? Mesh::previous(h) : corner;
        if (is_passable(mesh, corner) && !is_pocket(layer, mesh.twin(exit), depth - 1, is_empty))
            return false;
    }
    return is_empty || (!has_foothold(sources_, layer, Mesh::triangle_of(h)) &&
                        !has_foothold(sinks_, layer, Mesh::triangle_of(h)));
}

inline MeshGraph::Corridor MeshGraph::corridor(std::uint32_t layer,
                                               mesh::TriangleIndex triangle) const noexcept {
    using Mesh = mesh::Triangulation;
    if (options_.most_parts > 1 || has_foothold(sinks_, layer, triangle)) return {};
    const Mesh& mesh = floor(layer);
    std::array<mesh::HalfEdge, 3> corners{};
    std::size_t count = 0;
    for (std::uint32_t i = 0; i < 3; ++i)
        if (const mesh::HalfEdge corner = Mesh::half_edge(triangle, i); is_passable(mesh, corner))
            corners[count++] = corner;
    if (count == 0) return {true, mesh::none};
    if (count == 1) return {true, corners[0]};
    Corridor found{true, mesh::none};
    const auto is_side_of_pocket = [&](mesh::HalfEdge side) {
        return is_pocket(layer, mesh.twin(side), pocket_depth, false);
    };
    for (std::size_t i = 0; i < count; ++i) {
        if (is_side_of_pocket(corners[i]) || is_side_of_pocket(Mesh::previous(corners[i]))) continue;
        if (found.corner != mesh::none) return {};
        found.corner = corners[i];
    }
    return found;
}

inline MeshGraph::Role MeshGraph::role(StateId state) const noexcept {
    if (state < first_edge_) return Role::state;
    const Edge at = edge(state);
    if (!exists(at)) return Role::idle;
    const Corridor corridor = this->corridor(at.layer, mesh::Triangulation::triangle_of(at.half_edge));
    if (corridor.is_one) return corridor.other_side(at.half_edge) == mesh::none ? Role::idle : Role::passed;
    return is_diagonal(at.layer, at.half_edge) ? Role::passed : Role::state;
}

inline bool MeshGraph::passes_to(StateId passed, StateId next) const noexcept {
    const Edge at = edge(passed);
    const Corridor corridor = this->corridor(at.layer, mesh::Triangulation::triangle_of(at.half_edge));
    if (!corridor.is_one) return true;
    const mesh::HalfEdge exit = corridor.other_side(at.half_edge);
    return state({at.layer, floor(at.layer).twin(exit), 0}) == next;
}

inline bool MeshGraph::is_diagonal(std::uint32_t layer, mesh::HalfEdge h) const noexcept {
    using Mesh = mesh::Triangulation;
    if (options_.most_parts > 1) return false;
    const Mesh& mesh = floor(layer);
    const mesh::HalfEdge twin = mesh.twin(h);
    const auto square = [&](mesh::HalfEdge side) {
        return squared_length(mesh.position(mesh.vertex(side)) -
                              mesh.position(mesh.vertex(Mesh::next(side))));
    };
    const double own = square(h);
    for (const mesh::HalfEdge side : {h, twin})
        if (square(Mesh::next(side)) >= own || square(Mesh::previous(side)) >= own) return false;
    return !corridor(layer, Mesh::triangle_of(h)).is_one && !corridor(layer, Mesh::triangle_of(twin)).is_one;
}

/// Goes on from where a move in one triangle leads, at `cost` before it, to all ends: visit(state, cost).
template <class Price, class Through, class Visit>
void MeshGraph::walk_on(StateId first, const MeshMove& move, Cost cost, const Price& price,
                        const Through& through, const Visit& visit) const {
    using Mesh = mesh::Triangulation;
    StateId at = first;
    Vec2 point = move.to;
    cost = std::min(cost + price(move), search::infinite_cost);
    while (at >= first_edge_) {
        const Edge entry = edge(at);
        const mesh::TriangleIndex triangle = Mesh::triangle_of(entry.half_edge);
        const Corridor corridor = this->corridor(entry.layer, triangle);
        if (!corridor.is_one) {
            if (!is_diagonal(entry.layer, entry.half_edge)) break;
            if (!through(Place{entry.layer, point, 0})) return;
            return for_each_out(at, [&](StateId next, const MeshMove& on) {
                walk_on(next, on, cost, price, through, visit);
            });
        }
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
void MeshGraph::successors(StateId from, const Price& price, const Through& through,
                           const Visit& visit) const {
    if (role(from) != Role::state) return;
    for_each_out(from,
                 [&](StateId next, const MeshMove& move) { walk_on(next, move, 0, price, through, visit); });
}

template <class Price, class Through, class Visit>
void MeshGraph::predecessors(StateId to, const Price& price, const Through& through,
                             const Visit& visit) const {
    if (role(to) != Role::state) return;
    walk_back(to, price, through, visit);
}

template <class Price, class Through, class Visit>
void MeshGraph::walk_back(StateId to, const Price& price, const Through& through, const Visit& visit) const {
    Cost cost = 0;
    StateId first = search::no_state;
    for (StateId at = to; at != search::no_state;) {
        StateId passed = search::no_state;
        const Cost so_far = cost;
        for_each_in(at, [&](StateId before, const MeshMove& move) {
            const Role part = role(before);
            if (part == Role::idle) return;
            const Cost sum = std::min(so_far + price(move), search::infinite_cost);
            if (part == Role::state) {
                visit(before, sum);
            } else if (passes_to(before, at) && through(Place{move.layer, move.from, 0})) {
                passed = before;
                cost = sum;
            }
        });
        at = passed == first ? search::no_state : passed;  // at most once around
        if (first == search::no_state) first = passed;
    }
}

template <class Visit>
void MeshGraph::for_each_end(StateId state, Visit&& visit) const {
    const auto free = [](const MeshMove&) { return Cost{0}; };
    const auto tell = [&](StateId end, Cost) { visit(end); };
    for_each_out(state, [&](StateId next, const MeshMove& move) {
        walk_on(next, move, 0, free, ThroughAnything{}, tell);
    });
    walk_back(state, free, ThroughAnything{}, tell);
}

}  // namespace wend::domains
