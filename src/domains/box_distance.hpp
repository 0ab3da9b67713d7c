#pragma once

#include <algorithm>

#include "wend/geometry/box.hpp"

namespace wend::domains {

/// Metres from `p` to the nearest point of `box`; infinite when the box is empty.
inline double distance_to_box(const Box2& box, Vec2 p) noexcept {
    return length(Vec2{std::max({box.low.x - p.x, 0.0, p.x - box.high.x}),
                       std::max({box.low.y - p.y, 0.0, p.y - box.high.y})});
}

}  // namespace wend::domains
