#pragma once

// Parameterised clips: single steps, cut where a foot comes down, with a turn and a stretch that act before
// the next foot does [ST §4.1]. Left and right are each other's mirror image, so that a step says nothing of
// its foot.

#include <span>
#include <string_view>
#include <vector>

#include "wend/motion/body.hpp"
#include "wend/motion/controller.hpp"

namespace wend::motion {

struct StepClip {
    std::string_view name;
    Gait from = Gait::stand, to = Gait::stand;
    int ticks = 30;        ///< duration
    double length = 0;     ///< ahead, metres, before stretching
    double side = 0;       ///< to the left, metres
    double turn = 0;       ///< radians
    bool is_jump = false;  ///< in the air between `push` and the end
    [[nodiscard]] double duration() const noexcept { return ticks * tick; }
};
/// How far a step may be warped and still be believed.
inline constexpr double most_warp_turn = 0.17453292519943295;  ///< 10 degrees
inline constexpr double most_stretch = 0.10;
/// Seconds from a jump's beginning to take-off.
inline constexpr double push = 6 * tick;
inline constexpr double highest_rise_speed = 3.1, fastest_landing = 5.6;  ///< metres a second, vertical

[[nodiscard]] std::span<const StepClip> step_library();

/// The step from a configuration; a jump lands `rise` higher. Nothing where gravity and legs do not allow it.
[[nodiscard]] std::optional<StepTaken> take(std::uint16_t clip, const Configuration& before, double begin,
                                            double warp_turn, double stretch, double rise = 0) noexcept;

/// Where the foot stands that has come down in a configuration: heel, ball and toe in a line.
struct FootPrint {
    Vec2 heel, ball, toe;
};
[[nodiscard]] FootPrint print_of(const Configuration& at) noexcept;

/// The trajectory and the feet of steps taken one after the other: what a body walks.
[[nodiscard]] Track track_of(std::span<const StepTaken> steps);
[[nodiscard]] FootPlan feet_of(std::span<const StepTaken> steps);

}  // namespace wend::motion
