#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <vector>

#include "wend/motion/live_body.hpp"
#include "wend/view/live_world.hpp"

#include "carriers.hpp"

namespace wend::cli {

/// What an agent has promised, from now on.
using PublishedBy = std::function<std::vector<PublishedPoint>(std::uint32_t agent)>;

/// The bodies of a world that goes on while people watch it, from what its agents have promised.
class LiveBodies {
  public:
    /// Of all who are there at the newest frame, packed; none where there are more than can be told each
    /// frame.
    [[nodiscard]] std::vector<std::uint8_t> poses(const view::LiveWorld& world);
    /// The same as poses, of however many.
    [[nodiscard]] std::span<const motion::AgentPose> follow(const io::Frame& frame,
                                                            const PublishedBy& published);

  private:
    void update(const io::Frame& frame, const io::RecordedAgent& agent, const PublishedBy& published);

    motion::LiveCrowd crowd_;
    Carriers carriers_;
    std::map<std::uint32_t, double> heights_;  ///< of layers, where somebody stood on them last
    double time_ = -1;
};

}  // namespace wend::cli
