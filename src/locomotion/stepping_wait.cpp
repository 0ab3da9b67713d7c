#include "stepping_wait.hpp"

#include <algorithm>
#include <cmath>

#include "wend/motion/rotation.hpp"
#include "wend/motion/stance_table.hpp"

#include "stepping.hpp"

namespace wend::locomotion {
namespace {

using motion::Configuration;
using motion::Foot;
using motion::Gait;

/// Metres by which sharing out what steps leave over may move them.
constexpr double spare = 0.055;

const motion::StanceTable& stances() {
    static const motion::StanceTable table = [] {
        motion::StanceTable made;
        (void)made.prepare({});  // without a cache nothing can fail
        return made;
    }();
    return table;
}

/// A step straight on that ends in another gait, as short as may be: then all of the wait has room.
std::optional<motion::StepTaken> change(const Configuration& from, Gait to, double begin) {
    const auto library = motion::step_library();
    for (std::uint16_t c = 0; c < library.size(); ++c)
        if (library[c].from == from.gait && library[c].to == to && library[c].turn == 0 &&
            !library[c].is_jump)
            return motion::take(c, from, begin, 0, 1 - motion::most_stretch);
    return std::nullopt;
}

Configuration standing(Vec2 at, double heading, Foot stance) noexcept {
    return {{at.x, at.y, 0}, motion::wrapped(heading), Gait::stand, stance};
}

/// Where a start begins that passes the landmark when it ends.
Configuration before_start(double heading) {
    const auto start = change(standing({}, 0, Foot::left), Gait::walk, 0);
    return standing(unit_vector(heading) * -start->after.position.x, heading, Foot::left);
}

/// Stop, steps, start; `idle`: how many of them come before the time that is left over.
struct WaitSteps {
    Steps steps;
    std::size_t idle = 0;
};

std::optional<WaitSteps> wait_steps(double room, const WaitEnds& ends) {
    WaitSteps wait;
    Configuration now = standing({}, ends.heading_out.value_or(0), Foot::left);
    if (ends.heading_in) {
        const auto stop = change({{}, *ends.heading_in, Gait::walk, Foot::left}, Gait::stand, 0);
        if (!stop) return std::nullopt;
        now = stop->after;
        wait.steps.push_back(*stop);
    }
    Configuration end = standing({}, now.heading, Foot::left);
    const Configuration ready = ends.heading_out ? before_start(*ends.heading_out) : end;
    const auto between = stances().steps(
        now, ready, ticks_of(wait.steps) * tick_seconds,
        [room](const motion::StepTaken& step) { return length(step.after.position.xy()) <= room - spare; });
    if (!between) return std::nullopt;
    wait.steps.insert(wait.steps.end(), between->begin(), between->end());
    wait.idle = wait.steps.size();
    if (ends.heading_out) {
        if (!between->empty()) now = between->back().after;
        const auto start = change(now, Gait::walk, ticks_of(wait.steps) * tick_seconds);
        if (!start) return std::nullopt;
        wait.steps.push_back(*start);
        end = {{}, *ends.heading_out, Gait::walk, Foot::left};
    }
    motion::end_in(wait.steps, end);
    return wait;
}

std::vector<WaitPoint> points_of(const WaitSteps& wait, Tick idle) {
    std::vector<WaitPoint> points;
    const auto stand = [&](const Configuration& at) {
        points.insert(points.end(), static_cast<std::size_t>(idle), {at.position.xy(), at.heading});
    };
    for (std::size_t s = 0; s < wait.steps.size(); ++s) {
        const motion::StepTaken& step = wait.steps[s];
        if (s == wait.idle) stand(step.before);
        for (Tick i = 0; i < ticks_of({&step, 1}); ++i) {
            const double time = step.begin + i * tick_seconds;
            points.push_back({motion::position_in(step, time).xy(), motion::heading_in(step, time)});
        }
    }
    const Configuration& end = wait.steps.back().after;
    if (wait.idle == wait.steps.size()) stand(end);
    points.push_back({end.position.xy(), end.heading});
    return points;
}

}  // namespace

Tick fewest_wait_ticks(const Skills& skills, const WaitEnds& ends) {
    const auto wait = wait_steps(skills.prepare_radius(), ends);
    return wait ? ticks_of(wait->steps) : -1;
}

std::vector<WaitPoint> stepped_wait(const Skills& skills, Tick ticks, const WaitEnds& ends) {
    auto wait = wait_steps(skills.prepare_radius(), ends);
    if (!wait) return {};
    if (wait->steps.empty()) return std::vector<WaitPoint>(static_cast<std::size_t>(ticks) + 1);
    // No time to step back to the landmark: it stays where it came to rest.
    if (!ends.heading_out && ticks_of(wait->steps) > ticks) wait->steps.resize(1), wait->idle = 1;
    const Tick all = std::max(ticks, ticks_of(wait->steps));
    std::vector<WaitPoint> points = points_of(*wait, all - ticks_of(wait->steps));
    // What does not fit is done faster.
    for (Tick i = 0; all > ticks && i <= ticks; ++i)
        points[static_cast<std::size_t>(i)] = points[static_cast<std::size_t>(i * all / ticks)];
    points.resize(static_cast<std::size_t>(ticks) + 1);
    return points;
}

}  // namespace wend::locomotion
