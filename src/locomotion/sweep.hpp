#pragma once

// Support and collision of an upright cylinder, exact between two ticks: everything moves on straight lines
// there, so in the frame of the other thing the cylinder's axis sweeps a segment.

#include <optional>

#include "wend/locomotion/moving_world.hpp"

namespace wend::locomotion {

/// How far feet may be below a top and still be on it.
inline constexpr double step_tolerance = 0.05;

/// Whether a body that goes from `a` at `tick` to `b` at the next one meets a block or another body.
[[nodiscard]] bool hits_anything(const MovingWorld& world, const BodyShape& shape, Vec3 a, Vec3 b, Tick tick);

/// Whether feet at `p` stand on something that carries.
[[nodiscard]] bool is_supported(const MovingWorld& world, const BodyShape& shape, Vec3 p, Tick tick);

}  // namespace wend::locomotion
