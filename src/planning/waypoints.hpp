#pragma once

#include <vector>

#include "wend/domains/place.hpp"

namespace wend::planning {

/// Places along a course, at most `spacing` metres apart, the last one the course's end. Counted from the
/// end, so that they stay where they are while the agent walks towards them; none is nearer than half the
/// spacing to the course's beginning.
[[nodiscard]] std::vector<domains::Place> waypoints_along(const domains::Course& course, double spacing);

}  // namespace wend::planning
