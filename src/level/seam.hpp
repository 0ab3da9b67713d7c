#pragma once

#include <cstdint>
#include <vector>

#include "level/floors.hpp"

namespace wend::level {

enum class Side : std::uint8_t { free, low, high };

/// The shortest seam, in cell edges, that parts every span marked `low` from every span marked `high` among
/// the spans of one connected piece: a minimum cut (Dinic 1970) of the graph of steps. Marks the rest of the
/// piece, `low` where it stays connected to the low side.
///
/// `members` are the spans of the piece, ascending, and no step leads out of them; `side` is indexed by span.
void part_by_shortest_seam(const Floors& floors, const std::vector<std::uint32_t>& members,
                           std::vector<Side>& side);

}  // namespace wend::level
