#pragma once

// Exact checks that a moving disc stays clear of walls, by flooding the triangles that the swept area meets.
// They do not rely on clearance values, so they also confirm what a search derived from those. Every vertex
// counts as part of a wall. Coordinates are lattice units.

#include <span>
#include <vector>

#include "mesh/mesh_view.hpp"
#include "mesh/stamped.hpp"

namespace wend::mesh {

/// How much nearer to a wall than the radius still counts as touching, lattice units: far above the rounding
/// of double coordinates (2^-27 at the lattice's limit), far below the unit.
inline constexpr double touch_tolerance = 1e-4;

/// An edge by which a flood leaves a triangle, in the frame of the disc's way.
struct FloodEdge {
    HalfEdge leaves;
    Vec2 from;
    Vec2 to;
};

/// Something that keeps a disc from turning around a vertex: `half` radians to both sides of the direction
/// `at`.
struct ArcBlock {
    double at;
    double half;
};

/// How far a disc surely may turn around a vertex, to each side, at most pi. Walls farther along may be
/// passable where this stops.
struct FreeSweep {
    double left = -1;
    double right = -1;
};
/// From the direction `start`, in (-2 pi, 2 pi).
[[nodiscard]] FreeSweep free_sweep(std::span<const ArcBlock> blocks, double start) noexcept;

struct FloodScratch {
    StampedSet seen;
    std::vector<TriangleIndex> stack;
    std::vector<FloodEdge> edges;
};

class DiscCheck {
  public:
    DiscCheck(const MeshView& view, FloodScratch& scratch) : view_(view), scratch_(scratch) {}

    /// The disc may move straight from p to q, radius > 0. The closure of triangle `seed` must meet the
    /// swept area's closure.
    [[nodiscard]] bool segment_is_free(TriangleIndex seed, Vec2 p, Vec2 q, double radius) const;

    /// The same for a disc that is known to be free at p and at q; p is in triangle `seed`.
    [[nodiscard]] bool way_between_is_free(TriangleIndex seed, Vec2 p, Vec2 q, double radius) const;

    /// The disc may turn around vertex(spoke) from center + radius * `start` by `turn` radians.
    [[nodiscard]] bool arc_is_free(HalfEdge spoke, Vec2 start, double turn, double radius) const;

    /// Appends what is in the way of a disc that turns around vertex(spoke).
    void find_blocks(HalfEdge spoke, double radius, std::vector<ArcBlock>& blocks) const;

    /// The disc may stand at p, in triangle `seed`.
    [[nodiscard]] bool has_room(TriangleIndex seed, Vec2 p, double radius) const;

    /// Distance from p, in triangle `seed`, to the nearest wall; `limit` when none is nearer.
    [[nodiscard]] double clearance(TriangleIndex seed, Vec2 p, double limit) const;

  private:
    void begin(TriangleIndex seed) const;
    void spread(HalfEdge across) const;
    [[nodiscard]] TriangleIndex take() const;

    const MeshView& view_;
    FloodScratch& scratch_;
};

}  // namespace wend::mesh
