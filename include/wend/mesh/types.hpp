#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "wend/base/ids.hpp"
#include "wend/geometry/lattice.hpp"

namespace wend::mesh {

/// Plain indices into the flat arrays of one Triangulation. They stay valid until an edit names them as gone.
using VertexIndex = std::uint32_t;
using TriangleIndex = std::uint32_t;
/// Half-edge i of triangle t is 4 t + i, i below 3: it starts at the triangle's vertex i and keeps the
/// triangle on its left. Triangles run counter-clockwise.
using HalfEdge = std::uint32_t;

inline constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

/// A set of rings inserted together, and removed together.
using RegionId = Id<struct RegionTag>;

enum class RegionKind : std::uint8_t {
    obstacle,  ///< inside (non-zero winding) is blocked; its boundary is a wall even where it encloses
               ///< nothing
    walkable,  ///< inside is floor; matters when Settings::floor_everywhere is false
    area,      ///< inside has an area type; no wall
};

struct RegionOptions {
    RegionKind kind = RegionKind::obstacle;
    std::uint16_t area = 0;  ///< area type, for RegionKind::area; where areas overlap the highest type counts
};

/// The affected region R of the last edit (DPA section III.B), collected by the update itself. A triangle
/// index in `triangles_gone` no longer names the triangle it named before the edit, or its label or walls
/// changed; one in `triangles_new` names a triangle that was not there (or not like that) before. Slots are
/// reused, so an index can be in both lists. Vertices likewise; order is the order in which the update met
/// them.
struct AffectedRegion {
    std::vector<TriangleIndex> triangles_gone;
    std::vector<TriangleIndex> triangles_new;
    std::vector<VertexIndex> vertices_gone;
    std::vector<VertexIndex> vertices_new;
};

/// Where a point lies.
struct Location {
    enum class On : std::uint8_t { outside, triangle, edge, vertex };
    On on = On::outside;
    TriangleIndex triangle = none;  ///< a triangle whose closure has the point; none when outside the bounds
    HalfEdge half_edge = none;      ///< On::edge: the edge of `triangle`; On::vertex: the one starting there
};

/// Which way a walker that entered through a half-edge leaves the triangle.
enum class Side : std::uint8_t { left, right };

}  // namespace wend::mesh
