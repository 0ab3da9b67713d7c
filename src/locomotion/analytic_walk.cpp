// Walking and running between places that keep their distance: straight, or around a cylinder that is fitted
// to the places where the straight way failed [ST §4.2, Appendix A].

#include <algorithm>
#include <cmath>

#include "analytic.hpp"
#include "ground_controller.hpp"

namespace wend::locomotion {
namespace {

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

class AnalyticWalk final : public GroundController {
  public:
    AnalyticWalk(const Skills& skills, std::string_view name, double speed)
        : GroundController(skills), name_(name), speed_(speed) {}

    [[nodiscard]] std::string_view name() const override { return name_; }
    [[nodiscard]] double ground_speed() const override { return speed_ * (1 + 1e-9); }
    [[nodiscard]] Step most_steps(const Timing& timing) const override {
        return steps_for(detour * skills().reach, timing);
    }

  private:
    static constexpr double detour = 1.6;

    /// Room to lose the rest of a step.
    [[nodiscard]] double shortest_way() const override { return 0.6; }
    [[nodiscard]] Step steps_for(double d, const Timing& timing) const override {
        return std::max(
            1, static_cast<Step>(std::ceil(shortest_time(skills(), d, speed_) / timing.seconds() - 1e-9)));
    }

    [[nodiscard]] std::optional<Move> simulate(const MoveQuery& q, Vec2 way,
                                               const Samples& samples) const override {
        Vec2 via = way;
        if (!samples.empty()) {
            const auto around = fit_cylinder(samples, way);
            if (!around) return std::nullopt;
            via = corner_of(*around);
        }
        const bool is_straight = via == way;
        const double first = length(via);
        const double total = is_straight ? first : first + distance(via, way);
        if (total > detour * skills().reach) return std::nullopt;
        const Step steps = steps_for(total, q.timing);
        if (!is_alike(q, steps)) return std::nullopt;
        const Tick start = q.depart * q.timing.ticks;
        const Tick ticks = steps * q.timing.ticks;
        const Profile profile(skills(), total, ticks * tick_seconds);
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
