// Columns for the host, and what has changed since the last step.

#include <algorithm>
#include <utility>

#include "nav/world_state.hpp"

namespace wend::nav {
namespace {

Mode mode_of(AgentMode mode) {
    switch (mode) {
        case AgentMode::walking:
            return Mode::walking;
        case AgentMode::standing:
            return Mode::standing;
        case AgentMode::airborne:
            return Mode::airborne;
        case AgentMode::riding:
            return Mode::riding;
        case AgentMode::arrived:
            return Mode::arrived;
        default:
            return Mode::outside;
    }
}

}  // namespace

Glance& World::State::glance(AgentId id) {
    const std::uint32_t slot = slot_of(id);
    if (glances.size() <= slot) glances.resize(slot + 1);
    return glances[slot];
}

void World::State::note_changes(AgentId id, const Agent& agent, std::size_t row, bool is_new) {
    const Glance& last = glances[slot_of(id)];
    const std::uint8_t now = bodies.states[row], came = now & static_cast<std::uint8_t>(~last.states);
    const auto tell = [&](EventKind kind) { events.push_back({kind, id, agent.user}); };
    if (is_new) tell(EventKind::entered);
    if (came & BodyTable::arrived) tell(EventKind::arrived);
    if (came & BodyTable::unreachable) tell(EventKind::unreachable);
    if (came & BodyTable::blocked) tell(EventKind::blocked);
    if (bodies.promises[row] != last.promises) tell(EventKind::plan_changed);
}

void World::State::read(bool is_step) {
    if (is_step) events.clear();
    for (std::size_t row = 0; row < ids.size(); ++row) {
        Glance& last = glances[slot_of(ids[row])];
        if (is_step) last.before = bodies.positions[row];
    }
    const std::vector<AgentId> before = ids;
    simulation.read(bodies);
    modes.clear();
    for (const AgentMode mode : bodies.modes) modes.push_back(mode_of(mode));
    std::vector<AgentId> gone;
    if (before.size() != bodies.tags.size() ||
        !std::equal(before.begin(), before.end(), bodies.tags.begin(),
                    [](AgentId id, std::uint64_t tag) { return id.value == tag; })) {
        for (const AgentId id : before) glances[slot_of(id)].row = Glance::nowhere;
        gone = before;
    }
    ids.clear();
    for (std::size_t row = 0; row < bodies.tags.size(); ++row) {
        const AgentId id{bodies.tags[row]};
        ids.push_back(id);
        Glance& last = glance(id);
        const bool is_new = !std::exchange(last.has_entered, true);
        if (is_new) last.before = bodies.positions[row];
        const bool has_changed =
            is_new || last.states != bodies.states[row] || last.promises != bodies.promises[row];
        if (is_step && has_changed)
            if (const Agent* agent = agents.find(id)) note_changes(id, *agent, row, is_new);
        last.row = static_cast<std::uint32_t>(row);
        last.states = bodies.states[row];
        last.promises = bodies.promises[row];
    }
    add_held();
    // Who was there and is no longer has left by itself, as its goal says. A body that was given back may
    // also wait outside because somebody else has taken its place: that one can be told its tag.
    for (const AgentId id : gone) {
        const Agent* agent = agents.find(id);
        if (!agent || agent->held || glances[slot_of(id)].row != Glance::nowhere) continue;
        if (simulation.set_tag(agent->number, id.value).is_ok()) continue;
        events.push_back({EventKind::removed, id, agent->user});
        erase(id);
    }
}

/// At the end of the columns come those whose bodies their hosts move.
void World::State::add_held() {
    for (const AgentId id : held) {
        const auto row = static_cast<std::uint32_t>(ids.size());
        ids.push_back(id);
        bodies.positions.emplace_back();
        bodies.velocities.emplace_back();
        bodies.headings.push_back(0);
        bodies.layers.push_back(0);
        modes.push_back(Mode::held);
        show_held(*agents.find(id), row);
        Glance& last = glance(id);
        last.row = row;
        if (!std::exchange(last.has_entered, true)) last.before = bodies.positions[row];
    }
}

void World::State::show_held(const Agent& agent, std::uint32_t row) {
    const Vec2 at = agent.held->place.at;
    const std::uint32_t layer = agent.held->place.layer;
    const double height = def.floor ? def.floor(layer, at) : simulation.mesh().lift({at, layer}).z;
    bodies.positions[row] = {at.x, at.y, height};
    bodies.velocities[row] = agent.held->velocity;
    bodies.headings[row] = agent.held->heading;
    bodies.layers[row] = layer;
}

/// The rows after it move up; those of held bodies have no entry in some columns.
void World::State::drop_row(std::uint32_t row) {
    const auto drop = [row](auto& column) {
        if (row < column.size()) column.erase(column.begin() + static_cast<std::ptrdiff_t>(row));
    };
    drop(ids);
    drop(modes);
    drop(bodies.numbers);
    drop(bodies.tags);
    drop(bodies.positions);
    drop(bodies.velocities);
    drop(bodies.headings);
    drop(bodies.layers);
    drop(bodies.modes);
    drop(bodies.states);
    drop(bodies.promises);
    for (std::uint32_t later = row; later < ids.size(); ++later) glances[slot_of(ids[later])].row = later;
}

void World::State::erase(AgentId id) {
    glances[slot_of(id)] = {};
    std::erase(held, id);
    agents.erase(id);
}

Result<AgentState> World::state(AgentId id) const try {
    const Agent* agent = state_->agents.find(id);
    if (!agent) return stale("agent");
    AgentState state;
    state.user = agent->user;
    const std::uint32_t slot = State::slot_of(id);
    const std::uint32_t row = slot < state_->glances.size() ? state_->glances[slot].row : Glance::nowhere;
    if (row == Glance::nowhere) return state;
    state.position = state_->bodies.positions[row];
    state.velocity = state_->bodies.velocities[row];
    state.heading = state_->bodies.headings[row];
    state.layer = state_->bodies.layers[row];
    state.mode = state_->modes[row];
    return state;
} catch (const std::bad_alloc&) {
    return no_memory();
}

bool World::contains(AgentId id) const noexcept {
    return state_->agents.find(id) != nullptr;
}

Status World::plan(AgentId id) const try {
    const Agent* agent = state_->agents.find(id);
    if (!agent) return stale("agent");
    if (agent->held) return {StatusCode::in_progress, "its host moves it"};
    return state_->simulation.view(agent->number).plan;
} catch (const std::bad_alloc&) {
    return no_memory();
}

std::vector<Vec3> World::way(AgentId id) const try {
    std::vector<Vec3> points;
    const Agent* agent = state_->agents.find(id);
    if (!agent || agent->held) return points;
    const FloorHeight& floor = state_->def.floor;
    for (const RoutePoint& point : state_->simulation.remaining_route(agent->number)) {
        const Vec2 at = point.position;
        points.push_back(floor ? Vec3{at.x, at.y, floor(point.layer, at)}
                               : state_->simulation.mesh().lift({at, point.layer}));
    }
    return points;
} catch (const std::bad_alloc&) {
    return {};
}

}  // namespace wend::nav
