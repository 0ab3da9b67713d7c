#pragma once

// Floors into layers: a layer is a set of walkable cells that can be drawn in the plane, so that no two lie
// over each other, and any two side by side are a step apart. Layers should be few and the seams between them
// short and straight, because a seam becomes portals. Deciding that best is hard (it contains graph
// colouring), so it is done greedily:
//
//   1. flood a connected piece from its lowest cell, lowest first, leaving out cells that conflict with those
//      taken;
//   2. the cells taken and the cells left out that conflict must part: the shortest seam between all of the
//   one
//      and all of the other, a minimum cut, runs through the narrowest place, a door or a flight of stairs;
//   3. go on with each piece that this leaves;
//   4. give pieces that do not conflict the same layer, longest common seam first.

#include <cstdint>
#include <vector>

#include "level/floors.hpp"

namespace wend::level {

struct Layering {
    std::vector<std::uint32_t> layer;  ///< of each span
    std::uint32_t count = 0;
};

[[nodiscard]] Layering find_layers(const Floors& floors);

}  // namespace wend::level
