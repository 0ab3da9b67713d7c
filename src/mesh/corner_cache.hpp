#pragma once

// What the tangent search needs to know of vertices and edges for one radius. Found when first asked for and
// kept, except where the mesh changes, while questions are about the same radius.
//
// Most vertices are corners of one obstacle: free space is one sector between two walls, whichever triangle
// of it a path arrives in. Most are roomy as well: a disc that turns around them meets nothing else.

#include <cstdint>
#include <vector>

#include "mesh/change_log.hpp"
#include "mesh/mesh_view.hpp"
#include "mesh/stamped.hpp"

namespace wend::mesh {

struct VertexFan {
    enum class Kind : std::uint8_t {
        corner,   ///< one free sector between two walls, which may be two sides of one
        pillar,   ///< no wall
        pinched,  ///< several free sectors
    };
    Vec2 left_along;  ///< from the vertex along the wall that ends a turn to the left
    Vec2 right_along;
    HalfEdge left_wall = none;
    HalfEdge right_wall = none;
    Kind kind = Kind::pinched;
    bool is_blunt = false;  ///< a corner with half a turn of free space or less: no path bends around it
    bool is_roomy = false;  ///< a corner with no other vertex or wall within two radii
    std::uint32_t known_since = 0;
};

/// Of the free sector that has the triangle of `spoke`.
[[nodiscard]] VertexFan look_around(const MeshView& view, HalfEdge spoke, double radius);

class CornerCache {
  public:
    void begin(const Triangulation& mesh, double radius);

    /// For a pinched vertex the walls are those of the sector that was asked for first.
    [[nodiscard]] const VertexFan& at(const MeshView& view, HalfEdge spoke) {
        const VertexIndex v = view.mesh().vertex(spoke);
        if (!fans_.has(v) || fans_[v].known_since != changes_.now()) look_again(view, spoke);
        return fans_[v];
    }

    /// Beyond the edge, less than a radius behind it, there may be a vertex that a path bends around.
    [[nodiscard]] bool has_pocket(const MeshView& view, HalfEdge enters) {
        const TriangleIndex t = Triangulation::triangle_of(enters);
        if (!pockets_.has(t) || pockets_[t].known_since != changes_.now()) forget_pockets(view, enters);
        Pockets& known = pockets_[t];
        const std::uint32_t at = 2 * (enters & 3);
        if ((known.bits >> at & 1) == 0) known.bits |= (find_pocket(view, enters) ? 3u : 1u) << at;
        return (known.bits >> at & 2) != 0;
    }

  private:
    /// Two bits for each half-edge of a triangle: known, and found.
    struct Pockets {
        std::uint32_t bits = 0;
        std::uint32_t known_since = 0;
    };
    [[nodiscard]] bool find_pocket(const MeshView& view, HalfEdge enters);
    void look_again(const MeshView& view, HalfEdge spoke);
    void forget_pockets(const MeshView& view, HalfEdge enters);

    ChangeTracker changes_;
    double radius_ = -1;
    Stamped<VertexFan> fans_;
    Stamped<Pockets> pockets_;  ///< by triangle
};

}  // namespace wend::mesh
