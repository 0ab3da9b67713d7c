#pragma once

// Short ways around something that will be met on a route: the route with a sideways bend. One agent tries
// several at one moment, and all but the winner are thrown away. So they are made in borrowed memory, and
// what they have in common is worked out once: whether the agent stands on free ground, and the rest of the
// route behind the meeting, with its corners rounded and its walls looked at.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "wend/sim/route.hpp"
#include "wend/world/walls.hpp"

#include "sim/promise/borrowed.hpp"
#include "sim/promise/rounded.hpp"

namespace wend {

struct DetourRequest {
    const Route* route = nullptr;
    double station = 0;  ///< where the agent is
    double brake = 0;    ///< metres of the route that it cannot leave any more
    double meeting = 0;  ///< station to get around
};

class Detours {
  public:
    /// What it is given must outlive it.
    Detours(const Walls& walls, const DetourRequest& request, const AgentLimits& limits, double time_step);

    /// The route with a bend past the meeting, so many metres to its left, corners rounded; null where walls
    /// leave no room for it. It lasts until the next is asked for.
    [[nodiscard]] const Route* around(double offset);

  private:
    /// Where a bend leaves the route, passes the meeting, and comes back.
    struct Bend {
        double leave, beside, past, rejoin;  ///< stations
    };
    struct Arrays {
        std::vector<RoutePoint> corners, points, rest;
        std::vector<std::uint32_t> begins;  ///< of each point of the route in `rest`, from the first one on
        Route route;
        void clear() noexcept;
    };

    [[nodiscard]] std::optional<Bend> bend_for(double offset) const;
    void append_corners(const Bend& bend, double offset);
    /// What the route has behind the bend, from that point of it on, corners rounded.
    [[nodiscard]] std::span<const RoutePoint> rest_from(std::size_t point);
    [[nodiscard]] bool has_room(Vec2 back, std::size_t own);

    const Walls& walls_;
    const Route& route_;
    DetourRequest request_;
    const AgentLimits& limits_;
    double dt_;
    Rounding rounding_;
    std::uint32_t layer_;
    std::size_t first_of_rest_;
    std::optional<bool> is_rest_clear_, is_on_ground_;
    BorrowedObject<Arrays> arrays_;
};

/// Is there room for a body all along the points, and a little more than it needs?
[[nodiscard]] bool has_room(const Walls& walls, std::span<const RoutePoint> points, double radius);

}  // namespace wend
