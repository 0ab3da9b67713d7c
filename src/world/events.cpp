#include "wend/world/world.hpp"

namespace wend {
namespace {

Status no_such_obstacle(const std::string& name, const char* what) {
    return Status::invalid_input(std::string(what) + " event: found no obstacle named \"" + name + "\"");
}

Status no_such_agent(const std::string& name, const char* what) {
    return Status::invalid_input(std::string(what) + " event: found no agent and no group named \"" + name +
                                 "\"");
}

bool is_meant(const AgentSpec& agent, const std::string& target) {
    return agent.name == target || agent.group == target;
}

}  // namespace

std::vector<AgentId> World::find_agents(const std::string& target) const {
    std::vector<AgentId> found;
    agents().for_each([&](AgentId id, const AgentState& agent) {
        if (is_meant(*agent.spec, target)) found.push_back(id);
    });
    return found;
}

Status World::apply_to_agents(const TimedEvent& event) {
    if (const auto* enter = std::get_if<EnterEvent>(&event.what)) {
        if (!find_agent(enter->agent.name).is_null())
            return Status::invalid_input("enter event: found an agent named \"" + enter->agent.name +
                                         "\" in the world, expected a new name");
        add_agent(enter->agent);
        return Status::ok();
    }
    if (const auto* leave = std::get_if<LeaveEvent>(&event.what)) {
        const std::vector<AgentId> leaving = find_agents(leave->target);
        for (const AgentId id : leaving) remove_agent(id);
        return leaving.empty() ? no_such_agent(leave->target, "leave") : Status::ok();
    }
    if (const auto* pause = std::get_if<PauseEvent>(&event.what)) {
        const std::vector<AgentId> pausing = find_agents(pause->target);
        for (const AgentId id : pausing) set_status(id, AgentStatus::paused);
        return pausing.empty() ? no_such_agent(pause->target, "pause") : Status::ok();
    }
    if (const auto* resume = std::get_if<ResumeEvent>(&event.what)) {
        const std::vector<AgentId> resuming = find_agents(resume->target);
        for (const AgentId id : resuming)
            if (agents().find(id)->status == AgentStatus::paused) set_status(id, AgentStatus::waiting);
        return resuming.empty() ? no_such_agent(resume->target, "resume") : Status::ok();
    }
    const auto& change = std::get<GoalEvent>(event.what);
    for (const AgentId id : find_agents(change.target)) set_goal(id, change.goal);
    goal_events_[change.target] = {++version_, std::make_shared<const Goal>(change.goal)};
    return Status::ok();
}

Status World::apply(const TimedEvent& event) {
    if (const auto* appear = std::get_if<AppearEvent>(&event.what)) {
        add_obstacle(appear->obstacle);
        return Status::ok();
    }
    if (const auto* disappear = std::get_if<DisappearEvent>(&event.what)) {
        if (remove_obstacle(find_obstacle(disappear->obstacle))) return Status::ok();
        return no_such_obstacle(disappear->obstacle, "disappear");
    }
    if (const auto* move = std::get_if<MoveEvent>(&event.what)) {
        if (move_obstacle(find_obstacle(move->obstacle), move->motion)) return Status::ok();
        return no_such_obstacle(move->obstacle, "move");
    }
    // What a frame may plan for, and where agents should go, is no part of the world.
    if (std::holds_alternative<BudgetEvent>(event.what) ||
        std::holds_alternative<ConstraintEvent>(event.what) || std::holds_alternative<LiftEvent>(event.what))
        return Status::ok();
    return apply_to_agents(event);
}

}  // namespace wend
