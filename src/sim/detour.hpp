#pragma once

#include <memory>
#include <optional>
#include <span>

#include "wend/sim/route.hpp"
#include "wend/world/walls.hpp"

namespace wend {

/// A short way around something that will be met on a route.
struct DetourRequest {
    const Route* route = nullptr;
    double station = 0;  ///< where the agent is
    double brake = 0;    ///< metres of the route that it cannot leave any more
    double meeting = 0;  ///< station to get around
    double offset = 0;   ///< metres to the left of the route
};

/// The route with a sideways bend past the meeting, corners rounded; none where walls leave no room for it.
[[nodiscard]] std::shared_ptr<const Route> detour(const Walls& walls, const DetourRequest& request,
                                                  const AgentLimits& limits, double time_step);

/// Is there room for a body all along the points, and a little more than it needs?
[[nodiscard]] bool has_room(const Walls& walls, std::span<const RoutePoint> points, double radius);

/// The polyline with its corners replaced by arcs of up to `radius`, in steps of at most `step` radians.
[[nodiscard]] std::vector<RoutePoint> rounded(const std::vector<RoutePoint>& points, double radius,
                                              double step);

}  // namespace wend
