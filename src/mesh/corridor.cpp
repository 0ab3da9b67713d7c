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

inline bool CorridorSearch::passes(HalfEdge enters, Side side) const noexcept {
    const HalfEdge exit = side == Side::left ? Triangulation::previous(enters) : Triangulation::next(enters);
    if (view_.mesh().is_wall(exit)) return false;
    return double{view_.mesh().clearance(enters, side)} >= least_clearance_;
}

CorridorSearch::Way CorridorSearch::through(HalfEdge enters, Vec2 from, double length) const noexcept {
    return {enters, view_.origin(enters), view_.target(enters), from, length};
}

inline CorridorSearch::Way CorridorSearch::on(const Way& way, Side side, Vec2 apex) const noexcept {
    const bool is_left = side == Side::left;
    const HalfEdge exit = is_left ? Triangulation::previous(way.enters) : Triangulation::next(way.enters);
    const HalfEdge enters = view_.mesh().twin(exit);
    view_.mesh().prefetch(enters);
    return is_left ? Way{enters, way.left, apex, way.bend, way.length}
                   : Way{enters, apex, way.right, way.bend, way.length};
}

void CorridorSearch::bend_around(Way& way, Vec2 corner, Vec2 inwards) const {
    const Vec2 off = inwards - corner;
    const Vec2 bend = corner + off * std::min(0.5, radius_ / length(off));
    way.length += areas_ == nullptr ? distance(way.bend, bend) : move_cost(view_, areas_, way.bend, bend);
    way.bend = bend;
}

/// The edge is taken to be crossed where the straight line to the goal comes nearest, a radius from its ends,
/// among what can be seen between those two corners.
void CorridorSearch::cross(Way& way, Vec2 most_left, Vec2 most_right) const {
    const Vec2 a = way.left, along = way.right - a, from = way.bend;
    const Vec2 towards = goal_ - from;
    const double facing = wend::cross(towards, along);
    const double ahead = wend::cross(along, goal_ - a);
    const double squared = squared_length(along);
    const double margin = std::min(0.5, radius_ / std::sqrt(squared));
    double least = margin, most = 1 - margin;
    const auto seen_past = [&](Vec2 corner) {
        return wend::cross(corner - from, from - a) / wend::cross(corner - from, along);
    };
    if (!(most_left == way.left)) least = std::clamp(seen_past(most_left), least, most);
    if (!(most_right == way.right)) most = std::clamp(seen_past(most_right), least, most);
    double at =
        facing < 0 && ahead > 0 ? wend::cross(towards, from - a) / facing : dot(goal_ - a, along) / squared;
    at = std::clamp(at, least, most);
    way.bend = a + along * at;
    way.length += areas_ == nullptr ? distance(from, way.bend) : move_cost(view_, areas_, from, way.bend);
}

/// The way is straight as long as it can be seen from its last bend, and then goes around the corner that
/// hides it.
bool CorridorSearch::follow(Way& way, Budget& budget) {
    Vec2 most_left = way.left, most_right = way.right;
    for (;;) {
        const TriangleIndex t = Triangulation::triangle_of(way.enters);
        const bool left = passes(way.enters, Side::left), right = passes(way.enters, Side::right);
        if ((left && right) || is_goal(t)) {
            cross(way, most_left, most_right);
            return true;
        }
        // Back at the start there is nothing new, and only so a ring of triangles can be closed.
        if ((!left && !right) || t == start_triangle_) return false;
        if (!budget.look()) {
            is_out_of_budget_ = true;
            return false;
        }
        const Vec2 apex = view_.at(view_.apex(way.enters)), away = apex - way.bend;
        way = on(way, left ? Side::left : Side::right, apex);
        const bool is_left_of_right = wend::cross(most_right - way.bend, away) >= 0;
        const bool is_right_of_left = wend::cross(most_left - way.bend, away) <= 0;
        if (left ? is_right_of_left : is_left_of_right) {
            Vec2& nearer = left ? most_right : most_left;
            if (left ? is_left_of_right : is_right_of_left) nearer = apex;
            continue;
        }
        bend_around(way, left ? most_left : most_right, apex);
        most_left = way.left;
        most_right = way.right;
    }
}

OpenList::Entry CorridorSearch::offer(Way way, std::uint32_t parent, Budget& budget) {
    constexpr OpenList::Entry nothing{std::numeric_limits<double>::infinity(), none};
    const HalfEdge leaves = way.enters;
    if (!follow(way, budget)) return nothing;
    std::uint32_t index = static_cast<std::uint32_t>(scratch_.nodes.size());
    const TriangleIndex t = Triangulation::triangle_of(way.enters);
    if (scratch_.node_at.has(t)) {
        index = scratch_.node_at[t];
        const CorridorNode& known = scratch_.nodes[index];
        if (known.is_closed || known.length <= way.length) return nothing;
    } else {
        scratch_.node_at.set(t, index);
        scratch_.nodes.emplace_back();
    }
    scratch_.nodes[index] = {way.bend, way.length, way.enters, leaves, parent, false};
    return {way.length + goal_weight * distance(way.bend, goal_), index};
}

std::uint32_t CorridorSearch::first_of(const OpenList::Entry& left, const OpenList::Entry& right) {
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
    const std::uint32_t first = open.top().id;
    open.pop();
    return first;
}

bool CorridorSearch::begin(const Location& start, const Location& goal, Budget& budget) {
    const Triangulation& mesh = view_.mesh();
    scratch_.node_at.resize(mesh.half_edge_bound());
    scratch_.node_at.clear();
    scratch_.nodes.clear();
    scratch_.open.clear();
    scratch_.portals.clear();
    scratch_.crossings.clear();
    scratch_.goal_triangles.resize(mesh.triangle_bound());
    scratch_.goal_triangles.clear();
    view_.for_each_touching(goal, [&](TriangleIndex t) {
        has_more_goals_ = goal_triangle_ != none;
        goal_triangle_ = t;
        scratch_.goal_triangles.insert(t);
    });
    bool is_there = false;
    view_.for_each_touching(start, [&](TriangleIndex t) {
        is_there = is_there || is_goal(t);
        start_triangle_ = t;
    });
    if (is_there) return false;
    view_.for_each_touching(start, [&](TriangleIndex t) {
        for (std::uint32_t i = 0; i < 3; ++i) {
            const HalfEdge h = Triangulation::half_edge(t, i);
            if (mesh.is_wall(h) || distance(view_.origin(h), view_.target(h)) < 2 * radius_ - 1) continue;
            const OpenList::Entry first = offer(through(mesh.twin(h), start_, 0), none, budget);
            if (first.id != none) scratch_.open.push(first.priority, first.id);
        }
    });
    return true;
}

StatusCode CorridorSearch::run(const Location& start, const Location& goal, Budget& budget) {
    if (!begin(start, goal, budget)) return StatusCode::ok;
    constexpr OpenList::Entry nothing{std::numeric_limits<double>::infinity(), none};
    for (std::uint32_t at = first_of(nothing, nothing); at != none;) {
        if (is_out_of_budget_ || !budget.spend()) return StatusCode::out_of_budget;
        CorridorNode& node = scratch_.nodes[at];
        if (node.is_closed) {
            at = first_of(nothing, nothing);
            continue;
        }
        node.is_closed = true;
        if (is_goal(Triangulation::triangle_of(node.enters))) {
            list_portals(at);
            return StatusCode::ok;
        }
        const Way way = through(node.enters, node.point, node.length);
        const Vec2 apex = view_.at(view_.apex(node.enters));
        const Way to_left = on(way, Side::left, apex), to_right = on(way, Side::right, apex);
        const OpenList::Entry left = offer(to_left, at, budget), right = offer(to_right, at, budget);
        at = first_of(left, right);
    }
    return is_out_of_budget_ ? StatusCode::out_of_budget : StatusCode::unreachable;
}

/// Follows the ways between the nodes once more.
void CorridorSearch::list_portals(std::uint32_t last) {
    scratch_.chain.clear();
    for (std::uint32_t i = last; i != none; i = scratch_.nodes[i].parent) scratch_.chain.push_back(i);
    Way way = through(scratch_.nodes[scratch_.chain.back()].leaves, start_, 0);
    for (auto i = scratch_.chain.rbegin(); i != scratch_.chain.rend(); ++i) {
        const CorridorNode& node = scratch_.nodes[*i];
        way.enters = node.leaves;
        for (;; way.enters =
                    view_.mesh().twin(passes(way.enters, Side::left) ? Triangulation::previous(way.enters)
                                                                     : Triangulation::next(way.enters))) {
            scratch_.portals.push_back(way.enters);
            if (areas_ != nullptr) {
                way = through(way.enters, way.bend, 0);
                cross(way, way.left, way.right);
                scratch_.crossings.push_back(way.bend);
            }
            if (way.enters == node.enters) break;
        }
    }
}

}  // namespace wend::mesh
