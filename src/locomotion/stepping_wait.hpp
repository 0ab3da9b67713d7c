#pragma once

// Waits by steps: a stop, steps from that stand to the one that a start begins from, as the table of stands
// says [ST §4.3], and standing until the moment has come.

#include "wend/locomotion/controller.hpp"

namespace wend::locomotion {

struct WaitPoint {
    Vec2 offset;                    ///< from the landmark
    std::optional<double> heading;  ///< nothing: as it came
};
/// The least that a wait takes; -1: steps do not lead through it.
[[nodiscard]] Tick fewest_wait_ticks(const Skills& skills, const WaitEnds& ends);
/// At every tick of a wait that lasts so many, both ends included; none where steps do not lead through it.
[[nodiscard]] std::vector<WaitPoint> stepped_wait(const Skills& skills, Tick ticks, const WaitEnds& ends);

}  // namespace wend::locomotion
