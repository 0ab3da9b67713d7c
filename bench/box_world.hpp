#pragma once

// The world of the mesh benchmarks: 400 x 400 m with 2,000 rotated boxes of 1 to 5 m, and a few closed pens
// for queries that have no answer.

#include <cstdint>
#include <vector>

#include "wend/geometry/polygon.hpp"

namespace wend::bench {

struct BoxWorld {
    Box2 bounds;
    std::vector<Ring> boxes;  ///< convex, counter-clockwise
    std::vector<Vec2> pens;   ///< centres of closed pens; their walls are among the boxes
};

[[nodiscard]] BoxWorld make_box_world(std::uint64_t seed, double side = 400, int boxes = 2000, int pens = 0);

}  // namespace wend::bench
