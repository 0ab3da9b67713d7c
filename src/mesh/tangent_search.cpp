#include "mesh/tangent_search.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace wend::mesh {

StatusCode TangentSearch::run(const Location& start, const Location& goal, Budget& budget) {
    begin(start, goal);
    return search(budget);
}

/// Only labels that are expanded cost budget and raise the bound: what else there is to take depends on what
/// earlier queries left in the graph.
StatusCode TangentSearch::search(Budget& budget) {
    while (!scratch_.open.empty()) {
        const auto [priority, id] = scratch_.open.top();
        if (priority >= upper_) break;
        scratch_.open.pop();
        const std::uint32_t index = id & ~kind_mask;
        if ((id & kind_mask) == sector_node) {
            expand_sector(OpenSector(scratch_.sectors[index]));
        } else if ((id & kind_mask) == cone_node) {
            expand_cone(OpenCone(scratch_.cones[index]));
        } else if ((id & kind_mask) == goal_node) {
            const Arrival& arrival = scratch_.arrivals[index];
            if (!arrival_is_free(arrival)) continue;
            found_ = arrival.label;
            lower_bound_ = arrival.length;
            return StatusCode::ok;
        } else if (make_label(scratch_.candidates[index])) {
            if (!budget.spend()) return StatusCode::out_of_budget;
            lower_bound_ = std::max(lower_bound_, priority);
            expand_label(static_cast<std::uint32_t>(scratch_.labels.size() - 1));
        }
    }
    return StatusCode::unreachable;
}

void TangentSearch::begin(const Location& start, const Location& goal) {
    const Triangulation& mesh = view_.mesh();
    scratch_.labels.clear();
    scratch_.candidates.clear();
    scratch_.arrivals.clear();
    scratch_.found_edges.clear();
    scratch_.cones.clear();
    scratch_.sectors.clear();
    scratch_.open.clear();
    scratch_.labels_at.resize(2 * std::size_t{mesh.vertex_bound()});
    scratch_.labels_at.clear();
    if (radius_ == 0) scratch_.reached.resize(mesh.vertex_bound());
    scratch_.reached.clear();
    scratch_.goal_triangles.resize(mesh.triangle_bound());
    scratch_.goal_triangles.clear();
    goal_seed_ = view_.free_triangle(goal);
    is_one_goal_triangle_ = goal.on == Location::On::triangle;
    view_.for_each_touching(goal, [&](TriangleIndex t) { scratch_.goal_triangles.insert(t); });

    Label first;
    first.center = first.arrives = start_;
    scratch_.labels.push_back(first);
    look_from_start(start);
}

TangentEdge& TangentSearch::edge_of(const Candidate& candidate) const {
    return (candidate.edge & kept_edge) != 0 ? graph_.edge(candidate.edge & ~kept_edge)
                                             : scratch_.found_edges[candidate.edge];
}

double TangentSearch::turn_to(const Label& label, Vec2 direction, double angle) const {
    if (label.side == 0) return 0;
    const bool is_pillar = label.fan_end == none;
    if (!is_pillar && cross(label.direction, direction) * label.side < -turn_tolerance) return -1;
    if (radius_ == 0) return 0;
    double turn = (angle - label.angle) * label.side;
    if (turn > std::numbers::pi) turn -= 2 * std::numbers::pi;
    if (turn <= -std::numbers::pi) turn += 2 * std::numbers::pi;
    if (turn >= 0) return turn;
    if (turn > -2 * turn_tolerance) return 0;
    turn += 2 * std::numbers::pi;
    return turn <= longest_turn ? turn : -1;
}

bool TangentSearch::push_edge(std::uint32_t from, const TangentEdge& edge, std::uint32_t index) {
    const Label& parent = scratch_.labels[from];
    if (edge.state == TangentEdge::State::blocked) return false;
    const double rest = distance(edge.arrives, goal_);
    if (parent.length + edge.length + rest >= upper_) return false;
    const double turn = turn_to(parent, edge.direction, edge.angle);
    if (turn < 0) return false;
    const double length = parent.length + radius_ * turn + edge.length;
    const double priority = length + rest;
    if (priority >= upper_ || (radius_ == 0 && is_late(edge.spoke, length))) return false;
    if (is_dominated(edge.spoke, edge.side, edge.arrives, length)) return false;
    const auto id = static_cast<std::uint32_t>(scratch_.candidates.size());
    scratch_.candidates.push_back({length, turn, from, index});
    scratch_.open.push(priority, id | label_node);
    return true;
}

/// Appends the label that the candidate leads to, if it is worth expanding.
bool TangentSearch::make_label(const Candidate& candidate) {
    TangentEdge& edge = edge_of(candidate);
    const Label& parent = scratch_.labels[candidate.parent];
    if (radius_ == 0 && is_late(edge.spoke, candidate.length)) return false;
    if (is_dominated(edge.spoke, edge.side, edge.arrives, candidate.length)) return false;
    if (!graph_.is_open(edge, check_, edge.arrives - edge.direction * edge.length)) return false;
    if (!turn_is_free(parent, candidate.turn)) return false;
    Label label;
    label.center = view_.origin(edge.spoke);
    label.arrives = edge.arrives;
    label.direction = edge.direction;
    label.angle = edge.angle;
    label.length = candidate.length;
    label.side = edge.side;
    label.spoke = edge.spoke;
    label.fan_end = fan_end(edge.spoke, edge.side);
    label.parent = candidate.parent;
    const std::size_t key = key_of(view_.mesh().vertex(label.spoke), label.side);
    label.next_there = scratch_.labels_at.has(key) ? scratch_.labels_at[key] : none;
    scratch_.labels_at.set(key, static_cast<std::uint32_t>(scratch_.labels.size()));
    scratch_.labels.push_back(label);
    return true;
}

void TangentSearch::push_goal(std::uint32_t from) {
    const Label& parent = scratch_.labels[from];
    Arrival arrival{parent.arrives, parent.length, 0, from};
    if (const Tangent last = tangent(parent.center, radius_ * parent.side, goal_, 0); last.exists()) {
        arrival.turn = turn_to(parent, last.direction, std::atan2(last.direction.y, last.direction.x));
        if (arrival.turn < 0) return;
        arrival.leaves = last.from;
        arrival.length += radius_ * arrival.turn + last.length;
    } else if (!(goal_ == parent.center)) {
        return;
    }
    if (arrival.length >= upper_) return;
    const auto id = static_cast<std::uint32_t>(scratch_.arrivals.size());
    scratch_.arrivals.push_back(arrival);
    scratch_.open.push(arrival.length, id | goal_node);
}

/// The goal is near enough, and between the rays from the label's vertex to the ends of the sector's edge.
bool TangentSearch::may_see_goal(const OpenSector& open, float reach) const {
    const Vec2 u = scratch_.labels[open.label].center, towards = goal_ - u;
    if (length(towards) > static_cast<double>(reach) + touch_tolerance) return false;
    const HalfEdge right = Triangulation::next(open.spoke), left = Triangulation::previous(open.spoke);
    return cross(view_.origin(left) - u, towards) <= touch_tolerance &&
           cross(view_.origin(right) - u, towards) >= -touch_tolerance;
}

/// A cone enters the goal's triangle; for points it must also have the goal between its sides.
void TangentSearch::look_for_goal(std::uint32_t from, const SeenTriangle& seen) {
    if (!has_goal(seen.triangle)) return;
    const Vec2 u = scratch_.labels[from].center, towards = goal_ - u;
    if (radius_ == 0 && (cross(view_.at(seen.left) - u, towards) > touch_tolerance ||
                         cross(view_.at(seen.right) - u, towards) < -touch_tolerance))
        return;
    push_goal(from);
}

bool TangentSearch::turn_is_free(const Label& label, double turn) const {
    if (label.side == 0 || turn == 0) return true;
    if (turn < std::numbers::pi && corners().is_roomy(view_, label.spoke)) return true;
    if (arc_is_free(label, turn * label.side)) return true;
    return check_.arc_is_free(label.spoke, (label.arrives - label.center) / radius_, turn * label.side,
                              radius_);
}

bool TangentSearch::arrival_is_free(const Arrival& arrival) const {
    if (radius_ == 0) return true;
    return check_.segment_is_free(goal_seed_, arrival.leaves, goal_, radius_) &&
           turn_is_free(scratch_.labels[arrival.label], arrival.turn);
}

/// The triangle lies to the rear of the arriving tangent, before any turn that the label could make.
bool TangentSearch::is_behind(const Label& label, HalfEdge spoke) const {
    const HalfEdge far_spoke = label.side > 0 ? Triangulation::previous(spoke) : Triangulation::next(spoke);
    const Vec2 far = view_.origin(far_spoke) - label.center;
    return cross(label.direction, far) * label.side <= 0 && (radius_ == 0 || dot(label.direction, far) <= 0);
}

HalfEdge TangentSearch::fan_end(HalfEdge spoke, int side) const {
    const VertexFan& fan = corners().fan(view_, spoke);
    return side > 0 ? fan.left_wall : fan.right_wall;
}

}  // namespace wend::mesh
