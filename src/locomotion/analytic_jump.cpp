// The ballistic jump: a run-up on the source, a flight, a run-out on the target, each in the frame of what it
// happens on. The ditch of [ST Appendix A] is what lies between take-off and landing; rays from both landmarks
// to the edges give its first place, failures move its sides or raise the arc.

#include <algorithm>
#include <cmath>

#include "analytic.hpp"

namespace wend::locomotion {
namespace {

constexpr int most_tries = 5;  // [ST §4.2]
constexpr double gravity = 9.81;
constexpr double least_arc = 0.1;     // above the higher end, metres
constexpr double longest_run = 1.5;   // up to take-off and after landing, metres
constexpr double shortest_run = 0.2;
constexpr double longest_jump = 2.5;  // seconds, all together

/// What is fitted to the samples of failure.
struct Ditch {
    double run_up = longest_run;
    double run_out = longest_run;
    double arc = 0.15;
};

/// One jump that is being solved for; ticks relative to departure.
struct Flight {
    Vec2 out, in;  ///< unit directions of run-up and run-out
    double run_up = 0, run_out = 0;
    Tick up = 24, air = 30, down = 12;
    Vec2 velocity;  ///< of the flight, in the world
    double take_off = 0, landing = 0, rise = 0;
    [[nodiscard]] Tick ticks() const noexcept { return up + air + down; }
};

double flight_time(double climb, double arc) noexcept {
    const double apex = std::max(0.0, climb) + arc;
    return (std::sqrt(2 * gravity * apex) + std::sqrt(2 * gravity * (apex - climb))) / gravity;
}

/// How far one can go from a point of a ring along a unit vector.
double room_along(const Ring& ring, Vec2 p, Vec2 u) noexcept {
    double room = longest_run + 1;
    for (std::size_t i = 0; i < ring.size(); ++i) {
        const Vec2 a = ring[i] - p;
        const Vec2 b = ring[i + 1 < ring.size() ? i + 1 : 0] - p;
        const double slope = cross(u, b - a);
        if (std::abs(slope) < 1e-12) continue;
        const double along = cross(a, b - a) / slope;
        const double share = cross(a, u) / slope;
        if (along >= 0 && share >= 0 && share <= 1) room = std::min(room, along);
    }
    return room;
}

/// Distance covered after `t` of a stretch of length d and duration T that begins at v0 and ends at v1.
double ramp(double d, double T, double v0, double v1, double t) noexcept {
    const double half = T / 2;
    const double middle = 2 * d / T - (v0 + v1) / 2;
    if (t <= half) return v0 * t + (middle - v0) * t * t / T;
    const double s = t - half;
    return half * (v0 + middle) / 2 + middle * s + (v1 - middle) * s * s / T;
}

class AnalyticJump final : public Controller {
  public:
    explicit AnalyticJump(const Skills& skills) : skills_(skills) {}
    [[nodiscard]] std::string_view name() const override { return "jump"; }
    [[nodiscard]] Step most_steps(const Timing& timing) const override {
        return static_cast<Step>(longest_jump / timing.seconds());
    }
    [[nodiscard]] Step fewest_steps(const MoveQuery& query) const override;
    [[nodiscard]] std::optional<Move> attempt(const MoveQuery& query) const override;

  private:
    [[nodiscard]] std::optional<Flight> solve(const MoveQuery& q, const Ditch& ditch) const;
    void refine(const MoveQuery& q, const Ditch& ditch, Flight& f) const;
    void aim(const MoveQuery& q, Flight& f) const;
    [[nodiscard]] bool is_within_limits(const MoveQuery& q, const Flight& f) const;
    [[nodiscard]] Move follow(const MoveQuery& q, const Flight& f) const;
    [[nodiscard]] double edge_room(const MoveQuery& q, const Landmark& at, Vec2 u) const {
        return room_along(q.world.blocks()[at.block].outline, at.local, u) - skills_.body.foot - 0.03;
    }
    Skills skills_;
};

/// The errata's bound [ST §5.4]: seen from a source that flies on as it did at take-off, the target has to come
/// within the top speed times the time at some moment until then. A source that changes its velocity meanwhile
/// may have given the jump that much more.
Step AnalyticJump::fewest_steps(const MoveQuery& q) const {
    if (q.from.block == q.to.block) return 0;
    const double top_speed = std::max(skills_.jump_speed, skills_.landing_speed);
    const Tick start = q.depart * q.timing.ticks;
    const Vec3 from = place_of(q.world, q.from, start);
    Vec3 apart = minus(place_of(q.world, q.to, start), from);
    const Vec3 speed_then = q.world.velocity(q.from.block, start);
    double nearest = length(apart.xy());
    if (nearest > skills_.jump_reach()) return 0;
    double slack = 0;
    double flight = 0.14;
    const Step most = std::min(most_steps(q.timing), q.timing.horizon - q.depart);
    for (Step k = 1; k <= most; ++k) {
        const Tick tick = start + k * q.timing.ticks;
        const Vec3 next = minus(place_of(q.world, q.to, tick), place_of(q.world, q.from, tick));
        const Vec2 way = nearest_point(apart.xy(), next.xy(), {});
        nearest = std::min(nearest, length(way));
        for (Tick i = tick - q.timing.ticks; i < tick && !q.world.is_static(q.from.block); ++i) {
            const Vec3 change = minus(q.world.velocity(q.from.block, i), speed_then);
            slack = std::max(slack, 2 * (std::abs(change.x) + std::abs(change.y)));
        }
        const bool is_level = next.z == apart.z && slack == 0;
        flight = is_level ? flight_time(next.z, least_arc) : 0.14;
        apart = next;
        const double time = k * q.timing.seconds();
        if (time < flight + 0.1 || nearest > (top_speed + slack) * time) continue;
        const double climb_limit = skills_.rise_speed * skills_.rise_speed / (2 * gravity);
        if (is_level && next.z + least_arc > climb_limit + 1e-9) continue;
        const double air = is_level ? flight_time(next.z, climb_limit - std::max(0.0, next.z)) : longest_jump;
        if (nearest <= 2 * longest_run + skills_.jump_speed * air + slack * time) return k;
    }
    return 0;
}

/// Where take-off and landing are in space and time, given the directions.
void AnalyticJump::aim(const MoveQuery& q, Flight& f) const {
    const Tick start = q.depart * q.timing.ticks;
    const Vec2 off = place_of(q.world, q.from, start + f.up).xy() + f.out * f.run_up;
    const Vec2 land = place_of(q.world, q.to, start + f.up + f.air).xy() - f.in * f.run_out;
    f.velocity = (land - off) / (f.air * tick_seconds);
    f.take_off = length(f.velocity - q.world.velocity(q.from.block, start + f.up).xy());
    f.landing = length(f.velocity - q.world.velocity(q.to.block, start + f.up + f.air).xy());
}

/// One round of the fixed point: directions and times from the velocity, the velocity from them.
void AnalyticJump::refine(const MoveQuery& q, const Ditch& ditch, Flight& f) const {
    const Tick start = q.depart * q.timing.ticks;
    const Vec2 w = f.velocity - q.world.velocity(q.from.block, start + f.up).xy();
    const Vec2 v = f.velocity - q.world.velocity(q.to.block, start + f.up + f.air).xy();
    if (length(w) > 0.05) f.out = normalized(w);
    if (length(v) > 0.05) f.in = normalized(v);
    f.run_up = std::min(ditch.run_up, edge_room(q, q.from, f.out));
    f.run_out = std::min(ditch.run_out, edge_room(q, q.to, -f.in));
    const Vec3 from = place_of(q.world, q.from, start + f.up);
    const Vec3 to = place_of(q.world, q.to, start + f.up + f.air);
    const double apart = distance(from.xy(), to.xy());
    const double shrink = std::min(1.0, 0.7 * apart / std::max(1e-6, f.run_up + f.run_out));
    f.run_up = std::max(shortest_run, f.run_up * shrink);
    f.run_out = std::max(shortest_run, f.run_out * shrink);
    const auto ticks = [&](double d, double speed) {
        return std::max(2, static_cast<Tick>(
                               std::ceil(2 * d / (skills_.passing_speed + speed) * ticks_per_second)));
    };
    f.up = ticks(f.run_up, f.take_off);
    f.down = ticks(f.run_out, f.landing);
    f.air = std::max(2, static_cast<Tick>(std::ceil(flight_time(to.z - from.z, ditch.arc) * ticks_per_second)));
    const Tick over = f.ticks() % q.timing.ticks;
    const Tick extra = over == 0 ? 0 : q.timing.ticks - over;
    f.up += (extra + 1) / 2;
    f.down += extra / 2;
    aim(q, f);
}

bool AnalyticJump::is_within_limits(const MoveQuery& q, const Flight& f) const {
    const Tick start = q.depart * q.timing.ticks;
    if (f.ticks() > most_steps(q.timing) * q.timing.ticks ||
        q.depart + f.ticks() / q.timing.ticks > q.timing.horizon)
        return false;
    if (f.take_off > skills_.jump_speed || f.landing > skills_.landing_speed) return false;
    const auto is_run_short = [&](double d, double speed, double limit) {
        return speed * speed - skills_.passing_speed * skills_.passing_speed > 2 * d * limit;
    };
    if (is_run_short(f.run_up, f.take_off, 2 * skills_.acceleration) ||
        is_run_short(f.run_out, f.landing, 3 * skills_.acceleration))
        return false;
    const auto is_stretched = [&](double d, Tick ticks, double speed) {
        return 2 * d / (ticks * tick_seconds) < (skills_.passing_speed + speed) / 2;
    };
    if (is_stretched(f.run_up, f.up, f.take_off) || is_stretched(f.run_out, f.down, f.landing)) return false;
    const Vec2 w = f.velocity - q.world.velocity(q.from.block, start + f.up).xy();
    if (f.take_off > 0.05 && dot(w, f.out) < 0.8 * f.take_off) return false;
    return f.rise - q.world.velocity(q.from.block, start + f.up).z <= skills_.rise_speed;
}

std::optional<Flight> AnalyticJump::solve(const MoveQuery& q, const Ditch& ditch) const {
    const Tick start = q.depart * q.timing.ticks;
    Flight f;
    f.out = normalized(place_of(q.world, q.to, start + f.up + f.air).xy() -
                       place_of(q.world, q.from, start + f.up + f.air).xy());
    f.in = f.out;
    f.run_up = f.run_out = shortest_run;
    aim(q, f);
    for (int i = 0; i < 10; ++i) refine(q, ditch, f);
    if (edge_room(q, q.from, f.out) < f.run_up || edge_room(q, q.to, -f.in) < f.run_out) return std::nullopt;
    const double climb = place_of(q.world, q.to, start + f.up + f.air).z -
                         place_of(q.world, q.from, start + f.up).z;
    const double air = f.air * tick_seconds;
    f.rise = climb / air + gravity * air / 2;
    if (!is_within_limits(q, f)) return std::nullopt;
    return f;
}

Move AnalyticJump::follow(const MoveQuery& q, const Flight& f) const {
    const Tick start = q.depart * q.timing.ticks;
    Move move{q.depart, q.depart + f.ticks() / q.timing.ticks, {}, f.up, f.up + f.air, 0, 0};
    const double up = f.up * tick_seconds;
    const double down = f.down * tick_seconds;
    const auto on_source = [&](Tick i) {
        const double s = ramp(f.run_up, up, skills_.passing_speed, f.take_off, i * tick_seconds);
        return plus(place_of(q.world, q.from, start + i), {f.out.x * s, f.out.y * s, 0});
    };
    const Vec3 off = on_source(f.up);
    for (Tick i = 0; i <= f.ticks(); ++i) {
        if (i <= f.up) {
            move.path.push_back(on_source(i));
        } else if (i < f.up + f.air) {
            const double t = (i - f.up) * tick_seconds;
            move.path.push_back({off.x + f.velocity.x * t, off.y + f.velocity.y * t,
                                 off.z + f.rise * t - gravity * t * t / 2});
        } else {
            const double t = (i - f.up - f.air) * tick_seconds;
            const double left = f.run_out - ramp(f.run_out, down, f.landing, skills_.passing_speed, t);
            move.path.push_back(plus(place_of(q.world, q.to, start + i), {-f.in.x * left, -f.in.y * left, 0}));
        }
    }
    move.heading_out = std::atan2(f.out.y, f.out.x);
    move.heading_in = std::atan2(f.in.y, f.in.x);
    return move;
}

std::optional<Move> AnalyticJump::attempt(const MoveQuery& q) const {
    if (fewest_steps(q) == 0) return std::nullopt;
    const Tick start = q.depart * q.timing.ticks;
    Ditch ditch;
    for (int tries = 0; tries < most_tries; ++tries) {
        const auto flight = solve(q, ditch);
        if (!flight) {
            // Too slow an arc for the distance, or too fast a landing: a higher one takes longer.
            ditch.arc += 0.2;
            continue;
        }
        Move move = follow(q, *flight);
        const auto failure = first_failure(q.world, skills_.body, start, move);
        if (!failure) return move;
        if (failure->index < move.off) {
            ditch.run_up = flight->run_up - 0.25;
        } else if (failure->index >= move.land) {
            ditch.run_out = flight->run_out - 0.25;
        } else {
            ditch.arc += 0.2;
        }
        if (ditch.run_up < shortest_run || ditch.run_out < shortest_run) return std::nullopt;
    }
    return std::nullopt;
}

}  // namespace

std::unique_ptr<Controller> make_jump(const Skills& skills) {
    return std::make_unique<AnalyticJump>(skills);
}

}  // namespace wend::locomotion
