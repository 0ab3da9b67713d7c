// Rays, lines of sight and the visibility polygon, all by walking from triangle to triangle.

#include <cmath>
#include <optional>

#include "wend/mesh/query.hpp"

#include "mesh/scratch.hpp"

namespace wend::mesh {

namespace {

/// A ray that goes through a vertex may leave on either side of it; both are tried and the longer one counts.
class RayWalk {
  public:
    RayWalk(const MeshView& view, Vec2 from, Vec2 to) : view_(view), from_(from), way_(to - from) {}

    /// The share of the way that is free, at most 1, and the wall that ended it.
    struct End {
        double share = 0;
        HalfEdge wall = none;
    };

    [[nodiscard]] End from_triangle(TriangleIndex t) const {
        End best;
        for (std::uint32_t i = 0; i < 3; ++i) {
            const HalfEdge h = Triangulation::half_edge(t, i);
            const Vec2 right = view_.origin(h) - from_, left = view_.target(h) - from_;
            if (cross(right, left) <= 0) continue;  // the origin is on this edge
            if (cross(way_, right) <= 0 && cross(way_, left) >= 0) keep_longer(best, across(h));
        }
        return best;
    }

  private:
    static void keep_longer(End& best, const End& other) {
        if (other.wall == none || other.share >= best.share) best = other;
    }

    /// Leaves a triangle through h.
    [[nodiscard]] End across(HalfEdge h) const {
        for (;;) {
            const Vec2 a = view_.origin(h), along = view_.target(h) - a;
            const double facing = cross(way_, along);
            const double share = facing != 0 ? cross(along, a - from_) / cross(along, way_)
                                             : dot(a - from_, way_) / squared_length(way_);
            if (share >= 1) return {1, none};
            if (view_.mesh().is_wall(h)) return {share, h};
            const HalfEdge enters = view_.mesh().twin(h);
            const double side = cross(way_, view_.at(view_.apex(enters)) - from_);
            const HalfEdge left_exit = Triangulation::previous(enters);
            const HalfEdge right_exit = Triangulation::next(enters);
            if (side == 0) {
                End best = across(left_exit);
                if (best.wall != none) keep_longer(best, across(right_exit));
                return best;
            }
            h = side > 0 ? right_exit : left_exit;
        }
    }

    const MeshView& view_;
    Vec2 from_;
    Vec2 way_;
};

/// Walks the triangles that a point sees, counter-clockwise, and lists where sight ends.
class SightSweep {
  public:
    SightSweep(const MeshView& view, Vec2 from, Ring& ring) : view_(view), from_(from), ring_(ring) {}

    void through(HalfEdge h, Vec2 right, Vec2 left) {
        if (view_.mesh().is_wall(h)) {
            append(hit(h, right));
            append(hit(h, left));
            return;
        }
        const HalfEdge enters = view_.mesh().twin(h);
        const Vec2 apex = view_.at(view_.apex(enters));
        const bool right_of_left = cross(left - from_, apex - from_) < 0;
        const bool left_of_right = cross(right - from_, apex - from_) > 0;
        if (left_of_right) through(Triangulation::next(enters), right, right_of_left ? apex : left);
        if (right_of_left) through(Triangulation::previous(enters), left_of_right ? apex : right, left);
    }

  private:
    [[nodiscard]] Vec2 hit(HalfEdge h, Vec2 towards) const {
        const Vec2 a = view_.origin(h), b = view_.target(h);
        if (towards == a || towards == b) return towards;
        const double facing = cross(towards - from_, b - a);
        return facing == 0 ? a : a + (b - a) * (cross(towards - from_, from_ - a) / facing);
    }
    void append(Vec2 point) {
        const Vec2 metres = view_.to_metres(point);
        if (ring_.empty() || !(ring_.back() == metres)) ring_.push_back(metres);
    }

    const MeshView& view_;
    Vec2 from_;
    Ring& ring_;
};

}  // namespace

RayHit cast_ray(const Triangulation& mesh, Vec2 from, Vec2 to) {
    const MeshView view(mesh);
    const Location at = mesh.locate(from);
    RayHit hit{from, 0, none, false};
    const Vec2 start = view.to_lattice(from), end_point = view.to_lattice(to);
    if (start == end_point) {  // points that differ in their last bits may not differ here
        hit.is_clear = view.free_triangle(at) != none;
        return hit;
    }
    const RayWalk walk(view, start, end_point);
    double share = 0;
    view.for_each_touching(at, [&](TriangleIndex t) {
        const RayWalk::End end = walk.from_triangle(t);
        if (end.wall == none && end.share == 0) return;  // the ray does not enter this triangle
        if (hit.is_clear || end.share < share) return;
        share = end.share;
        hit.wall = end.wall;
        hit.is_clear = end.wall == none;
    });
    hit.point = hit.is_clear ? to : lerp(from, to, share);
    hit.distance = distance(from, hit.point);
    return hit;
}

bool is_in_sight(const Triangulation& mesh, Vec2 from, Vec2 to, double radius, QueryContext& context) {
    if (radius <= 0) return cast_ray(mesh, from, to).is_clear;
    const MeshView view(mesh);
    const DiscCheck check(view, context.scratch().flood);
    const double units = radius / view.unit();
    const Vec2 start = view.to_lattice(from), end = view.to_lattice(to);
    const TriangleIndex here = view.free_triangle(mesh.locate(from));
    const TriangleIndex there = view.free_triangle(mesh.locate(to));
    return here != none && there != none && check.has_room(here, start, units) &&
           check.has_room(there, end, units) && check.way_between_is_free(here, start, end, units);
}

Ring visibility_polygon(const Triangulation& mesh, Vec2 from) {
    const MeshView view(mesh);
    Ring ring;
    const Location at = mesh.locate(from);
    const bool is_vertex = at.on == Location::On::vertex && at.triangle != none;
    const Vec2 origin = is_vertex ? view.origin(at.half_edge) : view.to_lattice(from);
    SightSweep sweep(view, origin, ring);
    const auto look_into = [&](TriangleIndex t) {
        const auto faces = [&](HalfEdge h) {
            return cross(view.origin(h) - origin, view.target(h) - origin) > 0;
        };
        HalfEdge first = Triangulation::half_edge(t, 0);
        while (faces(first) && (first & 3) < 2)
            ++first;  // counter-clockwise from an edge that has the origin
        HalfEdge h = Triangulation::next(first);
        for (int i = 0; i < 3; ++i, h = Triangulation::next(h))
            if (faces(h)) sweep.through(h, view.origin(h), view.target(h));
    };
    if (is_vertex) {
        // Each free sector between walls begins and ends at the vertex itself.
        const HalfEdge first = view.first_wall_spoke(at.half_edge);
        HalfEdge spoke = first;
        do {
            if (!mesh.is_blocked(Triangulation::triangle_of(spoke))) {
                look_into(Triangulation::triangle_of(spoke));
                if (mesh.is_wall(Triangulation::previous(spoke))) ring.push_back(from);
            }
            spoke = view.turn_left(spoke);
        } while (spoke != none && spoke != first);
    } else {
        view.for_each_touching(at, look_into);
    }
    if (ring.size() > 1 && ring.front() == ring.back()) ring.pop_back();
    return ring;
}

}  // namespace wend::mesh
