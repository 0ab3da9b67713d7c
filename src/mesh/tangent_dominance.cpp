// What the tangent search need not look at, because it is reached sooner in another way.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "mesh/tangent_search.hpp"

namespace wend::mesh {

/// The disc surely may go on around the label's vertex by that turn (negative: to the right).
bool TangentSearch::arc_is_free(const Label& label, double turn) const {
    if (label.sweep.left < 0)
        label.sweep =
            corners().sweep(view_, check_, label.spoke, label.angle - label.side * (std::numbers::pi / 2));
    return turn >= 0 ? turn <= label.sweep.left + turn_tolerance
                     : -turn <= label.sweep.right + turn_tolerance;
}

/// Any label that was expanded at the vertex and is accepted.
template <class Accept>
bool TangentSearch::any_label_at(VertexIndex v, Accept&& accept) const {
    for (const std::size_t key : {2 * std::size_t{v}, 2 * std::size_t{v} + 1}) {
        if (!scratch_.labels_at.has(key)) continue;
        for (std::uint32_t i = scratch_.labels_at[key]; i != none; i = scratch_.labels[i].next_there)
            if (accept(scratch_.labels[i])) return true;
    }
    return false;
}

/// Both arrive in the free sector of the vertex; where that is roomy, the arc between is free as well.
bool TangentSearch::is_dominated(HalfEdge spoke, int side, Vec2 arrives, double length) const {
    const VertexIndex v = view_.mesh().vertex(spoke);
    if (!scratch_.labels_at.has(2 * std::size_t{v}) && !scratch_.labels_at.has(2 * std::size_t{v} + 1))
        return false;
    return any_label_at(v, [&](const Label& other) {
        const double saved = length - other.length;
        if (saved < 0) return false;
        if (radius_ == 0) return other.side == side && other.fan_end == fan_end(spoke, side);
        const double margin = other.side == side ? 0 : late_tolerance;
        if (squared_length(other.arrives - arrives) > saved * saved) return false;
        const double turn = turn_between(other.arrives - other.center, arrives - other.center);
        if (radius_ * std::abs(turn) + margin > saved) return false;
        return corners().is_roomy(view_, spoke) || arc_is_free(other, turn);
    });
}

/// Radius 0: notes that the vertex can be reached with this length; true when it was reached sooner.
bool TangentSearch::is_late(HalfEdge spoke, double length) {
    const VertexIndex v = view_.mesh().vertex(spoke);
    Stamped<double>& reached = scratch_.reached;
    if (!reached.has(v)) {
        reached.set(v, corners().at(view_, spoke).kind == VertexFan::Kind::pinched
                           ? std::numeric_limits<double>::infinity()
                           : length);
        return false;
    }
    if (!std::isfinite(reached[v])) return false;
    if (length > reached[v] + late_tolerance) return true;
    reached[v] = std::min(reached[v], length);
    return false;
}

/// Radius 0: what lies behind the edge is reached sooner by way of one of its ends. Along the edge that way
/// grows by the full distance and no other faster, so the far end of the interval decides.
bool TangentSearch::is_reached_sooner(const Label& from, HalfEdge enters) const {
    const HalfEdge right_end = Triangulation::next(enters);
    ViewCone cone;
    cone.left_at = view_.origin(enters);
    cone.right_at = view_.origin(right_end);
    if (!reaches(from, cone)) return true;
    const Stamped<double>& reached = scratch_.reached;
    const auto is_sooner = [&](HalfEdge spoke, Vec2 far) {
        const VertexIndex end = view_.mesh().vertex(spoke);
        return reached.has(end) && reached[end] + distance(view_.at(end), far) + late_tolerance <
                                       from.length + distance(from.center, far);
    };
    return is_sooner(enters, cone.right_at) || is_sooner(right_end, cone.left_at);
}

}  // namespace wend::mesh
