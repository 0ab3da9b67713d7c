#pragma once

// What somebody who waits can do next: stand, or a step that is over before the wait is.

#include <array>
#include <optional>

#include "wend/motion/wait_table.hpp"

#include "motion/action.hpp"

namespace wend::motion {

/// Seconds that a step taken while waiting has to save: nobody fidgets for less.
inline constexpr double least_use = 0.02;
inline constexpr int layer_ticks = 6;  ///< between the times left that tables hold

/// Where somebody comes to rest who stops now, about.
[[nodiscard]] inline Vec2 place_of_rest(const Configuration& at) noexcept {
    const double way = at.gait == Gait::run ? 1.42 : at.gait == Gait::walk ? 0.44 : 0;
    return at.position.xy() + unit_vector(at.heading) * way;
}
/// Whether a step leads to where a stop ends near the place, or no farther from it than a stop before the
/// step; with nothing left of the wait nobody has to stop.
[[nodiscard]] inline bool stays_near(Vec2 place, const StepTaken& step, double left) noexcept {
    const bool is_last = left - step.duration < tick / 2;
    const Vec2 then = is_last ? step.after.position.xy() : place_of_rest(step.after);
    // Not all stops are equally long.
    const double spare = step.after.gait < step.before.gait ? 0.15 : 1e-6;
    return distance(then, place) <= std::max(wait_room, distance(place_of_rest(step.before), place) + spare);
}

struct BestWait {
    double value = never;
    std::optional<StepTaken> step;
};

/// The best of all that `allows(step)`, by its reward and `value(configuration, time left)` behind it. Only
/// when nothing is over in time may a step last longer than the wait: who walks cannot stand at once.
template <class Allows, class Value>
[[nodiscard]] BestWait best_wait(const Configuration& now, double begin, double left, double bearing,
                                 Allows&& allows, Value&& value) {
    BestWait best;
    const auto consider = [&](const StepTaken& step, double reward) {
        if (!allows(step)) return;
        const double rest = std::max(0.0, left - step.duration);
        const double found = reward + discount(step.duration) * value(step.after, rest);
        if (!best.step || found > best.value) best = {found, step};
    };
    if (now.gait == Gait::stand) {
        const int ticks = static_cast<int>(std::lround(left / tick)), whole = step_library()[0].ticks;
        const int early = ticks - static_cast<int>(std::lround(longest_wait / tick));
        const auto stand_for = [&](int some) {
            auto stand = take(0, now, begin, 0, 1);
            if (some == 0 || !stand) return;
            stand->duration = some * tick;
            stand->after.stance = now.stance;
            consider(*stand, step_reward(stand->duration, 0, 1));
        };
        // Before the time that tables know there is nothing to get ready for.
        if (early > 0) {
            stand_for(std::min(whole, early));
            return best;
        }
        for (const int some : {std::min(whole, ticks), std::min(layer_ticks, ticks), ticks % layer_ticks})
            stand_for(some);
    }
    const auto take_steps = [&](bool in_time) {
        for_each_action(now.gait, std::max(now.gait, Gait::walk), false, 1e9, bearing,
                        [&](std::uint16_t clip, double turn, double stretch) {
                            const StepClip& kind = step_library()[clip];
                            const bool is_over = kind.duration() <= left + tick / 2;
                            if (is_over != in_time || (kind.length == 0 && kind.side == 0 && kind.turn == 0))
                                return;
                            if (const auto step = take(clip, now, begin, turn, stretch))
                                consider(*step, step_reward(step->duration, turn, stretch) - least_use);
                        });
    };
    take_steps(true);
    if (!best.step) take_steps(false);
    return best;
}

}  // namespace wend::motion
