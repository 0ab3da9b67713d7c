#pragma once

#include <cmath>

#include "wend/geometry/vec.hpp"

namespace wend::mesh {

/// The shape of a medial edge, by what is nearest on both sides:
///   - two walls: straight, with a clearance that changes evenly;
///   - two ends of walls: straight, the bisector of the two points;
///   - a wall and an end: a parabola.
/// The last two are run through evenly in the angle that the nearest direction turns by, so that samples are
/// dense where it turns fast.
struct MedialCurve {
    enum class Kind : unsigned char { even, bisector, parabola };
    Kind kind = Kind::even;
    Vec2 start, end;  ///< even: its ends
    double start_clearance = 0, end_clearance = 0;
    Vec2 origin;      ///< bisector: middle of the two points; parabola: foot of the focus on the wall's line
    Vec2 along;       ///< unit vector
    double size = 0;  ///< bisector: half the points' distance; parabola: the focus' distance from the line
    double start_angle = 0, end_angle = 0;

    static MedialCurve even(Vec2 a, Vec2 b, double clearance_a, double clearance_b) {
        MedialCurve curve;
        curve.start = a;
        curve.end = b;
        curve.start_clearance = clearance_a;
        curve.end_clearance = clearance_b;
        return curve;
    }
    static MedialCurve bisector(Vec2 a, Vec2 b, Vec2 p, Vec2 q) {
        MedialCurve curve;
        curve.kind = Kind::bisector;
        curve.size = distance(p, q) / 2;
        curve.along = normalized(perpendicular(q - p));
        curve.set_angles((p + q) * 0.5, a, b);
        return curve;
    }
    static MedialCurve parabola(Vec2 a, Vec2 b, Vec2 focus, Vec2 wall_from, Vec2 wall_to) {
        MedialCurve curve;
        curve.kind = Kind::parabola;
        curve.along = normalized(wall_to - wall_from);
        const double height = cross(curve.along, focus - wall_from);
        if (height < 0) curve.along = -curve.along;  // the focus on the left
        curve.size = std::abs(height);
        curve.set_angles(focus - perpendicular(curve.along) * curve.size, a, b);
        return curve;
    }

    [[nodiscard]] double angle(double t) const noexcept {
        return start_angle + (end_angle - start_angle) * t;
    }

    [[nodiscard]] Vec2 at(double t) const noexcept {
        if (kind == Kind::even) return lerp(start, end, t);
        const double x = std::tan(angle(t));
        const Vec2 base = origin + along * (size * x);
        return kind == Kind::bisector ? base : base + perpendicular(along) * (size * (1 + x * x) / 2);
    }
    [[nodiscard]] double clearance(double t) const noexcept {
        if (kind == Kind::even) return start_clearance + (end_clearance - start_clearance) * t;
        const double c = std::cos(angle(t));
        return kind == Kind::bisector ? size / c : size / (2 * c * c);
    }
    /// Where it is narrowest between two parameters.
    [[nodiscard]] double narrowest(double t0, double t1) const noexcept {
        if (kind != Kind::even && start_angle != end_angle) {
            const double apex = -start_angle / (end_angle - start_angle);
            if (std::min(t0, t1) < apex && apex < std::max(t0, t1)) return apex;
        }
        return clearance(t0) <= clearance(t1) ? t0 : t1;
    }
    /// By how much the nearest direction turns at most, on either side.
    [[nodiscard]] double turn() const noexcept {
        const double swept = std::abs(end_angle - start_angle);
        return kind == Kind::even ? 0 : kind == Kind::bisector ? swept : 2 * swept;
    }
    /// The parameter of the point nearest to p, for points close to the curve.
    [[nodiscard]] double parameter(Vec2 p) const noexcept {
        if (kind == Kind::even) return nearest_parameter(start, end, p);
        const double a = std::atan(dot(p - origin, along) / size);
        return start_angle == end_angle ? 0
                                        : std::clamp((a - start_angle) / (end_angle - start_angle), 0.0, 1.0);
    }
    [[nodiscard]] double length(double t0, double t1) const noexcept {
        if (kind == Kind::even) return distance(start, end) * std::abs(t1 - t0);
        const double u = std::tan(angle(t0)), v = std::tan(angle(t1));
        if (kind == Kind::bisector) return size * std::abs(v - u);
        const auto arc = [](double s) { return (s * std::sqrt(1 + s * s) + std::asinh(s)) / 2; };
        return size * std::abs(arc(v) - arc(u));
    }

  private:
    void set_angles(Vec2 at_origin, Vec2 a, Vec2 b) noexcept {
        origin = at_origin;
        start_angle = std::atan(dot(a - origin, along) / size);
        end_angle = std::atan(dot(b - origin, along) / size);
    }
};

}  // namespace wend::mesh
