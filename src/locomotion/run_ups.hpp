#pragma once

#include <cstdint>
#include <vector>

#include "wend/locomotion/moving_world.hpp"
#include "wend/motion/controller.hpp"

namespace wend::locomotion {

/// Steps that lead to a take-off, all straight.
struct RunUp {
    std::vector<std::uint16_t> clips;  ///< the last one flies
    double length = 0;                 ///< before take-off
    double flight = 0;                 ///< the last one's
    Tick ticks = 0;                    ///< before the last
    Tick last_ticks = 0;
    motion::Gait gait = motion::Gait::run;
};

/// From a walk, with every clip that flies: walking ones first.
[[nodiscard]] const std::vector<RunUp>& run_ups();

}  // namespace wend::locomotion
