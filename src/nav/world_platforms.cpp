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

Result<PlatformId> World::add_platform(const PlatformDef& def) try {
    if (state_->is_stopped) return no_memory();
    Platform platform{state_->next_name("platform ")};
    std::vector<PlatformSpec> all = state_->simulation.platforms();
    const Trajectory motion = def.trajectory.value_or(Trajectory{{{time(), def.pose}}, false});
    all.push_back({platform.name, def.layer, def.outline, motion});
    if (Status set = state_->simulation.set_platforms(std::move(all)); !set.is_ok()) return set;
    return state_->platforms.insert(std::move(platform));
} catch (const std::bad_alloc&) {
    return state_->stop();
}

Status World::remove(PlatformId id) try {
    const Platform* platform = state_->platforms.find(id);
    if (!platform) return stale("platform");
    std::vector<PlatformSpec> all = state_->simulation.platforms();
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(state_->place_of(*platform)));
    Status set = state_->simulation.set_platforms(std::move(all));
    if (set.is_ok()) state_->platforms.erase(id);
    return set;
} catch (const std::bad_alloc&) {
    return state_->stop();
}

Status World::set_pose(PlatformId id, const Pose& pose) try {
    return set_trajectory(id, {{{time(), pose}}, false});
} catch (const std::bad_alloc&) {
    return state_->stop();
}

Status World::set_trajectory(PlatformId id, const Trajectory& trajectory) try {
    const Platform* platform = state_->platforms.find(id);
    if (!platform) return stale("platform");
    std::vector<PlatformSpec> all = state_->simulation.platforms();
    all[state_->place_of(*platform)].motion = trajectory;
    return state_->simulation.set_platforms(std::move(all));
} catch (const std::bad_alloc&) {
    return state_->stop();
}

Result<Pose> World::pose(PlatformId id) const try {
    const Platform* platform = state_->platforms.find(id);
    if (!platform) return stale("platform");
    return state_->simulation.platforms()[state_->place_of(*platform)].motion.at(time());
} catch (const std::bad_alloc&) {
    return no_memory();
}

std::vector<PlatformId> World::platforms() const try {
    std::vector<PlatformId> ids;
    state_->platforms.for_each([&](PlatformId id, const Platform&) { ids.push_back(id); });
    return ids;
} catch (const std::bad_alloc&) {
    return {};
}

}  // namespace wend::nav
