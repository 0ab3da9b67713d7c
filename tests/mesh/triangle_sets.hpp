#pragma once

// The triangles of a mesh as a set that does not depend on their numbers, to compare two meshes.

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "wend/mesh/triangulation.hpp"

namespace wend::mesh::test {

using Corners = std::array<LatticePoint, 3>;

/// A triangle whatever its index: smallest corner first.
inline Corners corners_of(const Triangulation& mesh, TriangleIndex t) {
    Corners p;
    for (std::uint32_t k = 0; k < 3; ++k)
        p[k] = mesh.lattice_position(mesh.vertex(Triangulation::half_edge(t, k)));
    std::rotate(p.begin(), std::min_element(p.begin(), p.end()), p.end());
    return p;
}

inline std::set<std::pair<Corners, bool>> triangles_of(const Triangulation& mesh) {
    std::set<std::pair<Corners, bool>> all;
    for (TriangleIndex t = 0; t < mesh.triangle_bound(); ++t)
        if (mesh.is_triangle(t)) all.insert({corners_of(mesh, t), mesh.is_blocked(t)});
    return all;
}

}  // namespace wend::mesh::test
