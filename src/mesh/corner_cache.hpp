#pragma once

// What the tangent search needs to know of vertices and edges for one radius. Found when first asked for and
// kept while the same mesh is asked about the same radius.
//
// Most vertices are corners of one obstacle: free space is one sector between two walls, whichever triangle
// of it a path arrives in. Most are roomy as well: a disc that turns around them meets nothing else.

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
};

/// Of the free sector that has the triangle of `spoke`.
[[nodiscard]] VertexFan look_around(const MeshView& view, HalfEdge spoke, double radius);

class CornerCache {
  public:
    void begin(const Triangulation& mesh, double radius);

    /// For a pinched vertex the walls are those of the sector that was asked for first.
    [[nodiscard]] const VertexFan& at(const MeshView& view, HalfEdge spoke) {
        const VertexIndex v = view.mesh().vertex(spoke);
        if (!fans_.has(v)) fans_.set(v, look_around(view, spoke, radius_));
        return fans_[v];
    }

    /// Beyond the edge, less than a radius behind it, there may be a vertex that a path bends around.
    [[nodiscard]] bool has_pocket(const MeshView& view, HalfEdge enters) {
        if (!pockets_.has(enters)) pockets_.set(enters, find_pocket(view, enters));
        return pockets_[enters] != 0;
    }

  private:
    [[nodiscard]] bool find_pocket(const MeshView& view, HalfEdge enters);

    std::uint64_t content_ = 0;
    double radius_ = -1;
    Stamped<VertexFan> fans_;
    Stamped<std::uint8_t> pockets_;  ///< by half-edge
};

}  // namespace wend::mesh
