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

struct Weigher {
    const Scene& scene;
    const Walls& walls;
    const MultiplierField& multipliers;
    std::span<const ResolvedConstraint> obstacles;  ///< of the scene
    std::span<const ResolvedConstraint> standing;   ///< what else is in the way
    const FieldSettings& settings;

    fields::Weight operator()(Vec2 p, std::uint32_t layer) const {
        if (!walls.ground(layer).fits(p, settings.radius)) return fields::blocked;
        if (is_near(obstacles, layer, p, 0) || is_near(standing, layer, p, 0) ||
            is_near(multipliers.constraints(), layer, p, settings.cell * 0.7071067811865476))
            return fields::blocked;
        double factor = multipliers.at(layer, p);
        for (const Area& area : scene.areas)
            if (area.layer == layer && contains(area.polygon, p)) factor *= area.cost_factor;
        return static_cast<fields::Weight>(
            std::clamp(std::round(weight_of_one * factor), weight_of_one, 65535.0));
    }
};

/// The nearest cell that a body fits on, whatever constraints say at the moment.
fields::Cell cell_with_room(const FieldGround& ground, const Region& walls, double radius, Vec2 place,
                            std::uint32_t layer) {
    fields::Cell best = fields::no_cell;
    double nearest = 2.5 * ground.frame.cell;
    for (int dy = -2; dy <= 2; ++dy)
        for (int dx = -2; dx <= 2; ++dx) {
            const Vec2 p = place + Vec2{dx * ground.frame.cell, dy * ground.frame.cell};
            const fields::Cell cell = ground.frame.cell_at(ground.grid, p, layer);
            if (cell == fields::no_cell) continue;
            const Vec2 center = ground.frame.center(ground.grid, cell);
            if (distance(center, place) >= nearest || !walls.fits(center, radius)) continue;
            nearest = distance(center, place), best = cell;
        }
    return best;
}

class LayerJoiner {
  public:
    LayerJoiner(FieldGround& ground, const Walls& walls, double radius)
        : ground_(ground), walls_(walls), radius_(radius) {}

    void join(std::uint32_t from_layer, Vec2 from, std::uint32_t to_layer, Vec2 to, double metres) {
        const fields::Cell a = cell_with_room(ground_, walls_.ground(from_layer), radius_, from, from_layer);
        const fields::Cell b = cell_with_room(ground_, walls_.ground(to_layer), radius_, to, to_layer);
        if (a == fields::no_cell || b == fields::no_cell) return;
        const double cost = std::clamp(metres / ground_.unit, 1.0, 1e9);
        if (ground_.grid.add_link({a, b, static_cast<fields::FieldCost>(cost)}).is_ok())
            ground_.crossings.push_back({a, b, from, to});
    }

  private:
    FieldGround& ground_;
    const Walls& walls_;
    double radius_;
};

void join_layers(const Scene& scene, const Walls& walls, const FieldSettings& settings, FieldGround& ground) {
    LayerJoiner joiner(ground, walls, settings.radius);
    for (const Portal& portal : scene.portals) {
        const Vec2 a = (portal.a.from + portal.a.to) / 2, b = (portal.b.from + portal.b.to) / 2;
        joiner.join(portal.layer_a, a, portal.layer_b, b, portal.length + settings.cell);
        joiner.join(portal.layer_b, b, portal.layer_a, a, portal.length + settings.cell);
    }
    for (const Link& link : scene.links) {
        if (link.max_radius < settings.radius) continue;
        const double cost = link.cost > 0 ? link.cost : distance(link.from, link.to);
        joiner.join(link.from_layer, link.from, link.to_layer, link.to, cost);
        if (link.two_way) joiner.join(link.to_layer, link.to, link.from_layer, link.from, cost);
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
    FieldGround ground{std::move(grid).value(), {scene.bounds.low, settings.cell}, 0, {}};
    ground.unit = settings.cell / (weight_of_one * fields::cell_cost);
    const auto standing = standing_obstacles(scene, settings);
    const Weigher weigh{scene, walls, multipliers, standing, {}, settings};
    ground.grid.fill([&](std::uint32_t x, std::uint32_t y, std::uint32_t layer) {
        return weigh(ground.frame.origin + Vec2{x + 0.5, y + 0.5} * settings.cell, layer);
    });
    join_layers(scene, walls, settings, ground);
    return ground;
}

void weigh_again(FieldGround& ground, const Scene& scene, const Walls& walls,
                 const MultiplierField& multipliers, std::span<const ResolvedConstraint> standing,
                 const FieldSettings& settings, const ChangedGround& where,
                 std::vector<fields::Cell>& changed) {
    if (where.box.is_empty() || where.layer >= ground.grid.layers()) return;
    const auto obstacles = standing_obstacles(scene, settings);
    const Weigher weigh{scene, walls, multipliers, obstacles, standing, settings};
    // Hard ground blocks the cells beside it as well.
    const Box2 box = where.box.grown(settings.cell);
    const auto index = [&](double metres, std::uint32_t count) {
        return static_cast<std::uint32_t>(std::clamp(std::floor(metres / settings.cell), 0.0, count - 1.0));
    };
    const Vec2 low = box.low - ground.frame.origin, high = box.high - ground.frame.origin;
    if (high.x < 0 || high.y < 0) return;
    for (std::uint32_t y = index(low.y, ground.grid.height()); y <= index(high.y, ground.grid.height()); ++y)
        for (std::uint32_t x = index(low.x, ground.grid.width()); x <= index(high.x, ground.grid.width());
             ++x) {
            const fields::Cell cell = ground.grid.cell(x, y, where.layer);
            const fields::Weight weight = weigh(ground.frame.center(ground.grid, cell), where.layer);
            if (weight == ground.grid.weight(cell)) continue;
            ground.grid.set_weight(cell, weight);
            changed.push_back(cell);
        }
}

}  // namespace wend::domains
