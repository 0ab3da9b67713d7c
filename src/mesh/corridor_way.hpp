#pragma once

// A way from triangle to triangle, as the corridor searches follow it: through every triangle with one way
// on, up to one where there is something to decide. Its length is that of a taut string from its last
// decision, bent around the corners that hide what comes, about a radius from them.

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "wend/base/budget.hpp"
#include "wend/mesh/areas.hpp"

#include "mesh/mesh_view.hpp"

namespace wend::mesh {

/// How far a way has got: over the edge `enters`, whose ends are left and right of it. It was last bent at
/// `bend`, after `length`.
struct CorridorWay {
    HalfEdge enters;
    Vec2 left, right;
    Vec2 bend;
    double length;
};

/// Cost of a straight move, lattice units.
[[nodiscard]] double move_cost(const MeshView& view, const AreaCosts* areas, Vec2 from, Vec2 to);

class CorridorWays {
  public:
    enum class End : std::uint8_t { decision, nowhere, out_of_budget };

    CorridorWays(const MeshView& view, double radius, Vec2 goal, const AreaCosts* areas)
        : view_(view),
          radius_(radius),
          least_clearance_(radius > 0 ? (radius - 0.5) * view.unit() : 0),
          goal_(goal),
          areas_(areas) {}

    [[nodiscard]] const MeshView& view() const noexcept { return view_; }

    /// Over an edge from a point in the triangle before it.
    [[nodiscard]] CorridorWay through(HalfEdge enters, Vec2 from, double length) const noexcept {
        return {enters, view_.origin(enters), view_.target(enters), from, length};
    }

    /// The disc gets from the triangle's corner to the edge that it may leave by.
    [[nodiscard]] bool starts_through(HalfEdge leaves) const noexcept {
        return !view_.mesh().is_wall(leaves) &&
               distance(view_.origin(leaves), view_.target(leaves)) >= 2 * radius_ - 1;
    }

    [[nodiscard]] bool passes(HalfEdge enters, Side side) const noexcept {
        const HalfEdge exit =
            side == Side::left ? Triangulation::previous(enters) : Triangulation::next(enters);
        if (view_.mesh().is_wall(exit)) return false;
        return double{view_.mesh().clearance(enters, side)} >= least_clearance_;
    }

    /// Where there is just one.
    [[nodiscard]] HalfEdge only_way_on(HalfEdge enters) const noexcept {
        return view_.mesh().twin(passes(enters, Side::left) ? Triangulation::previous(enters)
                                                            : Triangulation::next(enters));
    }

    /// Leaves the triangle that the way has entered, on that side.
    [[nodiscard]] CorridorWay on(const CorridorWay& way, Side side, Vec2 apex) const noexcept {
        const bool is_left = side == Side::left;
        const HalfEdge exit = is_left ? Triangulation::previous(way.enters) : Triangulation::next(way.enters);
        const HalfEdge enters = view_.mesh().twin(exit);
        view_.mesh().prefetch(enters);
        return is_left ? CorridorWay{enters, way.left, apex, way.bend, way.length}
                       : CorridorWay{enters, apex, way.right, way.bend, way.length};
    }

    /// As long as there is one way on and nothing else to decide: at a triangle where `is_stop` says so, or
    /// at the triangle where all ways began, which is never worth coming back to. Leaves in `bend` where the
    /// last edge is crossed.
    template <class IsStop>
    [[nodiscard]] End follow(CorridorWay& way, TriangleIndex start, IsStop&& is_stop, Budget& budget) const {
        Vec2 most_left = way.left, most_right = way.right;
        for (;;) {
            const TriangleIndex t = Triangulation::triangle_of(way.enters);
            const bool left = passes(way.enters, Side::left), right = passes(way.enters, Side::right);
            if ((left && right) || is_stop(t)) {
                cross_edge(way, most_left, most_right);
                return End::decision;
            }
            if ((!left && !right) || t == start) return End::nowhere;
            if (!budget.look()) return End::out_of_budget;
            const Vec2 apex = view_.at(view_.apex(way.enters)), away = apex - way.bend;
            way = on(way, left ? Side::left : Side::right, apex);
            const bool is_left_of_right = cross(most_right - way.bend, away) >= 0;
            const bool is_right_of_left = cross(most_left - way.bend, away) <= 0;
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

    /// The edge is taken to be crossed where the straight line to the goal comes nearest, a radius from its
    /// ends, among what can be seen between those two corners.
    void cross_edge(CorridorWay& way, Vec2 most_left, Vec2 most_right) const {
        const Vec2 a = way.left, along = way.right - a, from = way.bend, towards = goal_ - from;
        const double squared = squared_length(along);
        const double margin = std::min(0.5, radius_ / std::sqrt(squared));
        const auto seen_along = [&](Vec2 direction, double otherwise) {
            const double facing = cross(direction, along);
            return facing < 0 ? cross(direction, from - a) / facing : otherwise;
        };
        double least = margin, most = 1 - margin;
        if (!(most_left == way.left)) least = std::clamp(seen_along(most_left - from, least), least, most);
        if (!(most_right == way.right)) most = std::clamp(seen_along(most_right - from, most), least, most);
        const double nearest = dot(goal_ - a, along) / squared;
        const double at = cross(along, goal_ - a) > 0 ? seen_along(towards, nearest) : nearest;
        go_to(way, a + along * std::clamp(at, least, most));
    }

  private:
    void go_to(CorridorWay& way, Vec2 point) const {
        way.length +=
            areas_ == nullptr ? distance(way.bend, point) : move_cost(view_, areas_, way.bend, point);
        way.bend = point;
    }
    void bend_around(CorridorWay& way, Vec2 corner, Vec2 inwards) const {
        const Vec2 off = inwards - corner;
        go_to(way, corner + off * std::min(0.5, radius_ / length(off)));
    }

    MeshView view_;
    double radius_;
    double least_clearance_;  ///< metres; stored clearance is exact to a lattice unit
    Vec2 goal_;
    const AreaCosts* areas_;
};

}  // namespace wend::mesh
