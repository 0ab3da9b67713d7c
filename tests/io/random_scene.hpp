#pragma once

#include <string>
#include <vector>

#include <rapidcheck.h>

#include "wend/world/scene.hpp"

// Scenes with every kind of part, drawn piece by piece so that RapidCheck can shrink them. Walls and
// obstacles keep to the south, people to the north, each on a place of its own.

namespace wend::test {

inline int pick(int low, int high) {
    return *rc::gen::inRange(low, high + 1);
}
/// Not only round numbers: thirds need all their digits to survive.
inline double pick_number(int low, int high) {
    return low + pick(0, 3 * (high - low)) / 3.0;
}
inline bool pick_flag() {
    return pick(0, 1) == 1;
}
inline Vec2 pick_point(int low_y, int high_y) {
    const double x = pick_number(-90, 90);
    return {x, pick_number(low_y, high_y)};
}

/// Star-shaped around its centre, so never meeting itself.
inline Ring pick_ring(Vec2 center) {
    const int corners = pick(3, 40);
    Ring ring;
    for (int i = 0; i < corners; ++i)
        ring.push_back(center + unit_vector(6.2831853 * i / corners) * pick_number(2, 5));
    return ring;
}

inline Polygon pick_polygon(Vec2 center) {
    Polygon polygon{pick_ring(center), {}};
    if (pick_flag()) polygon.holes.push_back({center, center + Vec2{0.3, 0}, center + Vec2{0, 0.3}});
    return polygon;
}

inline Trajectory pick_motion() {
    Trajectory motion;
    double time = pick_number(0, 2);
    const int count = pick(1, 4);
    for (int i = 0; i < count; ++i, time += pick_number(1, 9))
        motion.keyframes.push_back({time, {pick_point(-90, -10), pick_number(-7, 7)}});
    motion.loops = count > 1 && pick_flag();
    return motion;
}

inline Goal pick_one_goal(std::uint32_t layers) {
    Goal goal;
    goal.layer = static_cast<std::uint32_t>(pick(0, static_cast<int>(layers) - 1));
    if (pick_flag())
        goal.region = DiscRegion{pick_point(20, 80), pick_number(1, 3)};
    else
        goal.region = pick_polygon(pick_point(20, 80));
    return goal;
}

inline PlannerDomain pick_domain() {
    return pick_flag() ? PlannerDomain::hybrid : static_cast<PlannerDomain>(pick(0, 3));
}

/// One, or several one after the other, for ever or up to the last.
inline Goal pick_goal(std::uint32_t layers) {
    Goal goal = pick_one_goal(layers);
    for (int i = pick(0, 2); i > 0; --i) goal.then.push_back(pick_one_goal(layers));
    if (pick_flag())
        for (int i = pick(1, 3); i > 0; --i) goal.others.push_back(pick_one_goal(layers));
    goal.repeats = !goal.then.empty() && goal.others.empty() && pick_flag();
    if (!goal.repeats) {
        Goal& last = goal.then.empty() ? goal : goal.then.back();
        last.leaves = pick_flag();
        if (pick_flag()) goal.window = Interval{pick_number(40, 50), pick_number(50, 60)};
    }
    return goal;
}

inline ConstraintSpec pick_constraint(const std::string& name, std::uint32_t layers) {
    ConstraintSpec constraint;
    constraint.name = name;
    constraint.kind = static_cast<AnnotationKind>(pick(0, 8));
    const bool is_polygon = constraint.kind == AnnotationKind::polygon;
    if (is_polygon) constraint.polygon = pick_polygon(pick_point(20, 80));
    const bool may_be_a_place = is_polygon || constraint.kind == AnnotationKind::walls;
    if (!may_be_a_place || (is_polygon && pick(0, 1) == 0)) constraint.of = "obstacle 0";
    if (constraint.kind == AnnotationKind::between) constraint.other = "agent \"0\"\n";
    constraint.layer = static_cast<std::uint32_t>(pick(0, static_cast<int>(layers) - 1));
    constraint.depth = pick_number(1, 5);
    constraint.range = pick_number(1, 20);
    constraint.angle = pick_number(1, 6);
    constraint.hard = pick_flag();
    constraint.preposition = pick_flag() ? Preposition::in : Preposition::near;
    constraint.weight = pick_number(1, 50) * (pick_flag() ? 1 : -1);
    if (pick_flag()) constraint.agents = {"agent \"0\"\n"};
    return constraint;
}

inline AgentLimits pick_limits() {
    return {pick_number(1, 3) / 9, pick_number(1, 2), pick_number(1, 3), pick_number(1, 9),
            pick_number(1, 9)};
}

inline ObstacleSpec pick_obstacle(const std::string& name, std::uint32_t layers) {
    ObstacleSpec obstacle;
    obstacle.name = name;
    obstacle.layer = static_cast<std::uint32_t>(pick(0, static_cast<int>(layers) - 1));
    if (pick_flag())
        obstacle.shape = PolygonShape{pick_ring({0, 0})};
    else
        obstacle.shape = DiscShape{pick_number(1, 4)};
    obstacle.motion = pick_motion();
    obstacle.knowledge = pick_flag() ? Knowledge::known : Knowledge::observed;
    obstacle.uncertainty_growth = pick_number(0, 2);
    if (pick_flag()) obstacle.present = {pick_number(0, 9), pick_number(10, 20)};
    return obstacle;
}

inline Placement pick_placement() {
    const Vec2 p = pick_point(20, 80);
    switch (pick(0, 2)) {
        case 0:
            return RectanglePlacement{p, p + Vec2{pick_number(1, 5), pick_number(1, 5)}};
        case 1:
            return DiscPlacement{p, pick_number(1, 5)};
        default:
            return LinePlacement{p, p + Vec2{pick_number(1, 5), pick_number(0, 5)}};
    }
}

inline AgentSpec pick_newcomer(const std::string& name, std::uint32_t layers) {
    AgentSpec agent;
    agent.name = name;
    agent.group = pick_flag() ? "guests" : "";
    agent.layer = static_cast<std::uint32_t>(pick(0, static_cast<int>(layers) - 1));
    agent.position = pick_point(20, 80);
    agent.heading = pick_number(-3, 3);
    agent.limits = pick_limits();
    agent.goal = pick_goal(layers);
    return agent;
}

inline TimedEvent pick_event(std::size_t index, const Scene& scene) {
    TimedEvent event;
    event.time = static_cast<double>(index) + pick_number(0, 1);
    const auto layers = static_cast<std::uint32_t>(scene.layers.size());
    const std::string somebody = "agent \"0\"\n";
    switch (pick(0, 9)) {
        case 0:
            event.what = AppearEvent{pick_obstacle("extra " + std::to_string(index), layers)};
            break;
        case 1:
            event.what = DisappearEvent{"obstacle 0"};
            break;
        case 2:
            event.what = MoveEvent{"obstacle 0", pick_motion()};
            break;
        case 3:
            event.what = EnterEvent{pick_newcomer("late " + std::to_string(index), layers)};
            break;
        case 4:
            event.what = LeaveEvent{somebody};
            break;
        case 5:
            event.what = PauseEvent{somebody};
            break;
        case 6:
            event.what = ResumeEvent{somebody};
            break;
        case 8:
            event.what = ConstraintEvent{pick_constraint("rule " + std::to_string(index), layers)};
            break;
        case 7:
            event.what = BudgetEvent{{pick_number(1, 40) / 1000, {}}};
            break;
        default:
            event.what = GoalEvent{somebody, pick_goal(layers)};
            break;
    }
    return event;
}

inline PlannerSpec pick_planner() {
    PlannerSpec planner;
    FocusSpec focus;
    focus.target = "agent \"0\"\n";
    focus.chain = pick_flag() ? PlannerChain::tunnels : PlannerChain::waypoints;
    focus.inflation = pick_number(1, 4);
    focus.spacing = pick_number(1, 20);
    if (pick_flag()) {
        focus = {focus.target, {}, {}};
        for (int i = 0, count = pick(0, 3); i < count; ++i)
            focus.stages.push_back({pick_domain(), i == 1 && pick_flag(), pick_number(1, 3),
                                    pick_number(1, 9), pick_number(1, 9), pick_number(1, 9),
                                    static_cast<std::uint32_t>(pick(1, 7))});
        focus.stages.push_back({});
    }
    planner.focus.push_back(focus);
    planner.share = pick_number(1, 3) / 3;
    planner.horizon = pick_number(1, 9);
    if (pick_flag()) planner.fovea_radius = pick_number(1, 9);
    if (pick_flag()) planner.fovea_angle = pick_number(1, 3);
    return planner;
}

inline Scene pick_scene() {
    Scene scene;
    scene.name = "random";
    scene.description = pick_flag() ? "a \\ \"quoted\" text" : "";
    scene.bounds = {{-100, -100}, {100, 100}};
    scene.duration = pick_number(60, 90);
    scene.time_step = 1.0 / pick(2, 60);
    if (pick_flag()) scene.budget.seconds = pick_number(1, 40) / 1000;
    if (pick_flag()) scene.budget.expansions = static_cast<std::uint64_t>(pick(0, 1 << 30)) << 30;
    const auto layers = static_cast<std::uint32_t>(pick(1, 3));
    for (std::uint32_t i = 0; i < layers; ++i) {
        Layer layer{"layer " + std::to_string(i), pick_number(-9, 9), {}, {}};
        for (int k = pick(0, 3); k > 0; --k) layer.blocked.push_back(pick_polygon(pick_point(-90, -10)));
        scene.layers.push_back(layer);
    }
    const auto any_layer = [&] { return static_cast<std::uint32_t>(pick(0, static_cast<int>(layers) - 1)); };
    for (int i = pick(0, 2); i > 0; --i) {
        const Vec2 p = pick_point(-90, 90);
        scene.portals.push_back({"", any_layer(), any_layer(), {p, p + Vec2{1, 0}}, {p, p - Vec2{0, 1}}, 3});
        Link link;
        link.name = "link " + std::to_string(i);
        link.kind = static_cast<LinkKind>(pick(0, 3));
        link.from_layer = any_layer();
        link.to_layer = any_layer();
        link.from = p;
        link.to = pick_point(-90, 90);
        link.two_way = pick_flag();
        link.cost = pick_number(0, 5);
        scene.links.push_back(link);
        if (pick_flag()) scene.links.back().max_radius = pick_number(1, 5);
        if (pick_flag()) scene.links.back().open = {{1, 2}, {pick_number(3, 9)}};
        scene.areas.push_back({"grass", any_layer(), pick_polygon(p), pick_number(1, 3)});
    }
    for (int i = 0, count = pick(1, 3); i < count; ++i)
        scene.obstacles.push_back(pick_obstacle("obstacle " + std::to_string(i), layers));
    if (pick_flag()) scene.platforms.push_back({"raft", any_layer(), pick_ring({0, 0}), pick_motion()});
    for (int i = 0, count = pick(1, 5); i < count; ++i)
        scene.agents.push_back({"agent \"" + std::to_string(i) + "\"\n",
                                pick_flag() ? "family" : "",
                                any_layer(),
                                {3.0 * i, 50},
                                pick_number(-3, 3),
                                pick_limits(),
                                pick_goal(layers),
                                pick_number(0, 9)});
    for (int i = 0, count = pick(0, 3); i < count; ++i)
        scene.groups.push_back({"group " + std::to_string(i), static_cast<std::uint32_t>(pick(1, 9)),
                                any_layer(), pick_placement(), pick_number(0, 2), pick_number(-3, 3),
                                pick_limits(), pick_goal(layers), pick_number(0, 9), pick_number(0, 2)});
    for (int i = 0, count = pick(0, 2); i < count; ++i)
        scene.constraints.push_back(pick_constraint("constraint " + std::to_string(i), layers));
    for (std::size_t i = 0, count = static_cast<std::size_t>(pick(0, 5)); i < count; ++i)
        scene.events.push_back(pick_event(2 * i, scene));
    if (pick_flag()) scene.planner = pick_planner();
    scene.success = {pick_number(0, 1), pick_number(0, 2), pick_flag(),       pick_flag(),       pick_flag(),
                     pick_number(1, 9), pick_number(0, 9), pick_number(0, 9), pick_number(0, 1), {}};
    scene.prediction = pick_flag();
    if (pick_flag()) scene.gauges.lines.push_back({"line", any_layer(), {{1, 2}, {3, 4}}});
    if (pick_flag()) scene.gauges.areas.push_back({"area", any_layer(), pick_polygon({20, 20})});
    if (pick_flag()) scene.success.one_way.push_back({any_layer(), pick_polygon({20, 20}), {{1, 2}, {3, 4}}});
    return scene;
}

}  // namespace wend::test
