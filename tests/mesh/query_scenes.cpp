#include "query_scenes.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace wend::test {

namespace {

Vec2 on_lattice(Vec2 p, double unit) {
    return {std::round(p.x / unit) * unit, std::round(p.y / unit) * unit};
}

/// Around the origin, within `reach` of it.
Ring random_ring(Rng& rng, SceneKind kind, double reach) {
    if (kind == SceneKind::mixed) kind = static_cast<SceneKind>(rng.below(4));
    const double angle = rng.uniform(0, 2 * std::numbers::pi);
    switch (kind) {
        case SceneKind::pillars:
            return {{0, 0}};
        case SceneKind::thin:
            return {unit_vector(angle) * reach, unit_vector(angle) * -reach};
        case SceneKind::polygons: {
            Ring ring;
            const int count = 3 + static_cast<int>(rng.below(5));
            for (int i = 0; i < count; ++i)
                ring.push_back(unit_vector(angle + 2 * std::numbers::pi * i / count) * reach *
                               rng.uniform(0.3, 1));
            return ring;
        }
        case SceneKind::jagged: {
            Ring ring;
            const int count = 8 + static_cast<int>(rng.below(12));
            for (int i = 0; i < count; ++i)
                ring.push_back(unit_vector(angle + 2 * std::numbers::pi * i / count) * reach *
                               (i % 2 == 0 ? rng.uniform(0.75, 1) : rng.uniform(0.55, 0.95)));
            return ring;
        }
        default: {
            const double shape = rng.uniform(0.2, std::numbers::pi / 2 - 0.2);
            return {unit_vector(angle) * reach, unit_vector(angle + 2 * shape) * reach,
                    unit_vector(angle + std::numbers::pi) * reach,
                    unit_vector(angle + std::numbers::pi + 2 * shape) * reach};
        }
    }
}

Ring box_ring(Vec2 low, Vec2 high, double unit) {
    low = on_lattice(low, unit);
    high = on_lattice(high, unit);
    return {low, {high.x, low.y}, high, {low.x, high.y}};
}

/// The walls leave cracks along the bounds, through which only points fit.
void add_rooms(Rng& rng, int walls, double size, QueryScene& scene) {
    const double thickness = 0.01 * size, crack = 0.001 * size, depth = size / (walls + 1);
    for (int i = 1; i <= walls; ++i) {
        double x = crack;
        const double y = i * depth;
        const auto wall_up_to = [&](double end) {
            if (end > x) scene.obstacles.push_back(box_ring({x, y}, {end, y + thickness}, scene.unit));
        };
        for (int doors = rng.below(3) == 0 ? 2 : 1; doors > 0; --doors) {
            const double door = rng.uniform(x, size);
            wall_up_to(door);
            x = std::max(x, door + rng.uniform(0.03, 0.25) * size);
        }
        wall_up_to(size - crack);
    }
    for (std::uint64_t boxes = rng.below(4); boxes > 0; --boxes) {
        const auto room = static_cast<double>(rng.below(static_cast<std::uint64_t>(walls) + 1));
        const Vec2 low{rng.uniform(0.05, 0.9) * size, (room + rng.uniform(0.2, 0.6)) * depth};
        scene.obstacles.push_back(
            box_ring(low, low + Vec2{0.02 * size, rng.uniform(0.05, 0.3) * depth}, scene.unit));
    }
}

}  // namespace

QueryScene random_scene(Rng& rng, SceneKind kind, int obstacle_count, double size) {
    QueryScene scene;
    scene.bounds = {{0, 0}, {size, size}};
    if (kind == SceneKind::rooms) {
        add_rooms(rng, 1 + obstacle_count / 2, size, scene);
        return scene;
    }
    struct Disc {
        Vec2 center;
        double reach;
    };
    std::vector<Disc> taken;
    for (int attempt = 0; attempt < 20 * obstacle_count && static_cast<int>(taken.size()) < obstacle_count;
         ++attempt) {
        const double reach = rng.uniform(0.02, 0.16) * size;
        const Vec2 center{rng.uniform(reach, size - reach), rng.uniform(reach, size - reach)};
        bool is_clear = true;
        for (const Disc& disc : taken)
            is_clear = is_clear && distance(disc.center, center) > 1.01 * (disc.reach + reach);
        if (!is_clear) continue;
        taken.push_back({center, reach});
        Ring ring = random_ring(rng, kind, reach * 0.999);
        for (Vec2& p : ring) p = on_lattice(p + center, scene.unit);
        scene.obstacles.push_back(ring);
    }
    return scene;
}

mesh::Triangulation build_mesh(const QueryScene& scene) {
    mesh::Settings settings;
    settings.lattice.unit = scene.unit;
    auto created = mesh::Triangulation::create(scene.bounds, settings);
    EXPECT_TRUE(created.is_ok()) << created.status().message;
    mesh::Triangulation mesh = std::move(created).value();
    for (const Ring& ring : scene.obstacles) {
        const auto inserted = mesh.insert(ring);
        EXPECT_TRUE(inserted.is_ok()) << inserted.status().message;
    }
    return mesh;
}

Vec2 random_point(Rng& rng, const QueryScene& scene) {
    return {rng.uniform(scene.bounds.low.x, scene.bounds.high.x),
            rng.uniform(scene.bounds.low.y, scene.bounds.high.y)};
}

}  // namespace wend::test
