#include "sim/promise/rounded.hpp"

#include <algorithm>
#include <cmath>

namespace wend {
namespace {

/// Is the turn surely less than a step? Tells without angles what most points of a route are.
bool turns_little(Vec2 before, Vec2 after, const Rounding& rounding) {
    const double across = cross(before, after);
    return dot(before, after) > 0 &&
           across * across < rounding.surely_straight * squared_length(before) * squared_length(after);
}

void append_arc(std::vector<RoutePoint>& out, const RoutePoint& corner, Vec2 in, Vec2 away, double cut,
                double step) {
    const double began = direction_of(in), turn = wrapped_angle(direction_of(away) - began);
    const int pieces = std::max(1, static_cast<int>(std::ceil(std::abs(turn) / step)));
    const double radius = cut / std::tan(std::abs(turn) / 2);
    const double side = turn > 0 ? 1 : -1;
    const Vec2 center = corner.position - in * cut + perpendicular(in) * (side * radius);
    for (int i = 0; i <= pieces; ++i) {
        const double angle = began - side * 1.5707963267948966 + turn * i / pieces;
        out.push_back({center + unit_vector(angle) * radius, corner.layer});
    }
}

}  // namespace

Rounding::Rounding(double radius_, double step_) : radius(radius_), step(step_) {
    constexpr double quarter = 1.5, surely = 1 - 1e-9;
    surely_straight = step < quarter ? surely * std::sin(step) * std::sin(step) : 0;
}

void append_rounded(std::vector<RoutePoint>& out, const RoutePoint& before, const RoutePoint& corner,
                    const RoutePoint& after, const Rounding& rounding) {
    const Vec2 in = corner.position - before.position, away = after.position - corner.position;
    const bool is_plain = before.layer == corner.layer && !before.is_crossing && !corner.is_crossing;
    if (!is_plain || turns_little(in, away, rounding)) {
        out.push_back(corner);
        return;
    }
    const double turn = std::abs(wrapped_angle(direction_of(away) - direction_of(in)));
    const bool is_left = turn < rounding.step || turn > 2.8;
    const double cut =
        is_left ? 0 : std::min({rounding.radius * std::tan(turn / 2), length(in) / 2, length(away) / 2});
    if (cut < 1e-3)
        out.push_back(corner);
    else
        append_arc(out, corner, normalized(in), normalized(away), cut, rounding.step);
}

std::vector<RoutePoint> rounded(const std::vector<RoutePoint>& points, const Rounding& rounding) {
    if (points.size() < 3) return points;
    std::vector<RoutePoint> out{points.front()};
    out.reserve(2 * points.size());
    for (std::size_t i = 1; i + 1 < points.size(); ++i)
        append_rounded(out, points[i - 1], points[i], points[i + 1], rounding);
    out.push_back(points.back());
    return out;
}

}  // namespace wend
