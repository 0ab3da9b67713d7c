#pragma once

// Two floors with platforms that pass between them, at random from a seed.

#include "wend/base/rng.hpp"
#include "wend/domains/ride_domain.hpp"
#include "wend/world/world.hpp"

namespace wend::test {

inline AgentLimits rider_limits() {
    AgentLimits limits;
    limits.max_speed = 3.5;
    limits.max_acceleration = 9;
    return limits;
}

/// Three lanes of platforms, each of its own speed and direction; no two of them ever touch.
inline Scene yard(std::uint64_t seed, double duration = 40) {
    Rng rng(seed);
    Scene scene;
    scene.name = "yard";
    scene.bounds = {{-10, -4}, {30, 14}};
    scene.duration = duration;
    Layer floor;
    floor.walkable = {{rectangle({{-10, -4}, {30, 0}}), {}}, {rectangle({{-10, 9.6}, {30, 14}}), {}}};
    scene.layers = {floor};
    const double lane_width = 3.2;
    for (int lane = 0; lane < 3; ++lane) {
        const double y = lane_width * (lane + 0.5), half = lane_width / 2 - rng.uniform(0.1, 0.25);
        const double speed = rng.uniform(0.3, 0.9), length = rng.uniform(5, 9), gap = rng.uniform(0.8, 2);
        const bool is_backward = rng.below(2) == 0;
        const double offset = rng.uniform(0, 8);
        for (int i = 0; i < 9; ++i) {
            PlatformSpec platform;
            platform.name = "car " + std::to_string(lane) + " " + std::to_string(i);
            platform.outline = rectangle({{-length / 2, -half}, {length / 2, half}});
            const double from = -40 + offset + i * (length + gap);
            const double way = speed * duration;
            const Vec2 a{is_backward ? 20 - from : from, y};
            platform.motion = {{{0, {a, 0}}, {duration, {{a.x + (is_backward ? -way : way), y}, 0}}}, false};
            scene.platforms.push_back(platform);
        }
    }
    return scene;
}

struct RideProblem {
    Scene scene;
    std::unique_ptr<World> world;
    std::shared_ptr<const domains::RideGround> ground;
    domains::RideStart start;
    domains::RideGoal goal;

    explicit RideProblem(std::uint64_t seed, double duration = 40) : scene(yard(seed, duration)) {
        world = std::make_unique<World>(scene);
        ground = domains::RideGround::make(scene, rider_limits()).value();
        Rng rng(seed + 1000);
        start.at = {0, {rng.uniform(0, 12), -2}, 1};
        goal.at = {0, {rng.uniform(4, 16), 11.5}, 0};
        goal.window = {1, duration};
    }
    [[nodiscard]] domains::RideDomain domain() const {
        return {world->snapshot(), std::make_shared<domains::RideTable>(ground), start, goal, {}};
    }
};

}  // namespace wend::test
