#pragma once

// Whether a disc that is free at both ends of a straight way is free on it, by walking along the way:
//
//        l ------ l2 ------ l3        The triangles that the way crosses have corners on both sides of it. If
//       / \     /  \     /           those are at least a radius away, so are the edges that join them, and
//      p --\---/----\---/--> q       all that lies beyond. At the ends, where corners may be nearer, the
//           \ /      \ /            edges are cut off at p and q.
//           r ------- r2
//
// Much cheaper than a flood of what the disc sweeps (disc_check.hpp). Where an edge between p and q is nearer
// than a radius though its corners, before p or beyond q, are not between them, only a flood can tell.

#include <cmath>

#include "mesh/mesh_view.hpp"

namespace wend::mesh {

class StripWalk {
  public:
    enum class Answer : std::uint8_t { blocked, free, unknown };

    StripWalk(const MeshView& view, Vec2 from, Vec2 to, double least)
        : view_(view), from_(from), length_(distance(from, to)), least_(least) {
        axis_ = length_ > 0 ? (to - from) / length_ : Vec2{1, 0};
    }

    /// `from` is inside triangle `seed`.
    [[nodiscard]] Answer run(TriangleIndex seed) {
        // The edges by which the way leaves and enters the triangle, counter-clockwise: from right to left,
        // and from left to right.
        HalfEdge leaves = none, enters = none;
        Vec2 corners[3];
        for (std::uint32_t i = 0; i < 3; ++i) {
            corners[i] = in_frame(Triangulation::half_edge(seed, i));
            if (is_hit(corners[i])) return Answer::blocked;
        }
        for (std::uint32_t i = 0; i < 3; ++i) {
            const bool is_right = corners[i].y < 0, is_next_right = corners[(i + 1) % 3].y < 0;
            if (is_right && !is_next_right) leaves = Triangulation::half_edge(seed, i);
            if (!is_right && is_next_right) enters = Triangulation::half_edge(seed, i);
        }
        if (leaves == none) return Answer::unknown;
        const std::uint32_t l = leaves & 3, e = enters & 3;
        const Vec2 ahead[2] = {corners[(l + 1) % 3], corners[l]};  // left, right
        const Vec2 behind[2] = {corners[e], corners[(e + 1) % 3]};
        // The third corner lies on one side, between the two that both edges share there.
        for (const int side : {0, 1})
            if (!(ahead[side] == behind[side]) && !is_clear(behind[side], ahead[side]))
                return Answer::unknown;
        const Answer forward = walk<true>(leaves, ahead[0], ahead[1]);
        return forward == Answer::free ? walk<false>(enters, behind[0], behind[1]) : forward;
    }

  private:
    [[nodiscard]] Vec2 in_frame(HalfEdge h) const noexcept {
        const Vec2 away = view_.origin(h) - from_;
        return {dot(axis_, away), cross(axis_, away)};
    }
    [[nodiscard]] bool is_hit(Vec2 corner) const noexcept {
        return std::abs(corner.y) < least_ && corner.x >= 0 && corner.x <= length_;
    }
    /// The edge between two corners on one side keeps its distance from p to q.
    [[nodiscard]] bool is_clear(Vec2 a, Vec2 b) const noexcept {
        const bool is_near_a = std::abs(a.y) < least_, is_near_b = std::abs(b.y) < least_;
        if (!is_near_a && !is_near_b) return true;
        if (is_near_a && is_near_b) return (a.x < 0) == (b.x < 0);
        const Vec2 near = is_near_a ? a : b, far = is_near_a ? b : a;
        const double cut = near.x < 0 ? 0 : length_;
        if ((far.x < cut) == (near.x < cut)) return true;
        return std::abs(near.y + (far.y - near.y) * (cut - near.x) / (far.x - near.x)) >= least_;
    }

    /// On through the edge from `right` to `left`, to the end of the way or, backwards, to its start.
    template <bool is_forward>
    [[nodiscard]] Answer walk(HalfEdge exit, Vec2 left, Vec2 right) const {
        const Triangulation& mesh = view_.mesh();
        for (int steps = 0; steps < most_steps; ++steps) {
            if (is_forward ? left.x >= length_ && right.x >= length_ : left.x <= 0 && right.x <= 0)
                return Answer::free;
            if (mesh.is_wall(exit)) {
                const double crossed = left.x + (right.x - left.x) * left.y / (left.y - right.y);
                return (is_forward ? crossed > length_ : crossed < 0) ? Answer::free : Answer::blocked;
            }
            const HalfEdge enters = mesh.twin(exit);
            const Vec2 apex = in_frame(Triangulation::previous(enters));
            if (is_hit(apex)) return Answer::blocked;
            const bool is_left = apex.y >= 0;
            if (!is_clear(is_left ? left : right, apex)) return Answer::unknown;
            // The new triangle has the old edge's left end first on the way forward, its right end on the way
            // back.
            exit = is_left == is_forward ? Triangulation::next(enters) : Triangulation::previous(enters);
            (is_left ? left : right) = apex;
        }
        return Answer::unknown;
    }

    /// Rounding might lead a walk in circles.
    static constexpr int most_steps = 4096;

    const MeshView& view_;
    Vec2 from_;
    Vec2 axis_;
    double length_;
    double least_;
};

}  // namespace wend::mesh
