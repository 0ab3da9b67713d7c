#pragma once

// Walls for tests of the medial axis, and what one can know of them without it.

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "wend/base/rng.hpp"
#include "wend/geometry/polygon.hpp"
#include "wend/mesh/medial_axis.hpp"
#include "wend/mesh/triangulation.hpp"

namespace wend::mesh::medial_test {

inline constexpr double unit = 0.001;
inline constexpr double infinity = std::numeric_limits<double>::infinity();

inline LatticePoint snap(double x, double y) {
    return {static_cast<std::int32_t>(std::lround(x / unit)),
            static_cast<std::int32_t>(std::lround(y / unit))};
}

/// Walls along a ring with free space on its left.
inline void add_ring(const Ring& ring, std::vector<MedialWall>& walls) {
    for (std::size_t i = 0; i < ring.size(); ++i) {
        const Vec2 a = ring[i], b = ring[(i + 1) % ring.size()];
        walls.push_back({snap(a.x, a.y), snap(b.x, b.y), true, false});
    }
}

inline Ring rectangle(Vec2 low, Vec2 high) {
    return {low, {high.x, low.y}, high, {low.x, high.y}};
}
inline Ring reversed(Ring ring) {
    std::ranges::reverse(ring);
    return ring;
}

inline MedialAxis axis_of(const std::vector<MedialWall>& walls) {
    auto axis = MedialAxis::create(walls);
    EXPECT_TRUE(axis) << axis.status().message;
    return std::move(axis).value();
}

/// Distance to the walls by looking at every one.
inline double brute_distance(const std::vector<MedialWall>& walls, Vec2 p) {
    double best = infinity;
    for (const MedialWall& wall : walls) {
        const Vec2 a{wall.from.x * unit, wall.from.y * unit}, b{wall.to.x * unit, wall.to.y * unit};
        best = std::min(best, distance(p, nearest_point(a, b, p)));
    }
    return best;
}

struct World {
    Triangulation mesh;
    std::vector<MedialWall> walls;

    [[nodiscard]] bool is_free(Vec2 p) const {
        const Location at = mesh.locate(p);
        return at.on != Location::On::outside && !mesh.is_blocked(at.triangle);
    }
};

/// A room of 20 x 20 m with overlapping turned boxes.
inline World random_world(Rng rng) {
    Settings settings;
    settings.clearance = false;
    auto mesh = Triangulation::create({{-10, -10}, {10, 10}}, settings);
    EXPECT_TRUE(mesh);
    const auto count = 1 + rng.below(25);
    for (std::uint64_t i = 0; i < count; ++i) {
        const Vec2 centre{rng.uniform(-8, 8), rng.uniform(-8, 8)};
        const double angle = rng.uniform(0, std::numbers::pi), w = rng.uniform(0.1, 2),
                     h = rng.uniform(0.1, 2);
        Ring ring;
        for (const Vec2 corner : {Vec2{-w, -h}, Vec2{w, -h}, Vec2{w, h}, Vec2{-w, h}})
            ring.push_back(centre + rotated(corner, angle) * 0.7);
        EXPECT_TRUE(mesh.value().insert(ring));
    }
    World world{std::move(mesh).value(), {}};
    world.walls = walls_of(world.mesh);
    return world;
}

}  // namespace wend::mesh::medial_test
