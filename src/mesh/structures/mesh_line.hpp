#pragma once

// Straight lines over a mesh: exits, and lines that something is seen through.

#include <optional>
#include <vector>

#include "mesh/mesh_view.hpp"
#include "mesh/stamped.hpp"
#include "mesh/structures/edge_distance.hpp"

namespace wend::mesh {

/// Places along a line that are less apart are one, lattice units.
constexpr double place_tolerance = 1e-6;

/// Lattice units.
struct MeshLine {
    Vec2 from;
    Vec2 along;  ///< of length 1
    double span = 0;

    [[nodiscard]] static MeshLine between(Vec2 from, Vec2 to) noexcept {
        const double span = distance(from, to);
        return {from, (to - from) / span, span};
    }
    [[nodiscard]] Vec2 at(double place) const noexcept { return from + along * place; }
    [[nodiscard]] double place_of(Vec2 p) const noexcept { return dot(p - from, along); }
    /// How far to its left.
    [[nodiscard]] double left_of(Vec2 p) const noexcept { return cross(along, p - from); }
    /// Where the way from one point to another crosses it or what continues it, if it does.
    [[nodiscard]] std::optional<double> crossing(Vec2 one, Vec2 other) const noexcept;
};

/// All triangles that the line goes through or touches, blocked ones as well.
void find_triangles_along(const MeshView& view, const MeshLine& line, StampedSet& seen,
                          std::vector<TriangleIndex>& triangles);

/// What of the line is in the triangle, by the distance from where it begins.
[[nodiscard]] std::optional<EdgePart> part_within(const MeshView& view, const MeshLine& line,
                                                  TriangleIndex t);

/// What of a part has start + slope * place at least 0, by more than a rounding less.
void keep_positive(double start, double slope, EdgePart& part) noexcept;

}  // namespace wend::mesh
