#pragma once

// What the tangent search needs to know of vertices and edges for one radius. Found when first asked for and
// kept while the same mesh is asked about the same radius.
//
// Most vertices are corners of one obstacle: free space is one sector between two walls, whichever triangle
// of it a path arrives in. Most are roomy as well: a disc that turns around them meets nothing else.

#include <cstdint>
#include <vector>

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
        std::uint16_t& known = pockets_[Triangulation::triangle_of(enters)];
        if (known >> pocket_bits != pocket_round_)
            known = static_cast<std::uint16_t>(pocket_round_ << pocket_bits);
        const std::uint32_t at = 2 * (enters & 3);
        if ((known >> at & 1) == 0) {
            const std::uint32_t found = find_pocket(view, enters) ? 3 : 1;
            known = static_cast<std::uint16_t>(known | found << at);
        }
        return (known >> at & 2) != 0;
    }

  private:
    [[nodiscard]] bool find_pocket(const MeshView& view, HalfEdge enters);

    std::uint64_t content_ = 0;
    double radius_ = -1;
    Stamped<VertexFan> fans_;
    /// By triangle: two bits for each half-edge, known and found, above them the round that they are from.
    std::vector<std::uint16_t> pockets_;
    static constexpr std::uint32_t pocket_bits = 6;
    std::uint32_t pocket_round_ = 0;
};

}  // namespace wend::mesh
