#pragma once

// How an agent on a route makes its next promise. First choice: walk on at the pace it wants. If that meets
// somebody, slower paces and short ways around are tried, and the one that leaves the least way to go wins.
// None at all: it keeps the promise it has, which ends standing still.
//
// Every candidate ends at rest and is checked, in continuous time, against what all others have promised and
// against the whole known future of moving obstacles for as long as it will stand there. That is the
// invariant that keeps a crowd free of overlaps without any last-moment steering. No promise lasts longer
// than the time for which standing at its end is checked, so that older promises end within that time.

#include <memory>
#include <optional>
#include <span>

#include "wend/base/budget.hpp"
#include "wend/domains/multiplier_field.hpp"
#include "wend/world/occupancy.hpp"
#include "wend/world/snapshot.hpp"

#include "sim/promise/commitment.hpp"
#include "sim/promise/traffic.hpp"

namespace wend {

struct SteeringSettings {
    double horizon = 3.2;      ///< seconds of walking in a promise, before it brakes
    double standing_time = 8;  ///< seconds that the place where it ends must stay free
};

/// An agent about to make a promise.
struct Steerer {
    AgentId id;
    RoutePoint place;
    const AgentLimits* limits = nullptr;
    std::shared_ptr<const Route> route;
    WalkState walk;
    const domains::MultiplierField* rules = nullptr;  ///< with ground that it must not enter; null: none
    double pace = 0;                                  ///< m/s it wants to go at
    double current_rest = 0;  ///< metres of route left at the end of the promise it has
    double stop = std::numeric_limits<double>::infinity();       ///< station of the route not to go beyond
    bool keeps_in_line = false;                                  ///< it waits its turn and goes around nobody
    double room_left = std::numeric_limits<double>::infinity();  ///< metres to the left that it may go around
};

struct Proposal {
    Commitment commitment;
    double rest = 0;         ///< metres of route left at its end
    bool keeps_gap = false;  ///< to everybody, from the beginning
};

/// The best promise that the snapshot allows, or none that is better than the one the agent has; `meeting` is
/// what stands against walking on as it wants to. Each candidate costs one expansion. The promise takes
/// `spare` for its ticks.
[[nodiscard]] std::optional<Proposal> propose(const Snapshot& world, const Steerer& steerer, double time_step,
                                              const SteeringSettings& settings, Budget& budget,
                                              std::optional<Meeting>& meeting, std::vector<Tick>& spare);

/// Is it off ground that must not be entered, or out of it and never in again?
[[nodiscard]] bool keeps_off(const Steerer& steerer, std::span<const Tick> ticks);

/// Is a promise that keeps the gap to all others free of conflict with these few, too? As if all were asked.
[[nodiscard]] bool is_free(const Occupancy& occupancy, std::span<const BodyPath* const> news,
                           const Steerer& steerer, std::span<const Tick> ticks, double now, double time_step,
                           const SteeringSettings& settings);

/// Is it free of conflict with these few, whoever else there is?
[[nodiscard]] bool is_free_of(const Occupancy& occupancy, std::span<const BodyPath* const> others,
                              const Steerer& steerer, std::span<const Tick> ticks, double now,
                              double time_step, const SteeringSettings& settings);

/// Is a promise, or what is left of it, free of conflict with everything else, and off ground that must not
/// be entered?
[[nodiscard]] bool is_free(const Occupancy& occupancy, const Steerer& steerer, std::span<const Tick> ticks,
                           double now, double time_step, const SteeringSettings& settings);

}  // namespace wend
