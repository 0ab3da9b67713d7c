#pragma once

namespace wend {

/// Metres that a walking body keeps to a wall beyond touching, where there is room.
inline constexpr double usual_wall_gap = 0.02;
/// The same where there is less: so much ticks that cut across an arc need. Nobody walks through a passage
/// that leaves less on either side of its body.
inline constexpr double least_wall_gap = 0.002;

}  // namespace wend
