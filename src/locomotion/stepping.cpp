#include "stepping.hpp"

#include <cmath>

#include "wend/motion/rotation.hpp"

namespace wend::locomotion {
namespace {

using motion::Gait;
using motion::StepTaken;

motion::Tables trained_tables() {
    motion::Tables tables;
    // Without a cache nothing can fail.
    for (const auto way : {motion::Reach::walk_through, motion::Reach::run_through})
        (void)tables.reach[static_cast<std::size_t>(way)].prepare({});
    return tables;
}

/// Steps anew from another configuration, with other stretches.
std::optional<Steps> retaken(std::span<const StepTaken> steps, motion::Configuration from, double stretch) {
    Steps out;
    for (const StepTaken& step : steps) {
        const motion::StepClip& clip = motion::step_library()[step.clip];
        const bool moves = clip.length != 0 || clip.side != 0;
        const double all = moves ? step.stretch * stretch : 1;
        if (all > longest_stretch || all < 2 - longest_stretch) return std::nullopt;
        auto taken = motion::take(step.clip, from, step.begin, step.turn - clip.turn, all,
                                  step.after.position.z - step.before.position.z);
        if (!taken) return std::nullopt;
        taken->duration = step.duration;
        from = taken->after;
        out.push_back(*taken);
    }
    return out;
}

}  // namespace

const motion::Controller& step_chooser(Gait top) {
    static const motion::Tables tables = trained_tables();
    static const auto walk = motion::make_controller(Gait::walk, tables);
    static const auto run = motion::make_controller(Gait::run, tables);
    return top == Gait::walk ? *walk : *run;
}

std::optional<Steps> choose_steps(Gait top, const motion::Configuration& from, Vec2 to,
                                  const motion::Hindrance& hindrance, double longest) {
    motion::Errand errand;
    errand.from = from;
    const double way = distance(from.position.xy(), to);
    errand.to = {{to.x, to.y, from.position.z}, std::clamp(0.08 * way, 0.05, 0.25), Gait::walk};
    errand.hindrance = hindrance;
    errand.horizon = longest;
    motion::Forecast forecast = step_chooser(top).forecast(errand);
    if (forecast.code != StatusCode::ok || forecast.steps.empty()) return std::nullopt;
    return std::move(forecast.steps);
}

std::optional<Steps> ended_at(std::span<const StepTaken> steps, Vec2 to) {
    motion::Configuration from = steps.front().before;
    const Vec2 led = steps.back().after.position.xy() - from.position.xy();
    const Vec2 wanted = to - from.position.xy();
    if (length(led) < 0.2) return std::nullopt;
    const double turn = motion::wrapped(std::atan2(wanted.y, wanted.x) - std::atan2(led.y, led.x));
    if (std::abs(turn) > motion::most_warp_turn) return std::nullopt;
    from.heading += turn;
    return retaken(steps, from, length(wanted) / length(led));
}

Tick ticks_of(std::span<const StepTaken> steps) {
    Tick ticks = 0;
    for (const StepTaken& step : steps)
        ticks += static_cast<Tick>(std::lround(step.duration * ticks_per_second));
    return ticks;
}

std::optional<Steps> lasting(Steps steps, Tick ticks) {
    Tick missing = ticks - ticks_of(steps);
    if (missing < 0) return std::nullopt;
    for (Tick each = 1; missing > 0; ++each) {
        const Tick before = missing;
        for (StepTaken& step : steps) {
            if (missing == 0) break;
            const bool is_flight = step.rise_speed > 0;
            if (is_flight || each > motion::step_library()[step.clip].ticks / 4) continue;
            step.duration += motion::tick;
            --missing;
        }
        if (missing == before) return std::nullopt;
    }
    double time = steps.front().begin;
    for (StepTaken& step : steps) {
        step.begin = time;
        time += step.duration;
    }
    return steps;
}

void append_path(std::span<const StepTaken> steps, std::vector<Vec3>& path) {
    for (const StepTaken& step : steps) {
        const auto ticks = static_cast<Tick>(std::lround(step.duration * ticks_per_second));
        for (Tick i = 0; i < ticks; ++i)
            path.push_back(motion::position_in(step, step.begin + i * tick_seconds));
    }
}

bool is_entry(const Skills& skills, const MoveQuery& q, double entry, double heading) {
    const Tick tick = q.depart * q.timing.ticks;
    const Vec2 way = (place_of(q.world, q.to, tick).xy() - place_of(q.world, q.from, tick).xy());
    // A jump aims where its target will be, a detour beside it: what it sets out with is known when it is
    // simulated.
    constexpr double not_straight = 0.6;
    const double off = motion::wrapped(std::atan2(way.y, way.x) + entry - heading);
    return std::abs(off) <= skills.passing_turn + not_straight;
}

Skills stepping_skills(const BodyShape& body, double reach) {
    Skills skills;
    skills.body = body;
    skills.reach = reach;
    skills.passing_speed = motion::speed_of(Gait::walk);
    skills.walk_speed = 1.9;
    skills.run_speed = 3.8;
    skills.jump_speed = 3.8;
    skills.landing_speed = 4.2;
    skills.rise_speed = motion::highest_rise_speed;
    // A stop from a walk takes 0.44 m; waits need 2 cm more to step back.
    skills.acceleration = skills.passing_speed * skills.passing_speed / (2 * 0.46);
    skills.passing_turn = motion::most_warp_turn;
    skills.turning_time = 2.5;
    skills.waits_in_steps = true;
    return skills;
}

Controllers stepping_controllers(const Skills& skills, bool with_walk) {
    Controllers set;
    for (const double entry : {0.0, 0.35, -0.35}) {
        if (with_walk) set.push_back(make_step_walk(skills, Gait::walk, entry));
        set.push_back(make_step_walk(skills, Gait::run, entry));
        set.push_back(make_step_jump(skills, entry));
    }
    return set;
}

}  // namespace wend::locomotion
