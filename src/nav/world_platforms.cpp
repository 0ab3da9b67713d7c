// Platforms come, go and change. They are few: the simulation is given all of them whenever one changes.

#include <algorithm>

#include "nav/world_state.hpp"

namespace wend::nav {

std::size_t World::State::place_of(const Platform& platform) const {
    const auto& all = simulation.platforms();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const PlatformSpec& spec) { return spec.name == platform.name; });
    return static_cast<std::size_t>(found - all.begin());
}

Result<PlatformId> World::add_platform(const PlatformDef& def) {
    Platform platform{state_->next_name("platform ")};
    std::vector<PlatformSpec> all = state_->simulation.platforms();
    const Trajectory motion = def.trajectory.value_or(Trajectory{{{time(), def.pose}}, false});
    all.push_back({platform.name, def.layer, def.outline, motion});
    if (Status set = state_->simulation.set_platforms(std::move(all)); !set.is_ok()) return set;
    return state_->platforms.insert(std::move(platform));
}

Status World::remove(PlatformId id) {
    const Platform* platform = state_->platforms.find(id);
    if (!platform) return stale("platform");
    std::vector<PlatformSpec> all = state_->simulation.platforms();
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(state_->place_of(*platform)));
    Status set = state_->simulation.set_platforms(std::move(all));
    if (set.is_ok()) state_->platforms.erase(id);
    return set;
}

Status World::set_pose(PlatformId id, const Pose& pose) {
    return set_trajectory(id, {{{time(), pose}}, false});
}

Status World::set_trajectory(PlatformId id, const Trajectory& trajectory) {
    const Platform* platform = state_->platforms.find(id);
    if (!platform) return stale("platform");
    std::vector<PlatformSpec> all = state_->simulation.platforms();
    all[state_->place_of(*platform)].motion = trajectory;
    return state_->simulation.set_platforms(std::move(all));
}

Result<Pose> World::pose(PlatformId id) const {
    const Platform* platform = state_->platforms.find(id);
    if (!platform) return stale("platform");
    return state_->simulation.platforms()[state_->place_of(*platform)].motion.at(time());
}

std::vector<PlatformId> World::platforms() const {
    std::vector<PlatformId> ids;
    state_->platforms.for_each([&](PlatformId id, const Platform&) { ids.push_back(id); });
    return ids;
}

}  // namespace wend::nav
