#pragma once

// The checker's own exact geometry, written for plainness.

#include <algorithm>
#include <cstdint>

#include "wend/geometry/lattice.hpp"

namespace wend::mesh::test {

__extension__ typedef __int128 Wide;

[[nodiscard]] inline Wide turn(LatticePoint a, LatticePoint b, LatticePoint c) {
    return Wide{b.x - a.x} * Wide{c.y - a.y} - Wide{b.y - a.y} * Wide{c.x - a.x};
}

/// Sign of the lifted determinant: positive when d is inside the circle of the counter-clockwise abc.
[[nodiscard]] inline int lifted_sign(LatticePoint a, LatticePoint b, LatticePoint c, LatticePoint d) {
    const auto lift = [&](LatticePoint p) {
        return Wide{p.x - d.x} * (p.x - d.x) + Wide{p.y - d.y} * (p.y - d.y);
    };
    const Wide det = lift(a) * turn(d, b, c) - lift(b) * turn(d, a, c) + lift(c) * turn(d, a, b);
    return det > 0 ? 1 : det < 0 ? -1 : 0;
}

[[nodiscard]] inline std::int32_t floor_half_up(Wide numerator, Wide denominator) {
    if (denominator < 0) {
        numerator = -numerator;
        denominator = -denominator;
    }
    Wide doubled = 2 * numerator + denominator;
    Wide base = 2 * denominator;
    Wide quotient = doubled / base;
    if (quotient * base > doubled) --quotient;
    return static_cast<std::int32_t>(quotient);
}

[[nodiscard]] inline bool crosses_properly(LatticePoint a, LatticePoint b, LatticePoint c, LatticePoint d) {
    const Wide c1 = turn(a, b, c), d1 = turn(a, b, d), a1 = turn(c, d, a), b1 = turn(c, d, b);
    return ((c1 > 0 && d1 < 0) || (c1 < 0 && d1 > 0)) && ((a1 > 0 && b1 < 0) || (a1 < 0 && b1 > 0));
}

[[nodiscard]] inline LatticePoint crossing_pixel(LatticePoint a, LatticePoint b, LatticePoint c,
                                                 LatticePoint d) {
    // a + (b - a) * n / m
    const Wide n = Wide{c.x - a.x} * (d.y - c.y) - Wide{c.y - a.y} * (d.x - c.x);
    const Wide m = Wide{b.x - a.x} * (d.y - c.y) - Wide{b.y - a.y} * (d.x - c.x);
    return {floor_half_up(Wide{a.x} * m + Wide{b.x - a.x} * n, m),
            floor_half_up(Wide{a.y} * m + Wide{b.y - a.y} * n, m)};
}

/// Whether the segment has a point that rounds to p. Cuts the segment where it enters and leaves each
/// half-open slab and tries the cut points and the midpoints between neighbouring cuts.
[[nodiscard]] bool visits_pixel(LatticePoint a, LatticePoint b, LatticePoint p);

}  // namespace wend::mesh::test
