#include "mesh/corridor.hpp"

#include <algorithm>

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
void CorridorSearch::offer(HalfEdge enters, HalfEdge parent, Vec2 from, double length) {
    if (scratch_.nodes.has(enters) && scratch_.nodes[enters].is_closed) return;
    const Vec2 a = view_.origin(enters), along = view_.target(enters) - a;
    const Vec2 towards = goal_ - from;
    const double facing = cross(towards, along);
    const double ahead = cross(along, goal_ - a);
    const double margin = std::min(0.5, radius_ / wend::length(along));
    double at = facing < 0 && ahead > 0 ? cross(towards, from - a) / facing
                                        : dot(goal_ - a, along) / squared_length(along);
    at = std::clamp(at, margin, 1 - margin);
    const Vec2 point = a + along * at;
    length += areas_ == nullptr ? distance(from, point) : move_cost(view_, areas_, from, point);
    if (scratch_.nodes.has(enters) && scratch_.nodes[enters].length <= length) return;
    view_.mesh().prefetch(enters);
    scratch_.nodes.set(enters, {length, point, parent, false});
    scratch_.open.push(length + goal_weight * distance(point, goal_), enters);
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
            offer(mesh.twin(h), none, start_, 0);
        }
    });
    if (is_there) return StatusCode::ok;

    while (!scratch_.open.empty()) {
        if (!budget.spend()) return StatusCode::out_of_budget;
        const HalfEdge enters = scratch_.open.top().id;
        scratch_.open.pop();
        CorridorNode& node = scratch_.nodes[enters];
        if (node.is_closed) continue;
        node.is_closed = true;
        if (scratch_.goal_triangles.has(Triangulation::triangle_of(enters))) {
            for (HalfEdge h = enters; h != none; h = scratch_.nodes[h].parent) scratch_.portals.push_back(h);
            std::reverse(scratch_.portals.begin(), scratch_.portals.end());
            return StatusCode::ok;
        }
        const Vec2 from = node.point;
        const double length = node.length;
        if (passes(enters, Side::left))
            offer(mesh.twin(Triangulation::previous(enters)), enters, from, length);
        if (passes(enters, Side::right)) offer(mesh.twin(Triangulation::next(enters)), enters, from, length);
    }
    return StatusCode::unreachable;
}

}  // namespace wend::mesh
