#include "wend/domains/course.hpp"

namespace wend::domains {

void set_times(Course& course, const CoursePace& pace, std::span<const double> fixed) {
    double walked = 0;
    for (std::size_t i = 0; i < course.size(); ++i) {
        if (i > 0 && course[i].layer == course[i - 1].layer)
            walked += distance(course[i].position, course[i - 1].position);
        if (i < fixed.size()) walked += fixed[i];
        course[i].time = pace.start_time + walked / pace.speed;
    }
}

double length_of(const Course& course) noexcept {
    double sum = 0;
    for (std::size_t i = 1; i < course.size(); ++i)
        if (course[i].layer == course[i - 1].layer)
            sum += distance(course[i].position, course[i - 1].position);
    return sum;
}

}  // namespace wend::domains
