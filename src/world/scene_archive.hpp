#pragma once

// What a scene consists of, for archives (base/archive.hpp).

#include "wend/world/scene.hpp"

#include "base/archive.hpp"

namespace wend {

// Both ways of an archive; where the types are found says that these are meant.
void describe(auto& archive, Vec2& v) {
    archive(v.x, v.y);
}
void describe(auto& archive, Vec3& v) {
    archive(v.x, v.y, v.z);
}
void describe(auto& archive, Box2& box) {
    archive(box.low, box.high);
}
void describe(auto& archive, Interval& interval) {
    archive(interval.low, interval.high);
}
void describe(auto& archive, Polygon& polygon) {
    archive(polygon.outline, polygon.holes);
}
void describe(auto& archive, Segment& segment) {
    archive(segment.from, segment.to);
}
void describe(auto& archive, Pose& pose) {
    archive(pose.position, pose.angle);
}
void describe(auto& archive, Keyframe& key) {
    archive(key.time, key.pose);
}
void describe(auto& archive, Trajectory& motion) {
    archive(motion.keyframes, motion.loops);
}

void describe(auto& archive, Layer& layer) {
    archive(layer.name, layer.height, layer.walkable, layer.blocked);
}
void describe(auto& archive, Portal& portal) {
    archive(portal.name, portal.layer_a, portal.layer_b, portal.a, portal.b, portal.length);
}
void describe(auto& archive, Link& link) {
    archive(link.name, link.kind, link.from_layer, link.to_layer, link.from, link.to, link.two_way, link.cost,
            link.max_radius, link.open);
}
void describe(auto& archive, Area& area) {
    archive(area.type, area.layer, area.polygon, area.cost_factor);
}
void describe(auto& archive, Gap& gap) {
    archive(gap.layer, gap.polygon);
}
void describe(auto& archive, Foothold& hold) {
    archive(hold.layer, hold.polygon, hold.height, hold.slope);
}
void describe(auto& archive, LevelSource& level) {
    archive(level.file, level.cell_size, level.cell_height, level.max_slope, level.step_height,
            level.head_room, level.jump_distance, level.drop_height);
}

void describe(auto& archive, DiscShape& disc) {
    archive(disc.radius);
}
void describe(auto& archive, PolygonShape& polygon) {
    archive(polygon.outline);
}
void describe(auto& archive, ObstacleSpec& spec) {
    archive(spec.name, spec.layer, spec.shape, spec.motion, spec.knowledge, spec.uncertainty_growth,
            spec.present);
}
void describe(auto& archive, PlatformSpec& spec) {
    archive(spec.name, spec.layer, spec.outline, spec.motion);
}

void describe(auto& archive, DiscRegion& region) {
    archive(region.center, region.radius);
}
void describe(auto& archive, Goal& goal) {
    archive(goal.layer, goal.region, goal.window, goal.leaves, goal.then, goal.repeats, goal.others);
}
void describe(auto& archive, AgentLimits& limits) {
    archive(limits.radius, limits.height, limits.max_speed, limits.max_acceleration, limits.max_turn_rate);
}
void describe(auto& archive, AgentSpec& agent) {
    archive(agent.name, agent.group, agent.layer, agent.position, agent.heading, agent.limits, agent.goal,
            agent.enters);
}
void describe(auto& archive, RectanglePlacement& placement) {
    archive(placement.low, placement.high);
}
void describe(auto& archive, DiscPlacement& placement) {
    archive(placement.center, placement.radius);
}
void describe(auto& archive, LinePlacement& placement) {
    archive(placement.from, placement.to);
}
void describe(auto& archive, GroupSpec& group) {
    archive(group.name, group.count, group.layer, group.placement, group.spacing, group.heading, group.limits,
            group.goal, group.enters, group.every);
}

void describe(auto& archive, ConstraintSpec& constraint) {
    archive(constraint.name, constraint.kind, constraint.layer, constraint.polygon, constraint.of,
            constraint.other, constraint.depth, constraint.range, constraint.angle, constraint.hard,
            constraint.preposition, constraint.weight, constraint.agents);
}
void describe(auto& archive, BudgetSpec& budget) {
    archive(budget.seconds, budget.expansions);
}
void describe(auto& archive, AppearEvent& event) {
    archive(event.obstacle);
}
void describe(auto& archive, DisappearEvent& event) {
    archive(event.obstacle);
}
void describe(auto& archive, MoveEvent& event) {
    archive(event.obstacle, event.motion);
}
void describe(auto& archive, GoalEvent& event) {
    archive(event.target, event.goal);
}
void describe(auto& archive, EnterEvent& event) {
    archive(event.agent);
}
void describe(auto& archive, LeaveEvent& event) {
    archive(event.target);
}
void describe(auto& archive, PauseEvent& event) {
    archive(event.target);
}
void describe(auto& archive, ResumeEvent& event) {
    archive(event.target);
}
void describe(auto& archive, BudgetEvent& event) {
    archive(event.budget);
}
void describe(auto& archive, ConstraintEvent& event) {
    archive(event.constraint);
}
void describe(auto& archive, LiftEvent& event) {
    archive(event.target);
}
void describe(auto& archive, TimedEvent& event) {
    archive(event.time, event.what);
}

void describe(auto& archive, PlannerStage& stage) {
    archive(stage.domain, stage.takes_waypoints, stage.inflation, stage.width, stage.lateness, stage.spacing,
            stage.legs);
}
void describe(auto& archive, FocusSpec& focus) {
    archive(focus.target, focus.chain, focus.stages, focus.inflation, focus.spacing);
}
void describe(auto& archive, PlannerSpec& planner) {
    archive(planner.focus, planner.share, planner.horizon, planner.fovea_radius, planner.fovea_angle);
}
void describe(auto& archive, OneWay& way) {
    archive(way.layer, way.polygon, way.along);
}
void describe(auto& archive, Criteria& success) {
    archive(success.arrived_share, success.max_overlap, success.wall_crossings, success.limit_violations,
            success.missed_windows, success.max_time, success.max_retreats, success.max_deviation,
            success.max_mixing, success.one_way);
}
void describe(auto& archive, LineGauge& gauge) {
    archive(gauge.name, gauge.layer, gauge.line);
}
void describe(auto& archive, AreaGauge& gauge) {
    archive(gauge.name, gauge.layer, gauge.polygon);
}
void describe(auto& archive, Gauges& gauges) {
    archive(gauges.lines, gauges.areas);
}
void describe(auto& archive, Scene& scene) {
    archive(scene.name, scene.description, scene.bounds, scene.layers, scene.portals, scene.links,
            scene.areas, scene.gaps, scene.footholds, scene.level, scene.obstacles, scene.platforms,
            scene.agents, scene.groups, scene.constraints, scene.events, scene.duration, scene.time_step,
            scene.budget, scene.planner, scene.knowledge, scene.prediction, scene.gauges, scene.success);
}

}  // namespace wend
