#pragma once

// The tangents that a disc of one radius can follow from vertex to vertex, found when first asked for and
// kept, except where the mesh changes, while questions are about the same radius.
//
// The disc that moves along a tangent between circles of radius r around two vertices sweeps a convex free
// area which has both vertices on its rim, so the vertices see each other: the tangents are among the pairs
// of mutually visible vertices. They are kept by *sector*: what a vertex sees through one edge of a triangle
// that it belongs to.
//
//        A ------ e ------ B      What the sector of e has does not depend on how a path arrives at u, nor on
//          \            /         its goal, so searches share it. A search opens a sector only when no other
//             \      /            way is shorter, so few sectors are ever asked for, and what a query finds
//                u                out is there for the next one.
//
// Of the tangents that geometry allows only those are kept that a shortest path can use: it leaves and
// arrives so that it may bend around the corner (COURSE section 2.2: taut at both ends). Whether walls are in
// the way is found out when a search gets that far (`is_open`).

#include <array>
#include <cstdint>
#include <vector>

#include "mesh/change_log.hpp"
#include "mesh/corner_cache.hpp"
#include "mesh/disc_check.hpp"
#include "mesh/known_moves.hpp"
#include "mesh/mesh_view.hpp"
#include "mesh/sparse.hpp"
#include "mesh/tangent.hpp"

namespace wend::mesh {

/// Radians by which a turn may miss its direction through rounding.
inline constexpr double turn_tolerance = 1e-9;

/// From the circle around one vertex to the circle around another.
struct TangentEdge {
    Vec2 direction;
    double length = 0;
    double angle = 0;       ///< of `direction`
    HalfEdge spoke = none;  ///< starts at the other vertex, in a triangle that the tangent's end meets
    std::int8_t side = 0;   ///< +1: the other vertex is on the left and the path turns left there
    enum class State : std::uint8_t { unknown, open, blocked } state = State::unknown;
};

/// A triangle that is seen, and the vertices on both sides of the cone that enters it.
struct SeenTriangle {
    TriangleIndex triangle;
    VertexIndex left;
    VertexIndex right;
};

/// The tangent that just passes a vertex which limits a cone; direction 0: no limit.
struct Limit {
    Vec2 direction;
    double touches = 0;  ///< how far from where it leaves it touches the circle around the vertex
};

/// What is seen between two vertices, from behind the edge that is entered.
struct ViewCone {
    HalfEdge enters = none;
    VertexIndex left = none;  ///< vertices on the cone's sides
    VertexIndex right = none;
    Limit left_limit;
    Limit right_limit;
    Vec2 narrow_from, narrow_along;  ///< the first edge on the way that the disc cannot cross, or 0
};

/// From where a sector is seen: a vertex, which the path has on its left (+1) or right (-1), or a point (0).
struct Viewpoint {
    Vec2 center;
    int side = 0;
    HalfEdge spoke = none;  ///< starts at the vertex, in the sector's triangle
};

/// What is seen through one edge.
struct SectorView {
    std::vector<TangentEdge> edges;
    std::vector<SeenTriangle> seen;
    std::vector<ViewCone> cones;  ///< where there is more to be seen
    void clear() noexcept {
        edges.clear();
        seen.clear();
        cones.clear();
    }
};

class TangentGraph {
  public:
    struct Range {
        std::uint32_t first = 0;
        std::uint32_t last = 0;
    };
    struct Sector {
        Range near;       ///< tangents to the edge's ends
        Range beyond;     ///< tangents to what lies beyond the edge
        Range seen;       ///< triangles beyond the edge
        float reach = 0;  ///< nothing that is known here lies farther away
        std::uint32_t known_since = 0;
        bool is_near_known = false;
        bool is_beyond_known = false;
    };

    void begin(const Triangulation& mesh, double radius);
    /// What it knows is of use for this mesh and radius.
    [[nodiscard]] bool is_about(const Triangulation& mesh, double radius) const noexcept {
        return radius_ == radius && changes_.follows(mesh);
    }

    /// Of the triangle's edge that is opposite to the vertex of `spoke`, for paths that turn around the
    /// vertex on that side. `near` is known.
    [[nodiscard]] const Sector& sector(const MeshView& view, HalfEdge spoke, int side) {
        Sector& known = slot(view, spoke, side);
        if (!known.is_near_known) find_near(view, spoke, side, known);
        return known;
    }
    /// All of it is known.
    [[nodiscard]] const Sector& whole_sector(const MeshView& view, HalfEdge spoke, int side) {
        Sector& known = slot(view, spoke, side);
        if (!known.is_beyond_known) find_beyond(view, spoke, side, known);
        return known;
    }
    [[nodiscard]] TangentEdge& edge(std::uint32_t i) noexcept { return edges_[i]; }
    [[nodiscard]] const SeenTriangle& seen(std::uint32_t i) const noexcept { return seen_[i]; }

    /// The disc can follow it; `from` is where it leaves.
    [[nodiscard]] bool is_open(TangentEdge& edge, const DiscCheck& check, Vec2 from) const;

    /// What a point sees at and through h, an edge of the triangle it is in: tangents to h's origin, and the
    /// cone of what lies beyond.
    void look_from(const MeshView& view, Vec2 point, HalfEdge h, SectorView& found);
    /// The next vertex in a point's cone, and the cones on both sides of it.
    void look_on(const MeshView& view, Vec2 point, const ViewCone& cone, SectorView& found);

    [[nodiscard]] CornerCache& corners() noexcept { return corners_; }
    [[nodiscard]] KnownMoves& moves() noexcept { return moves_; }

  private:
    class Sweep;
    [[nodiscard]] Sector& slot(const MeshView& view, HalfEdge spoke, int side) {
        const std::uint32_t key = 2 * spoke + (side > 0);
        Sector* known = sectors_.find(key);
        if (known == nullptr) (known = &sectors_.add(key, {}))->known_since = changes_.now();
        if (known->known_since != changes_.now()) review(view, spoke, *known);
        return *known;
    }
    void review(const MeshView& view, HalfEdge spoke, Sector& sector) const;
    void find_near(const MeshView& view, HalfEdge spoke, int side, Sector& sector);
    void find_beyond(const MeshView& view, HalfEdge spoke, int side, Sector& sector);
    [[nodiscard]] Range keep_edges();

    /// With more bytes than this the graph starts anew, lest a long walk through a large world fills the
    /// memory.
    static constexpr std::size_t most_kept = std::size_t{24} << 20;

    ChangeTracker changes_;
    double radius_ = -1;
    CornerCache corners_;
    KnownMoves moves_;
    Sparse<Sector> sectors_;  ///< by 2 spoke + (side > 0)
    std::vector<TangentEdge> edges_;
    std::vector<SeenTriangle> seen_;
    SectorView view_;
};

/// A few graphs: storeys and radii that are asked about in turn do not drive each other out.
class TangentGraphs {
  public:
    /// The graph for this mesh and radius, up to date.
    [[nodiscard]] TangentGraph& at(const Triangulation& mesh, double radius) {
        Slot* chosen = &slots_[0];
        for (Slot& slot : slots_) {
            if (slot.graph.is_about(mesh, radius)) {
                chosen = &slot;
                break;
            }
            if (slot.last_use < chosen->last_use) chosen = &slot;
        }
        chosen->last_use = ++uses_;
        chosen->graph.begin(mesh, radius);
        return chosen->graph;
    }

  private:
    struct Slot {
        TangentGraph graph;
        std::uint64_t last_use = 0;
    };
    std::array<Slot, 4> slots_;
    std::uint64_t uses_ = 0;
};

}  // namespace wend::mesh
