#pragma once

// Ways between two points that are not walked on open ground: links, and portals cut into single crossings. A
// domain of cells goes from a cell near one end to a cell near the other.

#include <cstdint>
#include <vector>

#include "wend/world/scene.hpp"

namespace wend::domains {

struct Crossing {
    std::uint32_t from_layer = 0;
    std::uint32_t to_layer = 0;
    Vec2 from;
    Vec2 to;
    double length = 0;                ///< metres that are moved, at least the distance of the two points
    double effort = 0;                ///< metres of walking that it is worth, at least `length`
    bool is_jump = false;             ///< a jump or drop, and as such dear
    std::vector<Interval> open = {};  ///< when it may be entered; empty: always

    [[nodiscard]] bool is_open_at(double time) const noexcept;
};

/// Every crossing of the scene that a body of this radius can use, two-way ones once for each way. A portal
/// becomes crossings at most `spacing` metres apart, none nearer to its ends than the radius.
[[nodiscard]] std::vector<Crossing> crossings_of(const Scene& scene, double radius, double spacing = 1.0);

}  // namespace wend::domains
