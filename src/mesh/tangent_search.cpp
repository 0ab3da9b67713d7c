#include "mesh/tangent_search.hpp"

#include <cmath>
#include <numbers>

namespace wend::mesh {

TangentSearch::TangentSearch(const MeshView& view, const DiscCheck& check, TangentScratch& scratch,
                             double radius, Vec2 start, Vec2 goal)
    : view_(view), check_(check), scratch_(scratch), radius_(radius), start_(start), goal_(goal) {}

StatusCode TangentSearch::run(const Location& start, const Location& goal, Budget& budget, double upper) {
    upper_ = upper;
    is_strict_ = false;
    begin(start, goal);
    const StatusCode found = search(budget);
    if (!is_doubtful_ && (found != StatusCode::ok || path_is_free())) return found;
    is_strict_ = true;
    begin(start, goal);
    return search(budget);
}

bool TangentSearch::path_is_free() const {
    const Label& goal = scratch_.labels[found_];
    return is_free(goal, goal_seed_) && is_proven_free(scratch_.labels[goal.parent]);
}

StatusCode TangentSearch::search(Budget& budget) {
    Cone cone;
    while (!is_doubtful_) {
        if (take_cone(cone)) {
            if (!budget.spend()) return StatusCode::out_of_budget;
            expand_cone(cone);
            continue;
        }
        if (scratch_.open.empty()) break;
        const auto [priority, id] = scratch_.open.top();
        lower_bound_ = std::max(lower_bound_, priority);
        if (!budget.spend()) return StatusCode::out_of_budget;
        scratch_.open.pop();
        const std::uint32_t index = id & ~kind_mask;
        if ((id & kind_mask) == cone_node) {
            cone = scratch_.cones[index];
            scratch_.free_cones.push_back(index);
            expand_cone(cone);
        } else if ((id & kind_mask) == label_node) {
            expand_label(index);
        } else if (is_free(scratch_.labels[index], goal_seed_)) {
            found_ = index;
            lower_bound_ = scratch_.labels[index].length;
            return StatusCode::ok;
        }
    }
    return StatusCode::unreachable;
}

void TangentSearch::begin(const Location& start, const Location& goal) {
    const Triangulation& mesh = view_.mesh();
    scratch_.labels.clear();
    scratch_.cones.clear();
    scratch_.free_cones.clear();
    scratch_.corners.begin(mesh, radius_);
    is_doubtful_ = false;
    has_next_ = false;
    scratch_.open.clear();
    scratch_.labels_at.resize(2 * std::size_t{mesh.vertex_bound()});
    scratch_.labels_at.clear();
    if (radius_ == 0) scratch_.reached.resize(mesh.vertex_bound());
    scratch_.reached.clear();
    if (radius_ > 0) scratch_.free_edges.resize(mesh.half_edge_bound());
    scratch_.free_edges.clear();
    scratch_.goal_triangles.resize(mesh.triangle_bound());
    scratch_.goal_triangles.clear();
    goal_seed_ = view_.free_triangle(goal);
    is_goal_shared_ = goal.on != Location::On::triangle;
    view_.for_each_touching(goal, [&](TriangleIndex t) { scratch_.goal_triangles.insert(t); });

    Label first;
    first.center = first.leaves = first.arrives = start_;
    scratch_.labels.push_back(first);
    view_.for_each_touching(start, [&](TriangleIndex t) {
        if (scratch_.goal_triangles.has(t)) push_goal(0);
        for (std::uint32_t i = 0; i < 3; ++i) {
            const HalfEdge h = Triangulation::half_edge(t, i);
            const Vec2 a = view_.origin(h), b = view_.target(h);
            const Corner right = corner_tangents(start_, 0, a), left = corner_tangents(start_, 0, b);
            push_corner(0, h, right);
            // A triangle whose edge or corner has the start is entered from all of the triangles there.
            if (mesh.is_wall(h) || cross(b - a, start_ - a) <= 0) continue;
            Cone cone{0, mesh.twin(h), mesh.vertex(Triangulation::next(h)), mesh.vertex(h), {}, {}};
            if (left.keep_right.exists())
                cone.left_limit = {left.keep_right.direction, left.keep_right.length};
            if (right.keep_left.exists())
                cone.right_limit = {right.keep_left.direction, right.keep_left.length};
            follow(cone);
        }
    });
}

void TangentSearch::push_corner(std::uint32_t from, HalfEdge spoke, const Corner& corner) {
    push_label(from, corner.keep_left, spoke, -1);
    push_label(from, corner.keep_right, spoke, +1);
}

void TangentSearch::push_label(std::uint32_t from, const Tangent& tangent, HalfEdge spoke, int side) {
    if (!tangent.exists()) return;
    const Label& parent = scratch_.labels[from];
    const bool turns_little = parent.side == 0 || parent.fan_end != none;  // not around a pillar
    if (turns_little && cross(parent.direction, tangent.direction) * parent.side < -turn_tolerance) return;
    Label label;
    label.spoke = spoke;
    label.side = side;
    label.center = view_.origin(spoke);
    label.direction = tangent.direction;
    const bool may_turn_there = may_turn(label);
    if (!may_turn_there && radius_ > 0) return;
    if (parent.side != 0 && radius_ > 0) {
        label.parent_turn = turn_towards(parent.side, parent.direction, tangent.direction, turn_tolerance);
        if (label.parent_turn < 0) return;
    }
    label.length = parent.length + radius_ * label.parent_turn + tangent.length;
    const double priority = label.length + distance(tangent.to, goal_);
    if (priority >= upper_ || (radius_ == 0 && is_late(spoke, label.length)) || !may_turn_there) return;
    label.leaves = tangent.from;
    label.arrives = tangent.to;
    label.parent = from;
    if (is_dominated(label)) return;
    const auto id = static_cast<std::uint32_t>(scratch_.labels.size());
    scratch_.labels.push_back(label);
    scratch_.open.push(priority, id | label_node);
}

void TangentSearch::push_goal(std::uint32_t from, const Cone* cone) {
    const Label& parent = scratch_.labels[from];
    const Tangent last = tangent(parent.center, radius_ * parent.side, goal_, 0);
    Label label;
    label.center = label.arrives = goal_;
    label.parent = from;
    if (last.exists()) {
        if (cone != nullptr && !passes(*cone, last)) return;
        if (parent.side != 0) {
            label.parent_turn = turn_towards(parent.side, parent.direction, last.direction, turn_tolerance);
            if (label.parent_turn < 0) return;
        }
        label.leaves = last.from;
        label.direction = last.direction;
        label.length = parent.length + radius_ * label.parent_turn + last.length;
    } else if (goal_ == parent.center) {
        label.leaves = parent.arrives;
        label.length = parent.length;
    } else {
        return;
    }
    if (label.length >= upper_) return;
    const auto id = static_cast<std::uint32_t>(scratch_.labels.size());
    scratch_.labels.push_back(label);
    scratch_.open.push(label.length, id | goal_node);
}

bool TangentSearch::is_free(const Label& label, TriangleIndex seed) const {
    if (radius_ == 0) return true;
    return check_.segment_is_free(seed, label.leaves, label.arrives, radius_) && turn_is_free(label);
}

/// All of the path that the label stands for.
bool TangentSearch::is_proven_free(const Label& label) const {
    if (is_strict_ || radius_ == 0 || label.parent == none) return true;
    if (label.proof == 0)
        label.proof = is_proven_free(scratch_.labels[label.parent]) &&
                              is_free(label, Triangulation::triangle_of(label.spoke))
                          ? 1
                          : -1;
    return label.proof > 0;
}

bool TangentSearch::turn_is_free(const Label& label) const {
    const Label& parent = scratch_.labels[label.parent];
    if (parent.side == 0 || label.parent_turn == 0) return true;
    if (arc_is_free(parent, label.parent_turn * parent.side)) return true;
    return check_.arc_is_free(parent.spoke, (parent.arrives - parent.center) / radius_,
                              label.parent_turn * parent.side, radius_);
}

/// What keeps a tangent between two corners free, but for the walls near its ends, limits the cone it was
/// found in. Around roomy corners there are none; else the turn before it and the place where it ends are
/// looked at. Strictly, all of it is.
bool TangentSearch::may_arrive(const Label& label) {
    if (radius_ == 0) return true;
    const TriangleIndex seed = Triangulation::triangle_of(label.spoke);
    if (is_strict_) return is_free(label, seed);
    const Label& parent = scratch_.labels[label.parent];
    if (parent.side != 0 && !scratch_.corners.at(view_, parent.spoke).is_roomy && !turn_is_free(label))
        return false;
    return scratch_.corners.at(view_, label.spoke).is_roomy ||
           check_.clearance(seed, label.arrives, radius_) >= radius_ - touch_tolerance;
}

void TangentSearch::expand_label(std::uint32_t id) {
    Label& label = scratch_.labels[id];
    if (is_dominated(label)) return;
    if (!may_arrive(label)) return;
    const std::size_t key = 2 * std::size_t{view_.mesh().vertex(label.spoke)} + (label.side > 0);
    label.next_there = scratch_.labels_at.has(key) ? scratch_.labels_at[key] : none;
    scratch_.labels_at.set(key, id);
    const HalfEdge first = label.spoke, end = label.fan_end;
    const int side = label.side;
    bool is_rear = true;
    for (HalfEdge spoke = first;;) {
        const HalfEdge next = side > 0 ? view_.turn_left(spoke) : view_.turn_right(spoke);
        const bool is_last =
            end != none ? (side > 0 ? Triangulation::previous(spoke) : spoke) == end : next == first;
        is_rear = is_rear && !is_last && is_behind(scratch_.labels[id], spoke);
        if (scratch_.goal_triangles.has(Triangulation::triangle_of(spoke))) push_goal(id);
        if (!is_rear) fan_out(id, spoke, spoke == first, is_last);
        if (is_last) break;
        spoke = next;
    }
    if (end == none) fan_on(id);
}

/// The triangle lies to the rear of the arriving tangent, before any turn that the label could make.
bool TangentSearch::is_behind(const Label& label, HalfEdge spoke) const {
    const HalfEdge far_spoke = label.side > 0 ? Triangulation::previous(spoke) : Triangulation::next(spoke);
    const Vec2 far = view_.origin(far_spoke) - label.center;
    return cross(label.direction, far) * label.side <= 0 && (radius_ == 0 || dot(label.direction, far) <= 0);
}

/// There is something to turn around on that side; sets the wall that ends the turn.
bool TangentSearch::may_turn(Label& label) {
    const VertexFan& known = scratch_.corners.at(view_, label.spoke);
    if (known.kind == VertexFan::Kind::pillar) return radius_ > 0;
    const bool is_pinched = known.kind == VertexFan::Kind::pinched;
    const VertexFan here = is_pinched ? look_around(view_, label.spoke, radius_) : known;
    label.fan_end = label.side > 0 ? here.left_wall : here.right_wall;
    const Vec2 wall = label.side > 0 ? here.left_along : here.right_along;
    const double leaning = cross(label.direction, wall) * label.side;
    return leaning >= 0 || leaning * leaning <= turn_tolerance * turn_tolerance * squared_length(wall);
}

}  // namespace wend::mesh
