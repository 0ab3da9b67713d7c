#include "mesh/corridor.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace wend::mesh {

namespace {

/// The straight distance to the goal is short of the truth almost everywhere; counting a little more of it
/// halves the search and lengthens paths by a fraction of a percent.
constexpr double goal_weight = 1.05;

}  // namespace

double move_cost(const MeshView& view, const AreaCosts* areas, Vec2 from, Vec2 to) {
    if (areas == nullptr) return distance(from, to);
    return areas->weigh(view.to_metres(from), view.to_metres(to)) / view.unit();
}

bool CorridorSearch::passes(HalfEdge enters, Side side) const noexcept {
    const HalfEdge exit = side == Side::left ? Triangulation::previous(enters) : Triangulation::next(enters);
    if (view_.mesh().is_wall(exit)) return false;
    return double{view_.mesh().clearance(enters, side)} >= least_clearance_;
}

/// The edge is taken to be crossed where the straight line to the goal comes nearest, a radius from its ends.
OpenList::Entry CorridorSearch::offer(HalfEdge enters, HalfEdge parent, Vec2 from, double length) {
    constexpr OpenList::Entry nothing{std::numeric_limits<double>::infinity(), none};
    const bool is_known = scratch_.nodes.has(enters);
    if (is_known && scratch_.nodes[enters].is_closed) return nothing;
    view_.mesh().prefetch(enters);
    const Vec2 a = view_.origin(enters), along = view_.target(enters) - a;
    const Vec2 towards = goal_ - from;
    const double facing = cross(towards, along);
    const double ahead = cross(along, goal_ - a);
    const double squared = squared_length(along);
    const double margin = std::min(0.5, radius_ / std::sqrt(squared));
    double at = facing < 0 && ahead > 0 ? cross(towards, from - a) / facing : dot(goal_ - a, along) / squared;
    at = std::clamp(at, margin, 1 - margin);
    const Vec2 point = a + along * at;
    length += areas_ == nullptr ? distance(from, point) : move_cost(view_, areas_, from, point);
    if (is_known && scratch_.nodes[enters].length <= length) return nothing;
    scratch_.nodes.set(enters, {length, point, parent, false});
    return {length + goal_weight * distance(point, goal_), enters};
}

HalfEdge CorridorSearch::first_of(const OpenList::Entry& left, const OpenList::Entry& right) {
    OpenList& open = scratch_.open;
    const bool is_right = OpenList::is_before(right, left);
    const OpenList::Entry& near = is_right ? right : left;
    const OpenList::Entry& far = is_right ? left : right;
    if (far.id != none) open.push(far.priority, far.id);
    if (near.id != none) {
        const bool is_first = open.empty() || OpenList::is_before(near, open.top());
        return is_first ? near.id : open.exchange(near).id;
    }
    if (open.empty()) return none;
    const HalfEdge first = open.top().id;
    open.pop();
    return first;
}

StatusCode CorridorSearch::run(const Location& start, const Location& goal, Budget& budget) {
    const Triangulation& mesh = view_.mesh();
    scratch_.nodes.resize(mesh.half_edge_bound());
    scratch_.nodes.clear();
    scratch_.open.clear();
    scratch_.portals.clear();
    scratch_.goal_triangles.resize(mesh.triangle_bound());
    scratch_.goal_triangles.clear();
    view_.for_each_touching(goal, [&](TriangleIndex t) { scratch_.goal_triangles.insert(t); });
    bool is_there = false;
    view_.for_each_touching(start, [&](TriangleIndex t) {
        is_there = is_there || scratch_.goal_triangles.has(t);
        for (std::uint32_t i = 0; i < 3; ++i) {
            const HalfEdge h = Triangulation::half_edge(t, i);
            if (mesh.is_wall(h) || distance(view_.origin(h), view_.target(h)) < 2 * radius_ - 1) continue;
            const OpenList::Entry first = offer(mesh.twin(h), none, start_, 0);
            if (first.id != none) scratch_.open.push(first.priority, first.id);
        }
    });
    if (is_there) return StatusCode::ok;

    constexpr OpenList::Entry nothing{std::numeric_limits<double>::infinity(), none};
    for (HalfEdge enters = first_of(nothing, nothing); enters != none;) {
        if (!budget.spend()) return StatusCode::out_of_budget;
        CorridorNode& node = scratch_.nodes[enters];
        if (node.is_closed) {
            enters = first_of(nothing, nothing);
            continue;
        }
        node.is_closed = true;
        if (scratch_.goal_triangles.has(Triangulation::triangle_of(enters))) {
            for (HalfEdge h = enters; h != none; h = scratch_.nodes[h].parent) scratch_.portals.push_back(h);
            std::reverse(scratch_.portals.begin(), scratch_.portals.end());
            return StatusCode::ok;
        }
        const Vec2 from = node.point;
        const double length = node.length;
        OpenList::Entry left = nothing, right = nothing;
        if (passes(enters, Side::left))
            left = offer(mesh.twin(Triangulation::previous(enters)), enters, from, length);
        if (passes(enters, Side::right))
            right = offer(mesh.twin(Triangulation::next(enters)), enters, from, length);
        enters = first_of(left, right);
    }
    return StatusCode::unreachable;
}

}  // namespace wend::mesh
