#include "verify/edits.hpp"

#include <algorithm>
#include <cmath>

namespace wend::verify {
namespace {

bool is_finite(Vec2 p) {
    return std::isfinite(p.x) && std::isfinite(p.y);
}

bool is_ring(const Ring& ring) {
    return ring.size() >= 3 && std::all_of(ring.begin(), ring.end(), is_finite);
}

bool is_motion(const Trajectory& motion) {
    const auto& keys = motion.keyframes;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const bool rises = i == 0 || keys[i].time > keys[i - 1].time;
        if (!rises || !std::isfinite(keys[i].time) || !is_finite(keys[i].pose.position) ||
            !std::isfinite(keys[i].pose.angle))
            return false;
    }
    return !keys.empty();
}

bool is_shape(const Shape& shape) {
    if (const auto* disc = std::get_if<DiscShape>(&shape))
        return std::isfinite(disc->radius) && disc->radius > 0;
    return is_ring(std::get<PolygonShape>(shape).outline);
}

bool is_one_goal(const Goal& goal, const Scene& scene) {
    if (goal.layer >= scene.layers.size()) return false;
    if (goal.window && (std::isnan(goal.window->low) || std::isnan(goal.window->high))) return false;
    if (const auto* disc = std::get_if<DiscRegion>(&goal.region))
        return is_finite(disc->center) && std::isfinite(disc->radius);
    const auto& polygon = std::get<Polygon>(goal.region);
    return is_ring(polygon.outline) && std::all_of(polygon.holes.begin(), polygon.holes.end(), is_ring);
}

bool is_goal(const Goal& goal, const Scene& scene) {
    const auto are_goals = [&](const std::vector<Goal>& goals) {
        return std::all_of(goals.begin(), goals.end(), [&](const Goal& one) {
            return one.then.empty() && one.others.empty() && is_one_goal(one, scene);
        });
    };
    return is_one_goal(goal, scene) && are_goals(goal.then) && are_goals(goal.others);
}

bool is_constraint(const ConstraintSpec& constraint, const Scene& scene) {
    for (const double number : {constraint.depth, constraint.range, constraint.angle, constraint.weight})
        if (!std::isfinite(number)) return false;
    const bool has_ground = constraint.kind != AnnotationKind::polygon || is_ring(constraint.polygon.outline);
    return constraint.layer < scene.layers.size() && has_ground &&
           std::all_of(constraint.polygon.holes.begin(), constraint.polygon.holes.end(), is_ring);
}

bool is_agent(const AgentSpec& agent, const Scene& scene) {
    const AgentLimits& limits = agent.limits;
    for (const double number :
         {limits.radius, limits.max_speed, limits.max_acceleration, limits.max_turn_rate})
        if (!(number > 0) || !std::isfinite(number)) return false;
    return is_finite(agent.position) && std::isfinite(agent.enters) && agent.layer < scene.layers.size() &&
           is_goal(agent.goal, scene);
}

}  // namespace

bool is_sound(const TimedEvent& event, const Scene& scene) {
    if (!std::isfinite(event.time)) return false;
    if (const auto* appear = std::get_if<AppearEvent>(&event.what)) {
        const ObstacleSpec& obstacle = appear->obstacle;
        return is_shape(obstacle.shape) && is_motion(obstacle.motion) && !std::isnan(obstacle.present.low) &&
               !std::isnan(obstacle.present.high);
    }
    if (const auto* move = std::get_if<MoveEvent>(&event.what)) return is_motion(move->motion);
    if (const auto* goal = std::get_if<GoalEvent>(&event.what)) return is_goal(goal->goal, scene);
    if (const auto* enter = std::get_if<EnterEvent>(&event.what)) return is_agent(enter->agent, scene);
    if (const auto* change = std::get_if<ConstraintEvent>(&event.what))
        return is_constraint(change->constraint, scene);
    return true;
}

}  // namespace wend::verify
