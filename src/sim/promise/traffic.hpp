#pragma once

#include <optional>
#include <span>

#include "wend/sim/rollout.hpp"
#include "wend/world/occupancy.hpp"

#include "sim/promise/neighbourhood.hpp"

namespace wend {

/// A walk that starts now, as others will meet it.
struct Walk {
    AgentId self;
    double radius = 0;
    RoutePoint place;  ///< where it starts
    std::span<const Tick> ticks;
    double now = 0;
    double time_step = 0;
    double standing_time = 0;  ///< seconds that it stands after the last tick
};

/// Where a walk would meet somebody.
struct Meeting {
    BodyId who;
    double time = 0;
    double station = 0;  ///< of the walker, at that time
};

/// The first time at which the walk overlaps anything else that moves or stands.
[[nodiscard]] std::optional<Meeting> first_meeting(Neighbourhood& around, const Walk& walk);
/// The same, and whether a walk that meets nobody keeps the usual gap to everybody all the time, even to
/// those who are near at the beginning.
[[nodiscard]] std::optional<Meeting> first_meeting(Neighbourhood& around, const Walk& walk, bool& keeps_gap);
/// The first time at which it gets nearer than the usual gap to somebody who was gathered.
[[nodiscard]] std::optional<Meeting> first_approach(const Neighbourhood& around, const Walk& walk);
/// The first time at which it overlaps somebody who was gathered; whom it overlaps at the beginning it may
/// leave.
[[nodiscard]] std::optional<Meeting> first_overlap(Neighbourhood& around, const Walk& walk);
/// The same with another gap than usual, metres, to be kept beyond touching.
[[nodiscard]] std::optional<Meeting> first_meeting_within(Neighbourhood& around, const Walk& walk,
                                                          double gap);

}  // namespace wend
