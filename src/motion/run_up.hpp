#pragma once

#include <optional>

#include "wend/motion/controllers.hpp"

namespace wend::motion {

/// Distances of the root from a ditch's near edge, at a right angle and running, from which a take-off lands
/// with the whole foot beyond it; empty when `low > high`.
struct TakeOff {
    double low = 0, high = 0;
    [[nodiscard]] bool is_possible() const noexcept { return low <= high; }
};
[[nodiscard]] TakeOff take_off_range(const Ditch& ditch) noexcept;

/// The next step of a straight run-up whose last step ends in the range: as few steps as can do it, all
/// stretched alike. Nothing when the heading is too far off or no number of steps fits.
[[nodiscard]] std::optional<StepTaken> run_up_step(const Ditch& ditch, const Configuration& now,
                                                   double time) noexcept;

}  // namespace wend::motion
