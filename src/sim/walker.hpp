#pragma once

#include <memory>
#include <string>

#include "wend/io/recording.hpp"
#include "wend/world/state.hpp"

#include "sim/commitment.hpp"

namespace wend {

/// One agent as the simulation knows it: its way, its promise, and where it is on it.
struct Walker {
    AgentSpec spec;
    std::uint32_t number = 0;  ///< in recordings
    AgentId id;                ///< null while it is not in the world
    bool has_left = false;
    bool is_paused = false;  ///< told to stand; it keeps its promise up to the rest at its end

    Goal goal;
    RoutePoint target;  ///< the point of the goal region that it walks to
    Status route_status{StatusCode::in_progress, "has not planned yet"};
    bool wants_target = true;
    bool wants_route = true;

    Commitment commitment;  ///< its route is the way it is on; null while there is none
    WalkState walk;         ///< on that route
    bool is_aside = false;  ///< it walks a few steps out of the way, not along its route
    bool is_broken = true;  ///< the world may have changed under its promise, or it has none yet
    RoutePoint place;
    bool is_crossing = false;

    bool has_arrived = false;
    double waited = 0;               ///< seconds since it last moved
    std::uint64_t last_planned = 0;  ///< frame
    std::uint32_t patience = 1;      ///< doubles each time a budget was too small for it

    [[nodiscard]] bool is_present() const noexcept { return !id.is_null(); }
    [[nodiscard]] bool is_at_rest() const noexcept { return walk.speed == 0; }
};

}  // namespace wend
