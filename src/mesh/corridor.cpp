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

OpenList::Entry CorridorSearch::offer(CorridorWay way, std::uint32_t parent, Budget& budget) {
    constexpr OpenList::Entry nothing{std::numeric_limits<double>::infinity(), none};
    const HalfEdge leaves = way.enters;
    const CorridorWays::End end = ways_.follow(
        way, start_triangle_, [this](TriangleIndex t) { return is_goal(t); }, budget);
    is_out_of_budget_ = is_out_of_budget_ || end == CorridorWays::End::out_of_budget;
    if (end != CorridorWays::End::decision) return nothing;
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
            if (!ways_.starts_through(h)) continue;
            const OpenList::Entry first = offer(ways_.through(mesh.twin(h), start_, 0), none, budget);
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
        const CorridorWay way = ways_.through(node.enters, node.point, node.length);
        const Vec2 apex = view_.at(view_.apex(node.enters));
        const CorridorWay to_left = ways_.on(way, Side::left, apex),
                          to_right = ways_.on(way, Side::right, apex);
        const OpenList::Entry left = offer(to_left, at, budget), right = offer(to_right, at, budget);
        at = first_of(left, right);
    }
    return is_out_of_budget_ ? StatusCode::out_of_budget : StatusCode::unreachable;
}

/// Follows the ways between the nodes once more.
void CorridorSearch::list_portals(std::uint32_t last) {
    scratch_.chain.clear();
    for (std::uint32_t i = last; i != none; i = scratch_.nodes[i].parent) scratch_.chain.push_back(i);
    CorridorWay way = ways_.through(scratch_.nodes[scratch_.chain.back()].leaves, start_, 0);
    for (auto i = scratch_.chain.rbegin(); i != scratch_.chain.rend(); ++i) {
        const CorridorNode& node = scratch_.nodes[*i];
        way.enters = node.leaves;
        for (;; way.enters = ways_.only_way_on(way.enters)) {
            scratch_.portals.push_back(way.enters);
            if (has_areas_) {
                way = ways_.through(way.enters, way.bend, 0);
                ways_.cross_edge(way, way.left, way.right);
                scratch_.crossings.push_back(way.bend);
            }
            if (way.enters == node.enters) break;
        }
    }
}

}  // namespace wend::mesh
