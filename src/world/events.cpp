#include "wend/world/world.hpp"

namespace wend {
namespace {

Status no_such_obstacle(const std::string& name, const char* what) {
    return Status::invalid_input(std::string(what) + " event: found no obstacle named \"" + name + "\"");
}

}  // namespace

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
    const auto& change = std::get<GoalEvent>(event.what);
    std::vector<AgentId> concerned;
    agents().for_each([&](AgentId id, const AgentState& agent) {
        if (agent.spec->name == change.target || agent.spec->group == change.target) concerned.push_back(id);
    });
    for (const AgentId id : concerned) set_goal(id, change.goal);
    goal_events_[change.target] = {++version_, std::make_shared<const Goal>(change.goal)};
    return Status::ok();
}

}  // namespace wend
