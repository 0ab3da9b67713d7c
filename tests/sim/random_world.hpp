#pragma once

// Made-up worlds for crowds: rooms with doors, a corridor, a crossing or a hall with pillars, with two groups
// that change sides and sometimes a moving obstacle. Groups go to regions of ground that no wall cuts off,
// and leave there, so that everybody can arrive.

#include <algorithm>

#include "wend/base/rng.hpp"

#include "halls.hpp"

namespace wend::test {

inline Polygon box(Vec2 low, Vec2 high) {
    return {{low, {high.x, low.y}, high, {low.x, high.y}}, {}};
}

inline GroupSpec crossers(const std::string& name, std::uint32_t count, Vec2 low, Vec2 high, Vec2 goal_low,
                          Vec2 goal_high) {
    GroupSpec group;
    group.name = name;
    group.count = count;
    group.placement = RectanglePlacement{low, high};
    group.goal.region = box(goal_low, goal_high);
    group.goal.leaves = true;
    return group;
}

/// A wall across the world at x with doors so wide and so many.
inline void add_wall(Scene& scene, double x, double thickness, int doors, double width) {
    const double height = scene.bounds.high.y, pitch = height / doors;
    double from = 0;
    for (int i = 0; i < doors; ++i) {
        const double middle = (i + 0.5) * pitch;
        scene.layers[0].blocked.push_back(box({x, from}, {x + thickness, middle - width / 2}));
        from = middle + width / 2;
    }
    scene.layers[0].blocked.push_back(box({x, from}, {x + thickness, height}));
}

inline void add_pillars(Scene& scene, Rng& rng) {
    for (int i = 0; i < 5; ++i) {
        const Vec2 at{9 + 2.8 * i, rng.uniform(3, 13)};
        const double half = rng.uniform(0.2, 0.8);
        scene.layers[0].blocked.push_back(box(at - Vec2{half, half}, at + Vec2{half, half}));
    }
}

/// Somebody's cart that goes to and fro across the middle, for as long as the run lasts.
inline ObstacleSpec cart(Rng& rng) {
    ObstacleSpec cart = crate("cart", {}, 0.4);
    const double x = rng.uniform(14, 16), speed = rng.uniform(0.4, 1.2), time = 8 / speed;
    cart.motion.keyframes = {{0, {{x, 4}, 0}}, {time, {{x, 12}, 0}}, {2 * time, {{x, 4}, 0}}};
    cart.motion.loops = true;
    return cart;
}

inline Scene random_world(std::uint64_t seed) {
    Rng rng(seed);
    Scene scene;
    scene.name = "random-" + std::to_string(seed);
    scene.bounds = {{0, 0}, {30, 16}};
    scene.layers.resize(1);
    scene.duration = 300;
    scene.time_step = 0.1;
    const auto kind = rng.below(4);
    if (kind == 0) add_wall(scene, 14.8, 0.4, 1 + static_cast<int>(rng.below(3)), rng.uniform(0.8, 2.5));
    if (kind == 1) add_wall(scene, 11, 8, 1, rng.uniform(0.8, 3));
    if (kind == 2) add_pillars(scene, rng);
    if (kind >= 2 && rng.below(2) == 0) scene.obstacles.push_back(cart(rng));
    const auto count = [&] { return static_cast<std::uint32_t>(3 + rng.below(28)); };
    scene.groups.push_back(crossers("east", count(), {0.5, 0.5}, {8, 15.5}, {25, 1}, {29, 15}));
    scene.groups.push_back(crossers("west", count(), {22, 0.5}, {29.5, 15.5}, {1, 1}, {5, 15}));
    if (kind == 3)
        scene.groups.push_back(crossers("north", count() / 3 + 1, {10, 0.5}, {20, 3}, {10, 13}, {20, 15.5}));
    return scene;
}

}  // namespace wend::test
