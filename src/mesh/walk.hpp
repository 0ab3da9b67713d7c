#pragma once

// Point location by walking: from a triangle, cross any edge that has the point on its outer side. In a
// triangulation that is not Delaunay everywhere such a walk can run in circles; changing which edge is tried
// first, in a fixed pseudo-random order, breaks every circle.

#include "wend/geometry/predicates.hpp"
#include "wend/mesh/arrays.hpp"

#include "mesh/start_grid.hpp"

namespace wend::mesh {

/// A query point in units of 2^-20 of the lattice: fine enough for metres in double, and exact in 128 bits.
struct FinePoint {
    static constexpr int bits = 20;
    std::int64_t x = 0;
    std::int64_t y = 0;
};

[[nodiscard]] inline int side_of(LatticePoint a, LatticePoint b, LatticePoint p) noexcept {
    const std::int64_t area = orientation(a, b, p);
    return (area > 0) - (area < 0);
}

[[nodiscard]] inline int side_of(LatticePoint a, LatticePoint b, FinePoint p) noexcept {
    __extension__ typedef __int128 Int128;
    const std::int64_t px = p.x - (std::int64_t{a.x} << FinePoint::bits);
    const std::int64_t py = p.y - (std::int64_t{a.y} << FinePoint::bits);
    const Int128 area = Int128{b.x - a.x} * py - Int128{b.y - a.y} * px;
    return (area > 0) - (area < 0);
}

/// Which corner to try first in each step of a walk.
class WalkOrder {
  public:
    std::uint32_t next() noexcept {
        if (++steps_ < calm_steps) return steps_ & 1;
        draw_ = draw_ * 1664525u + 1013904223u;
        return draw_ >> 24 & 1;
    }

  private:
    static constexpr std::uint32_t calm_steps = 64;
    std::uint32_t steps_ = 0;
    std::uint32_t draw_ = 1;
};

/// On which side of the half-edge p lies: 1 on the left, in its triangle.
template <class Point>
[[nodiscard]] int side_of(const Arrays& arrays, HalfEdge h, Point p) noexcept {
    return side_of(arrays.point(arrays.origin(h)), arrays.point(arrays.target(h)), p);
}

/// How a point lies in the triangle of h that lies on those of its sides, and beyond none.
[[nodiscard]] inline Location placed(HalfEdge h, bool is_on_h, bool is_on_next,
                                     bool is_on_previous) noexcept {
    const TriangleIndex t = Arrays::triangle_of(h);
    const HalfEdge next = Arrays::next(h), previous = Arrays::previous(h);
    if (!is_on_h && !is_on_next && !is_on_previous) return {Location::On::triangle, t, none};
    if (is_on_h && is_on_previous) return {Location::On::vertex, t, h};
    if (is_on_h && is_on_next) return {Location::On::vertex, t, next};
    if (is_on_next && is_on_previous) return {Location::On::vertex, t, previous};
    return {Location::On::edge, t, is_on_h ? h : is_on_next ? next : previous};
}

template <class Point>
[[nodiscard]] Location walk_to(const Arrays& arrays, Point p, TriangleIndex start) noexcept {
    WalkOrder order;
    HalfEdge entered = Arrays::half_edge(start, 0);
    for (bool is_first = true;; is_first = false) {
        HalfEdge edges[2] = {Arrays::next(entered), Arrays::previous(entered)};
        const std::uint32_t first = order.next();
        int sides[2] = {};
        HalfEdge exit = none;
        if ((sides[first] = side_of(arrays, edges[first], p)) < 0)
            exit = edges[first];
        else if ((sides[first ^ 1] = side_of(arrays, edges[first ^ 1], p)) < 0)
            exit = edges[first ^ 1];
        if (exit == none) {
            // The walk came in over that edge, so the point is not on it.
            const int behind = is_first ? side_of(arrays, entered, p) : 1;
            if (behind >= 0) return placed(entered, behind == 0, sides[0] == 0, sides[1] == 0);
            exit = entered;
        }
        entered = arrays.twin(exit);
        if (entered == none) return {};
    }
}

/// A half-edge that starts at the vertex at p; none if there is no vertex.
[[nodiscard]] inline HalfEdge spoke_at(const Arrays& arrays, const StartGrid& grid, LatticePoint p) noexcept {
    const TriangleIndex start = Arrays::triangle_of(arrays.half_edge_from(grid.near(p)));
    const Location where = walk_to(arrays, p, start);
    return where.on == Location::On::vertex ? where.half_edge : none;
}

}  // namespace wend::mesh
