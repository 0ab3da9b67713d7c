#include "wend/domains/course.hpp"

#include <limits>

#include "wend/geometry/segment.hpp"

namespace wend::domains {
namespace {

struct NearestPoint {
    std::size_t piece = 0;  ///< that begins at this place of the course
    Place at;
};

NearestPoint nearest_on(const Course& course, const Place& place) {
    NearestPoint best{0, course.front()};
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < course.size(); ++i) {
        const Place& from = course[i];
        const Place& to = i + 1 < course.size() && course[i + 1].layer == from.layer ? course[i + 1] : from;
        if (from.layer != place.layer) continue;
        const double share = nearest_parameter(from.position, to.position, place.position);
        const Vec2 at = lerp(from.position, to.position, share);
        if (!(distance(at, place.position) < least)) continue;
        least = distance(at, place.position);
        best = {i, {from.layer, at, from.time + (to.time - from.time) * share}};
    }
    return best;
}

}  // namespace

Course part_between(const Course& course, const Place& from, const Place& to) {
    if (course.empty()) return {};
    const NearestPoint begin = nearest_on(course, from), end = nearest_on(course, to);
    Course part{begin.at};
    for (std::size_t i = begin.piece + 1; i <= end.piece; ++i) part.push_back(course[i]);
    part.push_back(end.at);
    return part;
}

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
