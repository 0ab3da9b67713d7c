#pragma once

// What walking a route looks like, tick by tick, within an agent's limits (MD section 5.1: the execution task
// T0 enforces steering constraints). The agent stays on the route, so a route that is clear of walls makes a
// motion that is clear of walls; avoiding others is a matter of *when*, that is, of the speed asked for.

#include <cstdint>
#include <limits>
#include <vector>

#include "wend/sim/route.hpp"

namespace wend {

struct WalkState {
    double station = 0;
    double speed = 0;
    double heading = 0;
};

struct Tick {
    WalkState walk;
    Vec2 position;
    std::uint32_t layer = 0;
    bool is_crossing = false;
    bool is_riding = false;  ///< its place and speed are those on a moving platform
};

/// What is asked of a walk.
struct Pace {
    double speed = 0;               ///< cruise at this speed, m/s ...
    std::uint32_t ticks = 0;        ///< ... for so many ticks, then brake to a stop, but not in mid-leap
    std::uint32_t max_ticks = 600;  ///< gives up when it has not stopped by then
    double stop =
        std::numeric_limits<double>::infinity();  ///< station not to go beyond, if it can still stop
};

/// The states after each tick, ending at rest. Each tick changes the speed by at most max_acceleration * dt
/// and the heading by at most max_turn_rate * dt. Empty when that cannot be done from this state.
[[nodiscard]] std::vector<Tick> roll_out(const Route& route, WalkState from, const AgentLimits& limits,
                                         double time_step, const Pace& pace);

/// The same into memory that is used again and again.
void roll_out(const Route& route, WalkState from, const AgentLimits& limits, double time_step,
              const Pace& pace, std::vector<Tick>& ticks);

/// Distance walked while braking from `speed`, with whole ticks.
[[nodiscard]] double braking_distance(double speed, const AgentLimits& limits, double time_step) noexcept;

}  // namespace wend
