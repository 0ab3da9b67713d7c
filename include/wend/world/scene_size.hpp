#pragma once

// What is asked of a scene before anything is made of it.

#include <cstdint>
#include <optional>

#include "wend/world/scene.hpp"
#include "wend/world/walls.hpp"

namespace wend {

/// Agents, members of groups and those who enter by events.
[[nodiscard]] inline std::uint64_t agent_count(const Scene& scene) {
    std::uint64_t count = scene.agents.size();
    for (const GroupSpec& group : scene.groups) count += group.count;
    for (const TimedEvent& event : scene.events)
        count += std::holds_alternative<EnterEvent>(event.what) ? 1 : 0;
    return count;
}

/// Near where so many edges of the input cross that nobody could tell what is between them. Such a layer has
/// one wall without length, there, and no ground.
[[nodiscard]] inline std::optional<Vec2> find_tangle(const Walls& walls) {
    for (std::uint32_t layer = 0; layer < walls.layers(); ++layer)
        if (const auto all = walls.ground(layer).walls(); all.size() == 1 && all[0].from == all[0].to)
            return all[0].from;
    return std::nullopt;
}

}  // namespace wend
