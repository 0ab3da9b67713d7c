#include "wend/domains/field_ground.hpp"

#include <algorithm>
#include <cmath>

namespace wend::domains {
namespace {

constexpr double weight_of_one = 16;

/// What stands still, as ground that must not be entered by the body's centre.
std::vector<ResolvedConstraint> standing_obstacles(const Scene& scene, const FieldSettings& settings) {
    std::vector<ResolvedConstraint> found;
    for (const ObstacleSpec& obstacle : scene.obstacles) {
        if (obstacle.motion.keyframes.size() != 1 || !obstacle.present.contains(settings.time)) continue;
        const Pose pose = obstacle.motion.at(settings.time);
        InfluenceShape shape;
        shape.margin = settings.radius;
        if (const auto* disc = std::get_if<DiscShape>(&obstacle.shape)) {
            shape.ring = {pose.position};
            shape.margin += disc->radius;
        } else {
            for (const Vec2 corner : std::get<PolygonShape>(obstacle.shape).outline)
                shape.ring.push_back(pose.position + rotated(corner, pose.angle));
        }
        found.push_back({obstacle.layer, {{std::move(shape)}}, true, Preposition::in, 0});
    }
    return found;
}

/// Does any of it come within `margin` of p?
bool is_near(std::span<const ResolvedConstraint> constraints, std::uint32_t layer, Vec2 p, double margin) {
    for (const ResolvedConstraint& one : constraints)
        if (one.hard && one.layer == layer && one.influence.box().grown(margin).contains(p) &&
            one.influence.distance(p) <= margin)
            return true;
    return false;
}

fields::Cell free_cell(const FieldGround& ground, Vec2 place, std::uint32_t layer) {
    fields::Cell best = fields::no_cell;
    double nearest = 2.5 * ground.frame.cell;
    for (int dy = -2; dy <= 2; ++dy)
        for (int dx = -2; dx <= 2; ++dx) {
            const Vec2 p = place + Vec2{dx * ground.frame.cell, dy * ground.frame.cell};
            const fields::Cell cell = ground.frame.cell_at(ground.grid, p, layer);
            if (cell == fields::no_cell || ground.grid.is_blocked(cell)) continue;
            const double away = distance(ground.frame.center(ground.grid, cell), place);
            if (away < nearest) nearest = away, best = cell;
        }
    return best;
}

void join(FieldGround& ground, std::uint32_t from_layer, Vec2 from, std::uint32_t to_layer, Vec2 to,
          double metres) {
    const fields::Cell a = free_cell(ground, from, from_layer), b = free_cell(ground, to, to_layer);
    if (a == fields::no_cell || b == fields::no_cell) return;
    const double cost = std::clamp(metres / ground.unit, 1.0, 1e9);
    (void)ground.grid.add_link({a, b, static_cast<fields::FieldCost>(cost)});
}

void join_layers(const Scene& scene, const FieldSettings& settings, FieldGround& ground) {
    for (const Portal& portal : scene.portals) {
        const Vec2 a = (portal.a.from + portal.a.to) / 2, b = (portal.b.from + portal.b.to) / 2;
        join(ground, portal.layer_a, a, portal.layer_b, b, portal.length + settings.cell);
        join(ground, portal.layer_b, b, portal.layer_a, a, portal.length + settings.cell);
    }
    for (const Link& link : scene.links) {
        if (link.max_radius < settings.radius) continue;
        const double cost = link.cost > 0 ? link.cost : distance(link.from, link.to);
        join(ground, link.from_layer, link.from, link.to_layer, link.to, cost);
        if (link.two_way) join(ground, link.to_layer, link.to, link.from_layer, link.from, cost);
    }
}

}  // namespace

Result<FieldGround> field_ground(const Scene& scene, const Walls& walls, const MultiplierField& multipliers,
                                 const FieldSettings& settings) {
    if (!(settings.cell > 0) || !std::isfinite(settings.cell) || scene.bounds.is_empty())
        return Status::invalid_input("field: expected cells of more than 0 m and a scene with bounds");
    const Vec2 size = scene.bounds.high - scene.bounds.low;
    const double columns = std::ceil(size.x / settings.cell), rows = std::ceil(size.y / settings.cell);
    if (columns > fields::FieldGrid::most_side || rows > fields::FieldGrid::most_side)
        return Status::invalid_input("field: found " + std::to_string(columns) + " x " +
                                     std::to_string(rows) +
                                     " cells, expected at most 32768 a side; use larger cells");
    auto grid = fields::FieldGrid::create(static_cast<std::uint32_t>(std::max(columns, 1.0)),
                                          static_cast<std::uint32_t>(std::max(rows, 1.0)),
                                          static_cast<std::uint32_t>(scene.layers.size()));
    if (!grid) return grid.status();
    FieldGround ground{std::move(grid).value(), {scene.bounds.low, settings.cell}, 0};
    ground.unit = settings.cell / (weight_of_one * fields::cell_cost);
    const auto standing = standing_obstacles(scene, settings);
    const double half_diagonal = settings.cell * 0.7071067811865476;
    ground.grid.fill([&](std::uint32_t x, std::uint32_t y, std::uint32_t layer) -> fields::Weight {
        const Vec2 p = ground.frame.origin + Vec2{x + 0.5, y + 0.5} * settings.cell;
        if (!walls.ground(layer).fits(p, settings.radius)) return fields::blocked;
        if (is_near(standing, layer, p, 0) || is_near(multipliers.constraints(), layer, p, half_diagonal))
            return fields::blocked;
        double factor = multipliers.at(layer, p);
        for (const Area& area : scene.areas)
            if (area.layer == layer && contains(area.polygon, p)) factor *= area.cost_factor;
        return static_cast<fields::Weight>(
            std::clamp(std::round(weight_of_one * factor), weight_of_one, 65535.0));
    });
    join_layers(scene, settings, ground);
    return ground;
}

}  // namespace wend::domains
