#pragma once

#include <vector>

#include "mesh/medial_data.hpp"

namespace wend::mesh {

/// A stretch of an edge, run through from parameter t0 to t1, which may be the smaller.
struct MedialStretch {
    std::uint32_t edge = 0;
    double t0 = 0;
    double t1 = 1;
};

/// A place of the axis with the gate to cross there: from left to right through the axis, kept off the walls.
struct CorridorGate {
    Vec2 axis;
    Vec2 left;
    Vec2 right;
};

/// Gates along the way, each `keep` off the nearest walls or, where the axis is closer to them, a point on
/// the axis. Dense enough that straight lines between neighbouring gates cut corners by at most `tolerance`.
[[nodiscard]] std::vector<CorridorGate> corridor_along(const MedialAxis::Data& data,
                                                       const std::vector<MedialStretch>& way, double keep,
                                                       double tolerance);

/// The shortest polyline from `start` to `goal` through the gates in order: the funnel algorithm (Lee and
/// Preparata 1984), started anew at every gate that is a point.
[[nodiscard]] std::vector<Vec2> pulled_taut(Vec2 start, std::vector<CorridorGate> gates, Vec2 goal);

}  // namespace wend::mesh
