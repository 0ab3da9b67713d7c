#include "wend/domains/grid_to_space_time.hpp"

#include <algorithm>

#include "wend/domains/course.hpp"

namespace wend::domains {

Course grid_to_space_time(Course course, double start_time, double speed,
                          const std::optional<Interval>& goal_window) {
    const double length = length_of(course);
    if (goal_window && length > 0) {
        const double low = goal_window->low - start_time, high = goal_window->high - start_time;
        const double seconds = std::clamp(length / speed, low, std::max(low, high));
        if (seconds > 0) speed = length / seconds;
    }
    set_times(course, {start_time, speed});
    return course;
}

}  // namespace wend::domains
