// A table of values is too coarse for the last steps before a ditch: where a take-off has to be hit within
// centimetres, the lengths of the steps are solved for. With n steps of which j are short, everything between
// 0.9 and 1.1 times their length can be covered, so a run-up exists when one of these intervals meets the
// range.

#include "motion/run_up.hpp"

#include <algorithm>
#include <cmath>

#include "motion/action.hpp"

namespace wend::motion {
namespace {

constexpr double spare = 0.004;  ///< metres kept from the ends of the range
constexpr int most_steps = 12;

std::optional<std::uint16_t> straight_step(Gait from, Gait to, bool is_short) {
    const auto library = step_library();
    std::optional<std::uint16_t> best;
    for (std::uint16_t c = 0; c < library.size(); ++c) {
        const StepClip& clip = library[c];
        if (clip.from != from || clip.to != to || clip.turn != 0 || clip.is_jump || clip.length <= 0)
            continue;
        const bool is_better =
            !best || (is_short ? clip.length < library[*best].length : clip.length > library[*best].length);
        if (is_better) best = c;
    }
    return best;
}

/// Steps that bring a gait to a run, and the way they take.
struct Start {
    std::optional<std::uint16_t> first;
    double length = 0;  ///< of all of them
};
std::optional<Start> start_from(Gait gait) {
    Start start;
    for (int at = static_cast<int>(gait); at < static_cast<int>(Gait::run); ++at) {
        const auto step = straight_step(static_cast<Gait>(at), static_cast<Gait>(at + 1), false);
        if (!step) return std::nullopt;
        if (!start.first) start.first = step;
        start.length += step_library()[*step].length;
    }
    return start;
}

}  // namespace

TakeOff take_off_range(const Ditch& ditch) noexcept {
    const Configuration at_edge{{ditch.edge.x, ditch.edge.y, 0}, ditch.direction, Gait::run, Foot::left};
    const Vec2 across = unit_vector(ditch.direction);
    const auto ahead_of_edge = [&](Vec2 point) { return dot(point - ditch.edge, across); };
    TakeOff range{ahead_of_edge(print_of(at_edge).toe) + least_footing + spare, -1e300};
    for (std::uint16_t c = 0; c < step_library().size(); ++c) {
        if (!step_library()[c].is_jump) continue;
        const auto jump = take(c, at_edge, 0, 0, 1 + most_stretch, ditch.rise);
        if (!jump) continue;
        const double heel = ahead_of_edge(print_of(jump->after).heel);
        range.high = std::max(range.high, heel - ditch.width - least_footing - spare);
    }
    return range;
}

std::optional<StepTaken> run_up_step(const Ditch& ditch, const Configuration& now, double time) noexcept {
    const double turn = wrapped(ditch.direction - now.heading);
    const TakeOff range = take_off_range(ditch);
    const double away = dot(ditch.edge - now.position.xy(), unit_vector(ditch.direction));
    const auto start = start_from(now.gait);
    const auto run = straight_step(Gait::run, Gait::run, false),
               shorter = straight_step(Gait::run, Gait::run, true);
    if (std::fabs(turn) > most_warp_turn || !range.is_possible() || !start || !run || !shorter)
        return std::nullopt;
    if (!start->first && std::fabs(turn) < 1e-9 && away >= range.low && away <= range.high)
        return std::nullopt;
    const double stride = step_library()[*run].length, short_stride = step_library()[*shorter].length;
    for (int steps = start->first ? 0 : 1; steps <= most_steps; ++steps)
        for (int few = 0; few <= steps; ++few) {
            // The first step turns, and so goes half as much to the side.
            const std::uint16_t clip = start->first ? *start->first : few < steps ? *run : *shorter;
            const double first = step_library()[clip].length;
            const double all = start->length + stride * (steps - few) + short_stride * few;
            const double way = all - first + first * std::cos(turn / 2);
            const double low = std::max((away - range.high) / way, 1 - most_stretch);
            const double high = std::min((away - range.low) / way, 1 + most_stretch);
            if (low <= high) return take(clip, now, time, turn, std::clamp(1.0, low, high));
        }
    return std::nullopt;
}

}  // namespace wend::motion
