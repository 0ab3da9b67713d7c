#include "ground.hpp"

#include <algorithm>
#include <numbers>
#include <stdexcept>

#include "wend/mesh/query.hpp"

#include "clock.hpp"

namespace wend::bench {

namespace {

constexpr double pen_half = 2.5, pen_wall = 0.5;
constexpr int pens = 6;

void require(const Status& status) {
    if (!status.is_ok()) throw std::runtime_error(status.message);
}

void note_floor(Ground& ground) {
    const mesh::Triangulation& layer = ground.mesh.layer(0);
    for (mesh::TriangleIndex t = 0; t < layer.triangle_bound(); ++t) {
        if (!layer.is_triangle(t) || layer.is_blocked(t)) continue;
        const auto first = static_cast<std::uint32_t>(ground.floor.points.size());
        ground.floor.corners.push_back({first, first + 1, first + 2});
        for (std::uint32_t i = 0; i < 3; ++i) {
            const Vec2 p = layer.position(layer.vertex(mesh::Triangulation::half_edge(t, i)));
            ground.floor.points.push_back({p.x, p.y, 0});
        }
    }
}

Vec2 draw_in(const Box2& box, Rng& rng) {
    const double x = rng.uniform(box.low.x + 5, std::max(box.low.x + 5, box.high.x - 5));
    return {x, rng.uniform(box.low.y + 5, std::max(box.low.y + 5, box.high.y - 5))};
}

mesh::Triangulation triangulate(const Box2& bounds, const std::vector<Polygon>& floor,
                                const std::vector<Polygon>& obstacles) {
    mesh::Settings settings;
    settings.floor_everywhere = floor.empty();
    auto made = mesh::Triangulation::create(bounds, settings);
    require(made.status());
    if (!floor.empty()) require(made.value().insert_all(floor, {mesh::RegionKind::walkable, 0}).status());
    if (!obstacles.empty()) require(made.value().insert_all(obstacles).status());
    return std::move(made).value();
}

}  // namespace

double Ground::height_at(const mesh::MeshPoint& point) const {
    if (heights == nullptr) return 0;
    return heights->at(point.layer, point.at).value_or(0);
}

std::vector<Ring> pen_around(Vec2 center) {
    std::vector<Ring> walls;
    for (int k = 0; k < 4; ++k) {
        const Vec2 out = unit_vector(k * std::numbers::pi / 2), along = perpendicular(out);
        const Vec2 middle = center + out * pen_half, half = along * (pen_half + pen_wall);
        const Vec2 thick = out * pen_wall;
        walls.push_back({middle - half, middle - half + thick, middle + half + thick, middle + half});
        if (signed_area(walls.back()) < 0) std::reverse(walls.back().begin(), walls.back().end());
    }
    return walls;
}

Ground flat_ground(const Box2& bounds, const std::vector<Polygon>& floor, std::vector<Polygon> obstacles,
                   Rng rng) {
    Ground ground;
    ground.bounds = bounds;
    const mesh::Triangulation open = triangulate(bounds, floor, obstacles);
    mesh::QueryContext context(open);
    for (int tries = 0; tries < 10'000 && ground.pens.size() < pens; ++tries) {
        const Vec2 center = draw_in(bounds, rng);
        if (mesh::clearance_at(open, center, 2, context) < 1) continue;
        ground.pens.push_back(center);
        for (const Ring& wall : pen_around(center)) obstacles.push_back({wall, {}});
    }
    ground.making_seconds =
        processor_seconds([&] { ground.mesh.add_layer(triangulate(bounds, floor, obstacles)); });
    note_floor(ground);
    return ground;
}

void add_box(level::Triangles& triangles, const Ring& ring, double low, double high) {
    const auto count = static_cast<std::uint32_t>(ring.size());
    const auto first = static_cast<std::uint32_t>(triangles.points.size());
    for (const double z : {low, high})
        for (const Vec2 p : ring) triangles.points.push_back({p.x, p.y, z});
    const auto add = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
        triangles.corners.push_back({first + a, first + b, first + c});
    };
    for (std::uint32_t i = 0; i + 2 < count; ++i) add(count, count + i + 1, count + i + 2);
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t next = (i + 1) % count;
        add(i, next, count + next);
        add(i, count + next, count + i);
    }
}

Ground level_ground(level::Triangles triangles, double cell_size, Rng rng) {
    Ground ground;
    ground.is_level = true;
    LevelSource source;
    source.cell_size = cell_size;
    Box2 box;
    double low = 1e30, high = -1e30;
    for (const Vec3& p : triangles.points) {
        box.add(p.xy());
        low = std::min(low, p.z);
        high = std::max(high, p.z);
    }
    const auto open = level::import_level(triangles, source);
    require(open.status());
    for (int tries = 0; tries < 10'000 && ground.pens.size() < pens / 2; ++tries) {
        const Vec2 center = draw_in(box, rng);
        if (!open.value().heights.locate({center.x, center.y, high + 1})) continue;
        ground.pens.push_back(center);
        for (const Ring& wall : pen_around(center)) add_box(triangles, wall, low - 1, high + 5);
    }
    ground.making_seconds = processor_seconds([&] {
        auto level = level::import_level(triangles, source);
        require(level.status());
        for (const Layer& layer : level.value().layers)
            ground.mesh.add_layer(triangulate(level.value().bounds.grown(1), layer.walkable, {}),
                                  layer.height);
        for (const Portal& portal : level.value().portals)
            require(ground.mesh
                        .add_portal({portal.layer_a, portal.layer_b, portal.a.from, portal.a.to,
                                     portal.b.from, portal.b.to, portal.length})
                        .status());
        ground.heights = std::make_unique<level::HeightSampler>(std::move(level.value().heights));
        ground.bounds = level.value().bounds;
    });
    ground.floor = std::move(triangles);
    return ground;
}

}  // namespace wend::bench
