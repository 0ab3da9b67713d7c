#pragma once

// Lengths of paths to the points of one edge, as functions of the place s on it, and where one of two such
// functions is the less.
//
//          u            A path from a corner or point u arrives at s after base + hypot(s - x, y), one from a
//         /|            straight exit after base + slope s. The difference of two of them grows or shrinks as
//        / | y          their directions at s compare, and those are equal in one place at most: where the
//    ---s--x-----       line through both origins (the second mirrored, if it is on the other side) meets
//                       the edge. So it is monotone on both sides of that place.

#include <algorithm>
#include <cmath>
#include <optional>

namespace wend::mesh {

/// Lengths closer together than this (lattice units) count as equal: above the rounding of sums of square
/// roots, a hundredth of a nanometre on a lattice of millimetres.
inline constexpr double length_tolerance = 1e-8;

struct EdgeDistance {
    double base = 0;
    double x = 0;
    double y = 0;
    double slope = 0;
    bool is_linear = false;

    [[nodiscard]] double at(double s) const noexcept {
        if (is_linear) return base + slope * s;
        const double off = s - x;
        return base + std::sqrt(off * off + y * y);
    }
    /// Least over [low, high].
    [[nodiscard]] double least(double low, double high) const noexcept {
        return is_linear ? std::min(at(low), at(high)) : at(std::clamp(x, low, high));
    }
    /// The same seen from the other end of an edge of that length.
    [[nodiscard]] EdgeDistance mirrored(double length) const noexcept {
        if (is_linear) return {base + slope * length, 0, 0, -slope, true};
        return {base, length - x, y, 0, false};
    }
};

struct EdgePart {
    double low = 0;
    double high = 0;
};

/// Where directions are equal, if anywhere.
[[nodiscard]] inline std::optional<double> equal_direction(const EdgeDistance& a,
                                                           const EdgeDistance& b) noexcept {
    if (a.is_linear && b.is_linear) return std::nullopt;
    if (a.is_linear || b.is_linear) {
        const EdgeDistance& point = a.is_linear ? b : a;
        const double slope = a.is_linear ? a.slope : b.slope;
        const double rest = 1 - slope * slope;
        if (rest <= 0) return std::nullopt;
        return point.x + point.y * slope / std::sqrt(rest);
    }
    if (a.y == b.y) return std::nullopt;
    return (a.x * b.y - b.x * a.y) / (b.y - a.y);
}

/// The least part of [part.low, part.high] outside of which b is no longer than a; nothing where that is all.
[[nodiscard]] std::optional<EdgePart> part_needed(const EdgeDistance& a, const EdgeDistance& b,
                                                  const EdgePart& part) noexcept;

}  // namespace wend::mesh
