#pragma once

#include <cstdint>
#include <vector>

#include "wend/io/recording.hpp"
#include "wend/sim/simulation.hpp"

namespace wend::view {

/// Numbers for the charts, part of every frame.
struct FrameStats {
    std::uint32_t present = 0;
    std::uint32_t arrived = 0;  ///< those included who have left the world since
    std::uint32_t standing = 0;
    float mean_speed = 0;  ///< of those present in this frame and the one before, m/s
    float cost_ms = 0;
    std::uint64_t expansions = 0;
    bool over_budget = false;
    friend bool operator==(const FrameStats&, const FrameStats&) = default;
};

/// Counts one frame after the other.
class FrameCounter {
  public:
    [[nodiscard]] FrameStats count(const io::Frame& frame, const FrameCost& cost);

  private:
    std::vector<io::RecordedAgent> before_;  ///< by rising number
    double time_before_ = 0;
    std::uint32_t arrived_and_left_ = 0;
};

}  // namespace wend::view
