// A jump by steps: a straight run-up in the frame of the source, a clip that flies, and steps of the running
// controller in the frame of what it lands on, where the body arrives with the speed that is left between the
// two. Parameters [ST §4.2] are the run-up's steps, the clip, the direction and the stretch; those that take
// off and land on their surfaces and fit the speeds are tried in the order of their arrival.

#include <algorithm>
#include <cmath>

#include "wend/motion/rotation.hpp"

#include "adaptation.hpp"
#include "run_ups.hpp"
#include "stepping.hpp"

namespace wend::locomotion {
namespace {

using motion::Configuration;
using motion::Gait;

constexpr double longest_out = 2.0;      // seconds, after landing
constexpr double longest_jump = 4.0;     // all together
constexpr double farthest = 9.0;         // all together, metres
constexpr double fastest_landing = 4.0;  // along the surface
constexpr double edge_spare = 0.05;
constexpr double shortest_out = 0.5, farthest_out = 4;  // metres, after landing
constexpr double fastest_steps = 3.0 * longest_stretch;
constexpr Tick push_ticks = 6;
constexpr double least_jump = 48 * tick_seconds;  // a take-off, the shortest flight and a step behind it

/// Both surfaces as they move while the jump lasts, seen from the source landmark's block.
struct Surfaces {
    Vec2 target;    ///< of the landmark at departure
    Vec2 velocity;  ///< of its block relative to the source
    double rise = 0;
};

struct Candidate {
    const RunUp* run_up = nullptr;
    double direction = 0, stretch = 1;
    Vec2 landing;  ///< relative to the target landmark
    double heading = 0;
    Gait gait = Gait::run;  ///< after landing
    double landed = 0;      ///< seconds
    double arrival = 0;     ///< a guess, for the order
};

class StepJump final : public Controller {
  public:
    StepJump(const Skills& skills, double entry) : skills_(skills), entry_(entry) {}
    [[nodiscard]] std::string_view name() const override { return "jump"; }
    [[nodiscard]] Step most_steps(const Timing& timing) const override {
        return static_cast<Step>(longest_jump / timing.seconds());
    }
    [[nodiscard]] Step fewest_steps(const MoveQuery& query) const override;
    [[nodiscard]] Step fewest_ever(const MovingWorld& world, const Timing& timing, const Landmark& from,
                                   const Landmark& to) const override;
    [[nodiscard]] Step foreseen_steps(const MoveQuery& query) const override;
    [[nodiscard]] bool suits(const MoveQuery& q, std::optional<double> heading) const override {
        return !heading || is_entry(skills_, q, entry_, *heading);
    }
    [[nodiscard]] std::optional<Move> attempt(const MoveQuery& query) const override;

  private:
    /// No less than the seconds it takes to somewhere that comes no nearer than this.
    [[nodiscard]] static double least_seconds(double nearest) noexcept {
        return std::max(least_jump, nearest / fastest_landing);
    }
    [[nodiscard]] bool is_steady(const MoveQuery& query) const;
    [[nodiscard]] static Surfaces surfaces(const MoveQuery& query);
    [[nodiscard]] std::vector<Candidate> candidates(const MoveQuery& query, const Surfaces& both) const;
    [[nodiscard]] std::optional<Candidate> consider(const MoveQuery& query, const Surfaces& both,
                                                    const RunUp& run_up, double direction, double room,
                                                    double stretch) const;
    [[nodiscard]] std::optional<Move> simulate(const MoveQuery& query, const Surfaces& both,
                                               const Candidate& chosen) const;
    Skills skills_;
    double entry_;
};

/// A body in the air keeps the velocity of what it left, so that neither surface may change its own
/// meanwhile.
bool StepJump::is_steady(const MoveQuery& q) const {
    const Tick start = q.depart * q.timing.ticks;
    const Tick end = start + most_steps(q.timing) * q.timing.ticks;
    return q.world.velocity_change(q.from.block, start, end) < 1e-9 &&
           q.world.velocity_change(q.to.block, start, end) < 1e-9;
}

Step StepJump::fewest_steps(const MoveQuery& q) const {
    if (q.from.block == q.to.block || !q.world.keeps_height(q.from.block) ||
        !q.world.keeps_height(q.to.block))
        return 0;
    const Tick start = q.depart * q.timing.ticks;
    const Vec3 apart = minus(place_of(q.world, q.to, start), place_of(q.world, q.from, start));
    if (length(apart.xy()) > skills_.jump_reach() || !is_steady(q)) return 0;
    const Vec2 moved =
        minus(q.world.velocity(q.to.block, start), q.world.velocity(q.from.block, start)).xy() *
        q.timing.seconds();
    const Step most = std::min(most_steps(q.timing), q.timing.horizon - q.depart);
    double nearest = length(apart.xy());
    for (Step k = 1; k <= most; ++k) {
        const Vec2 a = apart.xy() + moved * (k - 1);
        nearest = std::min(nearest, length(nearest_point(a, a + moved, {})));
        if (nearest <= farthest && least_seconds(nearest) <= k * q.timing.seconds() + 1e-9) return k;
    }
    return 0;
}

Step StepJump::fewest_ever(const MovingWorld& world, const Timing& timing, const Landmark& from,
                           const Landmark& to) const {
    if (from.block == to.block || !world.keeps_height(from.block) || !world.keeps_height(to.block)) return 0;
    double nearest = 1e18;
    const Vec2 local = to.local - from.local;
    for (Tick tick = 0; tick <= world.last_tick(); tick += timing.ticks)
        nearest = std::min(
            nearest,
            length(minus(world.origin(to.block, tick), world.origin(from.block, tick)).xy() + local));
    nearest = std::max(0.0, nearest - world.top_relative_speed(from.block, to.block) * timing.seconds() / 2);
    if (nearest > farthest) return 0;
    const auto steps = static_cast<Step>(std::ceil(least_seconds(nearest) / timing.seconds() - 1e-9));
    return steps <= most_steps(timing) ? steps : 0;
}

Surfaces StepJump::surfaces(const MoveQuery& q) {
    const Tick start = q.depart * q.timing.ticks;
    const Vec3 apart = minus(place_of(q.world, q.to, start), place_of(q.world, q.from, start));
    const Vec3 velocity = minus(q.world.velocity(q.to.block, start), q.world.velocity(q.from.block, start));
    return {apart.xy(), velocity.xy(), apart.z};
}

/// Of all that could be tried the one that gets there first, if its last steps were the fastest there are.
Step StepJump::foreseen_steps(const MoveQuery& q) const {
    const Step least = fewest_steps(q);
    if (least == 0) return 0;
    double soonest = 1e9;
    for (const Candidate& c : candidates(q, surfaces(q)))
        soonest = std::min(soonest, c.landed + length(c.landing) / fastest_steps);
    if (soonest > longest_jump) return 0;
    return std::max(least, static_cast<Step>(std::ceil(soonest / q.timing.seconds() - 1e-9)));
}

std::optional<Candidate> StepJump::consider(const MoveQuery& q, const Surfaces& both, const RunUp& run_up,
                                            double direction, double room, double stretch) const {
    const Vec2 u = unit_vector(direction);
    const double margin = skills_.body.foot + edge_spare;
    const double speed = motion::speed_of(run_up.gait);
    if (room < stretch * (run_up.length + speed * push_ticks * tick_seconds) + margin) return std::nullopt;
    const double time = (run_up.ticks + run_up.last_ticks) * tick_seconds;
    Candidate c{&run_up, direction, stretch, {}, direction, run_up.gait, time, time};
    c.landing = u * (stretch * (run_up.length + run_up.flight)) - both.target - both.velocity * time;
    const double way = length(c.landing);
    if (way < shortest_out || way > farthest_out) return std::nullopt;
    const Ring& ground = q.world.blocks()[q.to.block].outline;
    const Vec2 local = c.landing + q.to.local;
    if (!contains(ground, local) || boundary_distance(ground, local) < margin) return std::nullopt;
    const Vec2 left = u * speed - both.velocity;
    const double slide = length(left);
    if (slide > 0.5) c.heading = std::atan2(left.y, left.x);
    c.gait = slide > 2.2 ? Gait::run : slide > 0.9 ? Gait::walk : Gait::stand;
    const double turn = std::abs(motion::wrapped(std::atan2(-c.landing.y, -c.landing.x) - c.heading));
    c.arrival += way / 2.2 + 0.5 * turn;
    if (turn > 1.6) return std::nullopt;
    return c;
}

std::vector<Candidate> StepJump::candidates(const MoveQuery& q, const Surfaces& both) const {
    std::vector<Candidate> found;
    for (const RunUp& run_up : run_ups()) {
        const double time = (run_up.ticks + run_up.last_ticks) * tick_seconds;
        const Vec2 ahead = both.target + both.velocity * time;
        const double flown = run_up.length + run_up.flight;
        if (length(ahead) > flown * (1 + motion::most_stretch) + farthest_out ||
            length(ahead) < flown * (1 - motion::most_stretch) - farthest_out)
            continue;
        const double towards = std::atan2(ahead.y, ahead.x) + entry_;
        for (int aside = -4; aside <= 4; ++aside) {
            const double direction = towards + 0.17 * aside;
            const Vec2 u = unit_vector(direction);
            if (length(u * motion::speed_of(run_up.gait) - both.velocity) > fastest_landing) continue;
            const double room = room_along(q.world.blocks()[q.from.block].outline, q.from.local, u, farthest);
            for (const double stretch : {1.0, 0.9, 1.1})
                if (const auto c = consider(q, both, run_up, direction, room, stretch)) found.push_back(*c);
        }
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const Candidate& a, const Candidate& b) { return a.arrival < b.arrival; });
    return found;
}

std::optional<Move> StepJump::simulate(const MoveQuery& q, const Surfaces& both,
                                       const Candidate& chosen) const {
    Steps steps;
    Configuration at{{0, 0, 0}, chosen.direction, Gait::walk, motion::Foot::left};
    for (const std::uint16_t clip : chosen.run_up->clips) {
        const bool flies = clip == chosen.run_up->clips.back();
        const double begin = steps.empty() ? 0 : steps.back().begin + steps.back().duration;
        const auto step = motion::take(clip, at, begin, 0, chosen.stretch, flies ? both.rise : 0);
        if (!step) return std::nullopt;
        at = step->after;
        steps.push_back(*step);
    }
    const Tick land = ticks_of(steps);
    const Configuration landed{
        {chosen.landing.x, chosen.landing.y, 0}, chosen.heading, chosen.gait, at.stance};
    auto out = choose_steps(Gait::run, landed, {}, {}, longest_out);
    if (out) out = ended_at(*out, {});
    if (!out) return std::nullopt;
    const int ticks = q.timing.ticks;
    const Step count = (land + ticks_of(*out) + ticks - 1) / ticks;
    out = lasting(std::move(*out), count * ticks - land);
    if (!out || count > most_steps(q.timing) || q.depart + count > q.timing.horizon) return std::nullopt;

    Move move{q.depart, q.depart + count, {}, 0, land, chosen.direction, out->back().after.heading};
    move.off = land - chosen.run_up->last_ticks + push_ticks;
    append_path(steps, move.path);
    append_path(*out, move.path);
    const Tick start = q.depart * ticks;
    for (Tick i = 0; i < static_cast<Tick>(move.path.size()); ++i) {
        Vec3& p = move.path[static_cast<std::size_t>(i)];
        p = plus(p, place_of(q.world, i < land ? q.from : q.to, start + i));
    }
    move.path.push_back(place_of(q.world, q.to, start + count * ticks));
    return move;
}

std::optional<Move> StepJump::attempt(const MoveQuery& q) const {
    if (fewest_steps(q) == 0) return std::nullopt;
    const Tick start = q.depart * q.timing.ticks;
    const Surfaces both = surfaces(q);
    int tries = 0;
    for (const Candidate& candidate : candidates(q, both)) {
        const auto move = simulate(q, both, candidate);
        if (!move) continue;
        if (!first_failure(q.world, skills_.body, start, *move)) return move;
        if (++tries == most_tries) break;
    }
    return std::nullopt;
}

}  // namespace

std::unique_ptr<Controller> make_step_jump(const Skills& skills, double entry) {
    return std::make_unique<StepJump>(skills, entry);
}

}  // namespace wend::locomotion
