#pragma once

#include "wend/geometry/vec.hpp"

namespace wend {

/// Touching is free: a body may reach this far into another before it counts as overlap, metres. It is what
/// double arithmetic can tell at city scale, not a safety margin.
inline constexpr double contact_slack = 1e-9;

/// Do the segments ab and cd cross in one point that is inside both?
[[nodiscard]] constexpr bool cross_properly(Vec2 a, Vec2 b, Vec2 c, Vec2 d) noexcept {
    const double side_c = cross(b - a, c - a), side_d = cross(b - a, d - a);
    const double side_a = cross(d - c, a - c), side_b = cross(d - c, b - c);
    return ((side_c > 0 && side_d < 0) || (side_c < 0 && side_d > 0)) &&
           ((side_a > 0 && side_b < 0) || (side_a < 0 && side_b > 0));
}

/// Squared distance between the segments ab and cd; zero when they touch or cross.
[[nodiscard]] constexpr double squared_distance(Vec2 a, Vec2 b, Vec2 c, Vec2 d) noexcept {
    if (cross_properly(a, b, c, d)) return 0;
    const double ends_of_cd = std::min(squared_length(c - nearest_point(a, b, c)),  //
                                       squared_length(d - nearest_point(a, b, d)));
    const double ends_of_ab = std::min(squared_length(a - nearest_point(c, d, a)),  //
                                       squared_length(b - nearest_point(c, d, b)));
    return std::min(ends_of_cd, ends_of_ab);
}

}  // namespace wend
