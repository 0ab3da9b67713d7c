#pragma once

// The tangents that a disc of one radius can follow from vertex to vertex, where queries have come by often
// enough; kept, except where the mesh changes, while questions are about the same radius.
//
// They are kept by *sector*: what a vertex sees through one edge of a triangle that it belongs to.
//
//        A ------ e ------ B      What the sector of e has does not depend on how a path arrives at u, nor on
//          \            /         its goal, so searches share it. Finding all of it takes about as long as
//             \      /            three looks that are confined to what one query can use: so it is done when
//                u                a query looks there for the third time or so.
//
// Whether walls are in the way of a tangent is found out when a search gets that far (`is_open`).

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "mesh/change_log.hpp"
#include "mesh/corner_cache.hpp"
#include "mesh/disc_check.hpp"
#include "mesh/known_moves.hpp"
#include "mesh/mesh_view.hpp"
#include "mesh/sparse.hpp"
#include "mesh/tangent_sweep.hpp"

namespace wend::mesh {

class TangentGraph {
  public:
    struct Range {
        std::uint32_t first = 0;
        std::uint32_t last = 0;
    };
    struct Sector {
        ViewCone cone;    ///< what is seen through the edge, however a path arrives
        Range near;       ///< tangents to the edge's ends
        Range beyond;     ///< tangents to what lies beyond the edge
        Range seen;       ///< triangles beyond the edge
        float reach = 0;  ///< nothing that is known here lies farther away
        std::uint32_t known_since = 0;
        std::uint8_t visits = 0;
        bool leads_on = false;  ///< there may be anything beyond
        bool is_near_known = false;
        bool is_beyond_known = false;
    };

    void begin(const Triangulation& mesh, double radius);
    /// What it knows is of use for this mesh and radius.
    [[nodiscard]] bool is_about(const Triangulation& mesh, double radius) const noexcept {
        return radius_ == radius && changes_.follows(mesh);
    }

    /// Notes a visit of paths that turn around the vertex on that side; true when it was not the first.
    [[nodiscard]] bool is_familiar(VertexIndex v, int side) {
        if (visited_.size() < visited_bound_) visited_.resize(visited_bound_);
        return std::exchange(visited_[2 * std::size_t{v} + (side > 0)], std::uint8_t{1}) != 0;
    }

    /// Of the triangle's edge that is opposite to the vertex of `spoke`, for paths that turn around the
    /// vertex on that side. `near` and `cone` are known.
    [[nodiscard]] const Sector& sector(const MeshView& view, HalfEdge spoke, int side) {
        Sector& known = slot(view, spoke, side);
        if (!known.is_near_known) find_near(view, spoke, side, known);
        return known;
    }
    /// All of it, or nothing when it is neither known nor worth knowing: if asked about for the first time.
    [[nodiscard]] const Sector* whole_sector(const MeshView& view, HalfEdge spoke, int side) {
        Sector& known = slot(view, spoke, side);
        if (!known.is_beyond_known) {
            if (known.visits++ == 0) return nullptr;
            find_beyond(view, spoke, side, known);
        }
        return &known;
    }
    [[nodiscard]] TangentEdge& edge(std::uint32_t i) noexcept { return edges_[i]; }
    [[nodiscard]] const SeenTriangle& seen(std::uint32_t i) const noexcept { return seen_[i]; }

    /// The disc can follow it; `from` is where it leaves.
    [[nodiscard]] bool is_open(TangentEdge& edge, const DiscCheck& check, Vec2 from) const;

    [[nodiscard]] CornerCache& corners() noexcept { return corners_; }
    [[nodiscard]] KnownMoves& moves() noexcept { return moves_; }

  private:
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

    /// With more bytes than this the graph starts anew, lest a long walk through a large world fills the
    /// memory.
    static constexpr std::size_t most_kept = std::size_t{24} << 20;

    ChangeTracker changes_;
    double radius_ = -1;
    CornerCache corners_;
    KnownMoves moves_;
    std::vector<std::uint8_t> visited_;  ///< by 2 vertex + (side > 0)
    std::size_t visited_bound_ = 0;
    Sparse<Sector> sectors_;  ///< by 2 spoke + (side > 0)
    std::vector<TangentEdge> edges_;
    std::vector<SeenTriangle> seen_;
    std::vector<ViewCone> at_hand_;
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
    std::array<Slot, 12> slots_;
    std::uint64_t uses_ = 0;
};

}  // namespace wend::mesh
