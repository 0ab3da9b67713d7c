#pragma once

// What an agent in focus promises of its plan: the first seconds of it and then a stop, so that its promise
// keeps what every promise of the crowd keeps: it ends at rest, in a place where it may stay. Who stops does
// so along the planned way, which walls are known to leave free. On a platform, to rest is to be carried.

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "wend/domains/space_time_motion.hpp"
#include "wend/sim/rollout.hpp"
#include "wend/world/platforms.hpp"
#include "wend/world/walls.hpp"

namespace wend {

/// A row of ticks from now on, of somebody who stands on ground or platforms.
struct Footsteps {
    const Walls* walls = nullptr;
    const Platforms* platforms = nullptr;
    const AgentLimits* limits = nullptr;
    double now = 0;
    double time_step = 0;
    Tick here;  ///< how it is now
    std::vector<Tick> ticks;

    /// How it is after so many ticks.
    [[nodiscard]] const Tick& after(std::size_t count) const noexcept {
        return count == 0 ? here : ticks[count - 1];
    }
    [[nodiscard]] double time(std::size_t count) const noexcept {
        return now + static_cast<double>(count) * time_step;
    }

    /// Goes on with the frames of a plan; the first is where the ticks end.
    void append(std::span<const domains::WalkFrame> walk);
    /// Stands, or is carried, until it has so many ticks.
    void wait_until(std::size_t count);
};

/// The first `count` ticks, then a stop as soon as that can be, then `carried` seconds of rest if it comes to
/// rest on a platform. Nothing when there is no place to stop at.
[[nodiscard]] std::optional<std::vector<Tick>> stopped_after(const Footsteps& steps, std::size_t count,
                                                             double carried);

/// The way that the ticks lead along, and their stations on it, from here on; null when they ride something.
[[nodiscard]] std::shared_ptr<const Route> route_along(Footsteps& steps);

/// May the body rest after so many ticks?
[[nodiscard]] bool can_rest(const Footsteps& steps, std::size_t count);

}  // namespace wend
