#pragma once

// A point that moves in a straight line against things that stand still, in continuous time. Moving things
// are handled in their own frame of reference, discs by growing the other side.

#include "wend/geometry/polygon.hpp"
#include "wend/geometry/vec.hpp"

namespace wend::verify {

/// The path from + (to - from) * s for s in [0, 1].
struct Path {
    Vec2 from;
    Vec2 to;
    [[nodiscard]] Vec2 at(double s) const noexcept { return lerp(from, to, s); }
};

/// While s is in [begin, end] the point was nearer than allowed; worst at `at`, by `depth`.
struct Contact {
    bool found = false;
    double begin = 0;
    double end = 0;
    double at = 0;
    double depth = 0;

    void add(const Contact& other) noexcept;
};

/// Nearer than `reach` to a point, by more than `tolerance`.
[[nodiscard]] Contact sweep_point(const Path& path, Vec2 center, double reach, double tolerance) noexcept;
/// Nearer than `reach` to a segment, which is a wall without inside.
[[nodiscard]] Contact sweep_segment(const Path& path, Vec2 a, Vec2 b, double reach,
                                    double tolerance) noexcept;
/// Inside a ring or nearer than `reach` to it. Inside, the depth is `reach` and the way to the boundary.
[[nodiscard]] Contact sweep_ring(const Path& path, const Ring& ring, double reach, double tolerance);

[[nodiscard]] double segment_distance(Vec2 p, Vec2 a, Vec2 b) noexcept;
[[nodiscard]] double ring_distance(const Ring& ring, Vec2 p) noexcept;
/// Even-odd rule; on the boundary it may say either.
[[nodiscard]] bool is_inside(const Ring& ring, Vec2 p) noexcept;
/// Shares of the path at which it crosses the ring, in no order.
void crossings(const Path& path, const Ring& ring, std::vector<double>& out);

}  // namespace wend::verify
