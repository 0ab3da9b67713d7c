#include "wend/motion/steps.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "wend/motion/clip_set.hpp"
#include "wend/motion/clip_survey.hpp"

namespace wend::motion {
namespace {

constexpr double degrees = 3.14159265358979323846 / 180;

double smooth_share(double u) noexcept {
    u = std::clamp(u, 0.0, 1.0);
    return u * u * (3 - 2 * u);
}

/// Of the ball of a foot that has just come down, ahead of the root.
double ahead_of(Gait gait) noexcept {
    if (gait == Gait::stand) return ball_ahead - 0.03;
    return gait == Gait::walk ? 0.42 : 0.40;
}

}  // namespace

double speed_of(Gait gait) noexcept {
    if (gait == Gait::stand) return 0;
    return gait == Gait::walk ? 1.4 : 3.0;
}

std::vector<StepClip> shipped_steps() {
    using enum Gait;
    std::vector<StepClip> steps{
        {"wait", stand, stand, 18, 0, 0, 0, false},
        {"shuffle", stand, stand, 30, 0.22, 0, 0, false},
        {"step", stand, stand, 36, 0.42, 0, 0, false},
        {"step back", stand, stand, 36, -0.30, 0, 0, false},
        {"step left", stand, stand, 36, 0, 0.32, 0, false},
        {"step right", stand, stand, 36, 0, -0.32, 0, false},
        {"start", stand, walk, 36, 0.44, 0, 0, false},
        {"walk", walk, walk, 30, 0.70, 0, 0, false},
        {"short walk", walk, walk, 27, 0.54, 0, 0, false},
        {"stop", walk, stand, 36, 0.44, 0, 0, false},
        {"speed up", walk, run, 24, 0.88, 0, 0, false},
        {"run", run, run, 21, 1.05, 0, 0, false},
        {"short run", run, run, 18, 0.80, 0, 0, false},
        {"slow down", run, walk, 27, 0.98, 0, 0, false},
    };
    for (const double side : {1.0, -1.0}) {
        steps.push_back({"turn", stand, stand, 24, 0, 0, side * 25 * degrees, false});
        steps.push_back({"turn", stand, stand, 33, 0, 0, side * 50 * degrees, false});
        steps.push_back({"turn", stand, stand, 48, 0, 0, side * 90 * degrees, false});
        steps.push_back({"turning start", stand, walk, 39, 0.40, 0, side * 40 * degrees, false});
        steps.push_back({"walking turn", walk, walk, 30, 0.64, 0, side * 25 * degrees, false});
        steps.push_back({"sharp walking turn", walk, walk, 33, 0.56, 0, side * 50 * degrees, false});
        steps.push_back({"running turn", run, run, 21, 1.00, 0, side * 20 * degrees, false});
        steps.push_back({"sharp running turn", run, run, 21, 0.86, 0, side * 38 * degrees, false});
    }
    // Jumps by their time in the air, which gravity turns into height.
    for (int air = 15; air <= 36; air += 3) {
        const int ticks = air + 6;
        steps.push_back({"running jump", run, run, ticks, 3.0 * ticks * tick, 0, 0, true});
        steps.push_back({"walking jump", walk, walk, ticks, 1.6 * ticks * tick, 0, 0, true});
    }
    return steps;
}

namespace {

ClipSet& set_in_use() {
    static ClipSet set{0, shipped_steps(), shipped_style(), {}, {}, {}, 0};
    return set;
}

}  // namespace

void use(ClipSet set) {
    set_in_use() = std::move(set);
}

std::span<const StepClip> step_library() {
    return set_in_use().steps;
}

const BodyStyle& style_in_use() {
    return set_in_use().style;
}

std::optional<StepTaken> take(std::uint16_t index, const Configuration& before, double begin,
                              double warp_turn, double stretch, double rise) noexcept {
    const StepClip& clip = step_library()[index];
    if (clip.from != before.gait) return std::nullopt;
    StepTaken step{index, clip.turn + warp_turn, stretch, begin, clip.duration(), 0, before, before};
    if (clip.is_jump) {
        const double air = clip.duration() - push;
        step.rise_speed = (rise + 0.5 * gravity * air * air) / air;
        if (step.rise_speed > highest_rise_speed || step.rise_speed < 0.3 ||
            gravity * air - step.rise_speed > fastest_landing || gravity * air < step.rise_speed + 0.3)
            return std::nullopt;
    }
    const Vec2 way = rotated({clip.length * stretch, clip.side * stretch}, before.heading + step.turn / 2);
    step.after = {{before.position.x + way.x, before.position.y + way.y, before.position.z + rise},
                  before.heading + step.turn,
                  clip.to,
                  before.stance == Foot::left ? Foot::right : Foot::left};
    return step;
}

Vec3 position_in(const StepTaken& step, double time) noexcept {
    const double u = std::clamp((time - step.begin) / step.duration, 0.0, 1.0);
    const Vec3 &a = step.before.position, &b = step.after.position;
    // A cubic with the speeds of both ends: steps join without a jerk.
    const Vec2 va = unit_vector(step.before.heading) * (speed_of(step.before.gait) * step.duration);
    const Vec2 vb = unit_vector(step.after.heading) * (speed_of(step.after.gait) * step.duration);
    const double bow = u * (1 - u);
    const Vec2 at = lerp(a.xy(), b.xy(), smooth_share(u)) + va * (bow * (1 - u)) - vb * (bow * u);
    double height = a.z + (b.z - a.z) * smooth_share(u);
    if (step.rise_speed > 0) {
        const double air = std::max(0.0, time - step.begin - push);
        height = u >= 1 ? b.z : a.z + step.rise_speed * air - 0.5 * gravity * air * air;
    }
    return {at.x, at.y, height};
}

double heading_in(const StepTaken& step, double time) noexcept {
    return step.before.heading + step.turn * smooth_share((time - step.begin) / step.duration);
}

FootPrint print_of(const Configuration& at) noexcept {
    const double spread = at.stance == Foot::left ? 1 : -1;
    const Vec2 ahead = unit_vector(at.heading);
    const Vec2 ball = at.position.xy() + ahead * ahead_of(at.gait) +
                      perpendicular(ahead) * (spread * (at.gait == Gait::run ? 0.06 : hip_spread));
    return {ball - ahead * 0.20, ball, ball + ahead * 0.08};
}

std::optional<Support> support_in(const StepTaken& step, double time) noexcept {
    const double u = (time - step.begin) / step.duration;
    if (step.rise_speed > 0 && time >= step.begin + push && u < 1) return std::nullopt;
    if (step.rise_speed == 0 && step.after.gait == Gait::run && step.before.gait == Gait::run && u > 0.76 &&
        u < 1)
        return std::nullopt;
    const Configuration& at = u < 1 ? step.before : step.after;
    const FootPrint print = print_of(at);
    return Support{at.stance, {print.ball.x, print.ball.y, at.position.z}, at.heading};
}

Track track_of(std::span<const StepTaken> steps) {
    std::vector<TrackPoint> points;
    for (const StepTaken& step : steps) {
        const int ticks = static_cast<int>(std::lround(step.duration / tick));
        for (int i = 0; i < ticks; ++i) {
            const double time = step.begin + i * tick;
            const bool is_up = step.rise_speed > 0 && time > step.begin + push - tick / 2;
            points.push_back({time, position_in(step, time), heading_in(step, time), is_up, {}, 0});
        }
    }
    if (!steps.empty())
        points.push_back({steps.back().begin + steps.back().duration,
                          steps.back().after.position,
                          steps.back().after.heading,
                          false,
                          {},
                          0});
    return Track(std::move(points));
}

FootPlan feet_of(std::span<const StepTaken> steps) {
    FootPlan plan;
    if (steps.empty()) return plan;
    constexpr double forever = std::numeric_limits<double>::infinity();
    const auto put = [&plan](const Configuration& at, double down) {
        auto& plants = plan.plants[static_cast<std::size_t>(at.stance)];
        const Vec2 ball = print_of(at).ball;
        const Vec3 place{ball.x, ball.y, at.position.z};
        if (plants.empty() || length(minus(plants.back().ball, place)) > 1e-6 ||
            plants.back().heading != at.heading)
            plants.push_back({down, forever, place, at.heading});
    };
    Configuration first = steps[0].before;
    put(first, steps[0].begin);
    first.stance = first.stance == Foot::left ? Foot::right : Foot::left;
    const Vec2 behind = unit_vector(first.heading) * (speed_of(first.gait) * 0.25);
    first.position = minus(first.position, {behind.x, behind.y, 0});
    put(first, steps[0].begin);
    for (const StepTaken& step : steps) {
        const double end = step.begin + step.duration;
        auto& bearing = plan.plants[static_cast<std::size_t>(step.before.stance)].back();
        auto& swinging = plan.plants[static_cast<std::size_t>(step.after.stance)].back();
        const bool is_run = step.before.gait == Gait::run || step.after.gait == Gait::run;
        if (step.rise_speed > 0) {
            bearing.up = step.begin + push;
            plan.flights.push_back({step.begin + push, end, false});
        } else if (is_run) {
            bearing.up = step.begin + 0.76 * step.duration;
        }
        const double lift = step.begin + (step.before.gait == Gait::stand ? 0.02 : 0.24 * step.duration);
        const std::size_t count = plan.plants[static_cast<std::size_t>(step.after.stance)].size();
        const double up = std::max(std::min(swinging.up, lift), swinging.down + 0.01);
        put(step.after, end);
        auto& plants = plan.plants[static_cast<std::size_t>(step.after.stance)];
        if (plants.size() > count) plants[count - 1].up = std::min(up, end - 0.05);
    }
    return plan;
}

}  // namespace wend::motion
