#pragma once

// Straight moves of a disc between vertices it turns around. A vertex that the path keeps on its left is
// turned around to the left (counter-clockwise) at distance r; the "offset" is +r then, -r for a vertex on
// the right, 0 for the ends of the path. With D = b - a and k = offset_b - offset_a the direction d of the
// tangent obeys dot(D, d) = length and cross(d, D) = k, which gives both in closed form.

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "wend/geometry/vec.hpp"

namespace wend::mesh {

struct Tangent {
    Vec2 from;
    Vec2 to;
    Vec2 direction;
    double length = -1;  ///< negative: there is none

    [[nodiscard]] bool exists() const noexcept { return length >= 0; }
};

/// How a tangent runs between circles whose centres are so far apart, if it keeps farther to the right of the
/// second one by `widening`; negative length: there is none.
struct TangentRun {
    Vec2 direction;
    double length = -1;
};
[[nodiscard]] inline TangentRun tangent_run(Vec2 apart, double widening) noexcept {
    const double squared = squared_length(apart), rest = squared - widening * widening;
    if (rest < 0 || squared == 0) return {};
    const double length = std::sqrt(rest);
    return {(apart * length - perpendicular(apart) * widening) / squared, length};
}

[[nodiscard]] inline Tangent tangent(Vec2 a, double offset_a, Vec2 b, double offset_b) noexcept {
    const auto [direction, length] = tangent_run(b - a, offset_b - offset_a);
    const Vec2 left = perpendicular(direction);
    return {a - left * offset_a, b - left * offset_b, direction, length};
}

/// Of a direction, in (-pi, pi].
[[nodiscard]] inline double angle_of(Vec2 direction) noexcept {
    return std::atan2(direction.y, direction.x);
}

/// Angle from direction a to direction b, positive to the left, in (-pi, pi].
[[nodiscard]] inline double turn_between(Vec2 a, Vec2 b) noexcept {
    return std::atan2(cross(a, b), dot(a, b));
}

/// A pillar may have to be gone around by more than half a turn, where the other way is too narrow.
inline constexpr double longest_turn = 1.5 * std::numbers::pi;

/// The turn from a to b towards `side`, in [0, longest_turn]; negative when it would be more. Angles within
/// `tolerance` radians the wrong way count as no turn.
[[nodiscard]] inline double turn_towards(int side, Vec2 a, Vec2 b, double tolerance) noexcept {
    const double turn = turn_between(a, b) * side;
    if (turn >= 0) return turn;
    if (turn > -tolerance) return 0;
    return turn + 2 * std::numbers::pi <= longest_turn ? turn + 2 * std::numbers::pi : -1;
}

/// Parameter on a + t along of the crossing with the line through `from`; not a number when the line does not
/// run from the near side (right of a -> b) to the far one.
[[nodiscard]] inline double crossing(Vec2 from, Vec2 direction, Vec2 a, Vec2 along) noexcept {
    const double facing = cross(direction, along);
    return facing < 0 ? cross(direction, from - a) / facing : std::numeric_limits<double>::quiet_NaN();
}

/// The shortest way from one point over the segment from `left` to `right`, seen from there, to another
/// point.
[[nodiscard]] inline double way_through(Vec2 from, Vec2 left, Vec2 right, Vec2 to) noexcept {
    const Vec2 along = right - left;
    const double beyond = cross(along, to - left);
    if (beyond < 0) to = to - perpendicular(along) * (2 * beyond / squared_length(along));
    if (cross(left - from, to - from) > 0) return distance(from, left) + distance(left, to);
    if (cross(right - from, to - from) < 0) return distance(from, right) + distance(right, to);
    return distance(from, to);
}

/// Distance between a segment from (0, 0) to (length, 0) and the segment ab.
[[nodiscard]] inline double distance_to_axis(double length, Vec2 a, Vec2 b) noexcept {
    if ((a.y < 0) != (b.y < 0)) {
        const double x = a.x + (b.x - a.x) * (a.y / (a.y - b.y));
        if (0 <= x && x <= length) return 0;
    }
    const auto to_axis = [length](Vec2 p) {
        return squared_length({p.x - std::clamp(p.x, 0.0, length), p.y});
    };
    const Vec2 far_end{length, 0};
    const double squared = std::min({to_axis(a), to_axis(b), squared_length(nearest_point(a, b, {})),
                                     squared_length(nearest_point(a, b, far_end) - far_end)});
    return std::sqrt(squared);
}

}  // namespace wend::mesh
