// The least length of a path through an edge.

#include <algorithm>
#include <cmath>

#include "mesh/tangent_search.hpp"

namespace wend::mesh {

namespace {

/// The shortest way from one point over the segment from `left` to `right`, seen from there, to another
/// point.
double way_through(Vec2 from, Vec2 left, Vec2 right, Vec2 to) {
    const Vec2 along = right - left;
    const double beyond = cross(along, to - left);
    if (beyond < 0) to = to - perpendicular(along) * (2 * beyond / squared_length(along));
    if (cross(left - from, to - from) > 0) return distance(from, left) + distance(left, to);
    if (cross(right - from, to - from) < 0) return distance(from, right) + distance(right, to);
    return distance(from, to);
}

}  // namespace

/// Where the label's circle reaches across the edge, a path may cross it while it turns, anywhere between the
/// ends. A path that ends its tangent before the edge, at a vertex behind it, comes within a radius of what
/// the edge's own bound is about, there and back.
double TangentSearch::bound_behind(const Label& label, HalfEdge enters) const {
    const Vec2 a = view_.origin(enters), b = view_.target(enters), along = b - a;
    const Vec2 arrives = label.arrives;
    if (cross(along, arrives - a) >= 0) return label.length + distance(arrives, goal_);
    double low = 0, high = 1;
    bool is_circle_before = true;
    if (radius_ > 0) {
        const double edge_length = length(along);
        low = (radius_ - touch_tolerance) / edge_length;
        high = 1 - low;
        is_circle_before = cross(along, label.center - a) <= -radius_ * edge_length;
    }
    if (label.fan_end != none && is_circle_before) {
        const double cut = crossing(arrives, label.direction, a, along);
        if (label.side > 0)
            high = std::min(high, cut);
        else
            low = std::max(low, cut);
    }
    double bound = std::numeric_limits<double>::infinity();
    if (low <= high + 1e-9)
        bound = label.length + way_through(arrives, a + along * low, a + along * high, goal_);
    if (radius_ == 0) {
        const bool is_late = is_reached_sooner(label, enters, a + along * low, a + along * high);
        return is_late ? std::numeric_limits<double>::infinity() : bound;
    }
    if (bound >= upper_ && ends_before(label, a, b) >= upper_) return bound;
    return corners().has_pocket(view_, enters) ? std::min(bound, ends_before(label, a, b)) : bound;
}

/// Of paths that end their tangent less than a radius before the edge.
double TangentSearch::ends_before(const Label& label, Vec2 a, Vec2 b) const {
    return label.length +
           std::max(distance(label.arrives, goal_), way_through(label.arrives, a, b, goal_) - 2 * radius_);
}

/// Of paths that cross the edge between the limits of the cone.
double TangentSearch::bound_crossing(const Label& label, const ViewCone& cone) const {
    const Vec2 from = label.arrives;
    Vec2 left = cone.left_at, right = cone.right_at;
    if (cone.narrow != none) return ends_before(label, left, right);
    if (cone.is_circle_across && cross(right - left, from - left) >= 0)
        return label.length + distance(from, goal_);
    if (label.fan_end != none && !cone.is_circle_across) {
        const bool is_left = cross(label.direction, left - from) * label.side >= -touch_tolerance;
        const bool is_right = cross(label.direction, right - from) * label.side >= -touch_tolerance;
        if (!is_left && !is_right) return std::numeric_limits<double>::infinity();
        if (is_left != is_right) {
            const double cut = crossing(from, label.direction, left, right - left);
            if (cut > 0 && cut < 1) (label.side > 0 ? right : left) = left + (right - left) * cut;
        }
    }
    return label.length + way_through(from, left, right, goal_);
}

double TangentSearch::bound_in(const Label& label, const ViewCone& cone) const {
    const double bound = bound_crossing(label, cone);
    if (radius_ == 0 || cone.narrow != none || !corners().has_pocket(view_, cone.enters)) return bound;
    return std::min(bound, ends_before(label, view_.origin(cone.enters), view_.target(cone.enters)));
}

bool TangentSearch::may_be_shorter(const Label& label, const ViewCone& cone) const {
    if (bound_crossing(label, cone) < upper_) return true;
    return radius_ > 0 && cone.narrow == none &&
           ends_before(label, view_.origin(cone.enters), view_.target(cone.enters)) < upper_ &&
           corners().has_pocket(view_, cone.enters);
}

}  // namespace wend::mesh
