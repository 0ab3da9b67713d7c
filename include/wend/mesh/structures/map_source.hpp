#pragma once

#include "wend/geometry/vec.hpp"

namespace wend::mesh {

/// Where paths end: a point, or an exit, any point of which will do.
struct MapSource {
    Vec2 from;
    Vec2 to;            ///< equal to `from`: a point
    double length = 0;  ///< metres that are still to go from there

    [[nodiscard]] bool is_point() const noexcept { return from == to; }
};

}  // namespace wend::mesh
