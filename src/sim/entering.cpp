// Agents that come into the world, and events that happen to it.

#include <algorithm>

#include <fmt/format.h>

#include "sim/crowd.hpp"

namespace wend {
namespace {

bool has_room(const Crowd& crowd, const AgentSpec& spec) {
    bool free = true;
    crowd.world.agents().for_each([&](AgentId, const AgentState& other) {
        if (other.motion.layer != spec.layer) return;
        const double gap =
            distance(other.motion.position, spec.position) - other.limits().radius - spec.limits.radius;
        free = free && gap >= 0;
    });
    return free;
}

void enter(Crowd& crowd, Walker& walker) {
    walker.id = crowd.world.add_agent(walker.spec);
    crowd.numbers[walker.id] = walker.number;
    walker.goal = *crowd.world.agents().find(walker.id)->goal;
    walker.place = {walker.spec.position, walker.spec.layer};
    walker.walk = {0, 0, walker.spec.heading};
}

std::string subject_of(const TimedEvent& event) {
    return std::visit(
        [](const auto& what) -> std::string {
            using What = std::decay_t<decltype(what)>;
            if constexpr (std::is_same_v<What, AppearEvent>)
                return what.obstacle.name;
            else if constexpr (std::is_same_v<What, GoalEvent>)
                return what.target;
            else
                return what.obstacle;
        },
        event.what);
}

const char* kind_of(const TimedEvent& event) {
    constexpr const char* kinds[] = {"obstacle_appeared", "obstacle_disappeared", "obstacle_moved",
                                     "goal_changed"};
    return kinds[event.what.index()];
}

/// The world takes goals for those who have yet to enter; only the whole list of agents shows that nobody is
/// meant.
Status check(const Crowd& crowd, const TimedEvent& event) {
    const auto* goal = std::get_if<GoalEvent>(&event.what);
    const auto is_meant = [&](const AgentSpec& agent) {
        return agent.name == goal->target || agent.group == goal->target;
    };
    if (!goal || std::any_of(crowd.agents.begin(), crowd.agents.end(), is_meant)) return Status::ok();
    return Status::invalid_input(
        fmt::format("a new goal for '{}': found no agent and no group of that name", goal->target));
}

}  // namespace

void let_in(Crowd& crowd) {
    for (Walker& walker : crowd.walkers) {
        if (walker.is_present() || walker.has_left || walker.spec.enters > crowd.world.time()) continue;
        if (has_room(crowd, walker.spec)) enter(crowd, walker);
    }
}

Status apply_event(Crowd& crowd, const TimedEvent& event) {
    Status status = check(crowd, event);
    if (status.is_ok()) status = crowd.world.apply(event);
    crowd.recorder.note(status.is_ok() ? kind_of(event) : "event_failed", subject_of(event), status.message);
    return status;
}

void happen(Crowd& crowd) {
    const auto& events = crowd.scene.events;
    for (; crowd.next_event < events.size() && events[crowd.next_event].time <= crowd.world.time();
         ++crowd.next_event)
        apply_event(crowd, events[crowd.next_event]);
}

}  // namespace wend
