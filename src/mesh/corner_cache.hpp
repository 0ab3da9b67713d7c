#pragma once

// What the tangent search needs to know of vertices and edges for one radius. Found when first asked for and
// kept, except where the mesh changes, while questions are about the same radius.
//
// Most vertices are corners of one obstacle: free space is one sector between two walls, whichever triangle
// of it a path arrives in. Most are roomy as well: a disc that turns around them meets nothing else.

#include <cstdint>
#include <vector>

#include "mesh/change_log.hpp"
#include "mesh/disc_check.hpp"
#include "mesh/mesh_view.hpp"
#include "mesh/sparse.hpp"

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
    enum class Room : std::uint8_t { unknown, roomy, cramped } room = Room::unknown;
    std::uint32_t known_since = 0;
    std::uint32_t first_block = none;  ///< in the way of turns around a corner or pillar; none: not known
    std::uint32_t block_count = 0;
};

/// Of the free sector that has the triangle of `spoke`.
[[nodiscard]] VertexFan look_around(const MeshView& view, HalfEdge spoke);

class CornerCache {
  public:
    void begin(const Triangulation& mesh, double radius);

    /// For a pinched vertex the walls are those of the sector that was asked for first.
    [[nodiscard]] const VertexFan& at(const MeshView& view, HalfEdge spoke) {
        const VertexFan* known = fans_.find(view.mesh().vertex(spoke));
        return known != nullptr && known->known_since == changes_.now() ? *known : look_again(view, spoke);
    }

    /// Of the free sector that has the triangle of `spoke`, whatever the vertex. Valid until the next
    /// question.
    [[nodiscard]] const VertexFan& fan(const MeshView& view, HalfEdge spoke) {
        const VertexFan& known = at(view, spoke);
        return known.kind == VertexFan::Kind::pinched ? pinched_ = look_around(view, spoke) : known;
    }

    /// It is a corner, with no other vertex or wall within two radii.
    [[nodiscard]] bool is_roomy(const MeshView& view, HalfEdge spoke) {
        const VertexFan::Room room = at(view, spoke).room;
        return room == VertexFan::Room::unknown ? find_room(view, spoke) : room == VertexFan::Room::roomy;
    }

    /// How far a disc surely may turn around vertex(spoke) from that direction.
    [[nodiscard]] FreeSweep sweep(const MeshView& view, const DiscCheck& check, HalfEdge spoke, double start);

    /// Beyond the edge, less than a radius behind it, there may be a vertex that a path bends around.
    [[nodiscard]] bool has_pocket(const MeshView& view, HalfEdge enters) {
        Pockets* known = pockets_.find(Triangulation::triangle_of(enters));
        if (known == nullptr || known->known_since != changes_.now()) known = &forget_pockets(view, enters);
        const std::uint32_t at = 2 * (enters & 3);
        if ((known->bits >> at & 1) == 0) known->bits |= (find_pocket(view, enters) ? 3u : 1u) << at;
        return (known->bits >> at & 2) != 0;
    }

  private:
    /// Two bits for each half-edge of a triangle: known, and found.
    struct Pockets {
        std::uint32_t bits = 0;
        std::uint32_t known_since = 0;
    };
    [[nodiscard]] bool find_pocket(const MeshView& view, HalfEdge enters);
    [[nodiscard]] bool find_room(const MeshView& view, HalfEdge spoke);
    VertexFan& look_again(const MeshView& view, HalfEdge spoke);
    Pockets& forget_pockets(const MeshView& view, HalfEdge enters);

    ChangeTracker changes_;
    double radius_ = -1;
    Sparse<VertexFan> fans_;  ///< by vertex
    VertexFan pinched_;
    std::vector<ArcBlock> blocks_;
    Sparse<Pockets> pockets_;  ///< by triangle
};

}  // namespace wend::mesh
