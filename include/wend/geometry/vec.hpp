#pragma once

#include <algorithm>
#include <cmath>
#include <compare>

namespace wend {

/// A point or vector in the ground plane, metres.
struct Vec2 {
    double x = 0;
    double y = 0;

    friend constexpr bool operator==(const Vec2&, const Vec2&) = default;
    friend constexpr Vec2 operator+(Vec2 a, Vec2 b) noexcept { return {a.x + b.x, a.y + b.y}; }
    friend constexpr Vec2 operator-(Vec2 a, Vec2 b) noexcept { return {a.x - b.x, a.y - b.y}; }
    friend constexpr Vec2 operator-(Vec2 a) noexcept { return {-a.x, -a.y}; }
    friend constexpr Vec2 operator*(Vec2 a, double s) noexcept { return {a.x * s, a.y * s}; }
    friend constexpr Vec2 operator*(double s, Vec2 a) noexcept { return a * s; }
    friend constexpr Vec2 operator/(Vec2 a, double s) noexcept { return {a.x / s, a.y / s}; }
    constexpr Vec2& operator+=(Vec2 b) noexcept { return *this = *this + b; }
    constexpr Vec2& operator-=(Vec2 b) noexcept { return *this = *this - b; }
};

[[nodiscard]] constexpr double dot(Vec2 a, Vec2 b) noexcept {
    return a.x * b.x + a.y * b.y;
}
/// z of the cross product: positive when b is to the left of a.
[[nodiscard]] constexpr double cross(Vec2 a, Vec2 b) noexcept {
    return a.x * b.y - a.y * b.x;
}
/// a turned by +90 degrees.
[[nodiscard]] constexpr Vec2 perpendicular(Vec2 a) noexcept {
    return {-a.y, a.x};
}
[[nodiscard]] constexpr double squared_length(Vec2 a) noexcept {
    return dot(a, a);
}
[[nodiscard]] inline double length(Vec2 a) noexcept {
    return std::sqrt(squared_length(a));
}
[[nodiscard]] inline double distance(Vec2 a, Vec2 b) noexcept {
    return length(a - b);
}
[[nodiscard]] constexpr Vec2 lerp(Vec2 a, Vec2 b, double t) noexcept {
    return a + (b - a) * t;
}
[[nodiscard]] inline Vec2 unit_vector(double angle) noexcept {
    return {std::cos(angle), std::sin(angle)};
}
[[nodiscard]] inline Vec2 rotated(Vec2 a, double angle) noexcept {
    const Vec2 u = unit_vector(angle);
    return {a.x * u.x - a.y * u.y, a.x * u.y + a.y * u.x};
}
/// a scaled to length 1; the zero vector stays zero.
[[nodiscard]] inline Vec2 normalized(Vec2 a) noexcept {
    const double l = length(a);
    return l > 0 ? a / l : Vec2{};
}

/// The parameter in [0, 1] of the point of segment ab nearest to p.
[[nodiscard]] constexpr double nearest_parameter(Vec2 a, Vec2 b, Vec2 p) noexcept {
    const double span = squared_length(b - a);
    return span > 0 ? std::clamp(dot(p - a, b - a) / span, 0.0, 1.0) : 0.0;
}
[[nodiscard]] constexpr Vec2 nearest_point(Vec2 a, Vec2 b, Vec2 p) noexcept {
    return lerp(a, b, nearest_parameter(a, b, p));
}

/// A point with height, metres, z up.
struct Vec3 {
    double x = 0;
    double y = 0;
    double z = 0;
    friend constexpr bool operator==(const Vec3&, const Vec3&) = default;
    [[nodiscard]] constexpr Vec2 xy() const noexcept { return {x, y}; }
};

}  // namespace wend
