#pragma once

// What an agent has promised to do: a walk along a route, tick by tick, that ends at rest. The promise is
// published, so others can plan against it; it is replaced only by one that is free of conflict with every
// other promise. Since each promise ends standing still, an agent that finds nothing better just keeps its
// own.

#include <memory>
#include <span>
#include <vector>

#include "wend/sim/rollout.hpp"
#include "wend/world/state.hpp"

namespace wend {

struct Commitment {
    /// In place of a plan's number: one was left, and what is walked to rest is still its ticks.
    static constexpr std::uint64_t left_plan = ~std::uint64_t{0};

    std::shared_ptr<const Route> route;
    std::vector<Tick> ticks;
    std::size_t next = 0;                      ///< first tick that has not been walked
    std::uint64_t plan = 0;                    ///< number of the multi-domain plan that it walks; 0: of none
    std::shared_ptr<const Ring> outline = {};  ///< of a body that turns as it goes; null: its disc

    [[nodiscard]] bool is_done() const noexcept { return next >= ticks.size(); }
};

/// The room that what is left of the promise passes through, by its centre line.
[[nodiscard]] Box2 bounds_of(const Commitment& commitment);

/// The walk as motion in time from `now`, with one keyframe wherever the velocity changes, put into `memory`.
[[nodiscard]] Trajectory motion_of(std::span<const Tick> ticks, Vec2 position, double heading, double now,
                                   double time_step, std::vector<Keyframe> memory = {});

/// The same with a keyframe for every tick, for a body whose heading counts too.
[[nodiscard]] Trajectory turning_motion_of(std::span<const Tick> ticks, Pose from, double now,
                                           double time_step);

}  // namespace wend
