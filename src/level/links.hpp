#pragma once

#include <cstdint>
#include <vector>

#include "wend/world/scene.hpp"

#include "level/floors.hpp"

namespace wend::level {

/// Jumps over gaps and drops from ledges. From every cell at a border somebody may leave straight ahead
/// through free air, with head room above the higher of take-off and landing, and lands on the first floor
/// met: a jump, both ways, when that is within a step of the same height and the gap at most `jump_distance`;
/// a drop, one way, when it is lower by at most `drop_height`. Both ends stand back from the edge as far as
/// the floor lets them, up to 0.6 m, and `max_radius` says who fits there and through. Of links that lie
/// close together the widest is kept.
[[nodiscard]] std::vector<Link> find_links(const Floors& floors, const std::vector<std::uint32_t>& layer,
                                           const rcHeightfield& solid, const LevelSource& source);

}  // namespace wend::level
