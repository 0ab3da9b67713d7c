#include "agent_states.hpp"

#include <cmath>
#include <string_view>

namespace wend::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view mode_names[] = {"absent", "walking", "standing", "airborne", "riding", "arrived"};

Json finite(double value) {
    return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json tasks_of(const FocusView& view) {
    Json tasks = Json::array();
    for (const planning::TaskView& task : view.planner.tasks)
        tasks.push_back({{"domain", task.domain},
                         {"leg", task.leg},
                         {"priority", finite(task.priority)},
                         {"status", to_string(task.status.code)},
                         {"has_plan", task.status.has_plan},
                         {"settled", task.status.is_settled},
                         {"inflation", task.status.inflation},
                         {"bound", task.status.bound},
                         {"expansions", task.status.expansions}});
    return tasks;
}

Json plan_of(const AgentView& view) {
    return {{"status", to_string(view.plan.code)},
            {"message", view.plan.message},
            {"metres_left", view.plan_length}};
}

}  // namespace

Json agent_states(const Simulation& simulation) {
    Json states = Json::array();
    for (const io::RecordedAgent& agent : simulation.frame().agents) {
        const AgentView view = simulation.view(agent.agent);
        const AgentSpec& spec = simulation.agents()[agent.agent];
        Json state{{"name", spec.name},
                   {"group", spec.group},
                   {"mode", mode_names[static_cast<std::size_t>(agent.mode)]},
                   {"position", {agent.position.x, agent.position.y, agent.position.z}},
                   {"layer", agent.layer},
                   {"heading", agent.heading},
                   {"waited_s", view.waited},
                   {"plan", plan_of(view)},
                   {"in_focus", simulation.is_in_focus(agent.agent)}};
        if (const auto focus = simulation.inspect(agent.agent)) state["tasks"] = tasks_of(*focus);
        states.push_back(std::move(state));
    }
    return states;
}

}  // namespace wend::cli
