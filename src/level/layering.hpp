#pragma once

// Floors into layers: a layer is a set of walkable cells of which no two lie over each other, so that it can
// be drawn in the plane. Layers should be few and the seams between them short and straight, because a seam
// becomes portals. Deciding that best is hard (it contains graph colouring), so it is done greedily:
//
//   1. flood a connected piece from its lowest cell, lowest first, taking a cell when its column is still
//   free;
//   2. where the flood met columns that it already had, the cells below and above must part: the shortest
//   seam
//      between all those below and all those above, a minimum cut, runs through the narrowest place, which is
//      a door or a flight of stairs;
//   3. go on with what lies above the seam;
//   4. give pieces that neither overlap nor touch without a step the same layer, longest common seam first.

#include <cstdint>
#include <vector>

#include "level/floors.hpp"

namespace wend::level {

struct Layering {
    std::vector<std::uint32_t> layer;  ///< of each span
    std::uint32_t count = 0;
    std::vector<bool>
        sill;  ///< spans beside one of their own layer that no step leads to: the higher of each two
};

[[nodiscard]] Layering find_layers(const Floors& floors);

}  // namespace wend::level
