#pragma once

// From the vertices that a path turns around to the path itself.

#include <vector>

#include "wend/mesh/path.hpp"

#include "mesh/corner_cache.hpp"
#include "mesh/disc_check.hpp"
#include "mesh/known_moves.hpp"
#include "mesh/mesh_view.hpp"

namespace wend::mesh {

struct Turn {
    Vec2 center;            ///< lattice units
    int side = 0;           ///< +1: the path turns left around it; 0: an end of the path
    HalfEdge spoke = none;  ///< starts at the vertex
};

/// Pieces of a path; lattice units. Turns that are rounding are left out.
void append_straight(const MeshView& view, Vec2 from, Vec2 to, double length, Path& path);
void append_arc(const MeshView& view, Vec2 center, Vec2 from, Vec2 to, double turn, Path& path);

/// Fills pieces, length and cost. False when consecutive turns have no common tangent or the path would have
/// to turn the wrong way.
bool assemble(const MeshView& view, const std::vector<Turn>& turns, double radius, Path& path);

/// The disc can turn around the vertex, from a point on its circle, by `turn` radians towards its side.
[[nodiscard]] bool arc_is_free(const MeshView& view, const DiscCheck& check, CornerCache& corners,
                               const Turn& around, Vec2 from, double turn, double radius);

/// The disc can follow tangents and arcs of these turns. `goal_seed` is the goal's triangle; `corners` and
/// `moves` are those of the mesh and radius.
[[nodiscard]] bool is_free(const MeshView& view, const DiscCheck& check, CornerCache& corners,
                           KnownMoves& moves, const std::vector<Turn>& turns, double radius,
                           TriangleIndex goal_seed);

}  // namespace wend::mesh
