// The cones of the tangent search: what a label sees, triangle by triangle, and the least length of a path
// through an edge.

#include <cmath>

#include "mesh/tangent_search.hpp"

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
        limit = {tangent.direction, tangent.length};
}

}  // namespace

/// Looks for vertices beyond an edge, in a cone, that tangents touch before they cross the edge. They lie
/// less than `depth` behind it.
class TangentSearch::ShallowSearch {
  public:
    ShallowSearch(TangentSearch& search, const Cone& cone, Vec2 a, Vec2 along, double length, double depth)
        : search_(search),
          cone_(cone),
          center_(search.scratch_.labels[cone.label].center),
          side_(search.scratch_.labels[cone.label].side),
          a_(a),
          along_(along),
          depth_(depth * length),
          touch_(touch_tolerance * length) {}

    void enter(HalfEdge enters, Vec2 left, Vec2 right) {
        const HalfEdge left_exit = Triangulation::previous(enters), right_exit = Triangulation::next(enters);
        const Vec2 apex = search_.view_.origin(left_exit);
        const bool is_right_of_left = cross(left - center_, apex - center_) <= 0;
        const bool is_left_of_right = cross(right - center_, apex - center_) >= 0;
        const bool is_between = is_right_of_left && is_left_of_right;
        if (is_between && is_shallow(apex)) offer(left_exit, apex);
        if (is_right_of_left) leave(left_exit, left, is_between ? apex : right);
        if (is_left_of_right) leave(right_exit, is_between ? apex : left, right);
    }

  private:
    [[nodiscard]] bool is_shallow(Vec2 p) const noexcept { return cross(along_, p - a_) < depth_; }

    /// Goes on if part of the edge, as far as it is between the rays through `left` and `right`, is shallow.
    void leave(HalfEdge exit, Vec2 left, Vec2 right) {
        if (search_.view_.mesh().is_wall(exit)) return;
        const Vec2 b = search_.view_.origin(exit), a = search_.view_.target(exit);
        if (!is_shallow(a) && !is_shallow(b)) return;
        const auto clipped = [&](Vec2 end, Vec2 ray) {
            const double at = ray == end ? -1 : crossing(center_, ray - center_, a, b - a);
            return at >= 0 && at <= 1 ? a + (b - a) * at : end;
        };
        if (is_shallow(clipped(a, left)) || is_shallow(clipped(b, right)))
            enter(search_.view_.mesh().twin(exit), left, right);
    }

    void offer(HalfEdge spoke, Vec2 apex) {
        if (search_.scratch_.corners.at(search_.view_, spoke).is_blunt) return;
        const Corner corner = search_.corner_tangents(center_, side_, apex);
        if (ends_before(corner.keep_left)) search_.push_label(cone_.label, corner.keep_left, spoke, -1);
        if (ends_before(corner.keep_right)) search_.push_label(cone_.label, corner.keep_right, spoke, +1);
    }
    [[nodiscard]] bool ends_before(const Tangent& move) const {
        return move.exists() && cross(along_, move.to - a_) <= touch_ && search_.passes(cone_, move);
    }

    TangentSearch& search_;
    const Cone& cone_;
    Vec2 center_;
    int side_;
    Vec2 a_, along_;
    double depth_, touch_;
};

/// A vertex that a tangent of direction d touches on its left lies dot(d, along) r behind where the tangent
/// ends, one on its right -dot(d, along) r: slanting tangents only.
void TangentSearch::search_shallow(const Cone& cone, Vec2 a, Vec2 along, double length) {
    if (!scratch_.corners.has_pocket(view_, cone.enters)) return;
    const Vec2 rightmost = cone.right_limit.direction, leftmost = cone.left_limit.direction;
    const double slant = std::max(rightmost == Vec2{} ? length : dot(rightmost, along),
                                  leftmost == Vec2{} ? length : -dot(leftmost, along));
    const double depth = radius_ * std::min(1.0, slant / length);
    if (depth <= touch_tolerance) return;
    ShallowSearch(*this, cone, a, along, length, depth)
        .enter(cone.enters, view_.at(cone.left), view_.at(cone.right));
}

/// The tangent keeps the vertices that limit the cone at a distance.
bool TangentSearch::passes(const Cone& cone, const Tangent& move) const {
    if (radius_ == 0) return true;
    const double least = radius_ - touch_tolerance;
    const Label& from = scratch_.labels[cone.label];
    const auto hits = [&](const Limit& limit, int side) {
        if (limit.direction == Vec2{} || cross(move.direction, limit.direction) * side >= 0) return false;
        const Vec2 vertex = from.center + limit.direction * limit.touches +
                            perpendicular(limit.direction) * (radius_ * (side - from.side));
        const double x = dot(vertex - move.from, move.direction);
        const double beside = cross(move.direction, vertex - move.from);
        const double gap = x < 0 ? x : x > move.length ? x - move.length : 0;
        return gap * gap + beside * beside < least * least;
    };
    return !hits(cone.left_limit, +1) && !hits(cone.right_limit, -1);
}

bool TangentSearch::has_goal(TriangleIndex t) const noexcept {
    return t == goal_seed_ || (is_goal_shared_ && scratch_.goal_triangles.has(t));
}

/// Walks the cone through the triangles in which it does not split; it ends at a wall or is pushed.
void TangentSearch::follow(Cone& cone) {
    const Triangulation& mesh = view_.mesh();
    const Vec2 u = scratch_.labels[cone.label].center;
    const Vec2 left = view_.at(cone.left) - u, right = view_.at(cone.right) - u;
    const double narrow = 4 * (radius_ - touch_tolerance) * (radius_ - touch_tolerance);
    for (;;) {
        const HalfEdge left_exit = Triangulation::previous(cone.enters);
        if (has_goal(Triangulation::triangle_of(cone.enters)) &&
            (radius_ > 0 ||
             (cross(left, goal_ - u) <= touch_tolerance && cross(right, goal_ - u) >= -touch_tolerance)))
            push_goal(cone.label, &cone);
        const Vec2 apex = view_.origin(left_exit) - u;
        const bool is_beyond_left = cross(left, apex) > 0;
        if (!is_beyond_left && cross(right, apex) >= 0) break;
        const HalfEdge exit = is_beyond_left ? Triangulation::next(cone.enters) : left_exit;
        if (mesh.is_wall(exit)) return;
        cone.enters = mesh.twin(exit);
        if (radius_ > 0 && squared_length(view_.origin(cone.enters) - view_.target(cone.enters)) < narrow)
            break;
    }
    push_cone(cone);
}

void TangentSearch::expand_cone(const Cone& cone) {
    const Triangulation& mesh = view_.mesh();
    const Label& from = scratch_.labels[cone.label];
    const HalfEdge left_exit = Triangulation::previous(cone.enters);
    const HalfEdge right_exit = Triangulation::next(cone.enters);
    mesh.prefetch(mesh.twin(left_exit));
    mesh.prefetch(mesh.twin(right_exit));
    const Vec2 apex = view_.origin(left_exit);
    Cone left_cone = cone, right_cone = cone;
    left_cone.right = right_cone.left = mesh.vertex(left_exit);
    if (radius_ == 0 || !scratch_.corners.at(view_, left_exit).is_blunt) {
        const Corner corner = corner_tangents(from.center, from.side, apex);
        const Vec2 a = view_.origin(cone.enters), along = view_.origin(right_exit) - a;
        const bool is_searched = radius_ > 0 && cross(along, from.arrives - a) < 0;
        const auto is_new = [&](const Tangent& move) {
            return move.exists() && (!is_searched || cross(along, move.to - a) >= 0) && passes(cone, move);
        };
        if (is_new(corner.keep_left)) push_label(cone.label, corner.keep_left, left_exit, -1);
        if (is_new(corner.keep_right)) push_label(cone.label, corner.keep_right, left_exit, +1);
        tighten(left_cone.right_limit, corner.keep_left, +1);
        tighten(right_cone.left_limit, corner.keep_right, -1);
    }
    if (!mesh.is_wall(left_exit)) {
        left_cone.enters = mesh.twin(left_exit);
        follow(left_cone);
    }
    if (!mesh.is_wall(right_exit)) {
        right_cone.enters = mesh.twin(right_exit);
        follow(right_cone);
    }
}

/// Around a pillar a path may turn by more than pi, so that it leaves to the rear of where it arrived.
void TangentSearch::fan_on(std::uint32_t id) {
    const Label label = scratch_.labels[id];
    HalfEdge spoke = label.spoke;
    do {
        const HalfEdge right_spoke = Triangulation::next(spoke), left_spoke = Triangulation::previous(spoke);
        const Vec2 right = view_.origin(right_spoke), left = view_.origin(left_spoke);
        const Corner right_corner = corner_tangents(label.center, label.side, right);
        const Corner left_corner = corner_tangents(label.center, label.side, left);
        push_corner(id, right_spoke, right_corner);
        push_corner(id, left_spoke, left_corner);
        Cone cone{id,
                  view_.mesh().twin(right_spoke),
                  view_.mesh().vertex(left_spoke),
                  view_.mesh().vertex(right_spoke),
                  {},
                  {}};
        tighten(cone.left_limit, left_corner.keep_right, -1);
        tighten(cone.right_limit, right_corner.keep_left, +1);
        if (!view_.mesh().is_wall(right_spoke)) follow(cone);
        if (dot(label.direction, (label.side > 0 ? left : right) - label.center) > 0) return;
        spoke = label.side > 0 ? view_.turn_left(spoke) : view_.turn_right(spoke);
    } while (spoke != label.spoke);
}

/// What the label sees through the triangle of `spoke`. In the first triangle the nearer corner may be on the
/// far side of the arriving tangent's line.
void TangentSearch::fan_out(std::uint32_t id, HalfEdge spoke, bool is_first, bool is_last) {
    const Triangulation& mesh = view_.mesh();
    const Label& label = scratch_.labels[id];
    const Vec2 center = label.center, direction = label.direction;
    const int side = label.side;
    const HalfEdge opposite = Triangulation::next(spoke);
    const bool turns_left = side > 0;
    const HalfEdge right_spoke = opposite, left_spoke = Triangulation::previous(spoke);
    const HalfEdge near_spoke = turns_left ? right_spoke : left_spoke;
    const HalfEdge far_spoke = turns_left ? left_spoke : right_spoke;
    const Corner far_corner = corner_tangents(center, side, view_.origin(far_spoke));
    if (is_last) push_corner(id, far_spoke, far_corner);
    Cone cone{id, mesh.twin(opposite), mesh.vertex(left_spoke), mesh.vertex(right_spoke), {}, {}};
    Limit& near_limit = turns_left ? cone.right_limit : cone.left_limit;
    near_limit = {direction, 0};
    if (!is_first || cross(direction, view_.origin(near_spoke) - center) * side <= 0) {
        const Corner near_corner = corner_tangents(center, side, view_.origin(near_spoke));
        push_corner(id, near_spoke, near_corner);
        tighten(near_limit, turns_left ? near_corner.keep_left : near_corner.keep_right, side);
    }
    if (turns_left)
        tighten(cone.left_limit, far_corner.keep_right, -1);
    else
        tighten(cone.right_limit, far_corner.keep_left, +1);
    if (!mesh.is_wall(opposite)) follow(cone);
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

/// A path through the cone crosses the edge between the limits and at least a radius from its ends. Where the
/// circle around the label reaches across the edge, it may do so while it turns, anywhere between the ends.
void TangentSearch::push_cone(const Cone& cone) {
    const Label& from = scratch_.labels[cone.label];
    const Vec2 u = from.center, arrives = from.arrives;
    const Vec2 a = view_.origin(cone.enters), b = view_.target(cone.enters);
    const Vec2 along = b - a;
    double priority = from.length;
    if (cross(along, arrives - a) < 0) {
        double low = 0, high = 1;
        bool is_circle_before = true;
        double edge_length = 0;
        if (radius_ > 0) {
            edge_length = length(along);
            low = (radius_ - touch_tolerance) / edge_length;
            high = 1 - low;
            is_circle_before = cross(along, u - a) <= -radius_ * edge_length;
        }
        if (is_circle_before) {
            const double offset = radius_ * from.side;
            const auto cut = [&](const Limit& limit, VertexIndex vertex, HalfEdge end) {
                if (!(limit.direction == Vec2{})) {
                    const Vec2 leaves = u - perpendicular(limit.direction) * offset;
                    if (cross(along, leaves + limit.direction * limit.touches - a) <= 0)
                        return crossing(leaves, limit.direction, a, along);
                }
                return view_.mesh().vertex(end) == vertex ? std::numeric_limits<double>::quiet_NaN()
                                                          : crossing(u, view_.at(vertex) - u, a, along);
            };
            low = std::max(low, cut(cone.left_limit, cone.left, cone.enters));
            high = std::min(high, cut(cone.right_limit, cone.right, Triangulation::next(cone.enters)));
        }
        if (radius_ > 0) search_shallow(cone, a, along, edge_length);
        if (low > high + 1e-9) return;
        priority += bound_through(arrives, a, b, low, high);
        if (priority >= upper_) return;
        if ((radius_ == 0 || is_strict_) &&
            is_reached_sooner(scratch_.labels[cone.label], cone.enters, a + along * low, a + along * high))
            return;
    } else {
        priority += distance(arrives, goal_);
        if (priority >= upper_) return;
    }
    if (has_next_ && next_priority_ <= priority) {
        store(priority, cone);
        return;
    }
    if (has_next_) store(next_priority_, next_);
    next_ = cone;
    next_priority_ = priority;
    has_next_ = true;
}

void TangentSearch::store(double priority, const Cone& cone) {
    auto id = static_cast<std::uint32_t>(scratch_.cones.size());
    if (scratch_.free_cones.empty()) {
        scratch_.cones.push_back(cone);
    } else {
        id = scratch_.free_cones.back();
        scratch_.free_cones.pop_back();
        scratch_.cones[id] = cone;
    }
    scratch_.open.push(priority, id | cone_node);
}

/// The next cone, if it comes before all of the open list; else it joins the list. Labels come first among
/// equals: they settle more than cones do.
bool TangentSearch::take_cone(Cone& cone) {
    if (!has_next_) return false;
    has_next_ = false;
    if (!scratch_.open.empty() && scratch_.open.top().priority <= next_priority_) {
        store(next_priority_, next_);
        return false;
    }
    lower_bound_ = std::max(lower_bound_, next_priority_);
    cone = next_;
    return true;
}

}  // namespace wend::mesh
