// The least length of a path through an edge.

#include <algorithm>
#include <cmath>

#include "mesh/tangent_search.hpp"

namespace wend::mesh {

/// Of paths that end their tangent less than a radius before the edge, at a vertex behind it: they come
/// within a radius of what the edge's own bound is about, there and back.
double TangentSearch::ends_before(const Label& label, Vec2 a, Vec2 b) const {
    return label.length +
           std::max(distance(label.arrives, goal_), way_through(label.arrives, a, b, goal_) - 2 * radius_);
}

/// Of paths that cross the edge between the limits of the cone; where the label's circle reaches across the
/// edge, anywhere between its ends.
double TangentSearch::bound_crossing(const Label& label, const ViewCone& cone) const {
    const Vec2 from = label.arrives, left = cone.left_at, right = cone.right_at;
    if (cone.narrow != none) return ends_before(label, left, right);
    if (cone.is_circle_across && cross(right - left, from - left) >= 0)
        return label.length + distance(from, goal_);
    return label.length + way_through(from, left, right, goal_);
}

/// Leaves of the cone what a path can reach that arrives there like the label.
bool TangentSearch::reaches(const Label& label, ViewCone& cone) const {
    if (label.fan_end == none || cone.is_circle_across || cone.narrow != none) return true;
    const Vec2 from = label.arrives;
    const bool is_left = cross(label.direction, cone.left_at - from) * label.side >= -touch_tolerance;
    const bool is_right = cross(label.direction, cone.right_at - from) * label.side >= -touch_tolerance;
    if (is_left == is_right) return is_left || (radius_ > 0 && corners().has_pocket(view_, cone.enters));
    const double cut = crossing(from, label.direction, cone.left_at, cone.right_at - cone.left_at);
    if (cut > 0 && cut < 1)
        (label.side > 0 ? cone.right_at : cone.left_at) = lerp(cone.left_at, cone.right_at, cut);
    return true;
}

double TangentSearch::bound_in(const Label& label, const ViewCone& cone) const {
    const double bound = bound_crossing(label, cone);
    if (radius_ == 0)
        return is_reached_sooner(label, cone.enters) ? std::numeric_limits<double>::infinity() : bound;
    if (cone.narrow != none) return bound;
    const double before = ends_before(label, view_.origin(cone.enters), view_.target(cone.enters));
    return before < std::min(bound, upper_) && corners().has_pocket(view_, cone.enters) ? before : bound;
}

bool TangentSearch::may_be_shorter(const Label& label, const ViewCone& cone) const {
    if (bound_crossing(label, cone) < upper_) return true;
    return radius_ > 0 && cone.narrow == none &&
           ends_before(label, view_.origin(cone.enters), view_.target(cone.enters)) < upper_ &&
           corners().has_pocket(view_, cone.enters);
}

}  // namespace wend::mesh
