#pragma once

#include <optional>
#include <vector>

#include "wend/sim/route.hpp"
#include "wend/world/snapshot.hpp"

namespace wend {

[[nodiscard]] Box2 bounds_of(const GoalRegion& region);

/// The goal after this one, with those that come after it.
[[nodiscard]] Goal next_goal(const Goal& goal);

/// Is p inside the region, on its layer?
[[nodiscard]] bool is_in_goal(const Goal& goal, std::uint32_t layer, Vec2 p);

/// A body that stands, or will.
struct Standing {
    RoutePoint place;
    double radius = 0;
};

/// A point of the goal region where a body fits, clear of walls and, if possible, of those who stand there or
/// will: chosen by the seed, so that many who share a region spread over it.
[[nodiscard]] RoutePoint choose_target(const Goal& goal, double radius, const Walls& walls,
                                       const std::vector<Standing>& taken, std::uint64_t seed);

/// Another one, to which no straight line leads from a target that cannot be reached: it may lie on this side
/// of a wall that crosses the region. Nothing when there seems to be none.
[[nodiscard]] std::optional<RoutePoint> choose_beyond(const RoutePoint& target, const Goal& goal,
                                                      double radius, const Walls& walls,
                                                      const std::vector<Standing>& taken, std::uint64_t seed);

/// Speed at which to walk `distance` metres so as to arrive in the middle of the goal's window, or as fast as
/// allowed when there is none or it is late.
[[nodiscard]] double pace_for(const Goal& goal, double distance, double now, double max_speed);

}  // namespace wend
