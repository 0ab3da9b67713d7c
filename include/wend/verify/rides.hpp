#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "wend/base/status.hpp"

namespace wend::verify {

/// What a check of rides over moving surfaces found; all texts are for people.
struct RideReport {
    std::size_t rides = 0;
    std::size_t arrived = 0;
    std::size_t ticks = 0;
    double deepest_penetration = 0;  ///< metres
    double top_ground_speed = 0;     ///< relative to what was under the feet, metres a second
    std::vector<std::string> violations;
    [[nodiscard]] bool is_clean() const noexcept { return violations.empty(); }
};

/// Checks rides (the file that `wend ride --record` writes) against their scene: support under the feet,
/// penetration of blocks and of each other, speeds, flights that obey gravity and landings on something.
/// Shares no code with what plans them.
[[nodiscard]] Result<RideReport> check_rides(std::string_view scene_text, std::string_view rides_text);

}  // namespace wend::verify
