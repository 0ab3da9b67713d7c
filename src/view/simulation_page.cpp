#include "wend/view/html_export.hpp"

namespace wend::view {

Status HtmlExport::append(const Simulation& simulation) {
    if (Status status = append(simulation.frame(), simulation.cost()); !status.is_ok()) return status;
    if (Status status = append_budget(simulation.budget()); !status.is_ok()) return status;
    if (Status status = append_mesh(simulation.mesh()); !status.is_ok()) return status;
    for (const io::RecordedAgent& agent : simulation.frame().agents) {
        const Status status =
            append_plan(agent.agent, simulation.published(agent.agent), simulation.view(agent.agent));
        if (!status.is_ok()) return status;
    }
    return Status::ok();
}

}  // namespace wend::view
