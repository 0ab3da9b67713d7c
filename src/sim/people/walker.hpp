#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <string>

#include "wend/mesh/path.hpp"
#include "wend/world/frame.hpp"
#include "wend/world/state.hpp"

#include "sim/ground/live_constraints.hpp"
#include "sim/people/claims.hpp"
#include "sim/people/request.hpp"
#include "sim/promise/commitment.hpp"

namespace wend {

struct GroundChange;
using GroundNews = std::shared_ptr<const GroundChange>;

/// Somebody who stands in the way: no use in looking again before that one has made another promise.
struct WaitingFor {
    static constexpr std::uint32_t nobody = 0xFFFFFFFFu;
    std::uint32_t who = nobody;  ///< number
    std::uint64_t promises = 0;  ///< that it had made then
};

/// One agent as the simulation knows it: its way, its promise, and where it is on it. What every frame looks
/// at for everybody comes first, so that it lies in few lines of memory.
struct alignas(64) Walker {
    static constexpr double no_lane = std::numeric_limits<double>::infinity();
    std::uint32_t number = 0;  ///< its place among the walkers; taken by another one some time after it left
    std::uint32_t called = 0;  ///< by callers; never given again
    std::uint32_t recorded = 0;  ///< in recordings; another one than it is called by once its limits changed
    std::uint64_t tag = 0;       ///< whatever the host says
    AgentId id;                  ///< null while it is not in the world
    bool has_left = false;
    bool is_paused = false;     ///< told to stand; it keeps its promise up to the rest at its end
    bool is_in_focus = false;   ///< planned for in space and time by the multi-domain planner
    bool goes_by_feet = false;  ///< planned for foot by foot: nothing else may move its body
    bool wants_target = true;
    bool wants_route = true;
    bool wants_exit = false;   ///< the nearest of the places that its goal has
    bool looks_again = false;  ///< for another way, in its own frame: links have changed
    bool has_hope = false;     ///< without a way, and ground has been freed: it looks again in its own frame
    bool is_aside = false;     ///< it walks a few steps out of the way, not along its route
    bool sees_news = false;    ///< with its own eyes
    bool is_broken = true;     ///< the world may have changed under its promise, or it has none yet
    bool is_crossing = false;
    bool is_riding = false;  ///< carried by a platform; kept up for those in focus
    bool has_arrived = false;
    bool was_served = false;  ///< has been at its goal, which others want too, and goes or has gone from it
    bool is_hindered = true;  ///< something stood against its last promise
    bool is_before_thing = false;    ///< and that was a thing that moves
    bool window_was_of_use = false;  ///< it has walked a plan in space and time since it was opened
    bool is_in_corridor = false;     ///< or near one, where others come the other way, in lanes
    bool is_on_wrong_side = false;   ///< of a corridor where others come the other way
    bool is_deadlocked = false;      ///< and has been reported
    double waited = 0;               ///< seconds since it last moved
    std::uint64_t last_planned = 0;  ///< frame
    std::uint64_t promises = 0;      ///< made so far
    WaitingFor waiting_for;

    Commitment commitment;  ///< its route is the way it is on; null while there is none
    WalkState walk;         ///< on that route
    RoutePoint place;
    Vec2 anchor;            ///< it has not got away from here ...
    double anchored = 0;    ///< ... since that time
    Vec2 mark;              ///< it has made no progress from here ...
    double mark_to_go = 0;  ///< ... so many metres from its target, by air ...
    double marked = 0;      ///< ... since that time
    Box2 goal_box;          ///< that the goal region lies in, with a little to spare
    Goal goal;              ///< set by take_goal
    Status route_status{StatusCode::in_progress, "has not planned yet"};

    double queued_until = 0;       ///< seconds; it waits before a crossing, or behind one who does
    double room_left = no_lane;    ///< metres that it may go to the left in its lane
    double pace_share = 1;         ///< of the speed it could go at
    double kept_until = 0;         ///< the promise it has is planned on from there; no other one before
    double next_evasion = 0;       ///< no earlier than at that time
    double next_reroute = 0;       ///< no earlier than at that time
    double window_until = 0;       ///< seconds; planned for in space and time; 0: it has no window
    double next_window = 0;        ///< no earlier than at that time
    double next_jam_search = 0;    ///< no earlier than at that time
    double jam_search_period = 0;  ///< doubles each time that one was in vain

    RoutePoint target;                           ///< the point of the goal region that it walks to
    BindingIndex binding = 0;                    ///< the constraints that are for it
    std::optional<PassageIndex> passage_ahead;   ///< or around it
    Claim claim;                                 ///< to a passage on its way
    std::optional<Mouth> mouth;                  ///< near ahead, out of which others come
    std::uint32_t shared_goal = 0xFFFFFFFFu;     ///< that serves a few at a time; its index
    double waits_at = 0;                         ///< metres from it, for its turn; 0: it may go there
    CrossingClaim crossing;                      ///< to a crossing on its way
    Request request;                             ///< what it was last asked for
    std::shared_ptr<const mesh::Path> shortest;  ///< way to its target when it was planned; null: not known
    std::vector<GroundNews> news;  ///< what has changed about it since (sim/people/way_news.hpp)
    std::uint32_t patience = 1;    ///< doubles each time a budget was too small for it
    AgentSpec spec;

    [[nodiscard]] bool is_queueing(double now) const noexcept { return now < queued_until; }
    [[nodiscard]] bool is_present() const noexcept { return !id.is_null(); }
    [[nodiscard]] bool is_at_rest() const noexcept { return walk.speed == 0; }
    /// At rest with nothing promised: who has promised to leave is relied on to do so, even before it moves.
    [[nodiscard]] bool is_standing() const noexcept { return is_at_rest() && commitment.is_done(); }
    /// The promise it has, or had last, was planned in space and time.
    [[nodiscard]] bool walks_in_time() const noexcept { return commitment.plan != 0; }
};

/// Gives the walker that goal, and the box that its region lies in.
void take_goal(Walker& walker, const Goal& goal);

}  // namespace wend
