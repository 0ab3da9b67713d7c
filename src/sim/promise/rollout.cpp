#include "wend/sim/rollout.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace wend {
namespace {

constexpr double rest_speed = 1e-9;

/// Decelerations are planned a little softer than allowed, so that whole ticks do not overshoot.
constexpr double planned_braking = 0.9;

/// Whoever takes longer to land never does.
constexpr std::uint32_t most_landing_ticks = 20'000;

/// A factor that makes up for rounding.
constexpr double surely_more = 1 + 1e-9;

/// Nobody can stop in mid-leap: who is told to, or can stop no sooner, stops before it or else behind it.
double stop_off_leaps(const Route& route, WalkState from, const AgentLimits& limits, double time_step,
                      double stop) {
    if (!route.has_leaps()) return stop;
    const double soonest = from.station + braking_distance(from.speed, limits, time_step);
    stop = std::max(stop, soonest);
    const auto leap = route.leap_at(stop);
    if (!leap) return stop;
    return soonest <= leap->low ? leap->low : leap->high;
}

/// The one who walks: advances a state along the route tick by tick.
class Stride {
  public:
    Stride(const Route& route, WalkState from, const AgentLimits& limits, double time_step, double stop)
        : route_(route),
          stop_(stop_off_leaps(route, from, limits, time_step, std::min(stop, route.length()))),
          state_(from),
          leg_(route.leg_at(from.station)),
          limits_(limits),
          dt_(time_step),
          speed_step_(limits.max_acceleration * time_step),
          turn_step_(limits.max_turn_rate * time_step),
          brake_(planned_braking * limits.max_acceleration),
          reach_(limits.max_speed * limits.max_speed / brake_) {}

    [[nodiscard]] bool is_at_rest() const noexcept { return state_.speed <= rest_speed; }
    [[nodiscard]] bool is_at_end() const noexcept { return stop_ - state_.station < 1e-6; }
    /// Where it comes to rest if it brakes from now on is in mid-leap.
    [[nodiscard]] bool would_rest_on_leap() const noexcept {
        return route_.has_leaps() &&
               route_.leap_at(state_.station + braking_distance(state_.speed, limits_, dt_));
    }
    [[nodiscard]] Tick tick() const {
        const bool is_crossing = route_.points().size() > 1 && route_.points()[leg_].is_crossing;
        return {state_, here(), route_.points()[is_crossing ? leg_ + 1 : leg_].layer, is_crossing};
    }

    /// False when the limits allow no such tick.
    bool advance(double wanted_speed) {
        const double slowest = std::max(0.0, state_.speed - speed_step_);
        const double fastest = corner_limit(std::min(state_.speed + speed_step_, wanted_speed));
        const double speed = std::max(slowest, fastest);
        if (speed <= rest_speed) return stand(wanted_speed);
        if (walk(speed) || (slowest <= rest_speed ? stand(wanted_speed) : walk(slowest))) return true;
        // Across a corner a tick may be too short for its turn: brake less hard.
        for (const double softer : {0.5, 1.0})
            if (walk(slowest + softer * (state_.speed - slowest))) return true;
        return false;
    }

  private:
    /// Highest speed for the next tick, up to `most`, after which every corner ahead can still be taken at
    /// its own speed. Neither what is far away nor a corner that is faster than the limit changes it.
    [[nodiscard]] double corner_limit(double most) const noexcept {
        const double far = surely_more * (most * most / (2 * brake_) + most * dt_);
        double limit = std::min(most, speed_before(std::max(stop_ - state_.station, 0.0), 0, far));
        for (std::size_t i = leg_ + 1; i < route_.points().size(); ++i) {
            const double ahead = route_.station(i) - state_.station;
            if (ahead > reach_ || ahead >= far) break;
            const double corner = route_.corner_speed(i);
            if (ahead < 1e-9 || corner >= limit) continue;
            limit = std::min(limit, speed_before(ahead, corner, far));
            if (corner == 0) return limit;
        }
        return limit;
    }

    /// Highest speed for a tick after which one can still have slowed down to `corner` so far ahead.
    [[nodiscard]] double speed_before(double ahead, double corner, double far) const noexcept {
        if (ahead >= far) return limits_.max_speed;
        const double slowing =
            -brake_ * dt_ + std::sqrt(brake_ * brake_ * dt_ * dt_ + corner * corner + 2 * brake_ * ahead);
        const double speed = std::min(limits_.max_speed, std::max({slowing, corner, 0.0}));
        return corner == 0 ? std::min(speed, ahead / dt_) : speed;
    }

    [[nodiscard]] Vec2 ahead_at(double station) const noexcept {
        return route_.position_on(route_.leg_from(leg_, station), station);
    }
    [[nodiscard]] Vec2 here() const noexcept { return route_.position_on(leg_, state_.station); }

    bool walk(double speed) {
        const bool is_straight =
            leg_ + 1 < route_.points().size() && state_.station + speed * dt_ < route_.station(leg_ + 1);
        return is_straight ? walk_straight(speed) : walk_across(speed);
    }

    /// A tick that stays on its leg.
    bool walk_straight(double speed) {
        if (!can_turn_to(route_.heading(leg_)) || state_.speed - speed > speed_step_ + rest_speed)
            return false;
        state_ = {state_.station + speed * dt_, speed, route_.heading(leg_)};
        return true;
    }

    [[nodiscard]] bool can_turn_to(double heading) const noexcept {
        return heading == state_.heading || std::abs(wrapped_angle(heading - state_.heading)) <= turn_step_;
    }

    bool walk_across(double speed) {
        const Vec2 from = here();
        const double station = station_at_distance(from, speed * dt_);
        const Vec2 chord = ahead_at(station) - from;
        const double walked = length(chord);
        if (walked <= 0) return false;
        const double heading = direction_of(chord);
        if (!can_turn_to(heading) || state_.speed - walked / dt_ > speed_step_ + rest_speed) return false;
        state_ = {station, walked / dt_, heading};
        leg_ = route_.leg_from(leg_, station);
        return true;
    }

    /// The body moves along the chord, and across a bend that is shorter than the way along the route.
    [[nodiscard]] double station_at_distance(Vec2 here, double wanted) const noexcept {
        double station = std::min(state_.station + wanted, route_.length());
        for (int round = 0; round < 4; ++round) {
            const double missing = wanted - distance(here, ahead_at(station));
            const double last =
                std::exchange(station, std::clamp(station + missing, state_.station, route_.length()));
            if (station == last) break;
        }
        return station;
    }

    /// Stands for a tick, turning towards where the route goes on, unless nothing is wanted but to stop.
    bool stand(double wanted_speed) {
        if (state_.speed > speed_step_ + rest_speed) return false;
        state_.speed = 0;
        if (wanted_speed > 0 && !is_at_end()) {
            const double probe = std::min(state_.station + 1e-3, route_.length());
            const Vec2 ahead = ahead_at(probe) - ahead_at(state_.station);
            const double turn = wrapped_angle(direction_of(ahead) - state_.heading);
            state_.heading = wrapped_angle(state_.heading + std::clamp(turn, -turn_step_, turn_step_));
        }
        return true;
    }

    const Route& route_;
    double stop_;
    WalkState state_;
    std::size_t leg_;  ///< of the route, under the station
    const AgentLimits& limits_;
    double dt_;
    double speed_step_;
    double turn_step_;
    double brake_;  ///< m/s^2, as planned
    double reach_;  ///< metres; corners farther ahead are not looked at
};

}  // namespace

void roll_out(const Route& route, WalkState from, const AgentLimits& limits, double time_step,
              const Pace& pace, std::vector<Tick>& ticks) {
    ticks.clear();
    if (route.empty()) return;
    Stride stride(route, from, limits, time_step, pace.stop);
    std::uint32_t landing = 0;  // ticks after those asked for, until it is off a leap
    for (std::uint32_t tick = 0; tick < pace.max_ticks + landing; ++tick) {
        double speed = pace.speed;
        if (tick >= pace.ticks) {
            const bool is_leaping = stride.would_rest_on_leap();
            if (is_leaping && ++landing > most_landing_ticks) break;
            speed = is_leaping ? limits.max_speed : 0;
        }
        const bool is_braking = tick >= pace.ticks && speed == 0;
        if (tick > 0 && stride.is_at_rest() && (is_braking || stride.is_at_end())) return;
        if (!stride.advance(speed)) break;
        ticks.push_back(stride.tick());
    }
    ticks.clear();
}

std::vector<Tick> roll_out(const Route& route, WalkState from, const AgentLimits& limits, double time_step,
                           const Pace& pace) {
    std::vector<Tick> ticks;
    ticks.reserve(pace.ticks + 16);
    roll_out(route, from, limits, time_step, pace, ticks);
    return ticks;
}

double braking_distance(double speed, const AgentLimits& limits, double time_step) noexcept {
    double walked = 0;
    for (double v = speed - limits.max_acceleration * time_step; v > 0;
         v -= limits.max_acceleration * time_step)
        walked += v * time_step;
    return walked;
}

}  // namespace wend
