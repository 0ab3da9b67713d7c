// Walking and running between places that keep their distance: straight, or around a cylinder that is fitted
// to the places where the straight way failed [ST §4.2, Appendix A].

#include <algorithm>
#include <cmath>

#include "analytic.hpp"
#include "sweep.hpp"

namespace wend::locomotion {
namespace {

constexpr int max_attempts = 5;  // [ST §4.2]

/// Speed along a way of length d: from the passing speed to a cruising speed and back.
class Profile {
  public:
    Profile(const Skills& skills, double distance, double seconds)
        : v0_(skills.passing_speed), a_(skills.acceleration), d_(distance), time_(seconds) {
        if (d_ >= v0_ * time_)
            solve_faster();
        else
            solve_slower();
    }
    [[nodiscard]] double at(double t) const noexcept {
        const double ramp = std::abs(cruise_ - v0_) / a_;
        const double sign = cruise_ >= v0_ ? 1 : -1;
        if (t <= ramp) return v0_ * t + sign * a_ * t * t / 2;
        const double left = time_ - t;
        if (left <= ramp) return d_ - (v0_ * left + sign * a_ * left * left / 2);
        return v0_ * ramp + sign * a_ * ramp * ramp / 2 + cruise_ * (t - ramp);
    }

  private:
    /// The smaller root of v^2/a - (T + 2 v0/a) v + d + v0^2/a = 0.
    void solve_faster() noexcept {
        const double b = time_ + 2 * v0_ / a_;
        const double root = b * b - 4 * (d_ + v0_ * v0_ / a_) / a_;
        cruise_ = (b - std::sqrt(std::max(0.0, root))) * a_ / 2;
    }
    /// The positive root of v^2/a + (T - 2 v0/a) v - (d - v0^2/a) = 0; a stop when there is time for one.
    void solve_slower() noexcept {
        const double b = time_ - 2 * v0_ / a_;
        const double root = b * b + 4 * (d_ - v0_ * v0_ / a_) / a_;
        cruise_ = std::max(0.0, (-b + std::sqrt(std::max(0.0, root))) * a_ / 2);
    }
    double v0_;
    double a_;
    double d_;
    double time_;
    double cruise_ = 0;
};

/// Shortest time for a way of length d at a speed limit.
double shortest_time(const Skills& skills, double d, double limit) noexcept {
    const double v0 = skills.passing_speed;
    const double peak = std::min(limit, std::sqrt(v0 * v0 + skills.acceleration * d));
    const double ramps = (peak * peak - v0 * v0) / skills.acceleration;
    return 2 * (peak - v0) / skills.acceleration + std::max(0.0, d - ramps) / peak;
}

class AnalyticWalk final : public Controller {
  public:
    AnalyticWalk(const Skills& skills, std::string_view name, double speed)
        : skills_(skills), name_(name), speed_(speed) {}

    [[nodiscard]] std::string_view name() const override { return name_; }
    [[nodiscard]] Step most_steps(const Timing& timing) const override {
        return steps_for(detour * skills_.reach, timing);
    }

    [[nodiscard]] Step fewest_steps(const MoveQuery& q) const override {
        if (!q.world.is_ever_alike(q.from.block, q.to.block)) return 0;
        const Tick start = q.depart * q.timing.ticks;
        const Vec3 apart = minus(place_of(q.world, q.to, start), place_of(q.world, q.from, start));
        const double d = length(apart.xy());
        if (d > skills_.reach || d < shortest_way || std::abs(apart.z) > 0.02) return 0;
        const Step steps = steps_for(d, q.timing);
        const bool alike =
            q.world.moves_alike(q.from.block, q.to.block, start, start + steps * q.timing.ticks);
        return alike && q.depart + steps <= q.timing.horizon ? steps : 0;
    }

    [[nodiscard]] Step fewest_ever(const MovingWorld& world, const Timing& timing, const Landmark& from,
                                   const Landmark& to) const override {
        if (!world.is_ever_alike(from.block, to.block)) return 0;
        if (world.is_always_alike(from.block, to.block)) return fewest_steps({world, timing, from, to, 0});
        return Controller::fewest_ever(world, timing, from, to);
    }

    [[nodiscard]] std::optional<Move> attempt(const MoveQuery& q) const override {
        if (fewest_steps(q) == 0) return std::nullopt;
        const Tick start = q.depart * q.timing.ticks;
        const Vec3 from = place_of(q.world, q.from, start);
        const Vec2 way = place_of(q.world, q.to, start).xy() - from.xy();
        Samples samples = ray_samples(q, from, way);
        for (int tries = 0; tries < max_attempts; ++tries) {
            const auto via = fit_cylinder(samples, way);
            if (!via) return std::nullopt;
            auto move = simulate(q, way, *via);
            if (!move) return std::nullopt;
            const auto failure = first_failure(q.world, skills_.body, start, *move);
            if (!failure) return move;
            samples.push_back(
                minus(failure->place, q.world.origin(q.from.block, start + failure->index)).xy() -
                q.from.local);
        }
        return std::nullopt;
    }

  private:
    using Samples = std::vector<Vec2>;           ///< relative to the source landmark, carried with its block
    static constexpr double shortest_way = 0.6;  ///< room to lose the rest of a step
    static constexpr double detour = 1.6;
    static constexpr double cylinder_radius = 0.8;

    [[nodiscard]] Step steps_for(double d, const Timing& timing) const {
        return std::max(
            1, static_cast<Step>(std::ceil(shortest_time(skills_, d, speed_) / timing.seconds() - 1e-9)));
    }

    /// Where straight rays in slightly different directions fail, at the moment of departure.
    [[nodiscard]] Samples ray_samples(const MoveQuery& q, Vec3 from, Vec2 way) const {
        Samples samples;
        const Tick start = q.depart * q.timing.ticks;
        for (const double turn : {0.0, 0.1, -0.1}) {
            const Vec2 ray = rotated(way, turn);
            const int parts = std::max(1, static_cast<int>(length(way) / 0.25));
            for (int i = 1; i < parts; ++i) {
                const Vec2 offset = ray * (static_cast<double>(i) / parts);
                const Vec3 p = plus(from, {offset.x, offset.y, 0});
                if (is_supported(q.world, skills_.body, p, start) && !is_static_hit(q, p, start)) continue;
                if (turn == 0.0 || !samples.empty()) samples.push_back(offset);
                break;
            }
        }
        return samples;
    }
    [[nodiscard]] bool is_static_hit(const MoveQuery& q, Vec3 p, Tick start) const {
        const Vec3 carried =
            minus(q.world.origin(q.from.block, start + 1), q.world.origin(q.from.block, start));
        return hits_anything(q.world, skills_.body, p, plus(p, carried), start);
    }

    /// A cylinder that encloses all samples, its centre as far from the straight line as that allows; the
    /// corner of the way around it, or the target itself when nothing is in the way. Nothing when the
    /// cylinder encloses an end.
    [[nodiscard]] std::optional<Vec2> fit_cylinder(const Samples& samples, Vec2 way) const {
        if (samples.empty()) return way;
        Vec2 mean{};
        for (const Vec2 s : samples) mean += s / static_cast<double>(samples.size());
        const Vec2 side = perpendicular(normalized(way));
        const double bias = dot(mean, side);
        const Vec2 outward = bias > 0 || (bias == 0 && samples.size() % 2 == 1) ? side : -side;
        Vec2 centre = mean + outward * cylinder_radius;
        for (int i = 0; i < 16 && !encloses(centre, samples); ++i) centre -= outward * (cylinder_radius / 8);
        if (!encloses(centre, samples)) return std::nullopt;
        const double keep = skills_.body.radius + 0.1;
        if (length(centre) < cylinder_radius * 0.5 || distance(centre, way) < cylinder_radius * 0.5)
            return std::nullopt;
        return centre - outward * (cylinder_radius + keep);
    }
    static bool encloses(Vec2 centre, const Samples& samples) {
        return std::all_of(samples.begin(), samples.end(),
                           [&](Vec2 s) { return distance(s, centre) <= cylinder_radius + 1e-9; });
    }

    [[nodiscard]] std::optional<Move> simulate(const MoveQuery& q, Vec2 way, Vec2 via) const {
        const bool is_straight = via == way;
        const double first = length(via);
        const double total = is_straight ? first : first + distance(via, way);
        if (total > detour * skills_.reach) return std::nullopt;
        const Step steps = steps_for(total, q.timing);
        const Tick start = q.depart * q.timing.ticks;
        const Tick ticks = steps * q.timing.ticks;
        if (q.depart + steps > q.timing.horizon ||
            !q.world.moves_alike(q.from.block, q.to.block, start, start + ticks))
            return std::nullopt;
        const Profile profile(skills_, total, ticks * tick_seconds);
        Move move{q.depart, q.depart + steps, {}, 0, 0, 0, 0};
        for (Tick i = 0; i <= ticks; ++i) {
            const double s = i == ticks ? total : profile.at(i * tick_seconds);
            const Vec2 at = s <= first ? via * (s / first) : lerp(via, way, (s - first) / (total - first));
            move.path.push_back(plus(place_of(q.world, q.from, start + i), {at.x, at.y, 0}));
        }
        const Vec2 last = is_straight ? way : way - via;
        move.heading_out = std::atan2(via.y, via.x);
        move.heading_in = std::atan2(last.y, last.x);
        return move;
    }

    Skills skills_;
    std::string_view name_;
    double speed_;
};

}  // namespace

std::unique_ptr<Controller> make_walk(const Skills& skills, std::string_view name, double speed) {
    return std::make_unique<AnalyticWalk>(skills, name, speed);
}

std::vector<std::unique_ptr<Controller>> analytic_controllers(const Skills& skills, bool with_walk) {
    std::vector<std::unique_ptr<Controller>> set;
    if (with_walk) set.push_back(make_walk(skills, "walk", skills.walk_speed));
    set.push_back(make_walk(skills, "run", skills.run_speed));
    set.push_back(make_jump(skills));
    return set;
}

}  // namespace wend::locomotion
