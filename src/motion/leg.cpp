#include <algorithm>
#include <cmath>

#include "wend/motion/pose.hpp"

namespace wend::motion {
namespace {

constexpr double ball_height = 0.02;  ///< of the toes' joint above the ground it stands on
/// Shorter than stretched, so that the knee's angle never gets where a millimetre is a jerk.
constexpr double longest_leg = 0.992 * (thigh_length + shank_length);

Rotation from_axes(Vec3 x, Vec3 y, Vec3 z) noexcept {
    const double trace = x.x + y.y + z.z;
    const auto make = [](double a, double b, double c, double w) {
        return normalized(
            {static_cast<float>(a), static_cast<float>(b), static_cast<float>(c), static_cast<float>(w)});
    };
    if (trace > 0) return make(y.z - z.y, z.x - x.z, x.y - y.x, 1 + trace);
    if (x.x > y.y && x.x > z.z) return make(1 + x.x - y.y - z.z, x.y + y.x, z.x + x.z, y.z - z.y);
    if (y.y > z.z) return make(x.y + y.x, 1 + y.y - x.x - z.z, y.z + z.y, z.x - x.z);
    return make(z.x + x.z, y.z + z.y, 1 + z.z - x.x - y.y, x.y - y.x);
}

}  // namespace

Vec3 ankle_of(const FootTarget& target) noexcept {
    const double c = std::cos(target.pitch), s = std::sin(target.pitch);
    const double up = ankle_height - ball_height;
    const double ahead = -ball_ahead * c + up * s;
    const Vec2 way = unit_vector(target.heading) * ahead;
    return {target.ball.x + way.x, target.ball.y + way.y,
            target.ball.z + ball_height + ball_ahead * s + up * c};
}

double highest_hips(Vec2 hip, Vec3 ankle) noexcept {
    const double away = std::min(squared_length(hip - ankle.xy()), longest_leg * longest_leg * 0.95);
    return ankle.z + std::sqrt(longest_leg * longest_leg - away) + 0.005;
}

void solve_leg(Pose& pose, Foot side, const FootTarget& target) noexcept {
    const std::size_t thigh = index_of(side == Foot::left ? Part::left_thigh : Part::right_thigh);
    const Rotation hips = pose.rotations[0];
    const Vec3 hip = plus(pose.hips, turned(hips, standard_skeleton().joints[thigh].offset));
    const Vec3 leg = minus(ankle_of(target), hip);
    const double reach = std::clamp(length(leg), 0.25, longest_leg);
    // Knees point between where the body and where the foot looks.
    const Vec3 body = turned(hips, {1, 0, 0});
    const Vec2 foot = unit_vector(target.heading);
    const Vec3 ahead{body.x + foot.x, body.y + foot.y, body.z + 0.2};
    const Vec3 up = times(direction_of(leg), -1);
    Vec3 left = cross(up, ahead);
    if (length(left) < 1e-6) left = turned(hips, {0, 1, 0});
    left = direction_of(left);
    const Rotation frame = from_axes(cross(left, up), left, up);
    const double at_hip =
        std::acos(std::clamp((thigh_length * thigh_length + reach * reach - shank_length * shank_length) /
                                 (2 * thigh_length * reach),
                             -1.0, 1.0));
    const double at_knee =
        std::acos(std::clamp((thigh_length * thigh_length + shank_length * shank_length - reach * reach) /
                                 (2 * thigh_length * shank_length),
                             -1.0, 1.0));
    const Rotation upper = frame * about_y(-at_hip);
    const Rotation knee = about_y(3.14159265358979323846 - at_knee);
    pose.rotations[thigh] = inverse(hips) * upper;
    pose.rotations[thigh + 1] = knee;
    pose.rotations[thigh + 2] = inverse(upper * knee) * (about_z(target.heading) * about_y(target.pitch));
    pose.rotations[thigh + 3] =
        target.is_planted ? about_y(-target.pitch) : about_y(-0.4 * std::max(0.0, target.pitch));
}

}  // namespace wend::motion
