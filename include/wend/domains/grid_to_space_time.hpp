#pragma once

// lambda(s, grid, space-time), MD 6.1, Eq. 5: a place x of a grid plan stands for the states at x + W(dx),
// t + W(dt), where t is when somebody who walks the plan at constant speed is at x.

#include <optional>

#include "wend/domains/place.hpp"
#include "wend/geometry/interval.hpp"

namespace wend::domains {

/// W(dx) and W(dt): metres and seconds to either side.
struct Windows {
    double space = 1;
    double time = 5;
};

struct TimedCourse {
    Course course;      ///< with the time at each place
    double speed = 0;   ///< m/s that the times assume
    double length = 0;  ///< metres
    Interval arrival;   ///< the window asked for, or the estimate and W(dt) around it
};

/// Times along a course that begins at `start_time`. It is walked at `speed`, or at whatever speed comes
/// nearest to that and arrives within `goal_window`, if there is one.
[[nodiscard]] TimedCourse grid_to_space_time(const Course& course, double start_time, double speed,
                                             const std::optional<Interval>& goal_window,
                                             const Windows& windows);

/// Is a place of the space-time domain one of those that a place of the timed course stands for?
[[nodiscard]] bool is_equivalent(const Place& on_course, const Place& state, const Windows& windows) noexcept;

}  // namespace wend::domains
