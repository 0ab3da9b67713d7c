#pragma once

// A taut string that is free is the shortest path of its homotopy class: in the plane locally shortest paths
// are unique up to homotopy. So where whatever leaves a corridor cannot come back to it without being longer
// than the string, the string is the shortest path of all, and nothing else need be looked at. In buildings
// most corridors are like that; among scattered obstacles the first of them tells that this one is not.

#include <span>

#include "mesh/disc_check.hpp"
#include "mesh/mesh_view.hpp"

namespace wend::mesh {

struct PathEnd {
    Vec2 point;  ///< lattice units
    Location at;
};

/// No path of a disc from start to goal that is shorter than `length`, lattice units, leaves the corridor of
/// these portals other than to return where it left. False also when that is not found out soon.
[[nodiscard]] bool is_only_way(const MeshView& view, std::span<const HalfEdge> portals, FloodScratch& scratch,
                               double radius, const PathEnd& start, const PathEnd& goal, double length);

}  // namespace wend::mesh
