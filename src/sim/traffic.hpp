#pragma once

#include <optional>
#include <vector>

#include "wend/sim/rollout.hpp"
#include "wend/world/snapshot.hpp"

namespace wend {

/// Where a walk would meet somebody.
struct Meeting {
    double time = 0;
    double station = 0;       ///< of the walker, at that time
    double other_radius = 0;  ///< reach of what is met
};

/// The first time at which a walk that starts now, and stands for `standing_time` after its last tick,
/// overlaps anything else that moves or stands in the world.
[[nodiscard]] std::optional<Meeting> first_meeting(const Snapshot& world, AgentId self, double radius,
                                                   const std::vector<Tick>& ticks, Vec2 position,
                                                   double time_step, double standing_time);

}  // namespace wend
