#pragma once

// For the page: the exact shortest path map to where an agent wants to go, for a body as wide as it is
// (mesh/structures/goal_map.hpp), made only for those whom somebody looks at with that overlay on.

#include <cstdint>
#include <map>
#include <span>

#include "wend/view/live_world.hpp"
#include "wend/view/messages.hpp"

namespace wend::view {

/// Channel "map", of an agent: points of x, y of three corners, metres to the goal from each, z; the style
/// tells cells apart whose ways go by different corners. The note says how many cells there are, or why there
/// is no map.
class DistanceMaps {
  public:
    static constexpr std::size_t most_vertices = 4000;  ///< of a layer
    static constexpr std::uint8_t colours = 7;

    /// The map of an agent with that route; the same as before while neither goal nor mesh change.
    [[nodiscard]] const ChannelSample& sample(std::uint32_t frame, std::uint32_t agent, double radius,
                                              std::span<const RoutePoint> route, const mesh::NavMesh& mesh,
                                              std::span<const Layer> layers);

  private:
    struct Told {
        RoutePoint goal;
        std::uint64_t mesh_version = 0;
        ChannelSample sample;
    };
    std::map<std::uint32_t, Told> told_;
};

}  // namespace wend::view
