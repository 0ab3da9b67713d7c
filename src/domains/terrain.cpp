#include "wend/domains/terrain.hpp"

#include <algorithm>
#include <cmath>

#include "wend/geometry/segment.hpp"
#include "wend/world/body.hpp"

#include "domains/box_distance.hpp"

namespace wend::domains {
namespace {

constexpr double seam = 5e-5;       ///< metres between a platform and what it docks to that count as none
constexpr double edge_room = 1e-3;  ///< metres

double fastest_point(const PlatformSpec& platform) {
    const Trajectory& motion = platform.motion;
    double fastest = 0;
    for (std::size_t i = 1; i < motion.keyframes.size(); ++i) {
        const Keyframe &a = motion.keyframes[i - 1], &b = motion.keyframes[i];
        const double moved = distance(a.pose.position, b.pose.position) +
                             std::abs(b.pose.angle - a.pose.angle) * reach_of(platform.outline);
        fastest = std::max(fastest, moved / (b.time - a.time));
    }
    // A loop whose ends do not meet jumps.
    if (motion.loops && motion.keyframes.size() > 1) {
        const Pose &first = motion.keyframes.front().pose, &last = motion.keyframes.back().pose;
        const double turn = std::remainder(last.angle - first.angle, 2 * 3.141592653589793);
        if (distance(first.position, last.position) > 1e-9 || std::abs(turn) > 1e-9)
            fastest = std::numeric_limits<double>::infinity();
    }
    return fastest;
}

Box2 swept_by(const PlatformSpec& platform) {
    const std::vector<Keyframe>& keys = platform.motion.keyframes;
    const bool turns = std::any_of(keys.begin(), keys.end(), [&](const Keyframe& key) {
        return key.pose.angle != keys.front().pose.angle;
    });
    Box2 box;
    for (const Keyframe& key : keys)
        for (const Vec2 corner : platform.outline)
            box.add(turns ? key.pose.position : key.pose.position + rotated(corner, key.pose.angle));
    return turns ? box.grown(reach_of(platform.outline)) : box;
}

Ring placed(const PlatformSpec& platform, double time) {
    const Pose pose = platform.motion.at(time);
    Ring ring = platform.outline;
    for (Vec2& corner : ring) corner = pose.position + rotated(corner, pose.angle);
    return ring;
}

bool covers(const Ring& ring, Vec2 p) {
    return contains(ring, p) || boundary_distance(ring, p) < seam;
}

/// Shares of the segment at which it crosses the ring, added to the ends of its part inside the disc.
bool cut_by_disc(const Segment& edge, Vec2 center, double radius, std::vector<double>& cuts) {
    const Vec2 along = edge.to - edge.from, off = edge.from - center;
    const double a = squared_length(along), b = dot(along, off), c = squared_length(off) - radius * radius;
    const double root = b * b - a * c;
    if (a <= 0 || root <= 0) return false;
    const double low = std::max(0.0, (-b - std::sqrt(root)) / a),
                 high = std::min(1.0, (-b + std::sqrt(root)) / a);
    if (low >= high) return false;
    cuts.assign({low, high});
    return true;
}

void add_crossings(const Segment& edge, const Segment& other, std::vector<double>& cuts) {
    const Vec2 along = edge.to - edge.from, across = other.to - other.from;
    const double denominator = cross(along, across);
    const auto add = [&cuts](double share) {
        if (share > cuts[0] && share < cuts[1]) cuts.push_back(share);
    };
    if (denominator != 0) add(cross(other.from - edge.from, across) / denominator);
    add(nearest_parameter(edge.from, edge.to, other.from));
    add(nearest_parameter(edge.from, edge.to, other.to));
}

template <class Visit>
void for_each_edge(const Ring& ring, Visit&& visit) {
    for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++) visit(Segment{ring[j], ring[i]});
}

/// Is every part of the edge inside the disc closed, by what `is_closed` says of a point of it?
template <class IsClosed>
bool is_closed_edge(const Segment& edge, std::vector<double>& cuts, IsClosed&& is_closed) {
    std::sort(cuts.begin(), cuts.end());
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i)
        if ((cuts[i + 1] - cuts[i]) * distance(edge.from, edge.to) > seam &&
            !is_closed(lerp(edge.from, edge.to, (cuts[i] + cuts[i + 1]) / 2)))
            return false;
    return true;
}

}  // namespace

Terrain::Terrain(const Scene& scene, const Walls& walls, double radius, double frame)
    : radius_(radius), frame_(frame), platforms_(scene.platforms), crossings_(crossings_of(scene, radius)) {
    for (const PlatformSpec& platform : scene.platforms) {
        fastest_ = std::max(fastest_, fastest_point(platform));
        margins_.push_back(margin_on(platform));
        swept_.push_back(swept_by(platform));
    }
    for (std::uint32_t layer = 0; layer < walls.layers(); ++layer) {
        Edges edges{layer, {}};
        for (const Segment& wall : walls.ground(layer).walls()) {
            Box2 box;
            box.add(wall.from);
            box.add(wall.to);
            const auto passes = [&](const PlatformSpec& platform) {
                return platform.layer == layer && swept_by(platform).grown(2 * radius + 1).overlaps(box);
            };
            const Vec2 middle = lerp(wall.from, wall.to, 0.5);
            const bool is_solid = walls.not_solid(layer).nearest(middle, seam).has_value();
            if (!is_solid && std::any_of(scene.platforms.begin(), scene.platforms.end(), passes))
                edges.walls.push_back(wall);
        }
        edges_.push_back(std::move(edges));
    }
}

double Terrain::least_walked(Vec2 a, Vec2 b) const noexcept {
    double from = std::numeric_limits<double>::infinity(), to = from;
    for (const Box2& box : swept_) {
        from = std::min(from, distance_to_box(box, a));
        to = std::min(to, distance_to_box(box, b));
    }
    return std::min(distance(a, b), from + to);
}

double Terrain::margin_on(const PlatformSpec& platform) const noexcept {
    const double speed = fastest_point(platform);
    return edge_room + (std::isfinite(speed) ? speed * frame_ / 2 : 0);
}

bool Terrain::stays_on(std::size_t platform, Vec2 a, Vec2 b) const noexcept {
    const Ring& outline = platforms_.at(platforms_.id(platform)).outline;
    const double room = radius_ + margins_[platform];
    if (!contains(outline, a)) return false;
    bool stays = true;
    for_each_edge(outline, [&](const Segment& edge) {
        stays = stays && squared_distance(a, b, edge.from, edge.to) >= room * room;
    });
    return stays;
}

bool Terrain::carries(const Walls& walls, std::uint32_t layer, Vec2 center, double radius,
                      double time) const {
    const Region& ground = walls.ground(layer);
    if (ground.fits(center, radius)) return true;
    std::vector<Ring> rings;
    for (std::size_t i = 0; i < platforms_.size(); ++i) {
        const PlatformSpec& platform = platforms_.at(platforms_.id(i));
        const double reach = reach_of(platform.outline) + radius;
        if (platform.layer == layer && distance(platform.motion.at(time).position, center) <= reach)
            rings.push_back(placed(platform, time));
    }
    const auto on_platform = [&rings](Vec2 p, const Ring* except) {
        return std::any_of(rings.begin(), rings.end(),
                           [&](const Ring& ring) { return &ring != except && covers(ring, p); });
    };
    if (!ground.contains(center) && !on_platform(center, nullptr)) return false;

    std::vector<double> cuts;
    const std::vector<Segment>& edges = edges_[layer].walls;
    for (const Segment& edge : edges) {
        if (!cut_by_disc(edge, center, radius, cuts)) continue;
        for (const Ring& ring : rings)
            for_each_edge(ring, [&](const Segment& other) { add_crossings(edge, other, cuts); });
        if (!is_closed_edge(edge, cuts, [&](Vec2 p) { return on_platform(p, nullptr); })) return false;
    }
    for (const Ring& ring : rings) {
        bool closed = true;
        for_each_edge(ring, [&](const Segment& edge) {
            if (!closed || !cut_by_disc(edge, center, radius, cuts)) return;
            for (const Segment& other : edges) add_crossings(edge, other, cuts);
            for (const Ring& other : rings)
                if (&other != &ring)
                    for_each_edge(other, [&](const Segment& side) { add_crossings(edge, side, cuts); });
            closed = is_closed_edge(edge, cuts, [&](Vec2 p) {
                return ground.contains(p) || ground.nearest(p, seam) || on_platform(p, &ring) ||
                       !walls.not_solid(layer).contains(p);
            });
        });
        if (!closed) return false;
    }
    return true;
}

}  // namespace wend::domains
