#include "mesh/structures/mesh_line.hpp"

#include <algorithm>
#include <cmath>

namespace wend::mesh {

namespace {

/// Lattice units beside a line that count as on it: coordinates in metres are rounded.
constexpr double beside_tolerance = 1e-6;

}  // namespace

std::optional<double> MeshLine::crossing(Vec2 one, Vec2 other) const noexcept {
    const double first = left_of(one), second = left_of(other);
    if (std::abs(second) <= beside_tolerance) return place_of(other);
    if ((first > 0) == (second > 0)) return std::nullopt;
    const double share = first / (first - second);
    return place_of(one) + (place_of(other) - place_of(one)) * share;
}

void find_triangles_along(const MeshView& view, const MeshLine& line, StampedSet& seen,
                          std::vector<TriangleIndex>& triangles) {
    const Triangulation& mesh = view.mesh();
    const Vec2 from = line.from, way = line.along * line.span;
    const auto touches = [&](Vec2 a, Vec2 b) {
        const double slack = 1e-9 * line.span * distance(a, b);
        const double one = cross(way, a - from), two = cross(way, b - from);
        if ((one > slack && two > slack) || (one < -slack && two < -slack)) return false;
        const double three = cross(b - a, from - a), four = cross(b - a, from + way - a);
        if ((three > slack && four > slack) || (three < -slack && four < -slack)) return false;
        const double beside = beside_tolerance * line.span;
        return std::max(dot(way, a - from), dot(way, b - from)) >= -beside &&
               std::min(dot(way, a - from), dot(way, b - from)) <= squared_length(way) + beside;
    };
    const std::size_t begin = triangles.size();
    const TriangleIndex first = mesh.locate(view.to_metres(from)).triangle;
    if (first == none) return;
    seen.resize(mesh.triangle_bound());
    seen.clear();
    seen.insert(first);
    triangles.push_back(first);
    for (std::size_t k = begin; k < triangles.size(); ++k)
        for (std::uint32_t i = 0; i < 3; ++i) {
            const HalfEdge h = Triangulation::half_edge(triangles[k], i);
            if (mesh.twin(h) == none || !touches(view.origin(h), view.target(h))) continue;
            const TriangleIndex beyond = Triangulation::triangle_of(mesh.twin(h));
            if (seen.insert(beyond)) triangles.push_back(beyond);
        }
}

void keep_positive(double start, double slope, EdgePart& part) noexcept {
    if (std::abs(slope) * (part.high - part.low) <= beside_tolerance) {
        if (start + slope * part.low < -2 * beside_tolerance) part.high = part.low - 1;
    } else if (slope > 0) {
        part.low = std::max(part.low, -start / slope);
    } else {
        part.high = std::min(part.high, -start / slope);
    }
}

std::optional<EdgePart> part_within(const MeshView& view, const MeshLine& line, TriangleIndex t) {
    EdgePart part{0, line.span};
    for (std::uint32_t i = 0; i < 3; ++i) {
        const HalfEdge h = Triangulation::half_edge(t, i);
        const Vec2 a = view.origin(h), edge = view.target(h) - a;
        const double length = wend::length(edge);
        keep_positive(cross(edge, line.from - a) / length, cross(edge, line.along) / length, part);
    }
    if (part.low > part.high) return std::nullopt;
    return part;
}

}  // namespace wend::mesh
