#pragma once

#include "wend/world/scene.hpp"

namespace wend::verify {

/// Can a recorded edit be reasoned about? Its numbers are finite, sizes are above 0, times rise, layers
/// exist.
[[nodiscard]] bool is_sound(const TimedEvent& event, const Scene& scene);

}  // namespace wend::verify
