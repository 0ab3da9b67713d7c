#pragma once

#include "wend/world/walls.hpp"

namespace wend::check {

/// The walls around everybody's entry and goal. What is far from all of them is left out, since sorting out
/// the walls of a whole city to look at one agent would take most of the time of reading it.
[[nodiscard]] Walls nearby_walls(const Scene& scene);

}  // namespace wend::check
