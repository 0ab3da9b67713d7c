#pragma once

// What a vertex or a point sees through an edge of a triangle that it belongs to, and which tangents lead
// there: triangle by triangle, in cones between the vertices passed on both sides. The caller says which
// cones and tangents are of use to it.
//
// The disc that moves along a tangent between circles of radius r around two vertices sweeps a convex free
// area which has both vertices on its rim, so the vertices see each other: the tangents are among the pairs
// of mutually visible vertices. Of those that geometry allows only those are offered that a shortest path can
// use: it leaves and arrives so that it may bend around the corner (COURSE section 2.2: taut at both ends).

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "mesh/corner_cache.hpp"
#include "mesh/mesh_view.hpp"
#include "mesh/tangent.hpp"

namespace wend::mesh {

/// Radians by which a turn may miss its direction through rounding.
inline constexpr double turn_tolerance = 1e-9;

/// The wall is on that side of the direction.
[[nodiscard]] inline bool leans_on(Vec2 direction, Vec2 wall, int side) noexcept {
    const double leaning = cross(direction, wall) * side;
    return leaning >= 0 || leaning * leaning <= turn_tolerance * turn_tolerance * squared_length(wall);
}

/// From the circle around one vertex to the circle around another.
struct TangentEdge {
    Vec2 arrives;  ///< where it ends
    Vec2 direction;
    double length = 0;
    double angle = 0;       ///< of `direction`
    HalfEdge spoke = none;  ///< starts at the other vertex, in a triangle that the tangent's end meets
    std::int8_t side = 0;   ///< +1: the other vertex is on the left and the path turns left there
    enum class State : std::uint8_t { unknown, open, blocked } state = State::unknown;
};

/// A triangle that is seen, and the vertices on both sides of the cone that enters it.
struct SeenTriangle {
    TriangleIndex triangle;
    VertexIndex left;
    VertexIndex right;
};

/// The tangent that just passes a vertex which limits a cone; direction 0: no limit.
struct Limit {
    Vec2 direction;
    double touches = 0;  ///< how far from where it leaves it touches the circle around the vertex; negative:
                         ///< there is no tangent
};

/// What is seen between two vertices, from behind the edge that is entered.
struct ViewCone {
    /// Between these the disc crosses the edge, or the first edge on the way that it cannot cross.
    Vec2 left_at, right_at;
    HalfEdge enters = none;
    HalfEdge narrow = none;   ///< that first edge
    VertexIndex left = none;  ///< vertices on the cone's sides
    VertexIndex right = none;
    Limit left_limit;
    Limit right_limit;
    bool is_circle_across = false;  ///< the viewpoint's circle reaches across the edge
};

/// From where it is seen: a vertex, which the path has on its left (+1) or right (-1), or a point (0).
struct Viewpoint {
    Vec2 center;
    int side = 0;
    HalfEdge spoke = none;  ///< starts at the vertex, in the sector's triangle
    Vec2 arrives;           ///< direction from which the path turns to its side only; 0: any
};

/// The caller is asked `keep(cone)`: is it to be followed; `wants(corner, length)`: are tangents to a vertex
/// of use that are at least so long; and told `take(edge)`, whose angle is yet to be found, and
/// `see(triangle)`.
template <class Caller>
class TangentSweep {
  public:
    TangentSweep(const MeshView& view, CornerCache& corners, double radius, const Viewpoint& from,
                 std::vector<ViewCone>& at_hand, Caller& caller)
        : view_(view),
          corners_(corners),
          center_(from.center),
          side_(from.side),
          radius_(radius),
          offset_(radius * from.side),
          at_hand_(at_hand),
          caller_(caller) {
        if (side_ == 0) return;
        const VertexFan& fan = corners.fan(view, from.spoke);
        if (fan.kind == VertexFan::Kind::pillar) return;
        behind_ = side_ > 0 ? fan.right_along : fan.left_along;
        first_ = from.arrives == Vec2{} ? -normalized(behind_) : from.arrives;
    }

    /// What is seen through e, an edge of the triangle that has the viewpoint.
    void look_through(HalfEdge e) {
        ViewCone cone;
        if (start(e, cone) && caller_.keep(cone)) follow(cone);
    }

    /// False when nothing is seen through e.
    [[nodiscard]] bool start(HalfEdge e, ViewCone& cone) const {
        const Triangulation& mesh = view_.mesh();
        if (mesh.is_wall(e)) return false;
        cone.enters = mesh.twin(e);
        cone.left = mesh.vertex(cone.enters);
        cone.right = mesh.vertex(Triangulation::next(cone.enters));
        (side_ > 0 ? cone.right_limit : cone.left_limit).direction = first_;
        tighten(cone.left_limit, move_to(view_.at(cone.left) - center_, +1), -1);
        tighten(cone.right_limit, move_to(view_.at(cone.right) - center_, -1), +1);
        return leads_on(cone);
    }

    /// The cone is followed unasked, others that it splits into if they are to be kept.
    void follow(ViewCone cone) {
        const std::size_t bottom = at_hand_.size();
        for (;;) {
            while (goes_on(cone)) {
            }
            if (at_hand_.size() == bottom) return;
            cone = at_hand_.back();
            at_hand_.pop_back();
        }
    }

    /// Tangents to a vertex of the viewpoint's own triangle.
    void offer_end(HalfEdge spoke) {
        const Vec2 away = view_.origin(spoke) - center_;
        reach_to(away + center_);
        offer(spoke, away, {move_to(away, -1), move_to(away, +1)}, {});
    }

    /// All that has been looked at is within that distance of the viewpoint.
    [[nodiscard]] float reach() const noexcept {
        return static_cast<float>(std::sqrt(squared_reach_) * (1 + 1e-6));
    }
    void reach_to(Vec2 p) noexcept { squared_reach_ = std::max(squared_reach_, squared_length(p - center_)); }

  private:
    /// Into the next triangle, where the cone may split in two; false at its end. Where it does not split,
    /// whatever stays between its limits stays clear of the new vertex as well.
    bool goes_on(ViewCone& cone) {
        const Triangulation& mesh = view_.mesh();
        caller_.see({Triangulation::triangle_of(cone.enters), cone.left, cone.right});
        const HalfEdge left_exit = Triangulation::previous(cone.enters);
        const HalfEdge right_exit = Triangulation::next(cone.enters);
        const Vec2 apex = view_.origin(left_exit) - center_;
        squared_reach_ = std::max(squared_reach_, squared_length(apex));
        const bool is_beyond_left = cross(view_.at(cone.left) - center_, apex) > 0;
        if (is_beyond_left || cross(view_.at(cone.right) - center_, apex) < 0) {
            const HalfEdge exit = is_beyond_left ? right_exit : left_exit;
            if (mesh.is_wall(exit)) return false;
            cone.enters = mesh.twin(exit);
            return cone.narrow == none || leads_on(cone);
        }
        const Limit moves[2] = {move_to(apex, -1), move_to(apex, +1)};
        offer(left_exit, apex, moves, cone);
        if (!mesh.is_wall(left_exit)) {
            at_hand_.push_back(cone);
            ViewCone& left_cone = at_hand_.back();
            left_cone.right = mesh.vertex(left_exit);
            left_cone.enters = mesh.twin(left_exit);
            tighten(left_cone.right_limit, moves[0], +1);
            if (!leads_on(left_cone) || !caller_.keep(left_cone)) at_hand_.pop_back();
        }
        if (mesh.is_wall(right_exit)) return false;
        cone.left = mesh.vertex(left_exit);
        cone.enters = mesh.twin(right_exit);
        tighten(cone.left_limit, moves[1], -1);
        return leads_on(cone) && caller_.keep(cone);
    }

    /// Tangents to vertex(spoke), but for those that a limit of the cone is in the way of.
    void offer(HalfEdge spoke, Vec2 away, const Limit (&moves)[2], const ViewCone& cone) {
        const Vec2 corner = center_ + away;
        const double shorter = std::min(moves[0].touches, moves[1].touches);
        if (!caller_.wants(corner, std::max(0.0, shorter))) return;
        const bool is_wanted[2] = {is_of_use(moves[0], cone), is_of_use(moves[1], cone)};
        if (!is_wanted[0] && !is_wanted[1]) return;
        const VertexFan& fan = corners_.fan(view_, spoke);
        const bool is_pillar = fan.kind == VertexFan::Kind::pillar;
        if (fan.is_blunt || (is_pillar && radius_ == 0)) return;
        const Vec2 walls[2] = {fan.right_along, fan.left_along};
        for (const int side : {-1, +1}) {
            const Limit& move = moves[side > 0];
            if (!is_wanted[side > 0]) continue;
            if (!is_pillar && !leans_on(move.direction, walls[side > 0], side)) continue;
            TangentEdge edge;
            edge.arrives = corner - perpendicular(move.direction) * (radius_ * side);
            edge.direction = move.direction;
            edge.length = move.touches;
            edge.spoke = spoke;
            edge.side = static_cast<std::int8_t>(side);
            caller_.take(edge);
        }
    }
    [[nodiscard]] bool is_of_use(const Limit& move, const ViewCone& cone) const {
        return move.touches >= 0 && may_leave(move.direction) && (radius_ == 0 || passes(cone, move));
    }

    /// The tangent to the circle around a vertex that lies `away`; negative length: there is none.
    [[nodiscard]] Limit move_to(Vec2 away, int side) const {
        const TangentRun run = tangent_run(away, radius_ * side - offset_);
        return {run.direction, run.length};
    }
    static void tighten(Limit& limit, const Limit& move, int towards) {
        if (move.touches < 0) return;
        if (limit.direction == Vec2{} || cross(limit.direction, move.direction) * towards > 0) limit = move;
    }

    /// Backwards the path arrives with the vertex on its other side.
    [[nodiscard]] bool may_leave(Vec2 direction) const {
        return cross(first_, direction) * side_ >= -turn_tolerance && leans_on(direction, behind_, side_);
    }
    /// The tangent keeps the vertices that limit the cone at a distance.
    [[nodiscard]] bool passes(const ViewCone& cone, const Limit& move) const {
        const auto hits = [&](const Limit& limit, int side) {
            if (limit.direction == Vec2{} || cross(move.direction, limit.direction) * side >= 0) return false;
            const double least = radius_ - touch_tolerance;
            const Vec2 vertex = limit.direction * limit.touches +
                                perpendicular(limit.direction) * (radius_ * side - offset_) +
                                perpendicular(move.direction) * offset_;
            const double x = dot(vertex, move.direction);
            const double beside = cross(move.direction, vertex);
            const double gap = x < 0 ? x : x > move.touches ? x - move.touches : 0;
            return gap * gap + beside * beside < least * least;
        };
        return !hits(cone.left_limit, +1) && !hits(cone.right_limit, -1);
    }

    /// False when the disc cannot cross an edge on the way and nothing beyond is near enough to touch.
    [[nodiscard]] bool leads_on(ViewCone& cone) const {
        const Vec2 a = view_.origin(cone.enters), along = view_.target(cone.enters) - a;
        if (cone.narrow != none) {
            const Vec2 from = view_.origin(cone.narrow), way = view_.target(cone.narrow) - from;
            const double depth = (radius_ + touch_tolerance) * length(way);
            return cross(way, a - from) < depth || cross(way, a + along - from) < depth;
        }
        if (may_cross(cone, a, along)) return true;
        cone.narrow = cone.enters;
        cone.left_at = a;
        cone.right_at = a + along;
        return radius_ > 0 && corners_.has_pocket(view_, cone.enters);
    }

    /// The disc crosses an edge between the cone's limits and at least a radius from its ends, which the
    /// limits see to unless they end behind the edge. Where the circle around the viewpoint reaches across
    /// the edge, it may do so while it turns.
    [[nodiscard]] bool may_cross(ViewCone& cone, Vec2 a, Vec2 along) const {
        const Vec2 from = a - center_;
        const double before = cross(along, from), squared = squared_length(along);
        cone.is_circle_across = radius_ > 0 && (before < 0 || before * before < radius_ * radius_ * squared);
        // Where along the edge a limit crosses it, counted from a.
        const auto cut = [&](const Limit& limit) {
            const double facing = cross(limit.direction, along);
            const bool is_before =
                facing < 0 && -offset_ * dot(along, limit.direction) - limit.touches * facing <= before;
            return is_before && !cone.is_circle_across ? -(offset_ + cross(limit.direction, from)) / facing
                                                       : no_cut;
        };
        double low = cut(cone.left_limit), high = cut(cone.right_limit);
        if (low == no_cut || high == no_cut) {
            const double margin = radius_ > 0 ? (radius_ - touch_tolerance) / std::sqrt(squared) : 0;
            if (low == no_cut) low = margin;
            if (high == no_cut) high = 1 - margin;
        }
        cone.left_at = a + along * low;
        cone.right_at = a + along * high;
        return low <= high + 1e-9;
    }
    static constexpr double no_cut = std::numeric_limits<double>::infinity();

    const MeshView& view_;
    CornerCache& corners_;
    Vec2 center_;
    int side_;
    double radius_;
    double offset_;  ///< by which the path keeps away from the viewpoint, to the right
    Vec2 first_;     ///< direction from which paths turn to their side; 0: any
    Vec2 behind_;    ///< the wall that they leave behind; 0: none
    double squared_reach_ = 0;
    std::vector<ViewCone>& at_hand_;  ///< cones to be followed
    Caller& caller_;
};

}  // namespace wend::mesh
