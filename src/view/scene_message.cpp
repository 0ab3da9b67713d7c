// The page's picture of a scene: what is drawn once. Not the scene file's format, which says how a scene is
// made; this says what came of it.

#include <algorithm>
#include <bit>
#include <cmath>

#include <nlohmann/json.hpp>

#include "wend/view/messages.hpp"

#include "io/bytes.hpp"
#include "view/json_message.hpp"

namespace wend::view {
namespace {

using Json = nlohmann::json;

/// Millimetres are enough for a picture, and short.
Json number(double value) {
    return std::isfinite(value) ? Json(std::round(value * 1000) / 1000) : Json(nullptr);
}
Json point(Vec2 p) {
    return Json::array({number(p.x), number(p.y)});
}
Json ring(const Ring& points) {
    Json out = Json::array();
    for (const Vec2 p : points) out.push_back(point(p));
    return out;
}
Json polygon(const Polygon& shape) {
    Json out = Json::array({ring(shape.outline)});
    for (const Ring& hole : shape.holes) out.push_back(ring(hole));
    return out;
}
Json polygons(const std::vector<Polygon>& shapes) {
    Json out = Json::array();
    for (const Polygon& shape : shapes) out.push_back(polygon(shape));
    return out;
}
Json shape_of(const Shape& shape) {
    if (const auto* disc = std::get_if<DiscShape>(&shape)) return {{"radius", number(disc->radius)}};
    return {{"outline", ring(std::get<PolygonShape>(shape).outline)}};
}
Json goal_of(const Goal& goal) {
    Json out{{"layer", goal.layer}};
    if (const auto* disc = std::get_if<DiscRegion>(&goal.region)) {
        out["center"] = point(disc->center);
        out["radius"] = number(disc->radius);
    } else {
        out["polygon"] = polygon(std::get<Polygon>(goal.region));
    }
    for (const Goal& other : goal.others) out["others"].push_back(goal_of(other));
    if (goal.window) out["window"] = Json::array({number(goal.window->low), number(goal.window->high)});
    return out;
}
bool is_in_focus(const PlannerSpec& planner, const AgentSpec& agent) {
    return std::any_of(planner.focus.begin(), planner.focus.end(), [&](const FocusSpec& focus) {
        return focus.target == agent.name || focus.target == agent.group;
    });
}
Json agent_of(const AgentSpec& agent) {
    return {{"name", agent.name},
            {"group", agent.group},
            {"radius", number(agent.limits.radius)},
            {"height", number(agent.limits.height)},
            {"max_speed", number(agent.limits.max_speed)},
            {"goal", goal_of(agent.goal)}};
}

/// Layers without floors of their own are as large as the scene.
Json layer_of(const Layer& layer, const Box2& bounds) {
    const Polygon everywhere{rectangle(bounds), {}};
    return {{"name", layer.name},
            {"height", number(layer.height)},
            {"walkable", polygons(layer.walkable.empty() ? std::vector{everywhere} : layer.walkable)},
            {"blocked", polygons(layer.blocked)}};
}

Json foothold_of(const Foothold& hold) {
    Json heights = Json::array();
    for (const Vec2 p : hold.polygon.outline)
        heights.push_back(number(hold.height + dot(hold.slope, p - hold.polygon.outline.front())));
    return {{"layer", hold.layer}, {"polygon", polygon(hold.polygon)}, {"heights", heights}};
}

Json gauges_of(const Gauges& gauges) {
    Json out{{"lines", Json::array()}, {"areas", Json::array()}};
    for (const LineGauge& gauge : gauges.lines)
        out["lines"].push_back({{"name", gauge.name},
                                {"layer", gauge.layer},
                                {"line", Json::array({point(gauge.line.from), point(gauge.line.to)})}});
    for (const AreaGauge& gauge : gauges.areas)
        out["areas"].push_back(
            {{"name", gauge.name}, {"layer", gauge.layer}, {"polygon", polygon(gauge.polygon)}});
    return out;
}

}  // namespace

Message scene_message(const Scene& scene, std::span<const AgentSpec> agents) {
    Json out{{"name", scene.name},
             {"description", scene.description},
             {"bounds", Json::array({point(scene.bounds.low), point(scene.bounds.high)})},
             {"time_step", scene.time_step},
             {"duration", number(scene.duration)},
             {"layers", Json::array()},
             {"portals", Json::array()},
             {"links", Json::array()},
             {"areas", Json::array()},
             {"agents", Json::array()}};
    if (scene.budget.seconds) out["budget_ms"] = *scene.budget.seconds * 1000;
    for (const Layer& layer : scene.layers) out["layers"].push_back(layer_of(layer, scene.bounds));
    for (const Portal& portal : scene.portals)
        out["portals"].push_back({{"a", Json::array({point(portal.a.from), point(portal.a.to)})},
                                  {"b", Json::array({point(portal.b.from), point(portal.b.to)})},
                                  {"layers", Json::array({portal.layer_a, portal.layer_b})}});
    for (const Link& link : scene.links)
        out["links"].push_back({{"from", point(link.from)},
                                {"to", point(link.to)},
                                {"layers", Json::array({link.from_layer, link.to_layer})}});
    for (const Area& area : scene.areas)
        out["areas"].push_back(
            {{"type", area.type}, {"layer", area.layer}, {"polygon", polygon(area.polygon)}});
    for (const Gap& gap : scene.gaps)
        out["gaps"].push_back({{"layer", gap.layer}, {"polygon", polygon(gap.polygon)}});
    for (const Foothold& hold : scene.footholds) out["footholds"].push_back(foothold_of(hold));
    if (!scene.gauges.lines.empty() || !scene.gauges.areas.empty()) out["gauges"] = gauges_of(scene.gauges);
    if (!scene.planner.focus.empty()) out["planner_share"] = scene.planner.share;
    for (const AgentSpec& agent : agents) {
        out["agents"].push_back(agent_of(agent));
        if (is_in_focus(scene.planner, agent)) out["agents"].back()["focus"] = true;
    }
    return json_message(MessageType::scene, out);
}

Message level_message(const LevelPicture& level) {
    Message message;
    io::ByteWriter out(message);
    out.byte(static_cast<std::uint8_t>(MessageType::level));
    out.varint(level.points.size());
    for (const Vec3& p : level.points)
        for (const double value : {p.x, p.y, p.z})
            out.fixed32(std::bit_cast<std::uint32_t>(static_cast<float>(value)));
    out.varint(level.corners.size());
    for (const auto& triangle : level.corners)
        for (const std::uint32_t corner : triangle) out.varint(corner);
    return message;
}

Message agent_message(std::uint32_t number, const AgentSpec& agent) {
    Json out = agent_of(agent);
    out["number"] = number;
    return json_message(MessageType::agent, out);
}

Message identity_message(const io::RecordedIdentity& identity) {
    Json out = shape_of(identity.shape);
    out["obstacle"] = identity.obstacle;
    out["name"] = identity.name;
    out["layer"] = identity.layer;
    out["platform"] = identity.kind == io::RecordedKind::platform;
    return json_message(MessageType::identity, out);
}

}  // namespace wend::view
