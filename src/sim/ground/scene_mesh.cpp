#include "wend/sim/scene_mesh.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include <fmt/format.h>

namespace wend {
namespace {

Status in(const std::string& what, const Status& failure) {
    return {failure.code, fmt::format("{}: {}", what, failure.message)};
}

/// A polygon around the disc.
Ring ring_around(double radius) {
    constexpr int corners = 24;
    const double reach = radius / std::cos(std::numbers::pi / corners);
    Ring ring;
    for (int i = 0; i < corners; ++i) ring.push_back(unit_vector(2 * std::numbers::pi * i / corners) * reach);
    return ring;
}

/// The scene's bounds with everything that reaches beyond them, and room for what may be dropped at their
/// edge.
Box2 mesh_bounds(const Scene& scene) {
    constexpr double margin = 20;  // metres
    Box2 box = scene.bounds;
    for (const Layer& layer : scene.layers)
        for (const auto* polygons : {&layer.walkable, &layer.blocked})
            for (const Polygon& polygon : *polygons) box.add(bounds_of(polygon.outline));
    return box.grown(margin);
}

Result<mesh::Triangulation> ground_of(const Layer& layer, const Box2& scene_bounds, const Box2& bounds) {
    mesh::Settings settings;
    settings.floor_everywhere = false;
    auto made = mesh::Triangulation::create(bounds, settings);
    if (!made) return made;
    const std::vector<Polygon> everywhere{{rectangle(scene_bounds), {}}};
    using Kind = mesh::RegionKind;
    for (const auto& [polygons, kind] :
         {std::pair(layer.walkable.empty() ? &everywhere : &layer.walkable, Kind::walkable),
          std::pair(&layer.blocked, Kind::obstacle)}) {
        if (polygons->empty()) continue;
        const auto inserted = made.value().insert_all(*polygons, {kind, 0});
        if (!inserted) return inserted.status();
    }
    return made;
}

Status add_portals(const Scene& scene, mesh::NavMesh& mesh) {
    for (const Portal& portal : scene.portals) {
        const auto added = mesh.add_portal({portal.layer_a, portal.layer_b, portal.a.from, portal.a.to,
                                            portal.b.from, portal.b.to, portal.length});
        if (!added) return in(fmt::format("portal '{}'", portal.name), added.status());
    }
    return Status::ok();
}

Status add_links(const Scene& scene, mesh::NavMesh& mesh) {
    for (const Link& link : scene.links) {
        const auto added = mesh.add_link({{link.from, link.from_layer},
                                          {link.to, link.to_layer},
                                          link.two_way,
                                          link.cost,
                                          link.max_radius,
                                          link.open});
        if (!added) return in(fmt::format("link '{}'", link.name), added.status());
    }
    return Status::ok();
}

/// Types are numbered in the order in which they come; a type has one factor, the highest that is said of it.
Result<mesh::FilterIndex> add_areas(const Scene& scene, mesh::NavMesh& mesh) {
    if (scene.areas.empty()) return mesh::FilterIndex{0};
    std::map<std::string, std::uint16_t> types;
    mesh::AreaFilter filter{{1.0}};
    for (const Area& area : scene.areas) {
        const auto next = static_cast<std::uint16_t>(types.size() + 1);
        const auto [type, is_new] = types.try_emplace(area.type, next);
        if (is_new) filter.factors.push_back(1);
        filter.factors[type->second] = std::max(filter.factors[type->second], area.cost_factor);
        const Status added = mesh.add_area(area.layer, area.polygon, type->second);
        if (!added.is_ok()) return in(fmt::format("area '{}'", area.type), added);
    }
    return mesh.add_filter(std::move(filter));
}

}  // namespace

Result<SceneMesh> mesh_of(const Scene& scene) {
    SceneMesh made;
    const Box2 bounds = mesh_bounds(scene);
    for (const Layer& layer : scene.layers) {
        auto ground = ground_of(layer, scene.bounds, bounds);
        if (!ground) return in(fmt::format("layer '{}'", layer.name), ground.status());
        made.mesh.add_layer(std::move(ground).value(), layer.height);
    }
    for (const auto& add : {add_portals, add_links})
        if (const Status added = add(scene, made.mesh); !added.is_ok()) return added;
    const auto filter = add_areas(scene, made.mesh);
    if (!filter) return filter.status();
    made.filter = filter.value();
    made.mesh.update();
    return made;
}

Polygon outline_of(const Shape& shape, const Pose& pose) {
    Ring ring = std::holds_alternative<DiscShape>(shape) ? ring_around(std::get<DiscShape>(shape).radius)
                                                         : std::get<PolygonShape>(shape).outline;
    for (Vec2& point : ring) point = pose.position + rotated(point, pose.angle);
    return {std::move(ring), {}};
}

}  // namespace wend
