#pragma once

#include <cstdint>
#include <vector>

#include "wend/base/status.hpp"
#include "wend/world/scene.hpp"
#include "wend/world/walls.hpp"

namespace wend {

/// Everybody a scene speaks of: its single agents as written, then the members of its groups in order, named
/// "<group>/<k>" from 0, then those who enter by an event, in the order of the events. The same scene and
/// seed give the same agents for ever, whatever the other groups do.
///
/// A member keeps the group's spacing to walls, to obstacles that stand still, and to everybody placed
/// before. A group whose members enter one after another (`every` > 0) may need less room than all of them
/// at once: when the room is used up, a member takes a place that an earlier member of its own group had;
/// whoever runs the world lets it in once that place is free. Otherwise a group that does not fit is an
/// error that says how many did.
[[nodiscard]] Result<std::vector<AgentSpec>> populate(const Scene& scene, const Walls& walls,
                                                      std::uint64_t seed);
[[nodiscard]] Result<std::vector<AgentSpec>> populate(const Scene& scene, std::uint64_t seed);

}  // namespace wend
