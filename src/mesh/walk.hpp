#pragma once

// Point location by walking: from a triangle, cross any edge that has the point on its outer side. In a
// triangulation that is not Delaunay everywhere such a walk can run in circles; changing which edge is tried
// first, in a fixed pseudo-random order, breaks every circle.

#include "wend/geometry/predicates.hpp"
#include "wend/mesh/arrays.hpp"

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

template <class Point>
[[nodiscard]] Location walk_to(const Arrays& arrays, Point p, TriangleIndex t) noexcept {
    std::uint32_t draw = 1;
    HalfEdge came_from = none;
    for (;;) {
        draw = draw * 1664525u + 1013904223u;
        const std::uint32_t first = (draw >> 24) % 3;
        HalfEdge on = none;
        int touching = 0;
        HalfEdge exit = none;
        for (std::uint32_t k = 0; k < 3 && exit == none; ++k) {
            const HalfEdge h = Arrays::half_edge(t, (first + k) % 3);
            if (h == came_from) continue;
            const int side = side_of(arrays.point(arrays.origin(h)), arrays.point(arrays.target(h)), p);
            if (side < 0) exit = h;
            if (side == 0) {
                ++touching;
                on = touching == 2 && arrays.origin(h) != arrays.target(on) ? on : h;
            }
        }
        if (exit != none) {
            came_from = arrays.twin(exit);
            if (came_from == none) return {Location::On::outside, none, none};
            t = Arrays::triangle_of(came_from);
            continue;
        }
        if (touching == 0) return {Location::On::triangle, t, none};
        return {touching == 1 ? Location::On::edge : Location::On::vertex, t, on};
    }
}

}  // namespace wend::mesh
