#pragma once

#include "wend/world/body.hpp"

#include "world/random_worlds.hpp"

namespace wend::test {

/// Which bodies to draw.
struct BodyMix {
    double size = 40;  ///< of the floor, metres
    bool turning = true;
    bool growing = true;
    bool looping = true;
};

inline Trajectory random_motion(Rng& rng, const BodyMix& mix, bool turns) {
    Trajectory motion;
    const Box2 floor{{0, 0}, {mix.size, mix.size}};
    Keyframe key{rng.uniform(-5, 10), {random_point(rng, floor), rng.uniform(-4, 4)}};
    for (auto keys = 1 + rng.below(8); keys > 0; --keys) {
        motion.keyframes.push_back(key);
        // Ticks of a simulation, steps of a plan, long rides, and waits.
        const double span = std::ldexp(rng.uniform(0.03, 0.06), static_cast<int>(rng.below(9)));
        key.time += span;
        if (rng.below(4) != 0) {
            const Vec2 by =
                unit_vector(rng.uniform(0, 6.28)) * rng.uniform(0, rng.below(6) == 0 ? 12 : 1.5) * span;
            key.pose.position += by;
        }
        if (turns) key.pose.angle += rng.uniform(-1, 1) * span;
    }
    motion.loops = mix.looping && rng.below(5) == 0;
    return motion;
}

inline Body random_body(Rng& rng, BodyId who, const BodyMix& mix) {
    Body body;
    body.who = who;
    body.layer = static_cast<std::uint32_t>(rng.below(2));
    if (rng.below(8) == 0) body.other_layer = 1 - body.layer;
    const bool is_polygon = rng.below(5) == 0;
    if (is_polygon)
        body.shape = PolygonShape{random_ring(rng, {}, rng.uniform(0.3, 3))};
    else
        body.shape = DiscShape{rng.below(10) == 0 ? rng.uniform(0.5, 8) : rng.uniform(0.1, 0.4)};
    body.motion = random_motion(rng, mix, mix.turning && is_polygon && rng.below(3) == 0);
    body.present.low = rng.uniform(-10, 10);
    if (rng.below(3) == 0) body.present.high = body.present.low + rng.uniform(0.1, 30);
    if (mix.growing && !body.motion.loops && rng.below(8) == 0) body.growth = rng.uniform(0.05, 0.5);
    return body;
}

}  // namespace wend::test
