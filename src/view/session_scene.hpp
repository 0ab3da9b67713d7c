#pragma once

#include <map>

#include "wend/io/recording.hpp"
#include "wend/view/live_world.hpp"
#include "wend/world/scene.hpp"

namespace wend::view {

/// The scene that goes on from where a live session is now: whoever is present stands where it stands and
/// wants to go where it wants to go, obstacles go on with their motion, and what is still to happen happens
/// as much later as it would have. `goals` are those that were changed since, by the name of an agent or a
/// group; `identities` are all obstacles that were ever seen, by number.
[[nodiscard]] Scene scene_of_session(const Scene& scene, const LiveWorld& world,
                                     const std::map<std::string, Goal>& goals,
                                     const std::map<std::uint32_t, io::RecordedIdentity>& identities);

}  // namespace wend::view
