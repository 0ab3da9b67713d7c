#pragma once

// lambda(s, grid, space-time), MD 6.1, Eq. 5: a place x of a grid plan stands for the states at x + W(dx),
// t + W(dt), where t is when somebody who walks the plan at constant speed is at x. This is t; the windows
// are the widths of the tunnel around the course (planning/tunnel.hpp).

#include <optional>

#include "wend/domains/place.hpp"
#include "wend/geometry/interval.hpp"

namespace wend::domains {

/// The course with times. It begins at `start_time` and is walked at `speed`, or at whatever speed comes
/// nearest to that and arrives within `goal_window`, if there is one.
[[nodiscard]] Course grid_to_space_time(Course course, double start_time, double speed,
                                        const std::optional<Interval>& goal_window = {});

}  // namespace wend::domains
