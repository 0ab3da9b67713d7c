#pragma once

// Clips that wend makes itself, so that everything runs without any download: a walk, a run, a stop, a turn,
// a jump, a stand, each a body on a trajectory made for it.

#include <vector>

#include "wend/motion/body.hpp"

namespace wend::motion {

/// The poses of a body, sampled.
[[nodiscard]] Clip record_clip(const Body& body, const BodyStyle& style, std::string name, double begin,
                               double end, double rate = 60);

[[nodiscard]] std::vector<Clip> shipped_clips();

}  // namespace wend::motion
