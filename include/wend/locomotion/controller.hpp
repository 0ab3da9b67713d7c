#pragma once

// What the planner asks of a locomotion controller [ST §4]: can you get from this landmark to that one,
// leaving at this step; when do you arrive, how, and with which clearance. A controller moves a body along
// one tick after another, and the same ticks are executed.
//
// A move begins and ends on a landmark at the passing speed (`Skills::passing_speed`) relative to the
// surface; it can follow another one at once when the turn between them is small, and otherwise after a wait.
// The waiting controller is a transition controller [ST §4.3]: whoever waits at least `Skills::prepare_ticks`
// passes the landmark in any direction at the passing speed when the wait ends, having stopped, stepped back
// and started again within `Skills::prepare_radius` of the landmark. That makes the time t_min of [ST §5.2]
// exact instead of a guess: what a waiter can do at a step does not depend on how it came there.

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "wend/locomotion/moving_world.hpp"

namespace wend::locomotion {

/// A place on a block that moves with it [ST §5].
struct Landmark {
    std::uint32_t block = 0;
    Vec2 local;
};

[[nodiscard]] Vec3 place_of(const MovingWorld& world, const Landmark& landmark, Tick tick);

/// What a body can do: metres, seconds.
struct Skills {
    BodyShape body;
    double walk_speed = 1.5;
    double run_speed = 4.0;
    double passing_speed = 1.5;  ///< on landmarks, relative to the surface
    double acceleration = 6.0;
    double jump_speed = 5.0;     ///< ground speed at take-off, relative to the surface
    double landing_speed = 6.0;  ///< ground speed at landing, relative to the surface landed on
    double rise_speed = 4.2;     ///< upward at take-off, relative to the surface
    double reach = 7.0;         ///< longest move between landmarks, relative to the surface (L of [ST §5.1])
    double passing_turn = 1.0;  ///< most between two moves without a wait, radians
    double turning_time = 0.5;  ///< to step from where a stop ends to where a start begins
    bool waits_in_steps = false;  ///< as the tables of `motion` say

    /// How far the target of a jump may be at departure; it may be on its way here.
    [[nodiscard]] double jump_reach() const noexcept { return 2 * reach; }
    [[nodiscard]] double prepare_radius() const noexcept {
        return passing_speed * passing_speed / (2 * acceleration);
    }
    /// Stop, step to the far side of the landmark, start.
    [[nodiscard]] Tick stop_ticks() const noexcept {
        return static_cast<Tick>(passing_speed / acceleration * ticks_per_second + 0.999);
    }
    [[nodiscard]] Tick turning_ticks() const noexcept {
        return static_cast<Tick>(turning_time * ticks_per_second + 0.5);
    }
    [[nodiscard]] Tick prepare_ticks() const noexcept { return 2 * stop_ticks() + turning_ticks(); }
    /// Stop and step back to the landmark, to stay there.
    [[nodiscard]] Tick rest_ticks() const noexcept { return stop_ticks() + turning_ticks(); }
};

[[nodiscard]] Status check_skills(const Skills& skills);

/// Decisions are taken every `ticks` ticks; nothing is known after `horizon`.
struct Timing {
    int ticks = 15;
    Step horizon = 0;
    [[nodiscard]] double seconds() const noexcept { return ticks * tick_seconds; }
};

struct MoveQuery {
    const MovingWorld& world;
    Timing timing;
    Landmark from;
    Landmark to;
    Step depart = 0;
};

struct Move {
    Step depart = 0;
    Step arrive = 0;
    std::vector<Vec3> path;  ///< feet at every tick from departure to arrival, both included
    Tick off = 0;            ///< airborne between these indices of the path; equal: never
    Tick land = 0;
    double heading_out = 0;  ///< of the motion relative to the surface at departure and at arrival, radians
    double heading_in = 0;
};

/// A move can follow another without a wait when its target lies ahead and it sets out with a small turn.
[[nodiscard]] bool lies_ahead(const MovingWorld& world, double heading, const Landmark& from,
                              const Landmark& to, Tick tick);
[[nodiscard]] bool can_follow(const Skills& skills, double heading, const Move& move);

class Controller {
  public:
    virtual ~Controller() = default;
    [[nodiscard]] virtual std::string_view name() const = 0;
    /// Fewest steps in which any move could get there; 0 when none can. Never more than `attempt` takes.
    [[nodiscard]] virtual Step fewest_steps(const MoveQuery& query) const = 0;
    /// No more than the least of them over all departures; 0 when none can ever. As it is, tries them all.
    [[nodiscard]] virtual Step fewest_ever(const MovingWorld& world, const Timing& timing,
                                           const Landmark& from, const Landmark& to) const;
    /// A better bound, from kinematics alone: 0 when `attempt` would give up before it simulates anything,
    /// otherwise no more than what it takes.
    [[nodiscard]] virtual Step foreseen_steps(const MoveQuery& query) const { return fewest_steps(query); }
    /// Of moves that never leave the ground the top speed over it, metres a second; 0: they leave it.
    [[nodiscard]] virtual double ground_speed() const { return 0; }
    /// No move lasts longer, in steps.
    [[nodiscard]] virtual Step most_steps(const Timing& timing) const = 0;
    /// The move, adapted to what is in its way [ST §4.2]; nothing when there is none.
    [[nodiscard]] virtual std::optional<Move> attempt(const MoveQuery& query) const = 0;
    /// Whether it is for somebody who passes with this heading; it is for all who have prepared, who could do
    /// anything that others can, or waits would dominate nothing. Whether the move itself follows is asked of
    /// `can_follow` when it is known.
    [[nodiscard]] virtual bool suits(const MoveQuery& query, std::optional<double> heading) const;
};

/// Why a move fails at a tick of its path: something is hit or the feet have no support.
struct Failure {
    Tick index = 0;
    bool is_collision = false;
    Vec3 place;
};
[[nodiscard]] std::optional<Failure> first_failure(const MovingWorld& world, const BodyShape& shape,
                                                   Tick start, const Move& move);

using Controllers = std::vector<std::unique_ptr<Controller>>;

/// The analytic set: walk, run and ballistic jump, in this order.
[[nodiscard]] Controllers analytic_controllers(const Skills& skills, bool with_walk = true);

/// The steps of `motion`, chosen by its tables of values: each of walk, run and jump for several turns on the
/// landmark that is left. The first call finds the tables.
[[nodiscard]] Controllers stepping_controllers(const Skills& skills, bool with_walk = true);
/// What those steps can do, for a body and a reach.
[[nodiscard]] Skills stepping_skills(const BodyShape& body, double reach);

/// Whether nothing is within the body and its room to prepare around a landmark from one step to the next.
[[nodiscard]] bool is_standing_free(const MovingWorld& world, const Skills& skills, const Timing& timing,
                                    const Landmark& landmark, Step step);

/// The ticks of a wait from an arrival with a heading (or at rest) until it passes the landmark with another
/// (or stands at its end); both ends included. Moving arrivals and departures need `prepare_ticks` between
/// them.
struct WaitEnds {
    std::optional<double> heading_in;   ///< nothing: at rest on the landmark
    std::optional<double> heading_out;  ///< nothing: stands
};
[[nodiscard]] std::vector<Vec3> wait_path(const MovingWorld& world, const Skills& skills,
                                          const Landmark& landmark, Tick from, Tick to, WaitEnds ends);
/// The way a body faces at each of its ticks; nothing: where it goes.
[[nodiscard]] std::vector<std::optional<double>> wait_facing(const Skills& skills, Tick ticks, WaitEnds ends);

}  // namespace wend::locomotion
