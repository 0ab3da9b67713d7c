#pragma once

// Waypoints along a plan (MD 6.2): the ends of the problems that the finer domains solve one by one. They lie
// on the course, so that passing them costs no detour, about evenly spaced, and where there is most room
// nearby: the course's corners touch the walls, the middle of its straight legs does not.

#include <functional>

#include "wend/domains/place.hpp"

namespace wend::domains {

struct WaypointOptions {
    double spacing = 10;  ///< metres
    double slack = 0.2;   ///< share of it by which a waypoint may be shifted for the sake of room, below 0.5
    double room = 2;      ///< metres of clearance beyond which more is no better
};

/// Metres of room around a place; 0 where nobody can stand.
using RoomAt = std::function<double(const Place&)>;

/// The last one is the course's end, none is nearer than half the spacing to its beginning, and each has the
/// course's time. They are counted from the end, so that they stay where they are while an agent walks
/// towards them. Where there is no room anywhere around a waypoint, there is none.
[[nodiscard]] Course waypoints_along(const Course& course, const WaypointOptions& options,
                                     const RoomAt& room_at);

}  // namespace wend::domains
