// The least length of a path through an edge.

#include <algorithm>
#include <cmath>

#include "mesh/tangent_search.hpp"

namespace wend::mesh {

/// The shortest way from `from` over the points of ab with parameters in [low, high] to the goal.
double TangentSearch::bound_through(Vec2 from, Vec2 a, Vec2 b, double low, double high) const {
    const Vec2 along = b - a;
    Vec2 goal = goal_;
    const double beyond = cross(along, goal - a);
    if (beyond < 0) goal = goal - perpendicular(along) * (2 * beyond / squared_length(along));
    const Vec2 left = a + along * low;
    if (cross(left - from, goal - from) > 0) return distance(from, left) + distance(left, goal);
    const Vec2 right = a + along * high;
    if (cross(right - from, goal - from) < 0) return distance(from, right) + distance(right, goal);
    return distance(from, goal);
}

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
        if (corners().has_pocket(view_, enters))
            return label.length +
                   std::max(distance(arrives, goal_), bound_through(arrives, a, b, 0, 1) - 2 * radius_);
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
    if (low > high + 1e-9) return std::numeric_limits<double>::infinity();
    if (radius_ == 0 && is_reached_sooner(label, enters, a + along * low, a + along * high))
        return std::numeric_limits<double>::infinity();
    return label.length + bound_through(arrives, a, b, low, high);
}

}  // namespace wend::mesh
