// A world as bytes and back: the run itself is sim's to keep (sim/run/saved_run.hpp); here are the names that
// the host has for what is in it, and what the columns show.

#include <algorithm>

#include "base/sealed.hpp"
#include "nav/world_state.hpp"
#include "world/scene_archive.hpp"

namespace wend::nav {

void describe(auto& archive, Place& place) {
    archive(place.at, place.layer);
}
template <class Tag>
void describe(auto& archive, Handle<Tag>& id) {
    archive(id.value);
}
void describe(auto& archive, Held& held) {
    // Of the obstacle its place among the run's; see with_places().
    archive(held.obstacle.index, held.place, held.velocity, held.heading, held.step);
}
void describe(auto& archive, Agent& agent) {
    archive(agent.number, agent.limits, agent.goal, agent.group, agent.user, agent.is_paused, agent.held);
}
void describe(auto& archive, Glance& glance) {
    archive(glance.promises, glance.states, glance.has_entered, glance.before);
}
void describe(auto& archive, Obstacle& obstacle) {
    archive(obstacle.id.index, obstacle.follows, obstacle.pose, obstacle.is_observed, obstacle.user);
}
void describe(auto& archive, LinkDef& link) {
    archive(link.from, link.to, link.two_way, link.cost, link.is_open);
}
void describe(auto& archive, LinkEntry& link) {
    archive(link.def);
}
void describe(auto& archive, AreaEntry& area) {
    archive(area.constraint);
}
void describe(auto& archive, Platform& platform) {
    archive(platform.name);
}
void describe(auto& archive, Event& event) {
    archive(event.kind, event.agent, event.user);
}

namespace {

constexpr archive::Seal seal{0x65766173646E6577, 2, "World::save()"};  // "wendsave"
/// In place of an obstacle's number: an event of the scene has taken it away.
constexpr std::uint32_t gone = 0xFFFFFFFFu;

/// Gives every obstacle's id in the simulation to `rename`.
template <class Rename>
void rename_obstacles(Slots<Agent, AgentHandle>& agents, Slots<Obstacle, ObstacleHandle>& obstacles,
                      Rename&& rename) {
    agents.for_each([&](AgentId, Agent& agent) {
        if (agent.held) rename(agent.held->obstacle);
    });
    obstacles.for_each([&](ObstacleId, Obstacle& obstacle) { rename(obstacle.id); });
}

Status wrong(const char* found) {
    return Status::invalid_input(std::string("found ") + found + ", expected what World::save() made");
}

}  // namespace

/// All that the host's names stand on.
template <class Archive>
void World::State::describe_names(Archive& archive) {
    archive(groups, links, areas, platforms, glances, held, followers, prepared, steps, named, left_over,
            events);
}

Result<std::vector<std::byte>> World::State::save() const {
    const auto run = simulation.save();
    if (!run) return run.status();
    std::map<wend::ObstacleId, std::uint32_t> places;
    for (const wend::ObstacleId id : simulation.obstacles())
        places.emplace(id, static_cast<std::uint32_t>(places.size()));
    auto placed_agents = agents;
    auto placed_obstacles = obstacles;
    rename_obstacles(placed_agents, placed_obstacles, [&](wend::ObstacleId& id) {
        const auto place = places.find(id);
        id = {place == places.end() ? gone : place->second, 1};
    });
    archive::Writer body;
    body(run.value(), placed_agents, placed_obstacles);
    const_cast<State*>(this)->describe_names(body);  // writing changes nothing
    return archive::sealed(seal, body.take());
}

/// Of those who are named, all are there.
bool World::State::is_sound() const {
    const auto is_held = [this](AgentId id) {
        const Agent* agent = agents.find(id);
        return agent && agent->held;
    };
    const auto follows = [this](ObstacleId id) {
        const Obstacle* obstacle = obstacles.find(id);
        return obstacle && obstacle->follows;
    };
    return agents.is_sound() && groups.is_sound() && obstacles.is_sound() && links.is_sound() &&
           areas.is_sound() && platforms.is_sound() && std::all_of(held.begin(), held.end(), is_held) &&
           std::all_of(followers.begin(), followers.end(), follows);
}

/// The bodies and things of a simulation that goes on get their names again.
Status World::State::recall(archive::Reader& reader) {
    reader(agents, obstacles);
    describe_names(reader);
    if (reader.failed() || !reader.is_at_end() || !is_sound()) return wrong("bytes that say something else");
    const std::vector<wend::ObstacleId> there = simulation.obstacles();
    bool are_there = true;
    rename_obstacles(agents, obstacles, [&](wend::ObstacleId& id) {
        are_there = are_there && (id.index < there.size() || id.index == gone);
        id = id.index < there.size() ? there[id.index] : wend::ObstacleId{};
    });
    platforms.for_each([&](PlatformId, const Platform& platform) {
        are_there = are_there && place_of(platform) < simulation.platforms().size();
    });
    if (!are_there) return wrong("an obstacle or platform that is not there");
    Status status;
    links.for_each([&](LinkId, LinkEntry& link) {
        const auto index = put_link(link.def);
        if (index)
            link.index = index.value();
        else
            status = index.status();
    });
    for (const double radius : prepared)
        if (status.is_ok()) status = simulation.prepare(radius);
    pass_over(agents.world());
    read(false);
    return status;
}

Result<World> World::restore(std::span<const std::byte> bytes, const WorldDef& def) try {
    const auto body = archive::opened(seal, bytes);
    if (!body) return body.status();
    archive::Reader reader(body.value());
    std::vector<std::byte> run;
    reader(run);
    SimulationOptions options;
    options.threads = def.threads;
    options.tasks = def.tasks;
    options.floor = def.floor;
    options.open_cl = def.open_cl;
    auto simulation = Simulation::resume(run, options);
    if (!simulation) return simulation.status();
    World world(std::make_unique<State>(std::move(simulation).value(), def, std::uint16_t{0}));
    if (Status recalled = world.state_->recall(reader); !recalled.is_ok()) return recalled;
    return world;
} catch (const std::bad_alloc&) {
    return no_memory();
}

Result<std::vector<std::byte>> World::save() try {
    if (state_->is_stopped) return no_memory();
    auto bytes = state_->save();
    if (!bytes) return bytes;
    auto same = restore(bytes.value(), state_->def);
    if (!same) return same.status();
    for (const ObstacleId id : state_->followers)
        same.value().state_->obstacles.find(id)->follow = std::move(state_->obstacles.find(id)->follow);
    *state_ = std::move(*same.value().state_);
    return bytes;
} catch (const std::bad_alloc&) {
    return no_memory();
}

}  // namespace wend::nav
