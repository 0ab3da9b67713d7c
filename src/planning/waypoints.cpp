#include "planning/waypoints.hpp"

#include <algorithm>

#include "wend/domains/course.hpp"

namespace wend::planning {

std::vector<domains::Place> waypoints_along(const domains::Course& course, double spacing) {
    std::vector<domains::Place> backwards;
    if (course.empty()) return backwards;
    backwards.push_back(course.back());
    double left = domains::length_of(course);
    double next = spacing;  // metres before the end
    double passed = 0;
    for (std::size_t i = course.size() - 1; i > 0; --i) {
        const domains::Place& to = course[i];
        const domains::Place& from = course[i - 1];
        if (to.layer != from.layer) continue;
        const double piece = distance(from.position, to.position);
        for (; next <= passed + piece && left - next >= spacing / 2; next += spacing) {
            const double share = (next - passed) / piece;
            backwards.push_back(
                {to.layer, lerp(to.position, from.position, share), to.time + (from.time - to.time) * share});
        }
        passed += piece;
    }
    std::reverse(backwards.begin(), backwards.end());
    return backwards;
}

}  // namespace wend::planning
