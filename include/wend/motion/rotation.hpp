#pragma once

// Rotations as unit quaternions, and the vector arithmetic that poses need. Right-handed, x ahead, y left, z
// up.

#include <cmath>

#include "wend/geometry/vec.hpp"

namespace wend::motion {

[[nodiscard]] constexpr Vec3 plus(Vec3 a, Vec3 b) noexcept {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
[[nodiscard]] constexpr Vec3 minus(Vec3 a, Vec3 b) noexcept {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
[[nodiscard]] constexpr Vec3 times(Vec3 a, double s) noexcept {
    return {a.x * s, a.y * s, a.z * s};
}
[[nodiscard]] constexpr double dot(Vec3 a, Vec3 b) noexcept {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
[[nodiscard]] constexpr Vec3 cross(Vec3 a, Vec3 b) noexcept {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
[[nodiscard]] inline double length(Vec3 a) noexcept {
    return std::sqrt(dot(a, a));
}
[[nodiscard]] inline Vec3 direction_of(Vec3 a) noexcept {
    const double l = length(a);
    return l > 0 ? times(a, 1 / l) : Vec3{};
}
[[nodiscard]] constexpr Vec3 mix(Vec3 a, Vec3 b, double t) noexcept {
    return plus(a, times(minus(b, a), t));
}

struct Rotation {
    float x = 0;
    float y = 0;
    float z = 0;
    float w = 1;

    friend constexpr bool operator==(const Rotation&, const Rotation&) = default;
    /// First b, then a.
    friend constexpr Rotation operator*(Rotation a, Rotation b) noexcept {
        return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
    }
};

[[nodiscard]] constexpr Rotation inverse(Rotation a) noexcept {
    return {-a.x, -a.y, -a.z, a.w};
}
[[nodiscard]] constexpr float dot(Rotation a, Rotation b) noexcept {
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
[[nodiscard]] inline Rotation normalized(Rotation a) noexcept {
    const float s = 1.0f / std::sqrt(dot(a, a));
    return {a.x * s, a.y * s, a.z * s, a.w * s};
}
[[nodiscard]] constexpr Vec3 turned(Rotation q, Vec3 v) noexcept {
    const Vec3 axis{q.x, q.y, q.z};
    const Vec3 t = times(cross(axis, v), 2);
    return plus(plus(v, times(t, q.w)), cross(axis, t));
}
[[nodiscard]] inline Rotation about(Vec3 unit_axis, double angle) noexcept {
    const double s = std::sin(angle / 2);
    return {static_cast<float>(unit_axis.x * s), static_cast<float>(unit_axis.y * s),
            static_cast<float>(unit_axis.z * s), static_cast<float>(std::cos(angle / 2))};
}
[[nodiscard]] inline Rotation about_x(double angle) noexcept {
    return about({1, 0, 0}, angle);
}
/// Positive bends what points up towards ahead.
[[nodiscard]] inline Rotation about_y(double angle) noexcept {
    return about({0, 1, 0}, angle);
}
[[nodiscard]] inline Rotation about_z(double angle) noexcept {
    return about({0, 0, 1}, angle);
}
/// What it is with left and right exchanged.
[[nodiscard]] constexpr Rotation mirrored_rotation(Rotation a) noexcept {
    return {-a.x, a.y, -a.z, a.w};
}
/// Blend along the shorter way, normalised.
[[nodiscard]] inline Rotation blend(Rotation a, Rotation b, float t) noexcept {
    const float u = dot(a, b) < 0 ? -t : t;
    const float s = 1 - t;
    return normalized({s * a.x + u * b.x, s * a.y + u * b.y, s * a.z + u * b.z, s * a.w + u * b.w});
}
/// The smallest rotation that turns one direction into another.
[[nodiscard]] inline Rotation between(Vec3 from, Vec3 to) noexcept {
    const Vec3 a = direction_of(from), b = direction_of(to);
    const double c = dot(a, b);
    if (c < -0.999999) {
        const Vec3 side = std::fabs(a.x) < 0.9 ? cross(a, {1, 0, 0}) : cross(a, {0, 1, 0});
        return about(direction_of(side), 3.14159265358979323846);
    }
    const Vec3 n = cross(a, b);
    return normalized({static_cast<float>(n.x), static_cast<float>(n.y), static_cast<float>(n.z),
                       static_cast<float>(1 + c)});
}
/// The angle of the rotation, radians, 0 to pi.
[[nodiscard]] inline double angle_of(Rotation a) noexcept {
    const double s = std::sqrt(static_cast<double>(a.x) * a.x + static_cast<double>(a.y) * a.y +
                               static_cast<double>(a.z) * a.z);
    return 2 * std::atan2(s, std::fabs(static_cast<double>(a.w)));
}
/// The heading of what points ahead.
[[nodiscard]] inline double heading_of(Rotation a) noexcept {
    const Vec3 ahead = turned(a, {1, 0, 0});
    return std::atan2(ahead.y, ahead.x);
}
[[nodiscard]] inline double wrapped(double angle) noexcept {
    return std::remainder(angle, 6.283185307179586476925);
}

}  // namespace wend::motion
