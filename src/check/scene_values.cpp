#include "check/scene_values.hpp"

#include <cmath>
#include <limits>

#include "check/ring_check.hpp"
#include "check/words.hpp"

namespace wend::check {
namespace {

using Found = std::optional<SceneProblem>;

SceneProblem wrong(std::string path, const std::string& found, const std::string& expected) {
    return {std::move(path), "found " + found + ", expected " + expected};
}

Found check_positive(double value, const std::string& path) {
    if (value > 0 && std::isfinite(value)) return std::nullopt;
    return wrong(path, number_text(value), "a number > 0");
}

Found check_point(Vec2 p, const std::string& path) {
    if (std::abs(p.x) <= largest_coordinate && std::abs(p.y) <= largest_coordinate) return std::nullopt;
    return wrong(path, point_text(p), "coordinates in metres within +-67000");
}

Found check_layer(const Scene& scene, std::uint32_t layer, const std::string& path) {
    if (layer < scene.layers.size()) return std::nullopt;
    return wrong(path, std::to_string(layer), "a layer below " + std::to_string(scene.layers.size()));
}

Found check_polygon(const Polygon& polygon, const std::string& path) {
    if (const auto problem = polygon_problem(polygon)) return SceneProblem{path, *problem};
    return std::nullopt;
}

Found check_motion(const Trajectory& motion, const std::string& path) {
    if (motion.keyframes.empty()) return wrong(path, "no keyframes", "at least one");
    double last = -std::numeric_limits<double>::infinity();
    for (const Keyframe& key : motion.keyframes) {
        if (Found problem = check_point(key.pose.position, path)) return problem;
        if (!std::isfinite(key.time) || !std::isfinite(key.pose.angle) || key.time <= last)
            return wrong(path, "a keyframe at " + number_text(key.time), "finite angles and rising times");
        last = key.time;
    }
    if (motion.loops && motion.keyframes.size() < 2)
        return wrong(path, "a loop of one keyframe", "at least two");
    return std::nullopt;
}

Found check_limits(const AgentLimits& limits, const std::string& path) {
    for (const auto& [name, value] :
         {std::pair(".radius", limits.radius), std::pair(".height", limits.height),
          std::pair(".max_speed", limits.max_speed), std::pair(".max_acceleration", limits.max_acceleration),
          std::pair(".max_turn_rate", limits.max_turn_rate)})
        if (Found problem = check_positive(value, path + name)) return problem;
    return std::nullopt;
}

Found check_goal(const Scene& scene, const Goal& goal, const std::string& path) {
    if (Found problem = check_layer(scene, goal.layer, path + ".layer")) return problem;
    if (const auto* polygon = std::get_if<Polygon>(&goal.region)) {
        if (Found problem = check_polygon(*polygon, path + ".polygon")) return problem;
    } else {
        const auto& disc = std::get<DiscRegion>(goal.region);
        if (Found problem = check_point(disc.center, path + ".point")) return problem;
        if (Found problem = check_positive(disc.radius, path + ".radius")) return problem;
    }
    for (const Goal& next : goal.then)
        if (Found problem = check_goal(scene, next, path + ".then")) return problem;
    return std::nullopt;
}

Found check_agent(const Scene& scene, const AgentSpec& agent, const std::string& path) {
    if (Found problem = check_layer(scene, agent.layer, path + ".layer")) return problem;
    if (Found problem = check_point(agent.position, path + ".position")) return problem;
    if (!std::isfinite(agent.heading))
        return wrong(path + ".heading", number_text(agent.heading), "a number");
    if (!(agent.enters >= 0)) return wrong(path + ".enters", number_text(agent.enters), "a number >= 0");
    if (Found problem = check_limits(agent.limits, path + ".limits")) return problem;
    return check_goal(scene, agent.goal, path + ".goal");
}

Found check_obstacle(const Scene& scene, const ObstacleSpec& obstacle, const std::string& path) {
    if (Found problem = check_layer(scene, obstacle.layer, path + ".layer")) return problem;
    if (const auto* disc = std::get_if<DiscShape>(&obstacle.shape)) {
        if (Found problem = check_positive(disc->radius, path + ".radius")) return problem;
    } else if (const auto problem = ring_problem(std::get<PolygonShape>(obstacle.shape).outline)) {
        return SceneProblem{path + ".outline", *problem};
    }
    return check_motion(obstacle.motion, path + ".motion");
}

Found check_ground(const Scene& scene) {
    if (scene.layers.empty()) return wrong("$.layers", "none", "at least one");
    for (const Vec2 corner : {scene.bounds.low, scene.bounds.high})
        if (!scene.bounds.is_empty())
            if (Found problem = check_point(corner, "$.bounds")) return problem;
    for (std::size_t i = 0; i < scene.layers.size(); ++i) {
        if (!std::isfinite(scene.layers[i].height))
            return wrong(item_path("layers", i, "height"), number_text(scene.layers[i].height), "a number");
        for (const auto* polygons : {&scene.layers[i].walkable, &scene.layers[i].blocked})
            for (const Polygon& polygon : *polygons)
                if (Found problem = check_polygon(polygon, item_path("layers", i))) return problem;
    }
    for (std::size_t i = 0; i < scene.areas.size(); ++i) {
        const Area& area = scene.areas[i];
        if (Found problem = check_layer(scene, area.layer, item_path("areas", i, "layer"))) return problem;
        if (Found problem = check_polygon(area.polygon, item_path("areas", i, "polygon"))) return problem;
        if (!(area.cost_factor >= 1))
            return wrong(item_path("areas", i, "cost_factor"), number_text(area.cost_factor), "at least 1");
    }
    return std::nullopt;
}

Found check_passages(const Scene& scene) {
    for (std::size_t i = 0; i < scene.portals.size(); ++i) {
        const Portal& portal = scene.portals[i];
        for (const std::uint32_t layer : {portal.layer_a, portal.layer_b})
            if (Found problem = check_layer(scene, layer, item_path("portals", i))) return problem;
        for (const Vec2 p : {portal.a.from, portal.a.to, portal.b.from, portal.b.to})
            if (Found problem = check_point(p, item_path("portals", i))) return problem;
    }
    for (std::size_t i = 0; i < scene.links.size(); ++i) {
        const Link& link = scene.links[i];
        for (const std::uint32_t layer : {link.from_layer, link.to_layer})
            if (Found problem = check_layer(scene, layer, item_path("links", i))) return problem;
        for (const Vec2 p : {link.from, link.to})
            if (Found problem = check_point(p, item_path("links", i))) return problem;
        if (!(link.cost >= 0)) return wrong(item_path("links", i, "cost"), number_text(link.cost), ">= 0");
    }
    return std::nullopt;
}

Found check_movers(const Scene& scene) {
    for (std::size_t i = 0; i < scene.obstacles.size(); ++i)
        if (Found problem = check_obstacle(scene, scene.obstacles[i], item_path("obstacles", i)))
            return problem;
    for (std::size_t i = 0; i < scene.platforms.size(); ++i) {
        const PlatformSpec& platform = scene.platforms[i];
        if (Found problem = check_layer(scene, platform.layer, item_path("platforms", i, "layer")))
            return problem;
        if (const auto problem = ring_problem(platform.outline))
            return SceneProblem{item_path("platforms", i, "outline"), *problem};
        if (Found problem = check_motion(platform.motion, item_path("platforms", i, "motion")))
            return problem;
    }
    for (std::size_t i = 0; i < scene.agents.size(); ++i)
        if (Found problem = check_agent(scene, scene.agents[i], item_path("agents", i))) return problem;
    for (std::size_t i = 0; i < scene.groups.size(); ++i) {
        const std::string path = item_path("groups", i);
        if (Found problem = check_layer(scene, scene.groups[i].layer, path + ".layer")) return problem;
        if (Found problem = check_limits(scene.groups[i].limits, path + ".limits")) return problem;
        if (Found problem = check_goal(scene, scene.groups[i].goal, path + ".goal")) return problem;
    }
    return std::nullopt;
}

Found check_event(const Scene& scene, const TimedEvent& event, const std::string& path) {
    if (!(event.time >= 0)) return wrong(path + ".time", number_text(event.time), "a number >= 0");
    if (const auto* appear = std::get_if<AppearEvent>(&event.what))
        return check_obstacle(scene, appear->obstacle, path + ".appear");
    if (const auto* move = std::get_if<MoveEvent>(&event.what))
        return check_motion(move->motion, path + ".move.motion");
    if (const auto* goal = std::get_if<GoalEvent>(&event.what))
        return check_goal(scene, goal->goal, path + ".goal.goal");
    if (const auto* enter = std::get_if<EnterEvent>(&event.what))
        return check_agent(scene, enter->agent, path + ".enter");
    return std::nullopt;
}

}  // namespace

std::optional<SceneProblem> find_bad_value(const Scene& scene) {
    if (Found problem = check_positive(scene.time_step, "$.time_step")) return problem;
    if (!(scene.duration > 0)) return wrong("$.duration", number_text(scene.duration), "a number > 0");
    for (const auto check : {check_ground, check_passages, check_movers})
        if (Found problem = check(scene)) return problem;
    for (std::size_t i = 0; i < scene.events.size(); ++i)
        if (Found problem = check_event(scene, scene.events[i], item_path("events", i))) return problem;
    return std::nullopt;
}

std::optional<SceneProblem> find_bad_event(const Scene& scene, const TimedEvent& event) {
    return check_event(scene, event, "$");
}

}  // namespace wend::check
