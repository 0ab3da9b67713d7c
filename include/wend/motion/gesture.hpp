#pragma once

// What the body does above the legs when a walk begins or ends and when somebody turns on the spot: motions
// with a beginning and an end, out of clips, that are laid over the cycles while they last.

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "wend/motion/foot_plan.hpp"

namespace wend::motion {

enum class GestureKind : std::uint8_t { start, stop, turn };
inline constexpr std::size_t gesture_kinds = 3;
inline constexpr std::array<std::string_view, gesture_kinds> gesture_names{"start", "stop", "turn"};

/// Rotations from its beginning to its end, hips relative to the heading: `left` sets out with the left foot,
/// puts it down last, or turns to the left; `right` is its mirror image.
struct Gesture {
    Cycle left, right;
};
[[nodiscard]] Gesture gesture_of(Cycle left);

/// A gesture on a trajectory.
struct GestureTime {
    GestureKind kind = GestureKind::start;
    bool is_right = false;
    double begin = 0, end = 0;  ///< seconds
};
/// Those of a body that walks a track on these feet, by time; no two at once and none in the air.
[[nodiscard]] std::vector<GestureTime> find_gestures(const Track& track, const FootPlan& feet);

/// How much of a gesture is seen at a share of its time: it comes out of the cycles and goes back to them.
[[nodiscard]] double gesture_weight(double share) noexcept;

}  // namespace wend::motion
