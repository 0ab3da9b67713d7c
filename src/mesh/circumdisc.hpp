#pragma once

// Whether a segment meets the circumcircle of a triangle, to prune searches: in doubles, and in doubt it
// does.

#include <cmath>

#include "wend/geometry/lattice.hpp"

namespace wend::mesh {

class Circumdisc {
  public:
    /// Of a counter-clockwise triangle.
    Circumdisc(LatticePoint a, LatticePoint b, LatticePoint c) noexcept : x_(a.x), y_(a.y) {
        const double bx = b.x - a.x, by = b.y - a.y, cx = c.x - a.x, cy = c.y - a.y;
        const double bb = bx * bx + by * by, cc = cx * cx + cy * cy;
        const double scale = 1 / (bx * cy - by * cx);
        across_x_ = scale * (cy * bb - by * cc);
        across_y_ = scale * (bx * cc - cx * bb);
        slack_ = 1e-14 * scale * ((std::abs(cx) + std::abs(cy)) * bb + (std::abs(bx) + std::abs(by)) * cc);
    }

    /// Whether more of the segment from p to q, which are not inside, is in the disc than half a lattice
    /// unit.
    [[nodiscard]] bool meets(LatticePoint p, LatticePoint q) const noexcept {
        const double dx = p.x - x_, dy = p.y - y_, ex = q.x - p.x, ey = q.y - p.y;
        const double reach = std::abs(dx) + std::abs(dy) + std::abs(ex) + std::abs(ey);
        // Power of the point at t: square t^2 + 2 half t + rest.
        const double square = ex * ex + ey * ey;
        const double half = dx * ex + dy * ey - 0.5 * (ex * across_x_ + ey * across_y_);
        const double rest = dx * (dx - across_x_) + dy * (dy - across_y_) - reach * (slack_ + 1e-14 * reach);
        return !leads_away(half, rest) && !leads_away(-half - square, square + 2 * half + rest) &&
               half * half > square * rest;
    }

  private:
    /// From an end with this power, outside or hardly inside.
    [[nodiscard]] static bool leads_away(double half, double rest) noexcept {
        return half > 0 && rest >= -2 * least * half;
    }
    static constexpr double least = 0x1p-29;  ///< half a unit of the longest edge there can be

    double x_, y_;
    double across_x_, across_y_;  ///< from the first corner to the point opposite to it
    double slack_;                ///< how far rounding may have moved that
};

}  // namespace wend::mesh
