#pragma once

// One agent's planning in one frame, against a frozen world; nothing here writes to the crowd.

#include <optional>

#include "sim/crowd.hpp"

namespace wend {

struct PlanningOutcome {
    std::optional<Status> route_status;      ///< set when a way was looked for
    std::shared_ptr<const Route> new_route;  ///< from where the agent stands; only for one that is at rest
    std::optional<Commitment> commitment;    ///< a better promise ...
    PreparedPlan published;                  ///< ... as others will see it
    Box2 room;                               ///< ... and where it leads through, with a little to spare
    bool keeps_gap = false;                  ///< the promise does, to everybody from the beginning
    bool is_aside = false;                   ///< the promise leads a few steps out of the way
    bool is_emergency = false;               ///< the promise brakes because the old one no longer holds
    bool was_broken = false;                 ///< the world has changed under the promise it was walking
    bool still_holds = false;                ///< a doubted promise was found to be good
    bool was_cut_short = false;              ///< by the budget
    bool was_left_out = false;               ///< the frame's time was up before its turn came
    bool goes_new_way = false;               ///< the promise leads along the way that was looked for
    bool is_pruned = false;                  ///< the way was found from the old one
    std::shared_ptr<const mesh::Path> shortest;  ///< the way, as it is known to be the shortest
    double pace_share = 1;                       ///< that the promise was made with
    bool reconsidered = false;                   ///< whether another way to the goal is less crowded
    bool is_rerouted = false;                    ///< and it is
    bool looked_ahead = false;                   ///< for a way around those who will be in the way
    bool is_in_corridor = false;                 ///< with lanes, known when it looked ahead
    std::optional<Mouth> mouth;                  ///< of such a corridor, near ahead
    bool is_on_wrong_side = false;               ///< of a corridor, known when it looked ahead
    double room_left = std::numeric_limits<double>::infinity();  ///< in its lane, then too
    bool searched_jam = false;      ///< looked for a way between those who stand around it
    double queued_until = 0;        ///< seconds; it waits before a crossing, or behind one who does
    ObstacleId came_upon;           ///< what stands before the agent, which stands itself
    bool is_hindered = true;        ///< something stands against walking on as it wants to
    bool is_before_thing = false;   ///< what stands against it is a thing that moves
    WaitingFor waiting_for;         ///< set when nothing was found
    std::vector<Ask> asks;          ///< requests to others to make room
    std::vector<Tick> spare_ticks;  ///< memory for a promise that has not been needed
    std::uint64_t expansions = 0;
};

/// Is what is left of the walker's promise free of conflict with everything else?
[[nodiscard]] bool holds(const Crowd& crowd, const Walker& walker, const Occupancy& occupancy);

/// The promise to stop as soon as it can.
[[nodiscard]] Commitment braking(const Crowd& crowd, const Walker& walker);

/// The same a few steps later, as soon as others leave room for it; nothing if they do not.
[[nodiscard]] std::optional<Commitment> later_stop(const Crowd& crowd, const Walker& walker,
                                                   const Occupancy& occupancy);

/// A promise is put into `spare`.
[[nodiscard]] PlanningOutcome plan_for(const Crowd& crowd, const Walker& walker, const Snapshot& world,
                                       Budget budget, std::vector<Tick> spare);

}  // namespace wend
