#include "verify/floor.hpp"

#include <algorithm>
#include <cmath>

namespace wend::verify {
namespace {

constexpr double platform_step = 1e-3;  ///< metres of relative motion between two looks at a moving floor
constexpr double dock_gap = 1e-4;       ///< metres between platform and floor that nobody falls into
constexpr double shortest_gap = 2e-3;   ///< metres of open edge that count
constexpr double deepest_search = 5.0;  ///< metres from a body inside a wall to look for the way out
constexpr int most_steps = 2000;

Pose pose_in(const Stretch& motion, double time) {
    const double span = motion.end - motion.begin;
    const double share = span > 0 ? std::clamp((time - motion.begin) / span, 0.0, 1.0) : 0;
    return {lerp(motion.from.position, motion.to.position, share),
            motion.from.angle + share * (motion.to.angle - motion.from.angle)};
}

Ring placed(const Ring& outline, const Pose& pose) {
    Ring ring = outline;
    for (Vec2& corner : ring) corner = pose.position + rotated(corner, pose.angle);
    return ring;
}

bool covers(const std::vector<Ring>& rings, Vec2 p, const Ring* except = nullptr) {
    return std::any_of(rings.begin(), rings.end(), [&](const Ring& ring) {
        return &ring != except && (is_inside(ring, p) || ring_distance(ring, p) < dock_gap);
    });
}

Box2 box_of(const Path& path) {
    Box2 box;
    box.add(path.from);
    box.add(path.to);
    return box;
}

/// How deep the part of an edge for which `is_open` holds reaches into the disc around `center`.
template <class IsOpen>
double open_depth(const Path& edge, const std::vector<Ring>& cutters, Vec2 center, double radius,
                  const std::vector<double>& more_cuts, IsOpen&& is_open) {
    std::vector<double> cuts{0.0, 1.0};
    cuts.insert(cuts.end(), more_cuts.begin(), more_cuts.end());
    for (const Ring& ring : cutters) crossings(edge, ring, cuts);
    std::sort(cuts.begin(), cuts.end());
    double deepest = 0;
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
        const Vec2 a = edge.at(cuts[i]), b = edge.at(cuts[i + 1]);
        const double depth = radius - segment_distance(center, a, b);
        if (depth > deepest && distance(a, b) > shortest_gap && is_open((a + b) / 2)) deepest = depth;
    }
    return deepest;
}

}  // namespace

Floor::Floor(const Scene& scene, double tolerance)
    : tolerance_(tolerance), platforms_(platform_timelines(scene)) {
    for (std::uint32_t layer = 0; layer < scene.layers.size(); ++layer) grounds_.emplace_back(scene, layer);
}

Contact Floor::check(const Leg& leg, const LegMaker& stairs) {
    if (leg.layer >= grounds_.size()) return {true, 0, 1, 0, leg.radius};
    const bool on_stairs =
        stairs.is_on_stairs(leg.layer, leg.path.from) || stairs.is_on_stairs(leg.layer, leg.path.to);
    if (leg.airborne || on_stairs) {
        forget(leg.agent);
        return {};
    }
    Contact contact = against_walls(leg, false);
    if (!known_free_[leg.agent]) contact.add(stuck_inside(leg));
    if (contact.found && has_platform_near(leg)) {
        contact = against_walls(leg, true);
        contact.add(beside_platforms(leg));
        forget(leg.agent);
        return contact;
    }
    known_free_[leg.agent] = !contact.found;
    return contact;
}

Contact Floor::against_walls(const Leg& leg, bool solid_only) const {
    Contact contact;
    ground(leg).walls_near(box_of(leg.path).grown(leg.radius), [&](const Wall& wall) {
        if (wall.is_solid || !solid_only)
            contact.add(sweep_segment(leg.path, wall.a, wall.b, leg.radius, tolerance_));
    });
    return contact;
}

Contact Floor::stuck_inside(const Leg& leg) const {
    Contact contact;
    for (const double s : {0.0, 1.0}) {
        const Vec2 p = leg.path.at(s);
        if (!ground(leg).is_free(p))
            contact.add({true, s, s, s, leg.radius + ground(leg).wall_distance(p, deepest_search)});
    }
    return contact;
}

bool Floor::has_platform_near(const Leg& leg) {
    surfaces_.clear();
    const Box2 box = box_of(leg.path).grown(leg.radius);
    for (const Timeline& platform : platforms_) {
        if (platform.layer() != leg.layer) continue;
        stretches_.clear();
        platform.stretches(leg.begin, leg.end, stretches_);
        for (const Stretch& stretch : stretches_)
            if (box_of({stretch.from.position, stretch.to.position}).grown(platform.extent()).overlaps(box))
                surfaces_.push_back({&std::get<PolygonShape>(platform.shape()).outline, stretch});
    }
    return !surfaces_.empty();
}

Contact Floor::beside_platforms(const Leg& leg) const {
    double motion = distance(leg.path.from, leg.path.to);
    for (const Surface& surface : surfaces_) {
        const Stretch& m = surface.motion;
        double extent = 0;
        for (const Vec2 corner : *surface.outline) extent = std::max(extent, length(corner));
        motion += distance(m.from.position, m.to.position) + extent * std::abs(m.to.angle - m.from.angle);
    }
    const int steps = std::clamp(static_cast<int>(std::min(motion / platform_step, 1e6)) + 1, 1, most_steps);
    Contact contact;
    for (int i = 0; i <= steps; ++i) {
        const double s = static_cast<double>(i) / steps;
        const double depth = overhang(leg, leg.begin + s * (leg.end - leg.begin));
        if (depth > tolerance_) contact.add({true, s, s, s, depth});
    }
    return contact;
}

/// How deep the edge of "floor or platform" reaches into the body: its own radius when even its centre has
/// nothing under it.
double Floor::overhang(const Leg& leg, double time) const {
    std::vector<Ring> rings;
    const Ring* placed_last = nullptr;  // at a keyframe two stretches of one platform meet
    for (const Surface& surface : surfaces_)
        if (surface.outline != placed_last && surface.motion.begin <= time && time <= surface.motion.end) {
            rings.push_back(placed(*surface.outline, pose_in(surface.motion, time)));
            placed_last = surface.outline;
        }
    const Vec2 center = leg.at(time);
    const Ground& floor = ground(leg);
    if (floor.is_blocked(center)) return leg.radius + floor.wall_distance(center, deepest_search);
    if (!floor.is_floor(center) && !covers(rings, center)) return leg.radius;

    double deepest = 0;
    const Box2 near = Box2::around(center, leg.radius);
    std::vector<Path> floor_edges;
    floor.walls_near(near, [&](const Wall& wall) {
        if (wall.is_solid) return;
        floor_edges.push_back({wall.a, wall.b});
        deepest = std::max(deepest, open_depth({wall.a, wall.b}, rings, center, leg.radius, {},
                                               [&](Vec2 p) { return !covers(rings, p); }));
    });
    for (const Ring& ring : rings)
        for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++) {
            const Path edge{ring[j], ring[i]};
            if (!box_of(edge).overlaps(near)) continue;
            std::vector<double> cuts;
            for (const Path& other : floor_edges) crossings(edge, {other.from, other.to}, cuts);
            deepest = std::max(deepest, open_depth(edge, rings, center, leg.radius, cuts, [&](Vec2 p) {
                                   const bool docked = floor.wall_distance(p, 2 * dock_gap) < dock_gap;
                                   return !floor.is_floor(p) && !docked && !covers(rings, p, &ring);
                               }));
        }
    return deepest;
}

}  // namespace wend::verify
