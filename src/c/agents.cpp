#include <algorithm>

#include "c/definitions.hpp"

using namespace wend;

namespace {

AgentLimits limits_of(const wend_limits& limits) {
    return {limits.radius, limits.height, limits.max_speed, limits.max_acceleration, limits.max_turn_rate};
}

wend_agent_state state_of(nav::AgentId id, const nav::AgentState& state) {
    return {{id.value},
            state.user,
            state.position.x,
            state.position.y,
            state.position.z,
            state.velocity.x,
            state.velocity.y,
            state.heading,
            state.layer,
            static_cast<std::uint32_t>(state.mode),
            0};
}

Status set_goal(nav::World& world, nav::AgentId id, const wend_place& goal, double radius) {
    return world.set_goal(id, nav::goal_at(c::place_of(goal), radius));
}

}  // namespace

wend_status wend_agent_add(wend_world* world, const wend_agent_def* given, wend_agent_id* id) {
    return c::with(world && id ? world : nullptr, [&] {
        *id = {};
        wend_agent_def def = wend_default_agent_def();
        if (!c::take(given, def)) return c::wrong_size();
        nav::AgentDef agent;
        agent.place = c::place_of(def.place);
        agent.heading = def.heading;
        agent.limits = limits_of(def.limits);
        if (def.goal_radius > 0) agent.goal = nav::goal_at(c::place_of(def.goal), def.goal_radius);
        agent.user = def.user;
        const auto added = world->world.add_agent(agent);
        if (added) id->value = added.value().value;
        return added.status();
    });
}

wend_status wend_agent_remove(wend_world* world, wend_agent_id id) {
    return c::with(world, [&] { return world->world.remove(nav::AgentId{id.value}); });
}
wend_status wend_agent_set_goal(wend_world* world, wend_agent_id id, wend_place goal, double radius) {
    return c::with(world, [&] { return set_goal(world->world, {id.value}, goal, radius); });
}
wend_status wend_agent_set_paused(wend_world* world, wend_agent_id id, int32_t is_paused) {
    return c::with(world, [&] { return world->world.set_paused(nav::AgentId{id.value}, is_paused != 0); });
}
wend_status wend_agent_set_limits(wend_world* world, wend_agent_id id, const wend_limits* limits) {
    return c::with(world && limits ? world : nullptr,
                   [&] { return world->world.set_limits({id.value}, limits_of(*limits)); });
}
wend_status wend_agent_set_position(wend_world* world, wend_agent_id id, wend_place place,
                                    wend_point velocity, double heading) {
    return c::with(world, [&] {
        return world->world.set_position({id.value}, c::place_of(place), {velocity.x, velocity.y}, heading);
    });
}

wend_status wend_agent_get(const wend_world* world, wend_agent_id id, wend_agent_state* state) {
    return c::with(world && state ? world : nullptr, [&] {
        const auto found = world->world.state({id.value});
        if (found) *state = state_of({id.value}, found.value());
        return found.status();
    });
}

wend_status wend_agent_plan(const wend_world* world, wend_agent_id id) {
    return c::with(world, [&] { return world->world.plan({id.value}); });
}

uint32_t wend_world_agents(const wend_world* world, wend_agent_state* states, uint32_t capacity) {
    if (!world) return 0;
    const auto ids = world->world.agents();
    const std::size_t count = states ? std::min<std::size_t>(ids.size(), capacity) : 0;
    for (std::size_t i = 0; i < count; ++i) states[i] = state_of(ids[i], world->world.state(ids[i]).value());
    return static_cast<std::uint32_t>(ids.size());
}

uint32_t wend_world_positions(const wend_world* world, double* xyz, uint32_t capacity) {
    if (!world) return 0;
    const auto positions = world->world.positions();
    const std::size_t count = xyz ? std::min<std::size_t>(positions.size(), capacity) : 0;
    for (std::size_t i = 0; i < count; ++i) {
        *xyz++ = positions[i].x;
        *xyz++ = positions[i].y;
        *xyz++ = positions[i].z;
    }
    return static_cast<std::uint32_t>(positions.size());
}

uint32_t wend_world_events(const wend_world* world, wend_event* events, uint32_t capacity) {
    if (!world) return 0;
    const auto told = world->world.events();
    const std::size_t count = events ? std::min<std::size_t>(told.size(), capacity) : 0;
    for (std::size_t i = 0; i < count; ++i)
        events[i] = {{told[i].agent.value}, told[i].user, static_cast<std::uint32_t>(told[i].kind), 0};
    return static_cast<std::uint32_t>(told.size());
}
