#include "sim/promise/commitment.hpp"

#include <cmath>
#include <numbers>

#include "sim/promise/borrowed.hpp"

namespace wend {

Box2 bounds_of(const Commitment& commitment) {
    Box2 box;
    for (std::size_t i = commitment.next; i < commitment.ticks.size(); ++i)
        box.add(commitment.ticks[i].position);
    return box;
}

Trajectory motion_of(std::span<const Tick> ticks, Vec2 position, double heading, double now, double time_step,
                     std::vector<Keyframe> memory) {
    Borrowed<Keyframe> keys;
    keys->push_back({now, {position, heading}});
    for (std::size_t i = 0; i < ticks.size(); ++i) {
        const double time = now + static_cast<double>(i + 1) * time_step;
        const Keyframe key{time, {ticks[i].position, ticks[i].walk.heading}};
        if (keys->size() >= 2) {
            const Keyframe& from = (*keys)[keys->size() - 2];
            Keyframe& last = keys->back();
            const double share = (last.time - from.time) / (key.time - from.time);
            const Vec2 straight = lerp(from.pose.position, key.pose.position, share);
            if (squared_length(straight - last.pose.position) < 1e-18) {
                last = key;
                continue;
            }
        }
        keys->push_back(key);
    }
    memory.assign(keys->begin(), keys->end());
    return {std::move(memory), false};
}

Trajectory turning_motion_of(std::span<const Tick> ticks, Pose from, double now, double time_step) {
    Trajectory motion{{{now, from}}, false};
    motion.keyframes.reserve(ticks.size() + 1);
    double time = now;
    for (std::size_t i = 0; i < ticks.size(); ++i) {
        const double turn =
            std::remainder(ticks[i].walk.heading - from.angle, 2 * std::numbers::pi);  // the short way round
        from = {ticks[i].position, from.angle + turn};
        time = now + static_cast<double>(i + 1) * time_step;
        motion.keyframes.push_back({time, from});
    }
    return motion;
}

}  // namespace wend
