#pragma once

// What coordination (sim/coordination) has made out about one walker: the passage or crossing ahead of it and
// whether it may go there, and the mouth of a corridor that others come out of.

#include <cstdint>
#include <optional>

#include "wend/geometry/vec.hpp"

namespace wend {

using PassageIndex = std::uint32_t;

/// A way through a passage, as a route takes it.
struct Transit {
    PassageIndex passage = 0;
    double begin = 0;         ///< station at which the route enters it, or has entered it
    double end = 0;           ///< and leaves it
    std::uint32_t entry = 0;  ///< mouth that it comes from
    bool is_inside = false;   ///< the agent is in it already
};

/// A walker's claim to go through a passage.
struct Claim {
    std::optional<Transit> transit;
    double since = 0;  ///< seconds; when it first asked
    bool is_granted = false;
    bool faces_others = false;  ///< who come out where it wants to go in

    [[nodiscard]] bool allows(PassageIndex passage) const noexcept {
        return transit && is_granted && transit->passage == passage;
    }
    [[nodiscard]] bool is_waiting() const noexcept { return transit && !is_granted; }
    /// It waits for those who come out, not only in the queue of those who go in before it.
    [[nodiscard]] bool must_let_pass() const noexcept { return is_waiting() && faces_others; }
};

using CrossingNumber = std::uint32_t;

/// A way over a crossing, as a route takes it.
struct CrossingWay {
    CrossingNumber crossing = 0;
    double begin = 0;  ///< station
    double end = 0;
    double heading_in = 0;  ///< radians
    double heading_out = 0;
};

/// A walker's claim to walk over a crossing.
struct CrossingClaim {
    std::optional<CrossingWay> way;
    double since = 0;  ///< seconds; when it first asked
    bool is_granted = false;
    bool is_in_turns = false;  ///< others have to wait while it crosses

    [[nodiscard]] bool is_waiting() const noexcept { return way && !is_granted; }
};

/// Where a corridor begins whose left side others come out of.
struct Mouth {
    Vec2 middle, ahead;
    double half_width = 0;  ///< metres
};

}  // namespace wend
