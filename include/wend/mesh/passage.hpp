#pragma once

// Where a disc may go from a point inside a triangle. Between triangles Triangulation::clearance decides; in
// the first and the last triangle of a path the point itself matters: it may lie in a pocket behind the
// narrow place between a corner of the triangle and a wall opposite to it.
//
//          x
//         /|\            A disc at A that does not fit between x and the wall cannot leave through xy,
//        / | \           one at B can.
//       / A|B \ .
//      /___|___\ .
//     wall q    y

#include "wend/mesh/triangulation.hpp"

namespace wend::mesh {

/// A disc at `from` in the triangle of `through` can leave through that edge. The disc must be free where it
/// is: no wall nearer than `radius`.
[[nodiscard]] bool can_leave(const Triangulation& mesh, Vec2 from, HalfEdge through, double radius) noexcept;

/// A disc can go from one point to the other inside triangle t; it must be free at both.
[[nodiscard]] bool can_move_within(const Triangulation& mesh, TriangleIndex t, Vec2 from, Vec2 to,
                                   double radius) noexcept;

}  // namespace wend::mesh
