// Decisions are greedy on the tables' values [ST §4.1], over exact steps: what the table says is only a
// direction, what a step does to feet and body is computed, so that no interpolation error makes anybody fall
// or touch.
//
// Where this differs from ST's Appendix A: a cylinder and a line enter not as parameters of a table but
// through the length and the first direction of the shortest way around or along them, which is what the
// target's distance and bearing are replaced by.

#include "wend/motion/controllers.hpp"

#include <algorithm>
#include <limits>

#include "motion/action.hpp"
#include "motion/run_up.hpp"
#include "motion/waiting.hpp"

namespace wend::motion {
namespace {

constexpr double unbounded = std::numeric_limits<double>::infinity();

/// How far the target is along the way to take, and where that way begins.
struct Way {
    double length = 0;
    Vec2 towards;
};

/// Around a disc: by the tangents of the shorter side.
Way around(Vec2 from, Vec2 to, const Cylinder& cylinder) noexcept {
    const double radius = cylinder.radius + body_radius + 0.12;
    const Vec2 nearest = nearest_point(from, to, cylinder.centre);
    const double a = distance(from, cylinder.centre), b = distance(to, cylinder.centre);
    if (distance(nearest, cylinder.centre) >= radius || b <= radius) return {distance(from, to), to};
    const Vec2 out = normalized(from - cylinder.centre);
    const double side = cross(to - from, cylinder.centre - from) > 0 ? -1 : 1;
    if (a <= radius * 1.001) {
        // At the disc: along it.
        return {distance(from, to) + radius, from - perpendicular(out) * side + out * 0.3};
    }
    const double turn = std::asin(std::clamp(radius / a, 0.0, 1.0));
    const Vec2 towards =
        from + rotated(normalized(cylinder.centre - from), side * turn) * std::sqrt(a * a - radius * radius);
    const double angle = std::acos(std::clamp(wend::dot(out, normalized(to - cylinder.centre)), -1.0, 1.0));
    const double arc = std::max(0.0, angle - std::acos(std::clamp(radius / a, 0.0, 1.0)) -
                                         std::acos(std::clamp(radius / b, 0.0, 1.0)));
    return {std::sqrt(a * a - radius * radius) + std::sqrt(b * b - radius * radius) + radius * arc, towards};
}

/// To the line at a right angle, then along it [ST App. A].
Way along(Vec2 from, Vec2 to, const CornerLine& line) noexcept {
    const Vec2 u = unit_vector(line.direction);
    const Vec2 foot = line.point + u * wend::dot(from - line.point, u);
    const double away = distance(from, foot);
    if (away < 0.35 || distance(from, to) < 1.5) return {distance(from, to), to};
    return {away + distance(foot, to), foot};
}

double path_clearance(const StepTaken& step, const Cylinder& cylinder) noexcept {
    double least = unbounded;
    const int ticks = static_cast<int>(std::lround(step.duration / tick));
    for (int i = 0; i <= ticks; ++i)
        least = std::min(least, distance(position_in(step, step.begin + i * tick).xy(), cylinder.centre));
    return least - cylinder.radius - body_radius;
}

/// What the two kinds have in common: the wait, the rollout, the answer.
class SteppingController : public Controller {
  public:
    SteppingController(Gait top, const Tables& tables) : top_(top), tables_(tables) {}
    [[nodiscard]] double top_speed() const noexcept override {
        return top_ == Gait::stand ? 0.75 : speed_of(top_) * (1 + most_stretch) * 1.06;
    }
    [[nodiscard]] double stopping_time() const noexcept override {
        return top_ == Gait::run ? 63 * tick : top_ == Gait::walk ? 36 * tick : 0;
    }
    [[nodiscard]] double stopping_distance() const noexcept override {
        return top_ == Gait::run    ? 1.42 * (1 + most_stretch)
               : top_ == Gait::walk ? 0.44 * (1 + most_stretch)
                                    : 0;
    }

    [[nodiscard]] std::optional<StepTaken> next(const Errand& errand, const Configuration& now,
                                                double time) const override {
        const double left = errand.start + errand.wait - time;
        if (left > tick / 2) return wait_step(errand, now, time, left);
        return has_arrived(errand, now) ? std::nullopt : decide(errand, now, time);
    }

    [[nodiscard]] Forecast forecast(const Errand& errand) const override {
        Forecast out;
        out.clearance = unbounded;
        out.at = errand.from;
        out.arrival = errand.start;
        while (const auto step = next(errand, out.at, out.arrival)) {
            if (step->begin + step->duration > errand.start + errand.horizon) {
                out.code = StatusCode::out_of_budget;
                out.reason = "not there within the horizon";
                return out;
            }
            out.steps.push_back(*step);
            out.clearance = std::min(out.clearance, clearance(errand, *step));
            out.at = step->after;
            out.arrival = step->begin + step->duration;
        }
        const bool is_there = has_arrived(errand, out.at);
        out.code = is_there ? StatusCode::ok : StatusCode::unreachable;
        out.reason = is_there ? "arrives" : refusal_reason();
        return out;
    }

  protected:
    [[nodiscard]] virtual std::optional<StepTaken> decide(const Errand& errand, const Configuration& now,
                                                          double time) const = 0;
    /// Of being somewhere with so much of a wait left.
    [[nodiscard]] virtual double wait_value(const Errand& errand, const Configuration& at,
                                            double left) const = 0;
    /// Where what follows a wait leads, seen from a configuration.
    [[nodiscard]] virtual double onward_bearing(const Errand& errand, const Configuration& now) const = 0;
    /// Whether a step taken while waiting keeps off the hindrance.
    [[nodiscard]] virtual bool is_harmless(const Errand& errand, const StepTaken& step) const = 0;
    [[nodiscard]] virtual double clearance(const Errand& errand, const StepTaken& step) const = 0;
    [[nodiscard]] virtual std::string_view refusal_reason() const noexcept = 0;

    [[nodiscard]] static bool has_arrived(const Errand& errand, const Configuration& now) noexcept {
        return distance(now.position.xy(), errand.to.position.xy()) <= errand.to.tolerance &&
               std::fabs(now.position.z - errand.to.position.z) < 0.3 &&
               (!errand.to.gait || *errand.to.gait == now.gait);
    }
    [[nodiscard]] static std::size_t way_to(const Errand& errand, Gait top) noexcept {
        const bool stops = errand.to.gait == Gait::stand;
        return static_cast<std::size_t>(top == Gait::stand  ? Reach::step_to
                                        : top == Gait::walk ? (stops ? Reach::walk_to : Reach::walk_through)
                                        : stops             ? Reach::run_to
                                                            : Reach::run_through);
    }
    [[nodiscard]] const ReachTable& reach(const Errand& errand, Gait top) const noexcept {
        return tables_.reach[way_to(errand, top)];
    }
    [[nodiscard]] double value_before(const Errand& errand, Gait top, Gait gait, const Readiness& ready,
                                      double left, double away) const {
        const std::array<double, 1> of{std::min(away, ReachSequel::farthest)};
        const std::size_t way = way_to(errand, top);
        return tables_.before_reach[way].value(ReachSequel(tables_.reach[way]), gait, ready, left, of);
    }

    /// Comes to rest and gets ready for what follows [ST §4.3]; with more time than that takes it stands.
    [[nodiscard]] std::optional<StepTaken> wait_step(const Errand& errand, const Configuration& now,
                                                     double time, double left) const {
        const Vec2 place = errand.from.position.xy();
        const auto allows = [&](const StepTaken& step) {
            return stays_near(place, step, left) && is_harmless(errand, step);
        };
        return best_wait(
                   now, time, left, onward_bearing(errand, now), allows,
                   [&](const Configuration& then, double rest) { return wait_value(errand, then, rest); })
            .step;
    }

    [[nodiscard]] static double bearing_of(const Errand& errand, const Configuration& now) noexcept {
        const Vec2 way = errand.to.position.xy() - now.position.xy();
        return wrapped(std::atan2(way.y, way.x) - now.heading);
    }

    Gait top_;
    const Tables& tables_;
};

class ReachController final : public SteppingController {
  public:
    using SteppingController::SteppingController;
    [[nodiscard]] std::string_view name() const noexcept override {
        return top_ == Gait::stand ? "step" : top_ == Gait::walk ? "walk" : "run";
    }

  private:
    [[nodiscard]] static Way way_of(const Errand& errand, Vec2 from) noexcept {
        const Vec2 to = errand.to.position.xy();
        if (const auto* cylinder = std::get_if<Cylinder>(&errand.hindrance))
            return around(from, to, *cylinder);
        if (const auto* line = std::get_if<CornerLine>(&errand.hindrance)) return along(from, to, *line);
        return {distance(from, to), to};
    }
    [[nodiscard]] double worth(const Errand& errand, const Configuration& at) const {
        if (has_arrived(errand, at)) return 0;
        const Way way = way_of(errand, at.position.xy());
        const Vec2 first = way.towards - at.position.xy();
        return reach(errand, top_)
            .value(at.gait, way.length, wrapped(std::atan2(first.y, first.x) - at.heading));
    }
    [[nodiscard]] double onward_bearing(const Errand& errand, const Configuration& now) const override {
        const Vec2 first = way_of(errand, now.position.xy()).towards - now.position.xy();
        return wrapped(std::atan2(first.y, first.x) - now.heading);
    }
    [[nodiscard]] double wait_value(const Errand& errand, const Configuration& at,
                                    double left) const override {
        const double away = way_of(errand, errand.from.position.xy()).length;
        const Readiness ready{away - way_of(errand, at.position.xy()).length, -onward_bearing(errand, at)};
        return value_before(errand, top_, at.gait, ready, left, away);
    }
    [[nodiscard]] bool is_harmless(const Errand& errand, const StepTaken& step) const override {
        const auto* cylinder = std::get_if<Cylinder>(&errand.hindrance);
        return cylinder == nullptr || path_clearance(step, *cylinder) >= 0.01;
    }
    [[nodiscard]] std::optional<StepTaken> decide(const Errand& errand, const Configuration& now,
                                                  double time) const override {
        const Way way = way_of(errand, now.position.xy());
        const Vec2 first = way.towards - now.position.xy();
        const double bearing = wrapped(std::atan2(first.y, first.x) - now.heading);
        const auto* cylinder = std::get_if<Cylinder>(&errand.hindrance);
        std::optional<StepTaken> best;
        double best_value = 0.9 * never;
        for_each_action(now.gait, std::max(top_, now.gait), false, way.length, bearing,
                        [&](std::uint16_t clip, double turn, double stretch) {
                            const auto step = take(clip, now, time, turn, stretch);
                            if (!step || (now.gait > top_ && step->after.gait == now.gait)) return;
                            const double value = step_reward(step->duration, turn, stretch) +
                                                 discount(step->duration) * worth(errand, step->after);
                            if (value <= best_value) return;
                            if (cylinder != nullptr && path_clearance(*step, *cylinder) < 0.01) return;
                            best = step, best_value = value;
                        });
        return best;
    }
    [[nodiscard]] double clearance(const Errand& errand, const StepTaken& step) const override {
        const auto* cylinder = std::get_if<Cylinder>(&errand.hindrance);
        return cylinder != nullptr ? path_clearance(step, *cylinder) : unbounded;
    }
    [[nodiscard]] std::string_view refusal_reason() const noexcept override { return "no step leads there"; }
};

class JumpController final : public SteppingController {
  public:
    explicit JumpController(const Tables& tables) : SteppingController(Gait::run, tables) {}
    [[nodiscard]] std::string_view name() const noexcept override { return "jump"; }

  private:
    [[nodiscard]] double worth(const Errand& errand, const Configuration& at) const {
        const auto* ditch = std::get_if<Ditch>(&errand.hindrance);
        if (has_arrived(errand, at)) return 0;
        if (ditch != nullptr && footing(*ditch, at).side < 0) {
            const Vec2 ahead = errand.to.position.xy() - at.position.xy();
            const double away = wend::dot(ditch->edge - at.position.xy(), unit_vector(ditch->direction));
            return tables_.ditch.value(at.gait, away, at.heading - ditch->direction,
                                       std::atan2(ahead.y, ahead.x) - ditch->direction, ditch->width,
                                       ditch->rise) +
                   beyond_value(errand, *ditch);
        }
        return reach(errand, Gait::run)
            .value(at.gait, distance(at.position.xy(), errand.to.position.xy()), bearing_of(errand, at));
    }
    [[nodiscard]] static const Ditch* ditch_ahead(const Errand& errand) noexcept {
        const auto* ditch = std::get_if<Ditch>(&errand.hindrance);
        return ditch != nullptr && footing(*ditch, errand.from).side < 0 ? ditch : nullptr;
    }
    [[nodiscard]] double onward_bearing(const Errand& errand, const Configuration& now) const override {
        const Ditch* ditch = ditch_ahead(errand);
        return ditch != nullptr ? wrapped(ditch->direction - now.heading) : bearing_of(errand, now);
    }
    [[nodiscard]] double wait_value(const Errand& errand, const Configuration& at,
                                    double left) const override {
        const Vec2 from = errand.from.position.xy(), to = errand.to.position.xy();
        if (const Ditch* ditch = ditch_ahead(errand)) {
            const Vec2 across = unit_vector(ditch->direction);
            const std::array<double, 3> of{wend::dot(ditch->edge - from, across), ditch->width, ditch->rise};
            return tables_.before_ditch.value(
                DitchSequel(tables_.ditch), at.gait,
                {wend::dot(at.position.xy() - from, across), at.heading - ditch->direction}, left, of);
        }
        const Readiness ready{distance(from, to) - distance(at.position.xy(), to), -bearing_of(errand, at)};
        return value_before(errand, Gait::run, at.gait, ready, left, distance(from, to));
    }
    [[nodiscard]] bool is_harmless(const Errand& errand, const StepTaken& step) const override {
        const auto* ditch = std::get_if<Ditch>(&errand.hindrance);
        if (ditch == nullptr) return true;
        const Footing foot = footing(*ditch, step.after);
        return foot.margin >= least_footing && foot.side == footing(*ditch, errand.from).side;
    }
    /// What is left after landing, about the same for all landings.
    [[nodiscard]] double beyond_value(const Errand& errand, const Ditch& ditch) const {
        const double left =
            wend::dot(errand.to.position.xy() - ditch.edge, unit_vector(ditch.direction)) - ditch.width;
        return reach(errand, Gait::run).value(Gait::run, std::max(0.5, left), 0);
    }
    [[nodiscard]] std::optional<StepTaken> decide(const Errand& errand, const Configuration& now,
                                                  double time) const override {
        const auto* ditch = std::get_if<Ditch>(&errand.hindrance);
        const Vec2 way = errand.to.position.xy() - now.position.xy();
        const bool is_before = ditch != nullptr && footing(*ditch, now).side < 0;
        if (is_before) {
            if (!take_off_range(*ditch).is_possible()) return std::nullopt;
            if (const auto step = run_up_step(*ditch, now, time)) return step;
        }
        const double bearing = is_before ? wrapped(ditch->direction - now.heading) : bearing_of(errand, now);
        std::optional<StepTaken> best;
        double best_value = is_before ? -19.5 + beyond_value(errand, *ditch) : 0.9 * never;
        const auto consider = [&](const std::optional<StepTaken>& step, double turn, double stretch,
                                  bool may_cross) {
            if (!step) return;
            StepTaken taken = *step;
            if (ditch != nullptr) {
                const Footing foot = footing(*ditch, taken.after);
                if (is_before && foot.side < 0 && turns_away(*ditch, now, taken.after)) return;
                if (foot.margin < least_footing ||
                    (foot.side > 0) != (is_before ? may_cross && foot.side > 0 : true))
                    return;
                if (is_before && foot.side > 0 && taken.rise_speed == 0)
                    taken.after.position.z += ditch->rise;
            }
            const double value = step_reward(taken.duration, turn, stretch) +
                                 discount(taken.duration) * worth(errand, taken.after);
            if (value > best_value) best = taken, best_value = value;
        };
        for_each_action(now.gait, Gait::run, false, is_before ? 1e9 : length(way), bearing,
                        [&](std::uint16_t clip, double turn, double stretch) {
                            consider(take(clip, now, time, turn, stretch), turn, stretch,
                                     ditch != nullptr && std::fabs(ditch->rise) <= 0.2);
                        });
        if (is_before)
            for_each_action(now.gait, Gait::run, true, 1e9, bearing,
                            [&](std::uint16_t clip, double turn, double stretch) {
                                const auto step = take(clip, now, time, turn, stretch, ditch->rise);
                                if (step && footing(*ditch, step->after).side > 0)
                                    consider(step, turn, stretch, true);
                            });
        return best;
    }
    /// Whoever runs along the ditch does not get over it.
    [[nodiscard]] static bool turns_away(const Ditch& ditch, const Configuration& now,
                                         const Configuration& then) noexcept {
        const double before = std::fabs(wrapped(now.heading - ditch.direction));
        const double after = std::fabs(wrapped(then.heading - ditch.direction));
        return after > 0.9 && after >= before;
    }
    [[nodiscard]] double clearance(const Errand& errand, const StepTaken& step) const override {
        const auto* ditch = std::get_if<Ditch>(&errand.hindrance);
        return ditch != nullptr ? footing(*ditch, step.after).margin : unbounded;
    }
    [[nodiscard]] std::string_view refusal_reason() const noexcept override {
        return "no take-off lands with the whole foot beyond the ditch";
    }
};

}  // namespace

Status Tables::prepare(const TableOptions& options) {
    for (ReachTable& table : reach)
        if (Status status = table.prepare(options); !status.is_ok()) return status;
    if (Status status = ditch.prepare(options); !status.is_ok()) return status;
    for (std::size_t i = 0; i < reaches; ++i)
        if (Status status = before_reach[i].prepare(ReachSequel(reach[i]), options); !status.is_ok())
            return status;
    return before_ditch.prepare(DitchSequel(ditch), options);
}

std::size_t Tables::bytes() const noexcept {
    std::size_t sum = ditch.table().bytes() + before_ditch.table().bytes();
    for (const ReachTable& table : reach) sum += table.table().bytes();
    for (const WaitTable& table : before_reach) sum += table.table().bytes();
    return sum;
}

double Tables::residual(std::size_t stride) const {
    double worst = std::max(ditch.residual(), before_ditch.residual(DitchSequel(ditch), stride));
    for (std::size_t i = 0; i < reaches; ++i)
        worst =
            std::max({worst, reach[i].residual(), before_reach[i].residual(ReachSequel(reach[i]), stride)});
    return worst;
}

std::unique_ptr<Controller> make_controller(Gait top, const Tables& tables) {
    return std::make_unique<ReachController>(top, tables);
}

std::unique_ptr<Controller> make_jump_controller(const Tables& tables) {
    return std::make_unique<JumpController>(tables);
}

}  // namespace wend::motion
