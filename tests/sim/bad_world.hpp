#pragma once

// Worlds in which as much goes wrong as can: rooms with doors or an open floor, mixed bodies, things that
// move as known and things that nobody announced, and events that drop things, pause people and change their
// minds.

#include "wend/base/rng.hpp"
#include "wend/world/scene.hpp"

#include "random_world.hpp"

namespace wend::test {

struct BadWorldOptions {
    bool has_events = true;     ///< that drop, move and take away things
    bool has_observed = true;   ///< things that nobody announced
    std::uint32_t agents = 12;  ///< at most
};

/// Somewhere to somewhere, round and round, in jerks.
inline ObstacleSpec wanderer(Rng& rng, const std::string& name, Knowledge knowledge, const Box2& room,
                             double duration) {
    ObstacleSpec thing = crate(name, {}, rng.uniform(0.2, 0.6));
    if (rng.below(2) == 0) thing.shape = DiscShape{rng.uniform(0.2, 0.7)};
    thing.knowledge = knowledge;
    thing.motion.keyframes.clear();
    const double speed = rng.uniform(0.3, 1.4);
    Vec2 at{rng.uniform(room.low.x, room.high.x), rng.uniform(room.low.y, room.high.y)};
    double angle = rng.uniform(-3, 3);
    for (double time = 2; time < duration;) {
        thing.motion.keyframes.push_back({time, {at, angle}});
        const Vec2 next{rng.uniform(room.low.x, room.high.x), rng.uniform(room.low.y, room.high.y)};
        time += std::max(0.3, distance(at, next) / speed);
        at = next;
        angle += rng.uniform(-1, 1);
    }
    thing.motion.keyframes.push_back({duration + 100, {at, angle}});
    return thing;
}

inline void add_bad_event(Scene& scene, Rng& rng, double time, int number) {
    const std::string who = "agent-" + std::to_string(rng.below(scene.agents.size()));
    const Vec2 where{rng.uniform(1, scene.bounds.high.x - 1), rng.uniform(1, scene.bounds.high.y - 1)};
    switch (rng.below(5)) {
        case 0:
        case 1:
            scene.events.push_back({time, AppearEvent{crate("dropped-" + std::to_string(number), where,
                                                            rng.uniform(0.2, 0.8))}});
            scene.events.push_back(
                {time + rng.uniform(1, 8), DisappearEvent{"dropped-" + std::to_string(number)}});
            break;
        case 2:
            scene.events.push_back({time, PauseEvent{who}});
            scene.events.push_back({time + rng.uniform(0.5, 6), ResumeEvent{who}});
            break;
        case 3: {
            Goal goal;
            goal.region = DiscRegion{where, rng.uniform(0.3, 1)};
            scene.events.push_back({time, GoalEvent{who, goal}});
            break;
        }
        default:
            if (rng.below(3) == 0) scene.events.push_back({time, LeaveEvent{who}});
    }
}

inline Scene bad_world(std::uint64_t seed, const BadWorldOptions& options = {}) {
    Rng rng(seed);
    Scene scene;
    scene.name = "bad-" + std::to_string(seed);
    scene.bounds = {{0, 0}, {rng.uniform(12, 24), rng.uniform(10, 16)}};
    scene.layers.resize(1);
    scene.duration = 20;
    scene.time_step = rng.below(2) == 0 ? 1.0 / 30 : 1.0 / 15;
    if (rng.below(3) > 0)
        add_wall(scene, scene.bounds.high.x / 2, 0.3, 1 + static_cast<int>(rng.below(3)),
                 rng.uniform(0.9, 2));
    const std::size_t count = 3 + rng.below(options.agents - 2);
    for (std::size_t i = 0; i < count; ++i) {
        // On a raster, so that nobody enters inside somebody else or the wall.
        const double width = scene.bounds.high.x - 2, columns = 6;
        const auto place = [&](std::size_t k, double reach) {
            const double x = 1 + width * (static_cast<double>(k % 6) + 0.5) / columns;
            const double y = 1 + 1.5 * static_cast<double>(k / 6 % 5);
            return Vec2{x + rng.uniform(-reach, reach), y};
        };
        AgentSpec agent = walker("agent-" + std::to_string(i), place(i, 0.1), place(rng.below(30), 0.3));
        agent.limits.radius = rng.uniform(0.18, 0.42);
        agent.limits.max_speed = rng.uniform(0.7, 2.2);
        agent.limits.max_acceleration = rng.uniform(1.5, 6);
        agent.limits.max_turn_rate = rng.uniform(2, 7);
        scene.agents.push_back(agent);
    }
    const Box2 room{{1, scene.bounds.high.y - 3}, scene.bounds.high - Vec2{1, 1}};
    const Box2 all{{1, 1}, scene.bounds.high - Vec2{1, 1}};
    if (rng.below(2) == 0)
        scene.obstacles.push_back(wanderer(rng, "known", Knowledge::known, room, scene.duration));
    if (options.has_observed)
        for (auto n = rng.below(4); n > 0; --n)
            scene.obstacles.push_back(wanderer(rng, "observed-" + std::to_string(n), Knowledge::observed,
                                               rng.below(2) == 0 ? all : room, scene.duration));
    if (options.has_events)
        for (auto n = static_cast<int>(rng.below(12)); n > 0; --n)
            add_bad_event(scene, rng, rng.uniform(0.5, scene.duration - 1), n);
    std::stable_sort(scene.events.begin(), scene.events.end(),
                     [](const TimedEvent& a, const TimedEvent& b) { return a.time < b.time; });
    return scene;
}

}  // namespace wend::test
