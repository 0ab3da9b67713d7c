#pragma once

// The moves of a MeshGraph, both ways. Every move stays in one triangle: it begins at an edge by which the
// triangle is entered or at a foothold inside it, and ends at an edge by which it is left or at a foothold.
// Both directions apply the same four tests.

#include <algorithm>

#include "wend/domains/static_mesh_graph.hpp"

namespace wend::domains {

template <class Visit>
void MeshGraph::for_each_in_triangle(const Footholds& list, std::uint32_t layer, mesh::TriangleIndex triangle,
                                     Visit&& visit) {
    auto at = list.begin();
    if (list.size() > 8) at = std::lower_bound(at, list.end(), Foothold{layer, triangle, 0, {}, 0});
    for (; at != list.end() && (at->layer < layer || (at->layer == layer && at->triangle <= triangle)); ++at)
        if (at->layer == layer && at->triangle == triangle) visit(*at);
}

/// Calls visit(state, crossing) for every part of the edge.
template <class Visit>
void MeshGraph::visit_edge(std::uint32_t layer, mesh::HalfEdge h, Visit&& visit) const {
    const std::uint32_t count = parts(layer, h);
    for (std::uint32_t part = 0; part < count; ++part)
        visit(state({layer, h, part}), crossing(layer, h, part));
}

template <class Visit>
void MeshGraph::for_each_around(std::uint32_t layer, mesh::TriangleIndex triangle, Visit&& visit) const {
    const mesh::Triangulation& mesh = floor(layer);
    for (std::uint32_t corner = 0; corner < 3; ++corner) {
        const mesh::HalfEdge h = mesh::Triangulation::half_edge(triangle, corner), twin = mesh.twin(h);
        for (std::uint32_t part = 0; part < options_.most_parts; ++part) {
            visit(state({layer, h, part}));
            if (twin != mesh::none) visit(state({layer, twin, part}));
        }
    }
    for (const Footholds* list : {&sources_, &sinks_})
        for_each_in_triangle(*list, layer, triangle,
                             [&](const Foothold& foothold) { visit(foothold.state); });
}

template <class Visit>
void MeshGraph::for_each_out(StateId from, Visit&& visit) const {
    using Mesh = mesh::Triangulation;
    if (from >= first_edge_) {
        const Edge at = edge(from);
        const Mesh& mesh = floor(at.layer);
        if (!exists(at)) return;
        const mesh::HalfEdge h = at.half_edge;
        const mesh::TriangleIndex triangle = Mesh::triangle_of(h);
        const Vec2 start = crossing(at.layer, h, at.part);
        const auto leave = [&](mesh::HalfEdge exit, mesh::HalfEdge corner) {
            if (mesh.is_wall(exit) || !fits(mesh, corner)) return;
            visit_edge(at.layer, mesh.twin(exit), [&](StateId next, Vec2 point) {
                visit(next, MeshMove{at.layer, triangle, start, point, 0});
            });
        };
        leave(Mesh::next(h), Mesh::next(h));
        leave(Mesh::previous(h), h);
        for_each_in_triangle(sinks_, at.layer, triangle, [&](const Foothold& sink) {
            if (can_leave(mesh, sink.point, h, options_.radius))
                visit(sink.state, MeshMove{at.layer, triangle, start, sink.point, 0});
        });
        return;
    }
    for (const Foothold& source : sources_) {
        if (source.state != from) continue;
        const Mesh& mesh = floor(source.layer);
        const auto move_to = [&](StateId next, Vec2 point) {
            visit(next, MeshMove{source.layer, source.triangle, source.point, point, source.fixed});
        };
        for (std::uint32_t corner = 0; corner < 3; ++corner) {
            const mesh::HalfEdge exit = Mesh::half_edge(source.triangle, corner);
            if (can_leave(mesh, source.point, exit, options_.radius))
                visit_edge(source.layer, mesh.twin(exit), move_to);
        }
        for_each_in_triangle(sinks_, source.layer, source.triangle, [&](const Foothold& sink) {
            if (sink.state != from &&
                can_move_within(mesh, source.triangle, source.point, sink.point, options_.radius))
                move_to(sink.state, sink.point);
        });
    }
}

template <class Visit>
void MeshGraph::for_each_in(StateId to, Visit&& visit) const {
    using Mesh = mesh::Triangulation;
    if (to >= first_edge_) {
        const Edge at = edge(to);
        const Mesh& mesh = floor(at.layer);
        if (!exists(at)) return;
        const mesh::HalfEdge h = at.half_edge;
        const mesh::HalfEdge exit = mesh.twin(h);
        const mesh::TriangleIndex triangle = Mesh::triangle_of(exit);
        const Vec2 end = crossing(at.layer, h, at.part);
        const auto enter = [&](mesh::HalfEdge entry, mesh::HalfEdge corner) {
            if (mesh.is_wall(entry) || !fits(mesh, corner)) return;
            visit_edge(at.layer, entry, [&](StateId before, Vec2 point) {
                visit(before, MeshMove{at.layer, triangle, point, end, 0});
            });
        };
        enter(Mesh::next(exit), Mesh::next(exit));
        enter(Mesh::previous(exit), exit);
        for_each_in_triangle(sources_, at.layer, triangle, [&](const Foothold& source) {
            if (can_leave(mesh, source.point, exit, options_.radius))
                visit(source.state, MeshMove{at.layer, triangle, source.point, end, source.fixed});
        });
        return;
    }
    for (const Foothold& sink : sinks_) {
        if (sink.state != to) continue;
        const Mesh& mesh = floor(sink.layer);
        for (std::uint32_t corner = 0; corner < 3; ++corner) {
            const mesh::HalfEdge entry = Mesh::half_edge(sink.triangle, corner);
            if (!can_leave(mesh, sink.point, entry, options_.radius)) continue;
            visit_edge(sink.layer, entry, [&](StateId before, Vec2 point) {
                visit(before, MeshMove{sink.layer, sink.triangle, point, sink.point, 0});
            });
        }
        for_each_in_triangle(sources_, sink.layer, sink.triangle, [&](const Foothold& source) {
            if (source.state != to &&
                can_move_within(mesh, sink.triangle, source.point, sink.point, options_.radius))
                visit(source.state,
                      MeshMove{sink.layer, sink.triangle, source.point, sink.point, source.fixed});
        });
    }
}

}  // namespace wend::domains
