#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "wend/motion/live_body.hpp"
#include "wend/view/live_world.hpp"

namespace wend::cli {

/// The bodies of a world that goes on while people watch it, from what its agents have promised.
class LiveBodies {
  public:
    /// Of all who are there at the newest frame, packed; none where there are more than can be told each
    /// frame.
    [[nodiscard]] std::vector<std::uint8_t> poses(const view::LiveWorld& world);

  private:
    struct Walker {
        motion::LiveBody body;
        std::uint32_t seen = 0;  ///< the last frame
    };
    std::map<std::uint32_t, Walker> walkers_;
    double time_ = -1;
};

}  // namespace wend::cli
