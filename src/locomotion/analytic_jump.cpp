// The ballistic jump: a run-up on the source, a flight, a run-out on the target, each in the frame of what it
// happens on. The ditch of [ST Appendix A] is what lies between take-off and landing; rays from both
// landmarks to the edges give its first place, failures move its sides or raise the arc.

#include <algorithm>
#include <cmath>

#include "analytic.hpp"

namespace wend::locomotion {
namespace {

constexpr int most_tries = 5;  // [ST §4.2]
constexpr double gravity = 9.81;
constexpr double least_arc = 0.1;    // above the higher end, metres
constexpr double longest_run = 1.5;  // up to take-off and after landing, metres
constexpr double shortest_run = 0.2;
constexpr double highest_arc = 0.9;
constexpr double arc_step = 0.2;
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
    [[nodiscard]] Step fewest_ever(const MovingWorld& world, const Timing& timing, const Landmark& from,
                                   const Landmark& to) const override;
    [[nodiscard]] Step foreseen_steps(const MoveQuery& query) const override;
    [[nodiscard]] std::optional<Move> attempt(const MoveQuery& query) const override;

  private:
    struct Prospect;
    [[nodiscard]] bool is_within_time(const Prospect& seen, double time) const;
    [[nodiscard]] std::optional<Flight> lowest_flight(const MoveQuery& q, Ditch& ditch, Tick least) const;
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

/// What decides how soon a jump can land: how near the target comes, seen from a source that flies on as it
/// did at take-off; how much velocity the source may have given in addition by changing its own; the climb,
/// where both keep their heights.
struct AnalyticJump::Prospect {
    double nearest = 0;
    double slack = 0;
    std::optional<double> climb;
};

/// The errata's bound [ST §5.4]: at some moment until then the target comes within the top speed times the
/// time.
bool AnalyticJump::is_within_time(const Prospect& seen, double time) const {
    const double top_speed = std::max(skills_.jump_speed, skills_.landing_speed);
    const double flight = seen.climb ? flight_time(*seen.climb, least_arc) : 0.14;
    if (time < flight + 0.1 || seen.nearest > (top_speed + seen.slack) * time) return false;
    const double limit = skills_.rise_speed * skills_.rise_speed / (2 * gravity);
    if (seen.climb && *seen.climb + least_arc > limit + 1e-9) return false;
    const double air =
        seen.climb ? flight_time(*seen.climb, limit - std::max(0.0, *seen.climb)) : longest_jump;
    return seen.nearest <= 2 * longest_run + skills_.jump_speed * air + seen.slack * time;
}

Step AnalyticJump::fewest_steps(const MoveQuery& q) const {
    if (q.from.block == q.to.block) return 0;
    const Tick start = q.depart * q.timing.ticks;
    Vec3 apart = minus(place_of(q.world, q.to, start), place_of(q.world, q.from, start));
    Prospect seen{length(apart.xy()), 0, std::nullopt};
    if (seen.nearest > skills_.jump_reach()) return 0;
    const Step most = std::min(most_steps(q.timing), q.timing.horizon - q.depart);
    const Tick window = most_steps(q.timing) * q.timing.ticks;
    seen.slack = 2 * q.world.velocity_change(q.from.block, start, start + window);
    const bool is_level = q.world.keeps_height(q.from.block) && q.world.keeps_height(q.to.block);
    if (is_level) seen.climb = apart.z;
    for (Step k = 1; k <= most; ++k) {
        const Tick tick = start + k * q.timing.ticks;
        const Vec3 next = minus(place_of(q.world, q.to, tick), place_of(q.world, q.from, tick));
        // A target that turns between two steps is nearer than the line between them says by less than this.
        const double bend =
            q.world.is_static(q.to.block)
                ? 0
                : 0.5 * q.world.velocity_change(q.to.block, start, start + window) * q.timing.seconds();
        seen.nearest = std::min(seen.nearest, length(nearest_point(apart.xy(), next.xy(), {})) - bend);
        apart = next;
        if (is_within_time(seen, k * q.timing.seconds())) return k;
    }
    return 0;
}

Step AnalyticJump::fewest_ever(const MovingWorld& world, const Timing& timing, const Landmark& from,
                               const Landmark& to) const {
    if (from.block == to.block) return 0;
    Prospect seen{1e9, 2 * world.velocity_change(from.block, 0, world.last_tick()), std::nullopt};
    const Vec2 local = to.local - from.local;
    for (Tick tick = 0; tick <= world.last_tick(); tick += timing.ticks) {
        const Vec2 apart = minus(world.origin(to.block, tick), world.origin(from.block, tick)).xy() + local;
        seen.nearest = std::min(seen.nearest, squared_length(apart));
    }
    // Between two steps it may be nearer by what is covered in half of one.
    const double covered = world.top_relative_speed(from.block, to.block) * timing.seconds() / 2;
    seen.nearest = std::max(0.0, std::sqrt(seen.nearest) - covered);
    if (seen.nearest > skills_.jump_reach()) return 0;
    if (world.keeps_height(from.block) && world.keeps_height(to.block))
        seen.climb = minus(place_of(world, to, 0), place_of(world, from, 0)).z;
    const Step most = most_steps(timing);
    for (Step k = 1; k <= most; ++k)
        if (is_within_time(seen, k * timing.seconds())) return k;
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
        return std::max(
            2, static_cast<Tick>(std::ceil(2 * d / (skills_.passing_speed + speed) * ticks_per_second)));
    };
    f.up = ticks(f.run_up, f.take_off);
    f.down = ticks(f.run_out, f.landing);
    f.air =
        std::max(2, static_cast<Tick>(std::ceil(flight_time(to.z - from.z, ditch.arc) * ticks_per_second)));
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
    const double climb =
        place_of(q.world, q.to, start + f.up + f.air).z - place_of(q.world, q.from, start + f.up).z;
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
            move.path.push_back(
                plus(place_of(q.world, q.to, start + i), {-f.in.x * left, -f.in.y * left, 0}));
        }
    }
    move.heading_out = std::atan2(f.out.y, f.out.x);
    move.heading_in = std::atan2(f.in.y, f.in.x);
    return move;
}

/// The lowest arc from `ditch` on that is within the limits and lasts `least` ticks; a higher one takes
/// longer, which helps when the way is long or the landing fast.
std::optional<Flight> AnalyticJump::lowest_flight(const MoveQuery& q, Ditch& ditch, Tick least) const {
    for (; ditch.arc <= highest_arc; ditch.arc += arc_step)
        if (const auto flight = solve(q, ditch); flight && flight->ticks() >= least) return flight;
    return std::nullopt;
}

Step AnalyticJump::foreseen_steps(const MoveQuery& q) const {
    Ditch ditch;
    if (fewest_steps(q) == 0) return 0;
    const auto flight = lowest_flight(q, ditch, 0);
    return flight ? flight->ticks() / q.timing.ticks : 0;
}

std::optional<Move> AnalyticJump::attempt(const MoveQuery& q) const {
    if (fewest_steps(q) == 0) return std::nullopt;
    const Tick start = q.depart * q.timing.ticks;
    Ditch ditch;
    Tick first = 0;  // what was foreseen; shorter runs would save time that a higher arc has to take
    for (int tries = 0; tries < most_tries; ++tries) {
        const auto flight = lowest_flight(q, ditch, first);
        if (!flight) return std::nullopt;
        if (tries == 0) first = flight->ticks();
        Move move = follow(q, *flight);
        const auto failure = first_failure(q.world, skills_.body, start, move);
        if (!failure) return move;
        if (failure->index < move.off)
            ditch.run_up = flight->run_up - 0.25;
        else if (failure->index >= move.land)
            ditch.run_out = flight->run_out - 0.25;
        else
            ditch.arc += arc_step;
        if (ditch.run_up < shortest_run || ditch.run_out < shortest_run) return std::nullopt;
    }
    return std::nullopt;
}

}  // namespace

std::unique_ptr<Controller> make_jump(const Skills& skills) {
    return std::make_unique<AnalyticJump>(skills);
}

}  // namespace wend::locomotion
