// Where the states of the footstep lattice are, and what separates them.

#include <algorithm>
#include <cmath>

#include "wend/domains/footstep_domain.hpp"

namespace wend::domains {
namespace {

using Kind = FootstepState::Kind;

constexpr double rounding_error = 1e-6;  ///< metres, seconds
constexpr double cramped = 0.12;         ///< metres around the disc in which something is
constexpr double around = 0.3;           ///< seconds before and after
constexpr double pace_on_stones = 0.5;   ///< of that of slow steps straight ahead
constexpr search::Cost no_way = search::max_path_cost - 1;

constexpr Gait gait_at(Kind kind) noexcept {
    return static_cast<Gait>(kind);
}

}  // namespace

Vec2 FootstepDomain::foot(const State& s) const noexcept {
    return to_world(table_->settings().cell * Vec2{static_cast<double>(s.x), static_cast<double>(s.y)});
}

Vec2 FootstepDomain::mass(const State& s) const noexcept {
    if (s.kind == Kind::start) return origin_.at.position;
    return foot(s) + rotated(table_->mass(s.heading, s.side, gait_at(s.kind), s.stance), axis_);
}

Place FootstepDomain::place(Key key) const {
    const State s = State::of(key);
    if (s.is_goal()) return goal_.at;
    if (s.is_set()) return {goal_.at.layer, goal_.at.position, time(s.arrival_tick())};
    return {s.layer, mass(s), time(s.tick)};
}

double FootstepDomain::heading(Key key) const noexcept {
    const State s = State::of(key);
    return s.is_set() ? 0 : heading_of(s);
}

double FootstepDomain::speed(Key key) const noexcept {
    const State s = State::of(key);
    return s.kind == Kind::set || s.kind == Kind::start ? 0 : table_->speed(gait_at(s.kind));
}

std::uint32_t FootstepDomain::holding(const State& s) const {
    return ground_->holding(s.layer, foot(s), heading_of(s), FootTurns::most);
}

/// Does the ground hold all that the state says of its feet?
bool FootstepDomain::is_state(const State& s) const {
    if (s.tick == 0) return s == start_;
    if (s.twist != 0 && !may_twist(s)) return false;
    if (s.kind == Kind::start) return true;
    const std::uint32_t bits = holding(s);
    for (int turn = s.turns.low; turn <= s.turns.high; ++turn)
        if ((bits >> (turn + FootTurns::most) & 1U) == 0) return false;
    if (s.kind != Kind::standing) return true;
    const auto from_other = table_->stance(s.heading, s.side, s.stance);
    if (!from_other) return false;
    State rear = s;
    rear.x -= from_other->x;
    rear.y -= from_other->y;
    return ground_->holding(s.layer, foot(rear), heading_of(s), FootTurns::most_borne) != 0;
}

/// A change of what stands around at that moment touches it: `touches` looks farther.
bool FootstepDomain::may_twist(const State& s) const {
    const Vec2 at = mass(s);
    const double wide = table_->limits().radius + cramped, when = time(s.tick);
    return !world_->walls().ground(s.layer).fits(at, wide) ||
           !world_->occupancy().is_free(s.layer, {{when - around, when + around}, at, {}, wide, 0}, self_);
}

/// States that no path from the start to the goal can use do not exist: too far from either for the time.
bool FootstepDomain::is_reachable(const State& s) const {
    if (s.tick <= 0) return s == start_;
    if (s.tick > last_tick_) return false;
    const Vec2 p = mass(s);
    const double step = top_speed_ * table_->tick();
    return distance(p, origin_.at.position) <= step * s.tick + rounding_error &&
           distance(p, goal_.at.position) <= goal_.tolerance + step * (last_tick_ - s.tick) + rounding_error;
}

search::Cost FootstepDomain::bound_to_goal(const State& s, Interval arrival) const {
    const double metres = std::max(0.0, distance(mass(s), goal_.at.position) - goal_.tolerance);
    const double now = time(s.tick);
    const Energy& energy = table_->settings().energy;
    Interval seconds{std::max({0.0, arrival.low - now, (metres - rounding_error) / top_speed_}),
                     arrival.high - now};
    if (seconds.high < seconds.low - rounding_error) return no_way;
    seconds.high = std::max(seconds.high, seconds.low);
    const double best = metres * std::sqrt(energy.walking / energy.standing);  // convex in the time
    return search::CostScale(MoveTable::cost_unit)
        .bound(energy.least(std::clamp(best, seconds.low, seconds.high), metres));
}

search::Cost FootstepDomain::lower_bound(Key from, Key to) const {
    if (from == to) return 0;
    const State a = State::of(from), b = State::of(to);
    if (a.is_set()) return b.is_goal() ? 0 : no_way;
    if (b.is_goal()) return bound_to_goal(a, {time(first_arrival_), time(last_tick_)});
    if (b.is_set()) return bound_to_goal(a, {time(b.arrival_tick()), time(b.arrival_tick())});
    if (b.tick < a.tick) return no_way;
    const double seconds = (b.tick - a.tick) * table_->tick(), metres = distance(mass(a), mass(b));
    if (metres > top_speed_ * seconds + rounding_error) return no_way;
    return search::CostScale(MoveTable::cost_unit).bound(table_->settings().energy.least(seconds, metres));
}

search::Cost FootstepDomain::effort(double metres, double seconds) const noexcept {
    const FootstepTable::Stride& careful = table_->careful();
    const double waiting = std::max(0.0, seconds - metres / (pace_on_stones * careful.speed));
    const double joules = metres * careful.joules_a_metre + waiting * table_->settings().energy.standing;
    return search::CostScale(MoveTable::cost_unit).bound(joules);
}

double FootstepDomain::reach() const noexcept {
    return table_->limits().radius + table_->longest() + 0.2;
}

bool FootstepDomain::touches(const Change& change, Key key) const {
    const State s = State::of(key);
    if (s.is_set() || s.layer != change.layer) return false;
    const double lasting = table_->most_ticks() * table_->tick();
    return change.window.overlaps({time(s.tick) - lasting, time(s.tick) + lasting}) &&
           change.region.grown(reach()).contains(mass(s));
}

}  // namespace wend::domains
