#pragma once

// Lengths and times along a course (MD 6.1), whatever domain it comes from.

#include <span>

#include "wend/domains/place.hpp"

namespace wend::domains {

struct CoursePace {
    double start_time = 0;  ///< seconds
    double speed = 1.4;     ///< metres a second, positive
};

/// Fills in the times of a course that is walked at this pace. `fixed`, if not empty, adds metres to the leg
/// that ends at each place: what portals and links cost more or less than the distance of their ends.
void set_times(Course& course, const CoursePace& pace, std::span<const double> fixed = {});

/// Metres between neighbours, and nothing for changes of layer.
[[nodiscard]] double length_of(const Course& course) noexcept;

/// From the course's point nearest to one place to its point nearest to the other, both of the course.
[[nodiscard]] Course part_between(const Course& course, const Place& from, const Place& to);

}  // namespace wend::domains
