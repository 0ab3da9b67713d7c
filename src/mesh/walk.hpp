#pragma once

// Point location by walking: from a triangle, cross any edge that has the point on its outer side. In a
// triangulation that is not Delaunay everywhere such a walk can run in circles; changing which edge is tried
// first, in a fixed pseudo-random order, breaks every circle.

#include <utility>

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

/// How p lies in the triangle of h, which is known to have it inside or on its sides.
template <class Point>
[[nodiscard]] Location place_in(const Arrays& arrays, Point p, TriangleIndex t) noexcept {
    HalfEdge on = none;
    int touching = 0;
    for (std::uint32_t k = 0; k < 3; ++k) {
        const HalfEdge h = Arrays::half_edge(t, k);
        if (side_of(arrays.point(arrays.origin(h)), arrays.point(arrays.target(h)), p) != 0) continue;
        if (++touching == 1 || arrays.origin(h) == arrays.target(on)) on = h;
    }
    if (touching == 0) return {Location::On::triangle, t, none};
    return {touching == 1 ? Location::On::edge : Location::On::vertex, t, on};
}

template <class Point>
[[nodiscard]] Location walk_to(const Arrays& arrays, Point p, TriangleIndex start) noexcept {
    const auto is_beyond = [&](HalfEdge h) {
        return side_of(arrays.point(arrays.origin(h)), arrays.point(arrays.target(h)), p) < 0;
    };
    WalkOrder order;
    HalfEdge entered = Arrays::half_edge(start, 0);
    bool check_entered = true;
    for (;;) {
        HalfEdge first = Arrays::next(entered), second = Arrays::previous(entered);
        if (order.next() != 0) std::swap(first, second);
        const HalfEdge exit = is_beyond(first)                      ? first
                              : is_beyond(second)                   ? second
                              : check_entered && is_beyond(entered) ? entered
                                                                    : none;
        if (exit == none) return place_in(arrays, p, Arrays::triangle_of(entered));
        entered = arrays.twin(exit);
        if (entered == none) return {};
        check_entered = false;
    }
}

/// A half-edge that starts at the vertex at p; none if there is no vertex.
[[nodiscard]] inline HalfEdge spoke_at(const Arrays& arrays, const StartGrid& grid, LatticePoint p) noexcept {
    const TriangleIndex start = Arrays::triangle_of(arrays.half_edge_from(grid.near(p)));
    const Location where = walk_to(arrays, p, start);
    return where.on == Location::On::vertex ? where.half_edge : none;
}

}  // namespace wend::mesh
