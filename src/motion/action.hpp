#pragma once

// What a controller can do next: the steps that begin in a gait, each with a few warps.

#include <array>
#include <cmath>

#include "wend/base/hash.hpp"
#include "wend/motion/steps.hpp"

namespace wend::motion {

/// Of a second that passes: what comes later counts a little less, so that values are finite.
inline constexpr double discount_rate = 0.03;
/// The value of never getting there.
inline constexpr double never = -1 / discount_rate;

[[nodiscard]] inline double discount(double seconds) noexcept {
    return std::exp(-discount_rate * seconds);
}
/// Cost of a step: its time, and what a warp takes from its looks, discounted over its duration.
[[nodiscard]] inline double step_reward(double duration, double warp_turn, double stretch) noexcept {
    const double turn = warp_turn / most_warp_turn, reach = (stretch - 1) / most_stretch;
    return -(1 - discount(duration)) / discount_rate - 0.01 * (turn * turn + reach * reach);
}

/// Calls `consider(clip, warp_turn, stretch)` for every action of a gait that ends in no faster one than
/// `top`. Besides the ends of its range a warp may be the one that looks at the target, and a stretch the one
/// that reaches it.
template <class Consider>
void for_each_action(Gait gait, Gait top, bool jumps, double away, double bearing, Consider&& consider) {
    const auto library = step_library();
    for (std::uint16_t c = 0; c < library.size(); ++c) {
        const StepClip& clip = library[c];
        if (clip.from != gait || clip.to > top || clip.is_jump != jumps) continue;
        const bool is_still = clip.length == 0 && clip.side == 0 && clip.turn == 0;
        const double aimed = std::clamp(bearing - clip.turn, -most_warp_turn, most_warp_turn);
        const std::array<double, 4> turns{0, -most_warp_turn, most_warp_turn, aimed};
        const double way = std::hypot(clip.length, clip.side);
        const double fitting = way > 0 ? std::clamp(away / way, 1 - most_stretch, 1 + most_stretch) : 1;
        const std::array<double, 4> stretches{1, 1 - most_stretch, 1 + most_stretch, fitting};
        for (std::size_t t = 0; t < (is_still ? 1u : 4u); ++t)
            for (std::size_t s = 0; s < (way > 0 ? 4u : 1u); ++s) consider(c, turns[t], stretches[s]);
    }
}

/// Everything that values depend on besides their own grid.
inline void add_steps(StateHash& hash) {
    for (const StepClip& clip : step_library()) {
        hash.add(
            std::uint64_t(static_cast<std::uint64_t>(clip.from) * 8 + static_cast<std::uint64_t>(clip.to)));
        hash.add(std::uint64_t(clip.ticks * 2 + (clip.is_jump ? 1 : 0)));
        for (const double part : {clip.length, clip.side, clip.turn}) hash.add(part);
    }
    for (const double part :
         {discount_rate, most_warp_turn, most_stretch, push, highest_rise_speed, fastest_landing})
        hash.add(part);
}

}  // namespace wend::motion
