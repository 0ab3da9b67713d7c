#include "wend/domains/grid_to_space_time.hpp"

#include <algorithm>
#include <cmath>

namespace wend::domains {

TimedCourse grid_to_space_time(const Course& course, double start_time, double speed,
                               const std::optional<Interval>& goal_window, const Windows& windows) {
    TimedCourse timed{course, speed, 0, {}};
    for (std::size_t i = 1; i < course.size(); ++i)
        timed.length += distance(course[i - 1].position, course[i].position);
    double arrives = start_time + timed.length / speed;
    if (goal_window)
        arrives = std::max(
            start_time, std::clamp(arrives, goal_window->low, std::max(goal_window->low, goal_window->high)));
    timed.arrival =
        goal_window.value_or(Interval{std::max(start_time, arrives - windows.time), arrives + windows.time});
    if (timed.length > 0 && arrives > start_time) timed.speed = timed.length / (arrives - start_time);
    double walked = 0;
    for (std::size_t i = 0; i < timed.course.size(); ++i) {
        if (i > 0) walked += distance(course[i - 1].position, course[i].position);
        const double share = timed.length > 0 ? walked / timed.length : 1;
        timed.course[i].time = i == 0 ? start_time : start_time + share * (arrives - start_time);
    }
    return timed;
}

bool is_equivalent(const Place& on_course, const Place& state, const Windows& windows) noexcept {
    return on_course.layer == state.layer && distance(on_course.position, state.position) <= windows.space &&
           std::abs(on_course.time - state.time) <= windows.time;
}

}  // namespace wend::domains
