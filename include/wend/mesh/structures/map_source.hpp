#pragma once

#include <cstdint>
#include <optional>

#include "wend/geometry/vec.hpp"

namespace wend::mesh {

/// Where paths come from that are seen through a line only: a point, a straight exit, or a circle around a
/// corner that paths leave in tangents. What lies beyond the line is of no matter; it may be another layer's
/// ground, laid out in the plane of this one.
struct MapOrigin {
    Vec2 from;
    Vec2 to;            ///< equal to `from`: a point, or the middle of the circle
    double offset = 0;  ///< of a circle its radius: positive where paths turn left around it, else negative
    double angle = 0;   ///< of the direction in which the path gets to the circle
    std::uint32_t source = 0;  ///< of the map that it was seen in: where the path begins

    [[nodiscard]] bool is_straight() const noexcept { return !(from == to); }
};

/// Where paths end: a point, or an exit, any point of which will do.
struct MapSource {
    Vec2 from;
    Vec2 to;            ///< equal to `from`: a point
    double length = 0;  ///< metres that are still to go from there, or from what lies beyond
    /// If so, paths go straight on over the line to what lies beyond it, on its other side.
    std::optional<MapOrigin> beyond = std::nullopt;

    [[nodiscard]] bool is_point() const noexcept { return from == to; }
};

}  // namespace wend::mesh
