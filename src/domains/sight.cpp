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

/// Where what is nearest changes between one blocker's ends: at its crossings with others and with the circle
/// around the eye. Without a ray to there a chord would cut off ground that is seen.
std::vector<Vec2> sight_corners(Vec2 eye, double farthest, std::span<const Segment> blockers) {
    std::vector<Vec2> corners;
    for (std::size_t i = 0; i < blockers.size(); ++i) {
        const Vec2 from = blockers[i].from, along = blockers[i].to - from;
        corners.push_back(from);
        corners.push_back(blockers[i].to);
        const double squared = squared_length(along), half = dot(along, from - eye);
        const double root = half * half - squared * (squared_length(from - eye) - farthest * farthest);
        if (squared > 0 && root > 0)
            for (const double side : {-1.0, 1.0})
                if (const double share = (side * std::sqrt(root) - half) / squared; share > 0 && share < 1)
                    corners.push_back(from + along * share);
        for (std::size_t k = i + 1; k < blockers.size(); ++k) {
            const Vec2 other = blockers[k].to - blockers[k].from, off = blockers[k].from - from;
            const double slope = cross(along, other);
            if (slope == 0) continue;
            const double share = cross(off, other) / slope, beside = cross(off, along) / slope;
            if (share > 0 && share < 1 && beside > 0 && beside < 1) corners.push_back(from + along * share);
        }
    }
    return corners;
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
        if (distance(eye, nearest_point(wall.from, wall.to, eye)) <= range) near.push_back(wall);
    }
    // Chords of a circle that is a little larger lie outside the true one.
    const double farthest = range / std::cos(widest_step / 2);
    for (const Vec2 corner : sight_corners(eye, farthest, near)) add_turn(corner);
    const auto steps = static_cast<int>(std::ceil(2 * half / widest_step));
    for (int i = 1; i < steps; ++i) turns.push_back(-half + 2 * half * i / steps);
    std::sort(turns.begin(), turns.end());
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
