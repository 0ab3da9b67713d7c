#include "wend/world/walls.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "support/effort.hpp"
#include "world/random_worlds.hpp"

namespace wend {
namespace {

using test::random_point;
using test::random_ring;
using test::rectangle;

/// The definition of free space, word for word.
bool is_ground(const Scene& scene, Vec2 p) {
    const Layer& layer = scene.layers[0];
    const auto covers = [&](const Polygon& polygon) { return contains(polygon, p); };
    const bool walkable = layer.walkable.empty()
                              ? scene.bounds.contains(p)
                              : std::any_of(layer.walkable.begin(), layer.walkable.end(), covers);
    return walkable && std::none_of(layer.blocked.begin(), layer.blocked.end(), covers);
}

Scene random_floor(Rng& rng) {
    Scene scene = test::open_floor(20);
    Layer& layer = scene.layers[0];
    for (auto n = rng.below(6); n > 0; --n)
        layer.walkable.push_back({random_ring(rng, random_point(rng, scene.bounds), 9), {}});
    for (auto n = rng.below(5); n > 0; --n) {
        const Vec2 center = random_point(rng, scene.bounds);
        layer.blocked.push_back({random_ring(rng, center, 4), {}});
        if (rng.below(2) == 0) layer.blocked.back().holes = {random_ring(rng, center, 0.4)};
    }
    return scene;
}

TEST(Walls, ContainsWhatTheDefinitionSays) {
    Rng rng(1);
    for (int round = 0; round < test::rounds(200, 5000); ++round) {
        const Scene scene = random_floor(rng);
        const Walls walls(scene);
        for (int i = 0; i < 200; ++i) {
            const Vec2 p = random_point(rng, scene.bounds.grown(3));
            if (walls.ground(0).nearest(p, 1e-5)) continue;
            EXPECT_EQ(walls.ground(0).contains(p), is_ground(scene, p)) << "round " << round;
            const bool is_solid = std::any_of(scene.layers[0].blocked.begin(), scene.layers[0].blocked.end(),
                                              [&](const Polygon& b) { return contains(b, p); });
            if (walls.not_solid(0).nearest(p, 1e-5)) continue;
            EXPECT_EQ(walls.not_solid(0).contains(p), !is_solid) << "round " << round;
        }
    }
}

TEST(Walls, EverySegmentHasGroundOnItsLeftOnly) {
    Rng rng(2);
    for (int round = 0; round < test::rounds(200, 5000); ++round) {
        const Scene scene = random_floor(rng);
        const Walls walls(scene);
        for (const Segment& wall : walls.ground(0).walls()) {
            if (distance(wall.from, wall.to) < 1e-3) continue;
            const Vec2 off = perpendicular(normalized(wall.to - wall.from)) * 1e-7;
            const Vec2 middle = lerp(wall.from, wall.to, 0.5);
            EXPECT_TRUE(is_ground(scene, middle + off)) << "round " << round;
            EXPECT_FALSE(is_ground(scene, middle - off)) << "round " << round;
        }
    }
}

TEST(Walls, NearestIsTheLeastOfAll) {
    Rng rng(3);
    for (int round = 0; round < test::rounds(100, 2000); ++round) {
        const Scene scene = random_floor(rng);
        const Walls walls(scene);
        const Region& ground = walls.ground(0);
        for (int i = 0; i < 50; ++i) {
            const Vec2 p = random_point(rng, scene.bounds.grown(10));
            double least = std::numeric_limits<double>::infinity();
            for (const Segment& wall : ground.walls())
                least = std::min(least, distance(p, nearest_point(wall.from, wall.to, p)));
            const auto found = ground.nearest(p);
            ASSERT_EQ(found.has_value(), !ground.walls().empty());
            if (!found) continue;
            EXPECT_DOUBLE_EQ(found->distance, least);
            EXPECT_NEAR(distance(p, found->point), least, 1e-12);
            EXPECT_FALSE(ground.nearest(p, least * (1 - 1e-12)));
            EXPECT_DOUBLE_EQ(std::abs(ground.clearance(p)), least);
        }
    }
}

/// Least clearance along a line, by dense sampling: the exact answer lies within half a step of it.
double least_clearance(const Region& ground, Vec2 from, Vec2 to, int steps) {
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i <= steps; ++i)
        least = std::min(least, ground.clearance(lerp(from, to, static_cast<double>(i) / steps)));
    return least;
}

TEST(Walls, SweptDiscAgreesWithDenseSampling) {
    Rng rng(4);
    int free = 0, blocked = 0;
    for (int round = 0; round < test::rounds(60, 1000); ++round) {
        const Scene scene = random_floor(rng);
        const Walls walls(scene);
        for (int i = 0; i < 30; ++i) {
            const Vec2 from = random_point(rng, scene.bounds);
            const Vec2 to = from + Vec2{rng.uniform(-3, 3), rng.uniform(-3, 3)};
            const double radius = rng.uniform(0.05, 1);
            constexpr int steps = 500;
            const double step = distance(from, to) / steps;
            const double least = least_clearance(walls.ground(0), from, to, steps);
            const bool fits = walls.ground(0).fits_along(from, to, radius);
            if (least >= radius + step) {
                EXPECT_TRUE(fits);
            }
            if (least < radius - 1e-9) {
                EXPECT_FALSE(fits);
            }
            ++(fits ? free : blocked);
        }
    }
    EXPECT_GT(free, 100);
    EXPECT_GT(blocked, 100);
}

TEST(Walls, FreeShareIsWhereTheDiscStopsFitting) {
    Rng rng(6);
    int stopped = 0;
    for (int round = 0; round < test::rounds(100, 2000); ++round) {
        const Scene scene = random_floor(rng);
        const Walls walls(scene);
        const Region& ground = walls.ground(0);
        for (int i = 0; i < 30; ++i) {
            const Vec2 from = random_point(rng, scene.bounds);
            const Vec2 to = from + Vec2{rng.uniform(-9, 9), rng.uniform(-9, 9)};
            const double radius = rng.uniform(0.05, 1), share = ground.free_share(from, to, radius);
            if (!ground.fits(from, radius)) {
                ASSERT_EQ(share, 0);
                continue;
            }
            ASSERT_TRUE(ground.fits_along(from, lerp(from, to, share - 1e-6), radius));
            ASSERT_EQ(ground.fits_along(from, to, radius), share == 1);
            if (share == 1) continue;
            // Sliding into a wall at a small angle, a micrometre of depth takes some way.
            ASSERT_FALSE(ground.fits_along(from, lerp(from, to, std::min(1.0, share + 1e-3)), radius));
            ++stopped;
        }
    }
    EXPECT_GT(stopped, 100);
}

TEST(Walls, RoomsThatShareADoorwayEdgeAreOneRoom) {
    Scene scene = test::open_floor(10);
    scene.layers[0].walkable = {{rectangle({0, 0}, {5, 10}), {}}, {rectangle({5, 3}, {10, 7}), {}}};
    const Walls walls(scene);
    EXPECT_TRUE(walls.ground(0).fits_along({2.5, 5}, {8, 5}, 2));
    EXPECT_FALSE(walls.ground(0).fits_along({2.5, 5}, {7, 5}, 2.001));
    EXPECT_TRUE(walls.ground(0).contains({5, 5}));
    EXPECT_DOUBLE_EQ(walls.ground(0).clearance({5, 5}), 2);
    EXPECT_DOUBLE_EQ(walls.ground(0).clearance({6, 8}), -1);
}

TEST(Walls, TouchingIsFree) {
    const Walls walls(test::open_floor(10));
    EXPECT_TRUE(walls.ground(0).fits({0.3, 0.3}, 0.3));
    EXPECT_FALSE(walls.ground(0).fits({0.3, 0.3}, 0.3 + 1e-6));
    EXPECT_TRUE(walls.ground(0).fits_along({0.3, 0.3}, {0.3, 9.7}, 0.3));
}

TEST(Walls, HundredThousandSegmentsAnswerQuickly) {
    Scene scene = test::open_floor(2000);
    for (int i = 0; i < 158; ++i)
        for (int j = 0; j < 158; ++j) {
            const Vec2 low{12.0 * i + 4, 12.0 * j + 4};
            scene.layers[0].blocked.push_back({rectangle(low, low + Vec2{6, 6}), {}});
        }
    const Walls walls(scene);
    EXPECT_EQ(walls.ground(0).walls().size(), 158u * 158u * 4 + 4);
    Rng rng(5);
    double sum = 0;
    for (int i = 0; i < 100'000; ++i) sum += walls.ground(0).clearance(random_point(rng, scene.bounds));
    EXPECT_TRUE(std::isfinite(sum));
}

}  // namespace
}  // namespace wend
