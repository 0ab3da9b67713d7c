// Agents and groups come, go and change.

#include <algorithm>
#include <cmath>

#include "nav/world_state.hpp"

namespace wend::nav {
namespace {

Goal where_it_is(Place place) {
    Goal goal;
    goal.layer = place.layer;
    goal.region = DiscRegion{place.at, 0.5};
    return goal;
}

Trajectory seen_motion(Place place, Vec2 velocity, double heading, double now) {
    Trajectory motion{{{now, {place.at, heading}}}, false};
    if (velocity != Vec2{}) motion.keyframes.push_back({now + 1, {place.at + velocity, heading}});
    return motion;
}

}  // namespace

/// The scene's own agents and obstacles have ids like all others.
void World::State::adopt_scene() {
    const std::vector<AgentSpec>& specs = simulation.agents();
    for (std::uint32_t number = 0; number < specs.size(); ++number) {
        const AgentId id =
            agents.insert({number, specs[number].limits, specs[number].goal, {}, 0, false, {}});
        (void)simulation.set_tag(number, id.value);
        (void)glance(id);
    }
    for (const wend::ObstacleId obstacle : simulation.obstacles())
        obstacles.insert({obstacle, {}, false, {}, false, 0});
    for (const PlatformSpec& platform : simulation.platforms()) platforms.insert({platform.name});
    simulation.set_recording(def.plays_scene);
    read(false);
}

AgentSpec World::State::spec_of(const Agent& agent, Place place, double heading) {
    AgentSpec spec;
    spec.name = next_name("agent ");
    if (agent.group) spec.group = "group " + std::to_string(agent.group.value);
    spec.layer = place.layer;
    spec.position = place.at;
    spec.heading = heading;
    spec.limits = agent.limits;
    spec.goal = agent.goal;
    return spec;
}

Result<AgentId> World::add_agent(const AgentDef& def) try {
    if (state_->is_stopped) return no_memory();
    if (def.group && !state_->groups.find(def.group)) return stale("group");
    Agent agent{0, def.limits, def.goal.value_or(where_it_is(def.place)), def.group, def.user, false, {}};
    AgentSpec spec = state_->spec_of(agent, def.place, def.heading);
    const AgentId id = state_->agents.insert(std::move(agent));
    if (!id) return Status{StatusCode::out_of_memory, "there are as many agents as ids can tell apart"};
    const auto number = state_->simulation.enter(std::move(spec), id.value);
    if (!number) {
        state_->agents.erase(id);
        return number.status();
    }
    state_->agents.find(id)->number = number.value();
    state_->glance(id) = {};
    return id;
} catch (const std::bad_alloc&) {
    return state_->stop();
}

Status World::remove(AgentId id) try {
    Agent* agent = state_->agents.find(id);
    if (!agent) return stale("agent");
    if (agent->held)
        (void)state_->simulation.remove_obstacle(agent->held->obstacle);
    else
        (void)state_->simulation.leave(agent->number);
    const std::uint32_t row = state_->glance(id).row;
    state_->erase(id);
    if (row != Glance::nowhere) state_->drop_row(row);
    return Status::ok();
} catch (const std::bad_alloc&) {
    return state_->stop();
}

Status World::set_goal(AgentId id, const Goal& goal) try {
    Agent* agent = state_->agents.find(id);
    if (!agent) return stale("agent");
    if (!agent->held)
        if (Status set = state_->simulation.set_goal(agent->number, goal); !set.is_ok()) return set;
    agent->goal = goal;
    return Status::ok();
} catch (const std::bad_alloc&) {
    return state_->stop();
}

Status World::set_paused(AgentId id, bool is_paused) try {
    Agent* agent = state_->agents.find(id);
    if (!agent) return stale("agent");
    agent->is_paused = is_paused;
    return agent->held ? Status::ok() : state_->simulation.set_paused(agent->number, is_paused);
} catch (const std::bad_alloc&) {
    return state_->stop();
}

Status World::set_limits(AgentId id, const AgentLimits& limits) try {
    Agent* agent = state_->agents.find(id);
    if (!agent) return stale("agent");
    if (agent->held) {
        if (limits.radius != agent->limits.radius)
            return Status::invalid_input("the radius of a body that its host moves cannot change");
    } else if (Status set = state_->simulation.set_limits(agent->number, limits); !set.is_ok()) {
        return set;
    }
    agent->limits = limits;
    return Status::ok();
} catch (const std::bad_alloc&) {
    return state_->stop();
}

Status World::set_user(AgentId id, std::uint64_t user) try {
    Agent* agent = state_->agents.find(id);
    if (!agent) return stale("agent");
    agent->user = user;
    return Status::ok();
} catch (const std::bad_alloc&) {
    return state_->stop();
}

Status World::set_position(AgentId id, Place place, Vec2 velocity, double heading) try {
    Agent* agent = state_->agents.find(id);
    if (!agent) return stale("agent");
    return state_->hold(id, *agent, place, velocity, heading);
} catch (const std::bad_alloc&) {
    return state_->stop();
}

Status World::State::hold(AgentId id, Agent& agent, Place place, Vec2 velocity, double heading) {
    if (!std::isfinite(velocity.x + velocity.y + heading))
        return Status::invalid_input("found a velocity or heading that is no number, expected finite ones");
    const Trajectory motion = seen_motion(place, velocity, heading, simulation.time());
    if (agent.held) {
        if (place.layer != agent.held->place.layer) {
            (void)simulation.remove_obstacle(agent.held->obstacle);
        } else if (Status moved = simulation.move_obstacle(agent.held->obstacle, motion); !moved.is_ok()) {
            return moved;
        }
    }
    if (!agent.held || place.layer != agent.held->place.layer) {
        ObstacleSpec body;
        body.name = next_name("body ");
        body.layer = place.layer;
        body.shape = DiscShape{agent.limits.radius};
        body.motion = motion;
        body.knowledge = Knowledge::observed;
        const auto added = simulation.add_obstacle(std::move(body));
        if (!added) return added.status();
        if (!agent.held) {
            (void)simulation.leave(agent.number);
            held.push_back(id);
        }
        agent.held.emplace().obstacle = added.value();
    }
    agent.held->place = place;
    agent.held->velocity = velocity;
    agent.held->heading = heading;
    agent.held->step = steps;
    const std::uint32_t row = glance(id).row;
    if (row != Glance::nowhere && modes[row] == Mode::held)
        show_held(agent, row);
    else
        read(false);
    return Status::ok();
}

/// Bodies that were not moved since the last step are the library's again where they have room.
void World::State::give_back() {
    for (std::size_t i = 0; i < held.size();) {
        const AgentId id = held[i];
        Agent& agent = *agents.find(id);
        const Held& body = *agent.held;
        AgentSpec spec = spec_of(agent, body.place, body.heading);
        if (body.step == steps || !simulation.has_room(spec, body.obstacle)) {
            ++i;
            continue;
        }
        const wend::ObstacleId obstacle = body.obstacle;
        const auto number = simulation.enter_in_place_of(obstacle, std::move(spec), id.value);
        if (!number) {
            ++i;  // it stands in a wall
            continue;
        }
        agent.number = number.value();
        if (agent.is_paused) (void)simulation.set_paused(agent.number, true);
        agent.held.reset();
        held[i] = held.back();
        held.pop_back();
    }
}

GroupId World::add_group() try {
    if (state_->is_stopped) return {};
    return state_->groups.insert(0);
} catch (const std::bad_alloc&) {
    (void)state_->stop();
    return {};
}

std::vector<AgentId> World::agents_in(GroupId group) const try {
    std::vector<AgentId> members;
    if (group)
        state_->agents.for_each([&](AgentId id, const Agent& agent) {
            if (agent.group == group) members.push_back(id);
        });
    return members;
} catch (const std::bad_alloc&) {
    return {};
}

Status World::set_goal(GroupId group, const Goal& goal) try {
    if (!state_->groups.find(group)) return stale("group");
    for (const AgentId id : agents_in(group))
        if (Status set = set_goal(id, goal); !set.is_ok()) return set;
    return Status::ok();
} catch (const std::bad_alloc&) {
    return state_->stop();
}

Status World::set_paused(GroupId group, bool is_paused) try {
    if (!state_->groups.find(group)) return stale("group");
    for (const AgentId id : agents_in(group)) (void)set_paused(id, is_paused);
    return Status::ok();
} catch (const std::bad_alloc&) {
    return state_->stop();
}

Status World::remove(GroupId group) try {
    if (!state_->groups.find(group)) return stale("group");
    for (const AgentId id : agents_in(group)) (void)remove(id);
    state_->groups.erase(group);
    return Status::ok();
} catch (const std::bad_alloc&) {
    return state_->stop();
}

}  // namespace wend::nav
