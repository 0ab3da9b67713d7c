#pragma once

// Starts, stops and turns on the spot out of clips: found on the way of the root as they are on an agent's
// trajectory; of each kind the one that is nearest to all others stands for them.

#include <cstdint>
#include <span>
#include <vector>

#include "wend/motion/clip_set.hpp"

namespace wend::motion {

struct FoundGesture {
    std::uint64_t clip = 0;  ///< hash of the clip that it is from
    GestureKind kind = GestureKind::start;
    Cycle motion;  ///< as `Gesture::left`
};

/// Of a clip on its floor, and of the same on the standard skeleton.
void find_clip_gestures(const Clip& grounded, const Clip& standard, std::uint64_t clip,
                        std::vector<FoundGesture>& out);

/// Puts them into a style; how well those of each half of the clips describe the other half is told.
[[nodiscard]] std::vector<MeasuredGesture> choose_gestures(std::span<const FoundGesture> found,
                                                           BodyStyle& style);

}  // namespace wend::motion
