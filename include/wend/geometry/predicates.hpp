#pragma once

// Exact predicates on lattice points. With coordinates up to 2^26 in magnitude, differences stay within 2^27,
// a cross product within 2^55 and the in-circle determinant within 2^112, so 64- and 128-bit integers never
// overflow and no adaptive arithmetic is needed. All points must be in_lattice_range.

#include <cstdint>

#include "wend/geometry/lattice.hpp"

namespace wend {

/// Twice the signed area of abc: positive when c is to the left of a -> b.
[[nodiscard]] constexpr std::int64_t orientation(LatticePoint a, LatticePoint b, LatticePoint c) noexcept {
    return std::int64_t{b.x - a.x} * (c.y - a.y) - std::int64_t{b.y - a.y} * (c.x - a.x);
}

/// Dot product of b - a and c - a.
[[nodiscard]] constexpr std::int64_t dot(LatticePoint a, LatticePoint b, LatticePoint c) noexcept {
    return std::int64_t{b.x - a.x} * (c.x - a.x) + std::int64_t{b.y - a.y} * (c.y - a.y);
}

[[nodiscard]] constexpr std::int64_t squared_distance(LatticePoint a, LatticePoint b) noexcept {
    return dot(a, b, b);
}

/// +1 when d is strictly inside the circle through the counter-clockwise triangle abc, 0 on it, -1 outside.
[[nodiscard]] constexpr int in_circle(LatticePoint a, LatticePoint b, LatticePoint c,
                                      LatticePoint d) noexcept {
    // Of the angles at c and d over ab, the sine of the sum: negative when they are more than two right ones.
    __extension__ typedef __int128 Int128;
    const Int128 sine =
        Int128{orientation(c, a, b)} * dot(d, a, b) + Int128{orientation(d, b, a)} * dot(c, a, b);
    return (sine < 0) - (sine > 0);
}

/// p on the closed segment ab.
[[nodiscard]] constexpr bool on_segment(LatticePoint a, LatticePoint b, LatticePoint p) noexcept {
    return orientation(a, b, p) == 0 && dot(p, a, b) <= 0;
}

/// How two closed segments meet.
enum class Meeting : unsigned char {
    none,      ///< no common point
    touching,  ///< an end of one lies on the other, not collinear
    crossing,  ///< exactly one common point, interior to both
    overlap,   ///< collinear, with a common point
};
[[nodiscard]] Meeting meeting(LatticePoint a, LatticePoint b, LatticePoint c, LatticePoint d) noexcept;

/// The lattice point nearest to the crossing of ab and cd (halves round up), which must be a
/// Meeting::crossing.
[[nodiscard]] LatticePoint rounded_crossing(LatticePoint a, LatticePoint b, LatticePoint c,
                                            LatticePoint d) noexcept;

/// The lattice point nearest to the foot of p on the segment ab, a != b (halves round up).
[[nodiscard]] LatticePoint rounded_foot(LatticePoint a, LatticePoint b, LatticePoint p) noexcept;

/// Whether the closed segment ab meets the pixel of p: the unit square around p, without its upper and right
/// sides. Every point of the plane is in the pixel of exactly one lattice point, the one it is rounded to.
[[nodiscard]] bool meets_pixel(LatticePoint a, LatticePoint b, LatticePoint p) noexcept;

}  // namespace wend
