#pragma once

// What a RoadSearch is told about an older path [DPA §IV]: where it may join it, and that a shorter path has
// to lead through one of a few boxes. Lattice units.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "wend/geometry/box.hpp"

#include "mesh/route.hpp"

namespace wend::mesh {

/// A turn of the old path around a corner; from where it arrives at the circle on it is free.
struct RestTurn {
    Turn turn;
    Vec2 arrives, leaves;
    double arrival = 0, departs = 0;  ///< angles of the directions
    double whole = 0, rest = 0;       ///< from there to the goal
};

struct RoadMemory {
    std::vector<RestTurn> turns;  ///< in the old path's order
    std::vector<Box2> gains;      ///< where paths may have become shorter
    /// Of the old path from the start: no path that avoids the gains is shorter. 0: not known.
    double old_length = 0;
    /// Of paths to look for; the old path's own length when it is free.
    double upper = std::numeric_limits<double>::infinity();

    [[nodiscard]] static double distance_to(const Box2& box, Vec2 p) noexcept {
        const Vec2 out{std::max({box.low.x - p.x, 0.0, p.x - box.high.x}),
                       std::max({box.low.y - p.y, 0.0, p.y - box.high.y})};
        return length(out);
    }
    /// No path from p through a gain to the goal is shorter.
    [[nodiscard]] double through(Vec2 p, Vec2 goal) const noexcept {
        double least = std::numeric_limits<double>::infinity();
        for (const Box2& box : gains) least = std::min(least, distance_to(box, p) + distance_to(box, goal));
        return least;
    }
    /// The segment may come within `margin` of a gain.
    [[nodiscard]] bool touches(Vec2 a, Vec2 b, double margin) const noexcept {
        return std::any_of(gains.begin(), gains.end(),
                           [&](const Box2& box) { return crosses(box.grown(margin), a, b); });
    }

  private:
    [[nodiscard]] static bool crosses(const Box2& box, Vec2 a, Vec2 b) noexcept {
        Box2 own;
        own.add(a);
        own.add(b);
        if (!own.overlaps(box)) return false;
        const Vec2 middle = (box.low + box.high) * 0.5, half = (box.high - box.low) * 0.5, d = b - a;
        return std::abs(cross(d, middle - a)) <= half.x * std::abs(d.y) + half.y * std::abs(d.x);
    }
};

}  // namespace wend::mesh
