#pragma once

// Who looks at what, so that nothing is worked out that nobody looks at: the agents that pages have selected,
// and the overlays whose data is sent only to those who ask. Used by the world's thread alone.

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "wend/view/live_world.hpp"
#include "wend/view/messages.hpp"

#include "view/distance_maps.hpp"
#include "view/live_command.hpp"

namespace wend::view {

class LiveInsight {
  public:
    void watch(std::uint64_t client, std::optional<std::uint32_t> agent);
    void show(std::uint64_t client, const ShowCommand& wish);
    void forget(std::uint64_t client);

    [[nodiscard]] bool wants_mesh() const noexcept { return !mesh_.empty(); }
    /// Lets the world know whom somebody watches now.
    void follow(LiveWorld& world);
    /// What can be told of those whom somebody watches. Expanded states are many: while the world runs they
    /// are told a few times a second.
    [[nodiscard]] std::vector<ChannelSample> collect(const LiveWorld& world, std::span<const Layer> layers,
                                                     bool is_paused);

  private:
    [[nodiscard]] std::set<std::uint32_t> watched_agents() const;
    void append_maps(const LiveWorld& world, std::span<const Layer> layers,
                     std::vector<ChannelSample>& samples);
    void append_plans(const LiveWorld& world, std::span<const Layer> layers,
                      std::vector<ChannelSample>& samples) const;

    std::map<std::uint64_t, std::uint32_t> watched_;  ///< agent by client
    std::set<std::uint64_t> mesh_, expanded_, plans_, map_;
    DistanceMaps distance_maps_;
    std::set<std::uint32_t> followed_;
};

/// Is the sample for a reader that watches this agent and has these wishes?
[[nodiscard]] bool is_wanted(const ChannelSample& sample, std::optional<std::uint32_t> watched,
                             const ShowCommand& wish);

}  // namespace wend::view
