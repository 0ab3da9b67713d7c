// String pulling for the grid: a plan of cells zigzags; the body that follows it need not.

#include <algorithm>
#include <cmath>

#include "wend/domains/grid_domain.hpp"
#include "wend/domains/multiplier_field.hpp"

namespace wend::domains {
namespace {

constexpr int passes = 4;

/// Is the straight way from a to c no worse than the one by b?
bool is_worth_it(const MultiplierField* constraints, const Place& a, const Place& b, const Place& c) {
    if (constraints == nullptr || constraints->constraints().empty()) return true;
    const auto cost = [&](const Place& from, const Place& to) {
        return distance(from.position, to.position) *
               constraints->mean(from.layer, from.position, to.position);
    };
    return !constraints->forbids(a.layer, a.position, c.position) && cost(a, c) <= cost(a, b) + cost(b, c);
}

/// Leaves out every point between two that see each other, going from the first point on.
void skip_seen(const GridDomain& grid, const MultiplierField* constraints, Course& course) {
    Course kept{course.front()};
    for (std::size_t i = 1; i + 1 < course.size(); ++i) {
        const Place &from = kept.back(), &next = course[i + 1];
        const bool seen = from.layer == course[i].layer && from.layer == next.layer &&
                          grid.sees(from.layer, from.position, next.position) &&
                          is_worth_it(constraints, from, course[i], next);
        if (!seen) kept.push_back(course[i]);
    }
    kept.push_back(course.back());
    course = std::move(kept);
}

/// Points at most `spacing` apart, on the same line.
Course divided(const Course& course, double spacing) {
    Course points{course.front()};
    for (std::size_t i = 1; i < course.size(); ++i) {
        const Place &a = course[i - 1], &b = course[i];
        const int parts =
            a.layer == b.layer ? static_cast<int>(std::ceil(distance(a.position, b.position) / spacing)) : 1;
        for (int k = 1; k < parts; ++k)
            points.push_back({a.layer, lerp(a.position, b.position, static_cast<double>(k) / parts), 0});
        points.push_back(b);
    }
    return points;
}

}  // namespace

Course grid_course(const GridDomain& grid, std::span<const GridDomain::Key> cells, const Place& start,
                   const Place& goal, const MultiplierField* constraints) {
    Course course{start};
    for (const GridDomain::Key key : cells) course.push_back(grid.place(key));
    course.push_back(goal);
    // Each pass tightens from one end what the pass before left slack towards the other.
    for (int pass = 0; pass < passes; ++pass) {
        skip_seen(grid, constraints, course);
        std::reverse(course.begin(), course.end());
        if (pass + 1 < passes) course = divided(course, grid.settings().cell / 2);
    }
    if (passes % 2 == 1) std::reverse(course.begin(), course.end());
    for (Place& place : course) place.time = 0;
    course.front().time = start.time;
    return course;
}

}  // namespace wend::domains
