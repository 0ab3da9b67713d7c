#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "wend/domains/annotation.hpp"

namespace wend::domains {
namespace {

constexpr double beside_corner = 1e-7;  ///< radians to either side of a corner at which rays are cast
constexpr double widest_step = std::numbers::pi / 36;

/// How far a ray of unit direction gets; a segment that it only touches with an end stops it too.
double ray_length(Vec2 eye, Vec2 ray, double farthest, std::span<const Segment> blockers) {
    double reached = farthest;
    for (const Segment& wall : blockers) {
        const Vec2 along = wall.to - wall.from, off = wall.from - eye;
        const double slope = cross(ray, along);
        if (slope == 0) continue;
        const double distance = cross(off, along) / slope, share = cross(off, ray) / slope;
        if (distance >= 0 && distance < reached && share >= 0 && share <= 1) reached = distance;
    }
    return reached;
}

}  // namespace

Ring seen_from(Vec2 eye, double heading, double angle, double range, std::span<const Segment> blockers) {
    const double half = std::min(angle, 2 * std::numbers::pi) / 2;
    const bool is_round = half > std::numbers::pi - 1e-12;
    std::vector<Segment> near;
    std::vector<double> turns{-half, half};
    const auto add_turn = [&](Vec2 corner) {
        const double turn =
            std::remainder(std::atan2(corner.y - eye.y, corner.x - eye.x) - heading, 2 * std::numbers::pi);
        for (const double t : {turn - beside_corner, turn, turn + beside_corner})
            if (t > -half && t < half) turns.push_back(t);
    };
    for (const Segment& wall : blockers) {
        if (distance(eye, nearest_point(wall.from, wall.to, eye)) > range) continue;
        near.push_back(wall);
        add_turn(wall.from);
        add_turn(wall.to);
    }
    const auto steps = static_cast<int>(std::ceil(2 * half / widest_step));
    for (int i = 1; i < steps; ++i) turns.push_back(-half + 2 * half * i / steps);
    std::sort(turns.begin(), turns.end());
    // Chords of a circle that is a little larger lie outside the true one.
    const double farthest = range / std::cos(widest_step / 2);
    Ring ring;
    if (!is_round) ring.push_back(eye);
    for (const double turn : turns) {
        const Vec2 ray = unit_vector(heading + turn);
        ring.push_back(eye + ray * ray_length(eye, ray, farthest, near));
    }
    if (is_round) ring.pop_back();
    return ring;
}

}  // namespace wend::domains
