// What the tangent search need not look at, because it is reached sooner in another way.

#include <algorithm>
#include <cmath>

#include "mesh/tangent_search.hpp"

namespace wend::mesh {

/// The disc surely may go on around the label's vertex by that turn (negative: to the right).
bool TangentSearch::arc_is_free(const Label& label, double turn) const {
    if (label.sweep.left < 0)
        label.sweep = check_.free_sweep(label.spoke, (label.arrives - label.center) / radius_, radius_);
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

/// Both arrive in the free sector of the vertex; where that is roomy, the arc between is free as well. If the
/// other goes on the same way, whatever this label could find it finds too, and no sooner proves to be
/// blocked; else its path must be known to be free.
bool TangentSearch::is_dominated(const Label& label) const {
    const bool is_roomy = radius_ > 0 && scratch_.corners.at(view_, label.spoke).is_roomy;
    return any_label_at(view_.mesh().vertex(label.spoke), [&](const Label& other) {
        const double saved = label.length - other.length;
        if (saved < 0) return false;
        if (radius_ == 0) return other.side == label.side && other.fan_end == label.fan_end;
        const double margin = other.side == label.side ? 0 : late_tolerance;
        if (squared_length(other.arrives - label.arrives) > saved * saved) return false;
        const double turn = turn_between(other.arrives - other.center, label.arrives - label.center);
        if (radius_ * std::abs(turn) + margin > saved) return false;
        const bool goes_on = other.side == label.side && turn * label.side >= 0 && label.fan_end != none;
        if (!is_roomy && !arc_is_free(other, turn)) return false;
        is_doubtful_ = is_doubtful_ || (!goes_on && !is_proven_free(other));
        return true;
    });
}

/// Radius 0: notes that the vertex can be reached with this length; true when it was reached sooner.
bool TangentSearch::is_late(HalfEdge spoke, double length) {
    const VertexIndex v = view_.mesh().vertex(spoke);
    Stamped<double>& reached = scratch_.reached;
    if (!reached.has(v)) {
        reached.set(v, scratch_.corners.at(view_, spoke).kind == VertexFan::Kind::pinched
                           ? std::numeric_limits<double>::infinity()
                           : length);
        return false;
    }
    if (!std::isfinite(reached[v])) return false;
    if (length > reached[v] + late_tolerance) return true;
    reached[v] = std::min(reached[v], length);
    return false;
}

/// What lies behind the edge is reached sooner by way of one of its ends. Along the edge that way grows by
/// the full distance and no other faster, so the far end of the interval decides.
bool TangentSearch::is_reached_sooner(const Label& from, HalfEdge enters, Vec2 left, Vec2 right) {
    const HalfEdge right_end = Triangulation::next(enters);
    const Vec2 a = view_.origin(enters), b = view_.origin(right_end);
    if (radius_ > 0)
        return reaches_sooner(enters, b, right, from.length + distance(from.arrives, right)) ||
               reaches_sooner(right_end, a, left, from.length + distance(from.arrives, left));
    const Stamped<double>& reached = scratch_.reached;
    const auto is_sooner = [&](HalfEdge spoke, Vec2 at, Vec2 far) {
        const VertexIndex end = view_.mesh().vertex(spoke);
        return reached.has(end) &&
               reached[end] + distance(at, far) + late_tolerance < from.length + distance(from.center, far);
    };
    return is_sooner(enters, a, right) || is_sooner(right_end, b, left);
}

/// Radius > 0: a path around vertex(spoke), then along the edge to `other_end`, reaches `far` on it with less
/// than `length`.
bool TangentSearch::reaches_sooner(HalfEdge spoke, Vec2 other_end, Vec2 far, double length) {
    const Vec2 center = view_.origin(spoke);
    const double along = distance(center, far) - radius_;
    const HalfEdge enters =
        view_.origin(Triangulation::next(spoke)) == other_end ? spoke : Triangulation::previous(spoke);
    return any_label_at(view_.mesh().vertex(spoke), [&](const Label& label) {
        const double saved = length - (label.length + along) - late_tolerance;
        if (saved <= 0) return false;
        const double turn = turn_between(label.arrives - center, other_end - center);
        return radius_ * std::abs(turn) < saved && arc_is_free(label, turn) && edge_is_free(enters);
    });
}

bool TangentSearch::edge_is_free(HalfEdge h) {
    const HalfEdge name = std::min(h, view_.mesh().twin(h));
    if (!scratch_.free_edges.has(name)) {
        const Vec2 a = view_.origin(h), b = view_.target(h);
        const Vec2 step = (b - a) * (radius_ / distance(a, b));
        scratch_.free_edges.set(
            name, check_.segment_is_free(Triangulation::triangle_of(h), a + step, b - step, radius_));
    }
    return scratch_.free_edges[name] != 0;
}

}  // namespace wend::mesh
