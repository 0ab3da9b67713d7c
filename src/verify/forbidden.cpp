#include "verify/forbidden.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "wend/geometry/segment.hpp"

namespace wend::verify {
namespace {

constexpr int looks = 4;             ///< between two frames
constexpr double stride = 0.02;      ///< metres between two points of a line of sight that are looked at
constexpr double far_inside = 1e-6;  ///< metres within an outline that count as inside

double turned_by(double from, double to, double share) {
    return from + share * std::remainder(to - from, 2 * std::numbers::pi);
}

/// In the thing's own frame.
Vec2 seen_by(const Pose& pose, Vec2 p) {
    return rotated(p - pose.position, -pose.angle);
}

double gap(const Shape& shape, Vec2 local) {
    if (const auto* disc = std::get_if<DiscShape>(&shape)) return length(local) - disc->radius;
    const Ring& outline = std::get<PolygonShape>(shape).outline;
    const double away = boundary_distance(outline, local);
    return contains(outline, local) ? -away : away;
}

Box2 extent(const Shape& shape) {
    if (const auto* disc = std::get_if<DiscShape>(&shape)) return Box2::around({}, disc->radius);
    return bounds_of(std::get<PolygonShape>(shape).outline);
}

bool is_beside(AnnotationKind kind, const Box2& box, double depth, Vec2 q) {
    const bool across_x = q.x > box.low.x && q.x<box.high.x, across_y = q.y> box.low.y && q.y < box.high.y;
    switch (kind) {
        case AnnotationKind::front:
            return across_y && q.x > box.high.x && q.x < box.high.x + depth;
        case AnnotationKind::back:
            return across_y && q.x < box.low.x && q.x > box.low.x - depth;
        case AnnotationKind::left:
            return across_x && q.y > box.high.y && q.y < box.high.y + depth;
        default:
            return across_x && q.y < box.low.y && q.y > box.low.y - depth;
    }
}

/// Corners of a thing in the world.
Ring corners_of(const Shape& shape, const Pose& pose) {
    Ring corners;
    if (const auto* disc = std::get_if<DiscShape>(&shape))
        for (int i = 0; i < 64; ++i)
            corners.push_back(pose.position + unit_vector(i * std::numbers::pi / 32) * disc->radius);
    else
        for (const Vec2 corner : std::get<PolygonShape>(shape).outline)
            corners.push_back(pose.position + rotated(corner, pose.angle));
    return corners;
}

/// A point is in the convex hull of others unless some direction has all of them strictly on one side: that
/// is, unless the directions to them leave a gap of half a turn.
bool is_in_hull(const Ring& points, Vec2 p) {
    std::vector<double> angles;
    for (const Vec2 point : points) angles.push_back(std::atan2(point.y - p.y, point.x - p.x));
    std::sort(angles.begin(), angles.end());
    double widest = angles.front() + 2 * std::numbers::pi - angles.back();
    for (std::size_t i = 0; i + 1 < angles.size(); ++i) widest = std::max(widest, angles[i + 1] - angles[i]);
    return widest < std::numbers::pi - 1e-9;
}

bool is_cut_by(const Ring& ring, Vec2 a, Vec2 b) {
    for (std::size_t i = 0; i < ring.size(); ++i)
        if (cross_properly(a, b, ring[i], ring[(i + 1) % ring.size()])) return true;
    return false;
}

bool is_well_inside(const Polygon& polygon, Vec2 p) {
    if (!contains(polygon, p) || boundary_distance(polygon.outline, p) <= far_inside) return false;
    for (const Ring& hole : polygon.holes)
        if (boundary_distance(hole, p) <= far_inside) return false;
    return true;
}

}  // namespace

Forbidden::Forbidden(const Scene& scene) : scene_(scene) {
    for (const ConstraintSpec& constraint : scene.constraints)
        if (constraint.hard) rules_.push_back({constraint, {}});
    things_ = scene.obstacles;
    for (const TimedEvent& event : scene.events) apply(event);
}

void Forbidden::apply(const TimedEvent& event) {
    if (const auto* change = std::get_if<ConstraintEvent>(&event.what)) {
        end(change->constraint.name, event.time);
        if (change->constraint.hard)
            rules_.push_back({change->constraint, {event.time, std::numeric_limits<double>::infinity()}});
    }
    if (const auto* lift = std::get_if<LiftEvent>(&event.what)) end(lift->target, event.time);
    if (const auto* appear = std::get_if<AppearEvent>(&event.what)) {
        things_.push_back(appear->obstacle);
        things_.back().present.low = std::max(things_.back().present.low, event.time);
    }
    if (const auto* gone = std::get_if<DisappearEvent>(&event.what)) take_away(gone->obstacle, event.time);
    if (const auto* move = std::get_if<MoveEvent>(&event.what)) {
        const auto known = std::find_if(things_.begin(), things_.end(), [&](const ObstacleSpec& one) {
            return one.name == move->obstacle && one.present.high > event.time;
        });
        if (known == things_.end()) return;
        ObstacleSpec moved = *known;
        moved.motion = move->motion;
        moved.present.low = event.time;
        take_away(move->obstacle, event.time);
        things_.push_back(std::move(moved));
    }
}

void Forbidden::end(const std::string& name, double time) {
    for (Rule& rule : rules_)
        if (rule.constraint.name == name) rule.holds.high = std::min(rule.holds.high, time);
}

void Forbidden::take_away(const std::string& name, double time) {
    for (ObstacleSpec& one : things_)
        if (one.name == name) one.present.high = std::min(one.present.high, time);
}

void Forbidden::add_agent(const AgentSpec& agent) {
    agents_.push_back({agent.name, agent.group, agent.limits.radius});
}

bool Forbidden::is_for(const ConstraintSpec& constraint, std::uint32_t agent) const {
    const Agent& who = agents_[agent];
    const auto& names = constraint.agents;
    const bool named = std::any_of(names.begin(), names.end(), [&](const std::string& name) {
        return name == who.name || (name == who.group && !name.empty());
    });
    return (names.empty() || named) && constraint.of != who.name && constraint.other != who.name;
}

void Forbidden::learn(const io::Frame& frame) {
    for (const io::RecordedIdentity& identity : frame.identities) known_[identity.obstacle] = identity;
}

bool Forbidden::find(const std::string& name, const io::Frame& from, const io::Frame& to, double share,
                     Thing& found) const {
    for (const io::RecordedObstacle& thing : from.obstacles) {
        const auto known = known_.find(thing.obstacle);
        if (known == known_.end() || known->second.name != name) continue;
        for (const io::RecordedObstacle& later : to.obstacles)
            if (later.obstacle == thing.obstacle) {
                found = {known->second.layer,
                         known->second.shape,
                         {lerp(thing.pose.position, later.pose.position, share),
                          turned_by(thing.pose.angle, later.pose.angle, share)}};
                return true;
            }
    }
    for (const io::RecordedAgent& agent : from.agents) {
        if (agents_[agent.agent].name != name) continue;
        for (const io::RecordedAgent& later : to.agents)
            if (later.agent == agent.agent && later.layer == agent.layer) {
                found = {agent.layer,
                         DiscShape{agents_[agent.agent].radius},
                         {lerp(agent.position.xy(), later.position.xy(), share),
                          turned_by(agent.heading, later.heading, share)}};
                return true;
            }
    }
    return false;
}

bool Forbidden::is_ground(std::uint32_t layer, Vec2 p) const {
    const Layer& storey = scene_.layers[layer];
    for (const Polygon& blocked : storey.blocked)
        if (is_well_inside(blocked, p)) return false;
    if (storey.walkable.empty()) return scene_.bounds.contains(p);
    return std::any_of(storey.walkable.begin(), storey.walkable.end(),
                       [&](const Polygon& polygon) { return contains(polygon, p); });
}

bool Forbidden::sees(const ConstraintSpec& constraint, const Thing& eye, const io::Frame& frame,
                     Vec2 p) const {
    const Vec2 local = seen_by(eye.pose, p);
    const double away = length(local);
    if (away >= constraint.range) return false;
    if (std::abs(std::atan2(local.y, local.x)) >= constraint.angle / 2) return false;
    for (const Polygon& wall : scene_.layers[eye.layer].blocked) {
        if (is_cut_by(wall.outline, eye.pose.position, p)) return false;
        for (const Ring& hole : wall.holes)
            if (is_cut_by(hole, eye.pose.position, p)) return false;
    }
    for (const ObstacleSpec& standing : things_) {
        if (standing.motion.keyframes.size() != 1 || standing.layer != eye.layer ||
            !standing.present.contains(frame.time) || standing.name == constraint.of)
            continue;
        if (is_cut_by(corners_of(standing.shape, standing.motion.at(frame.time)), eye.pose.position, p))
            return false;
    }
    for (double at = stride; at < away; at += stride)
        if (!is_ground(eye.layer, lerp(eye.pose.position, p, at / away))) return false;
    return true;
}

bool Forbidden::is_in(const ConstraintSpec& constraint, const io::Frame& from, const io::Frame& to,
                      double share, std::uint32_t layer, Vec2 p) const {
    if (constraint.kind == AnnotationKind::polygon && constraint.of.empty())
        return layer == constraint.layer && is_well_inside(constraint.polygon, p);
    if (constraint.kind == AnnotationKind::walls) {
        if (layer != constraint.layer) return false;
        for (int i = 0; i < 64; ++i)
            if (!is_ground(layer,
                           p + unit_vector(i * std::numbers::pi / 32) * (constraint.depth - far_inside)))
                return true;
        return false;
    }
    Thing thing, other;
    if (!find(constraint.of, from, to, share, thing) || thing.layer != layer) return false;
    switch (constraint.kind) {
        case AnnotationKind::polygon:
            return is_well_inside(constraint.polygon, seen_by(thing.pose, p));
        case AnnotationKind::around:
            return gap(thing.shape, seen_by(thing.pose, p)) < constraint.depth - far_inside;
        case AnnotationKind::sight:
            return sees(constraint, thing, from, p);
        case AnnotationKind::between: {
            if (!find(constraint.other, from, to, share, other) || other.layer != layer) return false;
            Ring both = corners_of(thing.shape, thing.pose);
            for (const Vec2 corner : corners_of(other.shape, other.pose)) both.push_back(corner);
            return is_in_hull(both, p);
        }
        default:
            return is_beside(constraint.kind, extent(thing.shape), constraint.depth, seen_by(thing.pose, p));
    }
}

void Forbidden::check(const io::Frame& from, const io::Frame& to, std::span<const Leg> legs,
                      Episodes& findings) const {
    if (rules_.empty()) return;
    for (const Leg& leg : legs)
        for (std::uint32_t number = 0; number < rules_.size(); ++number) {
            const Rule& rule = rules_[number];
            if (!rule.holds.contains(leg.begin) || !is_for(rule.constraint, leg.agent)) continue;
            for (int look = 0; look <= looks; ++look) {
                const double time = leg.begin + (leg.end - leg.begin) * look / looks;
                const double share = to.time > from.time ? (time - from.time) / (to.time - from.time) : 0;
                if (!is_in(rule.constraint, from, to, share, leg.layer, leg.at(time))) continue;
                findings.see({{FindingKind::forbidden_ground, leg.agent, number},
                              leg.begin,
                              leg.end,
                              leg.at(time),
                              leg.layer,
                              leg.end - leg.begin});
                break;
            }
        }
}

}  // namespace wend::verify
