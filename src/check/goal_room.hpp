#pragma once

#include "wend/world/scene.hpp"
#include "wend/world/walls.hpp"

namespace wend::check {

/// Is there a place in the region where a body's centre can be? False only when there certainly is none.
[[nodiscard]] bool has_room(const GoalRegion& region, const Region& ground, double radius);

}  // namespace wend::check
