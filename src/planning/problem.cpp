#include "wend/planning/problem.hpp"

namespace wend::planning {

void estimate_times(domains::Course& course, double speed) {
    for (std::size_t i = 1; i < course.size(); ++i)
        course[i].time = course[i - 1].time + distance(course[i - 1].position, course[i].position) / speed;
}

double length_of(const domains::Course& course) {
    double length = 0;
    for (std::size_t i = 1; i < course.size(); ++i)
        if (course[i].layer == course[i - 1].layer)
            length += distance(course[i - 1].position, course[i].position);
    return length;
}

}  // namespace wend::planning
