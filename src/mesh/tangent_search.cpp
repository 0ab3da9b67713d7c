#include "mesh/tangent_search.hpp"

#include <cmath>
#include <numbers>

namespace wend::mesh {

namespace {

/// Parameter on a + t along of the crossing with the line through `from`; not a number when the line does not
/// run from the near side (right of a -> b) to the far one.
double crossing(Vec2 from, Vec2 direction, Vec2 a, Vec2 along) {
    const double facing = cross(direction, along);
    return facing < 0 ? cross(direction, from - a) / facing : std::numeric_limits<double>::quiet_NaN();
}

void tighten(Limit& limit, const Tangent& tangent, int towards) {
    if (!tangent.exists()) return;
    if (limit.direction == Vec2{} || cross(limit.direction, tangent.direction) * towards > 0)
        limit = {tangent.to, tangent.direction};
}

}  // namespace

TangentSearch::TangentSearch(const MeshView& view, const DiscCheck& check, TangentScratch& scratch,
                             double radius, Vec2 start, Vec2 goal)
    : view_(view), check_(check), scratch_(scratch), radius_(radius), start_(start), goal_(goal) {}

StatusCode TangentSearch::run(const Location& start, const Location& goal, Budget& budget, double upper) {
    upper_ = upper;
    begin(start, goal);
    while (!scratch_.open.empty()) {
        const auto [priority, id] = scratch_.open.top();
        lower_bound_ = std::max(lower_bound_, priority);
        if (!budget.spend()) return StatusCode::out_of_budget;
        scratch_.open.pop();
        const std::uint32_t index = id & ~kind_mask;
        if ((id & kind_mask) == cone_node) {
            const Cone wide = scratch_.cones[index];
            expand_cone(wide);
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
    scratch_.open.clear();
    scratch_.labels_at.resize(2 * std::size_t{mesh.vertex_bound()});
    scratch_.labels_at.clear();
    if (radius_ == 0) scratch_.reached.resize(mesh.vertex_bound());
    scratch_.reached.clear();
    if (radius_ > 0) scratch_.free_edges.resize(mesh.half_edge_bound());
    scratch_.free_edges.clear();
    scratch_.goal_triangles.resize(mesh.triangle_bound());
    scratch_.goal_triangles.clear();
    goal_seed_ = goal.triangle;
    view_.for_each_touching(goal, [&](TriangleIndex t) { scratch_.goal_triangles.insert(t); });

    Label first;
    first.center = first.leaves = first.arrives = start_;
    scratch_.labels.push_back(first);
    view_.for_each_touching(start, [&](TriangleIndex t) {
        if (scratch_.goal_triangles.has(t)) push_goal(0);
        for (std::uint32_t i = 0; i < 3; ++i) {
            const HalfEdge h = Triangulation::half_edge(t, i);
            const Vec2 a = view_.origin(h), b = view_.target(h);
            push_corner(0, h, corner_tangents(first, a));
            // A triangle whose edge or corner has the start is entered from all of the triangles there.
            if (mesh.is_wall(h) || cross(b - a, start_ - a) <= 0) continue;
            Cone cone{0, mesh.twin(h), none, b, a, {}, {}};
            tighten(cone.left_limit, corner_tangents(first, b).keep_right, -1);
            tighten(cone.right_limit, corner_tangents(first, a).keep_left, +1);
            push_cone(cone);
        }
    });
}

TangentSearch::Corner TangentSearch::corner_tangents(const Label& from, Vec2 corner) const {
    const double offset = radius_ * from.side;
    if (radius_ == 0) {
        const Tangent both = tangent(from.center, 0, corner, 0);
        return {both, both};
    }
    return {tangent(from.center, offset, corner, -radius_), tangent(from.center, offset, corner, radius_)};
}

/// Behind a closed edge only with tangents that end before it.
void TangentSearch::push_corner(std::uint32_t from, HalfEdge spoke, const Corner& corner, HalfEdge closed) {
    const auto ends_before = [&](const Tangent& move) {
        if (closed == none) return true;
        const Vec2 a = view_.origin(closed), along = view_.target(closed) - a;
        return move.exists() && cross(along, move.to - a) <= touch_tolerance * length(along);
    };
    if (ends_before(corner.keep_left)) push_label(from, corner.keep_left, spoke, -1);
    if (ends_before(corner.keep_right)) push_label(from, corner.keep_right, spoke, +1);
}

/// Less than a radius beyond the closed edge.
bool TangentSearch::is_shallow(HalfEdge closed, Vec2 point) const {
    const Vec2 a = view_.origin(closed), along = view_.target(closed) - a;
    return cross(along, point - a) < radius_ * length(along);
}

void TangentSearch::push_label(std::uint32_t from, const Tangent& tangent, HalfEdge spoke, int side) {
    if (!tangent.exists()) return;
    const Label& parent = scratch_.labels[from];
    const bool turns_little = parent.side == 0 || parent.fan_end != none;  // not around a pillar
    if (turns_little && cross(parent.direction, tangent.direction) * parent.side < -turn_tolerance) return;
    Label label;
    label.spoke = spoke;
    label.side = static_cast<std::int8_t>(side);
    label.center = view_.origin(spoke);
    label.direction = tangent.direction;
    label.fans = measure_fan(label);
    if (label.fans == 0 && radius_ > 0) return;
    if (parent.side != 0 && radius_ > 0) {
        label.parent_turn = turn_towards(parent.side, parent.direction, tangent.direction, turn_tolerance);
        if (label.parent_turn < 0) return;
    }
    label.length = parent.length + radius_ * label.parent_turn + tangent.length;
    const double priority = label.length + distance(tangent.to, goal_);
    if (priority >= upper_ || (radius_ == 0 && is_late(spoke, label.length)) || label.fans == 0) return;
    label.leaves = tangent.from;
    label.arrives = tangent.to;
    label.parent = from;
    if (is_dominated(label)) return;
    const auto id = static_cast<std::uint32_t>(scratch_.labels.size());
    scratch_.labels.push_back(label);
    scratch_.open.push(priority, id | label_node);
}

void TangentSearch::push_goal(std::uint32_t from) {
    const Label& parent = scratch_.labels[from];
    const Tangent last = tangent(parent.center, radius_ * parent.side, goal_, 0);
    Label label;
    label.center = label.arrives = goal_;
    label.parent = from;
    if (last.exists()) {
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
    if (!check_.segment_is_free(seed, label.leaves, label.arrives, radius_)) return false;
    const Label& parent = scratch_.labels[label.parent];
    if (parent.side == 0 || label.parent_turn == 0) return true;
    if (arc_is_free(parent, label.parent_turn * parent.side)) return true;
    return check_.arc_is_free(parent.spoke, (parent.arrives - parent.center) / radius_,
                              label.parent_turn * parent.side, radius_);
}

void TangentSearch::expand_label(std::uint32_t id) {
    Label& label = scratch_.labels[id];
    const int fans = label.fans;
    if (is_dominated(label)) return;
    if (!is_free(label, Triangulation::triangle_of(label.spoke))) return;
    const std::size_t key = 2 * std::size_t{view_.mesh().vertex(label.spoke)} + (label.side > 0);
    label.next_there = scratch_.labels_at.has(key) ? scratch_.labels_at[key] : none;
    scratch_.labels_at.set(key, id);
    const int side = label.side;
    HalfEdge spoke = label.spoke;
    bool is_rear = true;
    for (int i = 0; i < fans; ++i) {
        is_rear = is_rear && i + 1 < fans && is_behind(scratch_.labels[id], spoke);
        if (scratch_.goal_triangles.has(Triangulation::triangle_of(spoke))) push_goal(id);
        if (!is_rear) fan_out(id, spoke, i == 0, i + 1 == fans);
        if (i + 1 < fans) spoke = side > 0 ? view_.turn_left(spoke) : view_.turn_right(spoke);
    }
    if (scratch_.labels[id].fan_end == none) fan_on(id);
}

/// The triangle lies to the rear of the arriving tangent, before any turn that the label could make.
bool TangentSearch::is_behind(const Label& label, HalfEdge spoke) const {
    const HalfEdge far_spoke = label.side > 0 ? Triangulation::previous(spoke) : Triangulation::next(spoke);
    const Vec2 far = view_.origin(far_spoke) - label.center;
    return cross(label.direction, far) * label.side <= 0 && (radius_ == 0 || dot(label.direction, far) <= 0);
}

/// Around a pillar a path may turn by more than pi, so that it leaves to the rear of where it arrived.
void TangentSearch::fan_on(std::uint32_t id) {
    const Label label = scratch_.labels[id];
    HalfEdge spoke = label.spoke;
    for (int i = 0; i < label.fans; ++i) {
        const HalfEdge right_spoke = Triangulation::next(spoke), left_spoke = Triangulation::previous(spoke);
        const Vec2 right = view_.origin(right_spoke), left = view_.origin(left_spoke);
        const Corner right_corner = corner_tangents(label, right), left_corner = corner_tangents(label, left);
        push_corner(id, right_spoke, right_corner);
        push_corner(id, left_spoke, left_corner);
        Cone cone{id, view_.mesh().twin(right_spoke), none, left, right, {}, {}};
        tighten(cone.left_limit, left_corner.keep_right, -1);
        tighten(cone.right_limit, right_corner.keep_left, +1);
        if (!view_.mesh().is_wall(right_spoke)) push_cone(cone);
        if (dot(label.direction, (label.side > 0 ? left : right) - label.center) > 0) return;
        spoke = label.side > 0 ? view_.turn_left(spoke) : view_.turn_right(spoke);
    }
}

/// Triangles around the vertex from the one the path arrives in to the wall that ends the turn; 0 when there
/// is nothing to turn around on that side.
int TangentSearch::measure_fan(Label& label) const {
    const Triangulation& mesh = view_.mesh();
    int count = 0;
    HalfEdge spoke = label.spoke;
    do {
        ++count;
        const HalfEdge edge = label.side > 0 ? Triangulation::previous(spoke) : spoke;
        if (mesh.is_wall(edge)) {
            label.fan_end = edge;
            const Vec2 end = label.side > 0 ? view_.origin(edge) : view_.target(edge);
            const double leaning = cross(label.direction, end - label.center) * label.side;
            return leaning >= -turn_tolerance * distance(end, label.center) ? count : 0;
        }
        spoke = label.side > 0 ? view_.turn_left(spoke) : view_.turn_right(spoke);
    } while (spoke != label.spoke);
    return radius_ > 0 ? count : 0;
}

/// What the label sees through the triangle of `spoke`. In the first triangle the nearer corner may be on the
/// far side of the arriving tangent's line.
void TangentSearch::fan_out(std::uint32_t id, HalfEdge spoke, bool is_first, bool is_last) {
    const Triangulation& mesh = view_.mesh();
    const Label label = scratch_.labels[id];
    const HalfEdge opposite = Triangulation::next(spoke);
    const bool turns_left = label.side > 0;
    const HalfEdge right_spoke = opposite, left_spoke = Triangulation::previous(spoke);
    const HalfEdge near_spoke = turns_left ? right_spoke : left_spoke;
    const HalfEdge far_spoke = turns_left ? left_spoke : right_spoke;
    const Corner far_corner = corner_tangents(label, view_.origin(far_spoke));
    if (is_last) push_corner(id, far_spoke, far_corner);
    Cone cone{id, mesh.twin(opposite), none, view_.origin(left_spoke), view_.origin(right_spoke), {}, {}};
    Limit& near_limit = turns_left ? cone.right_limit : cone.left_limit;
    near_limit = {label.arrives, label.direction};
    const Vec2 near = view_.origin(near_spoke) - label.center;
    if (!is_first || cross(label.direction, near) * label.side <= 0) {
        const Corner near_corner = corner_tangents(label, view_.origin(near_spoke));
        push_corner(id, near_spoke, near_corner);
        tighten(near_limit, turns_left ? near_corner.keep_left : near_corner.keep_right, label.side);
    }
    if (turns_left)
        tighten(cone.left_limit, far_corner.keep_right, -1);
    else
        tighten(cone.right_limit, far_corner.keep_left, +1);
    if (!mesh.is_wall(opposite)) push_cone(cone);
}

void TangentSearch::expand_cone(const Cone& cone) {
    const Triangulation& mesh = view_.mesh();
    const Label from = scratch_.labels[cone.label];
    const Vec2 u = from.center;
    if (scratch_.goal_triangles.has(Triangulation::triangle_of(cone.enters)) &&
        (radius_ > 0 || (cross(cone.left - u, goal_ - u) <= touch_tolerance &&
                         cross(cone.right - u, goal_ - u) >= -touch_tolerance)))
        push_goal(cone.label);
    const HalfEdge left_exit = Triangulation::previous(cone.enters);
    const HalfEdge right_exit = Triangulation::next(cone.enters);
    const Vec2 apex = view_.origin(left_exit);
    const double beyond_left = cross(cone.left - u, apex - u);
    const double beyond_right = cross(apex - u, cone.right - u);
    Cone left_cone = cone, right_cone = cone;
    left_cone.enters = mesh.twin(left_exit);
    right_cone.enters = mesh.twin(right_exit);
    if (beyond_left <= 0 && beyond_right <= 0) {
        const Corner corner = corner_tangents(from, apex);
        push_corner(cone.label, left_exit, corner, cone.closed);
        left_cone.right = right_cone.left = apex;
        tighten(left_cone.right_limit, corner.keep_left, +1);
        tighten(right_cone.left_limit, corner.keep_right, -1);
    }
    if (beyond_left < 0 && !mesh.is_wall(left_exit)) push_cone(left_cone);
    if (beyond_right < 0 && !mesh.is_wall(right_exit)) push_cone(right_cone);
}

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

void TangentSearch::push_cone(const Cone& cone) {
    const Label& from = scratch_.labels[cone.label];
    const Vec2 a = view_.origin(cone.enters), b = view_.target(cone.enters);
    const Vec2 along = b - a;
    double low = 0, high = 1;
    if (!(cone.left == a)) low = std::max(low, crossing(from.center, cone.left - from.center, a, along));
    if (!(cone.right == b)) high = std::min(high, crossing(from.center, cone.right - from.center, a, along));
    const double wide_low = low, wide_high = high;
    double rest = 0;
    bool crosses = radius_ == 0;
    HalfEdge closed = cone.closed;
    if (closed != none && !is_shallow(closed, a + along * low) && !is_shallow(closed, a + along * high))
        return;
    // Where the path leaves its circle beyond the edge, it need not cross it.
    if (closed == none && cross(along, from.arrives - a) < 0) {
        if (cone.left_limit.direction != Vec2{} && cross(along, cone.left_limit.touches - a) <= 0)
            low = std::max(low, crossing(cone.left_limit.touches, cone.left_limit.direction, a, along));
        if (cone.right_limit.direction != Vec2{} && cross(along, cone.right_limit.touches - a) <= 0)
            high = std::min(high, crossing(cone.right_limit.touches, cone.right_limit.direction, a, along));
        bool is_flat = false;
        if (radius_ > 0) {
            const double length = distance(a, b);
            const double margin = (radius_ - touch_tolerance) / length;
            low = std::max(low, margin);
            high = std::min(high, 1 - margin);
            is_flat = cross(along, view_.at(view_.apex(cone.enters)) - a) < radius_ * length;
        }
        if (low > high + 1e-9) {
            if (radius_ == 0) return;
            closed = cone.enters;
            is_flat = true;
        }
        crosses = !is_flat;
        rest = is_flat ? bound_through(from.arrives, a, b, wide_low, wide_high) - 2 * radius_
                       : bound_through(from.arrives, a, b, low, high);
    }
    if (rest == 0 || !crosses) rest = std::max(rest, distance(from.arrives, goal_));
    const double priority = from.length + rest;
    if (priority >= upper_) return;
    if (crosses && is_reached_sooner(from, cone.enters, a + along * low, a + along * high)) return;
    const auto id = static_cast<std::uint32_t>(scratch_.cones.size());
    scratch_.cones.push_back(cone);
    scratch_.cones.back().closed = closed;
    scratch_.open.push(priority, id | cone_node);
}

}  // namespace wend::mesh
