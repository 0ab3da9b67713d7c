#pragma once

#include "wend/motion/body.hpp"

namespace wend::motion {

/// The cycles and gestures that wend makes itself.
[[nodiscard]] BodyStyle make_shipped_style();

}  // namespace wend::motion
