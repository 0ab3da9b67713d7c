#pragma once

#include <vector>

#include "wend/sim/route.hpp"
#include "wend/world/snapshot.hpp"

namespace wend {

[[nodiscard]] Box2 bounds_of(const GoalRegion& region);

/// The goal after this one, with those that come after it.
[[nodiscard]] Goal next_goal(const Goal& goal);

/// Is p inside the region, on its layer?
[[nodiscard]] bool is_in_goal(const Goal& goal, std::uint32_t layer, Vec2 p);

struct Walker;

/// Gives the walker that goal, and the box that its region lies in.
void take_goal(Walker& walker, const Goal& goal);

/// A body that stands, or will.
struct Standing {
    RoutePoint place;
    double radius = 0;
};

/// A point of the goal region where a body fits, clear of walls and, if possible, of those who stand there or
/// will: chosen by the seed, so that many who share a region spread over it.
[[nodiscard]] RoutePoint choose_target(const Goal& goal, double radius, const Walls& walls,
                                       const std::vector<Standing>& taken, std::uint64_t seed);

/// Speed at which to walk `distance` metres so as to arrive in the middle of the goal's window, or as fast as
/// allowed when there is none or it is late.
[[nodiscard]] double pace_for(const Goal& goal, double distance, double now, double max_speed);

}  // namespace wend
