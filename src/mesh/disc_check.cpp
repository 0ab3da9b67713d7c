#include "mesh/disc_check.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "mesh/strip_walk.hpp"
#include "mesh/tangent.hpp"

namespace wend::mesh {

namespace {

/// Positions on a circular arc, tested for the nearest approach to walls.
struct Arc {
    Vec2 center;
    double radius;
    Vec2 start;  ///< unit vectors from the centre to the ends
    Vec2 end;
    double turn;

    /// Turns are at most pi.
    [[nodiscard]] bool covers(Vec2 direction) const noexcept {
        const double side = turn < 0 ? -1 : 1;
        return cross(start, direction) * side >= 0 && cross(direction, end) * side >= 0;
    }
    /// Least squared distance between the arc and segment ab. It is attained at an end of the arc, in the
    /// direction of an end of the segment, or along the segment's normal.
    [[nodiscard]] double squared_distance_to(Vec2 a, Vec2 b) const noexcept {
        double least = std::min(from_segment(start, a, b), from_segment(end, a, b));
        const Vec2 normal = normalized(perpendicular(b - a));
        for (const Vec2 toward : {normalized(a - center), normalized(b - center), normal, -normal})
            if (!(toward == Vec2{}) && covers(toward)) least = std::min(least, from_segment(toward, a, b));
        return least;
    }

  private:
    [[nodiscard]] double from_segment(Vec2 direction, Vec2 a, Vec2 b) const noexcept {
        const Vec2 p = center + direction * radius;
        return squared_length(nearest_point(a, b, p) - p);
    }
};

}  // namespace

void DiscCheck::begin(TriangleIndex seed) const {
    scratch_.seen.resize(view_.mesh().triangle_bound());
    scratch_.seen.clear();
    scratch_.seen.insert(seed);
    scratch_.stack.assign(1, seed);
}

void DiscCheck::spread(HalfEdge across) const {
    const HalfEdge other = view_.mesh().twin(across);
    if (other == none) return;
    const TriangleIndex t = Triangulation::triangle_of(other);
    if (scratch_.seen.insert(t)) scratch_.stack.push_back(t);
}

TriangleIndex DiscCheck::take() const {
    const TriangleIndex t = scratch_.stack.back();
    scratch_.stack.pop_back();
    return t;
}

namespace {

/// The area that a disc sweeps on its way along the axis from 0 to `length`.
struct Capsule {
    double length;
    double least;  ///< nearer to a wall is a hit
    double reach;  ///< farther away does not matter

    [[nodiscard]] bool hits(Vec2 vertex) const noexcept {
        if (std::abs(vertex.y) >= least) return false;
        const Vec2 gap{vertex.x - std::clamp(vertex.x, 0.0, length), vertex.y};
        return squared_length(gap) < least * least;
    }
    [[nodiscard]] bool is_far_from(Vec2 a, Vec2 b) const noexcept {
        return (a.y > reach && b.y > reach) || (a.y < -reach && b.y < -reach) ||
               (a.x < -reach && b.x < -reach) || (a.x > length + reach && b.x > length + reach);
    }
    /// All of it lies on one side of the line through a and b, and does not reach it.
    [[nodiscard]] bool is_beside(Vec2 a, Vec2 b) const noexcept {
        const Vec2 along = b - a;
        const double from = cross(a, along), to = from - length * along.y;
        if (from * to <= 0) return false;
        const double least_squared = reach * reach * squared_length(along);
        return from * from > least_squared && to * to > least_squared;
    }
};

}  // namespace

bool DiscCheck::segment_is_free(TriangleIndex seed, Vec2 p, Vec2 q, double radius) const {
    const Triangulation& mesh = view_.mesh();
    const double length = distance(p, q);
    const Vec2 axis = length > 0 ? (q - p) / length : Vec2{1, 0};
    const Capsule swept{length, radius - touch_tolerance, radius + touch_tolerance};
    const auto in_frame = [&](HalfEdge h) {
        const Vec2 away = view_.origin(h) - p;
        return Vec2{dot(axis, away), cross(axis, away)};
    };
    std::vector<FloodEdge>& edges = scratch_.edges;
    scratch_.seen.resize(mesh.triangle_bound());
    scratch_.seen.clear();
    scratch_.seen.insert(seed);
    const HalfEdge first = Triangulation::half_edge(seed, 0);
    const std::array<Vec2, 3> corners{in_frame(first), in_frame(first + 1), in_frame(first + 2)};
    edges.clear();
    for (std::uint32_t i = 0; i < 3; ++i) {
        if (swept.hits(corners[i])) return false;
        edges.push_back({first + i, corners[i], corners[(i + 1) % 3]});
    }
    while (!edges.empty()) {
        FloodEdge edge = edges.back();
        edges.pop_back();
        for (;;) {
            if (swept.is_far_from(edge.from, edge.to) || swept.is_beside(edge.from, edge.to)) break;
            if (mesh.is_wall(edge.leaves)) {
                if (distance_to_axis(length, edge.from, edge.to) < swept.least) return false;
                break;
            }
            const HalfEdge enters = mesh.twin(edge.leaves);
            if (!scratch_.seen.insert(Triangulation::triangle_of(enters))) break;
            const HalfEdge from_apex = Triangulation::previous(enters);
            const Vec2 apex = in_frame(from_apex);
            if (swept.hits(apex)) return false;
            if (!swept.is_far_from(apex, edge.to)) edges.push_back({from_apex, apex, edge.to});
            edge = {Triangulation::next(enters), edge.from, apex};
        }
    }
    return true;
}

bool DiscCheck::way_between_is_free(TriangleIndex seed, Vec2 p, Vec2 q, double radius) const {
    const StripWalk::Answer answer = StripWalk(view_, p, q, radius - touch_tolerance).run(seed);
    return answer == StripWalk::Answer::unknown ? segment_is_free(seed, p, q, radius)
                                                : answer == StripWalk::Answer::free;
}

bool DiscCheck::arc_is_free(HalfEdge spoke, Vec2 start, double turn, double radius) const {
    if (std::abs(turn) > 3)
        return arc_is_free(spoke, start, turn / 2, radius) &&
               arc_is_free(spoke, rotated(start, turn / 2), turn / 2, radius);
    const Triangulation& mesh = view_.mesh();
    const Arc arc{view_.origin(spoke), radius, start, rotated(start, turn), turn};
    const double least = radius - touch_tolerance;
    // All that the disc sweeps is so near to the corner, and so near to the middle of the arc.
    const Vec2 middle = arc.center + rotated(start, turn / 2) * radius;
    const double reach = 2 * radius;
    const double extent = radius + distance(middle, arc.center + start * radius) + touch_tolerance;
    const auto is_far = [](Vec2 p, Vec2 a, Vec2 b, double away) {
        return squared_length(nearest_point(a, b, p) - p) >= away * away;
    };
    begin(Triangulation::triangle_of(spoke));
    while (!scratch_.stack.empty()) {
        const TriangleIndex t = take();
        for (std::uint32_t i = 0; i < 3; ++i) {
            const HalfEdge h = Triangulation::half_edge(t, i);
            const Vec2 a = view_.origin(h), b = view_.target(h);
            if (is_far(middle, a, b, extent) || is_far(arc.center, a, b, reach)) continue;
            const bool around = a == arc.center || b == arc.center;
            const Vec2 other = around ? (a == arc.center ? b : a) : a;
            if (mesh.is_wall(h) ? arc.squared_distance_to(a, b) < least * least
                                : arc.squared_distance_to(other, other) < least * least)
                return false;
            if (!mesh.is_wall(h)) spread(h);
        }
    }
    return true;
}

FreeSweep free_sweep(std::span<const ArcBlock> blocks, double start) noexcept {
    constexpr double round = 2 * std::numbers::pi;
    FreeSweep sweep{std::numbers::pi, std::numbers::pi};
    for (const ArcBlock& block : blocks) {
        double at = block.at - start;
        while (at < 0) at += round;
        while (at >= round) at -= round;
        sweep.left = std::min(sweep.left, std::max(0.0, at - block.half));
        sweep.right = std::min(sweep.right, std::max(0.0, (at > 0 ? round - at : 0) - block.half));
    }
    return sweep;
}

/// A wall whose nearest point is h away in direction n lies beyond the line there, so positions e on the
/// circle with dot(e, n) <= (h - r) / r keep clear of it; of a vertex, exactly those with dot(e, n) <= h / (2
/// r).
void DiscCheck::find_blocks(HalfEdge spoke, double radius, std::vector<ArcBlock>& blocks) const {
    const Triangulation& mesh = view_.mesh();
    const Vec2 center = view_.origin(spoke);
    const double reach = 2 * radius;
    const auto block = [&](Vec2 towards, double cosine) {
        blocks.push_back({std::atan2(towards.y, towards.x), std::acos(std::clamp(cosine, -1.0, 1.0)) - 1e-9});
    };
    begin(Triangulation::triangle_of(spoke));
    while (!scratch_.stack.empty()) {
        const TriangleIndex t = take();
        for (std::uint32_t i = 0; i < 3; ++i) {
            const HalfEdge h = Triangulation::half_edge(t, i);
            const Vec2 a = view_.origin(h) - center, b = view_.target(h) - center;
            const Vec2 near = nearest_point(a, b, {});
            const double gap = squared_length(near);
            if (gap >= reach * reach) continue;
            const bool is_wall = mesh.is_wall(h);
            if (!is_wall) spread(h);
            if (gap == 0) {
                if (is_wall) block(a == Vec2{} ? b : a, 0);
            } else if (is_wall) {
                block(near, std::sqrt(gap) / radius - 1);
            }
            const double away = squared_length(a);
            if (away > 0 && away < reach * reach) block(a, std::sqrt(away) / reach);
        }
    }
}

bool DiscCheck::has_room(TriangleIndex seed, Vec2 p, double radius) const {
    const Triangulation& mesh = view_.mesh();
    const double least = radius - touch_tolerance, squared_least = least > 0 ? least * least : 0;
    begin(seed);
    while (!scratch_.stack.empty()) {
        const HalfEdge first = Triangulation::half_edge(take(), 0);
        const std::array<Vec2, 3> corners{view_.origin(first) - p, view_.origin(first + 1) - p,
                                          view_.origin(first + 2) - p};
        for (std::uint32_t i = 0; i < 3; ++i) {
            const HalfEdge h = first + i;
            const Vec2 from = corners[i], to = corners[(i + 1) % 3], along = to - from;
            if (squared_length(from) < squared_least) return false;
            const double beside = cross(from, to), squared = squared_length(along);
            if (beside * beside >= squared_least * squared) continue;
            // The line is near, and its nearest point is on the edge unless an end is, which is tested too.
            if (dot(from, along) >= 0 || dot(to, along) <= 0) continue;
            if (mesh.is_wall(h)) return false;
            spread(h);
        }
    }
    return true;
}

double DiscCheck::clearance(TriangleIndex seed, Vec2 p, double limit) const {
    const Triangulation& mesh = view_.mesh();
    double least = limit;
    begin(seed);
    while (!scratch_.stack.empty()) {
        const TriangleIndex t = take();
        for (std::uint32_t i = 0; i < 3; ++i) {
            const HalfEdge h = Triangulation::half_edge(t, i);
            const Vec2 a = view_.origin(h);
            least = std::min(least, distance(a, p));
            const double gap = distance(nearest_point(a, view_.target(h), p), p);
            if (gap >= least) continue;
            if (mesh.is_wall(h))
                least = gap;
            else
                spread(h);
        }
    }
    return least;
}

}  // namespace wend::mesh
