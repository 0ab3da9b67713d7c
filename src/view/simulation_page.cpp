#include <fmt/format.h>

#include "wend/io/recording.hpp"
#include "wend/view/planner_samples.hpp"

#include "view/html_stream.hpp"

namespace wend::view {
namespace {

constexpr double plans_a_second = 10, expanded_a_second = 2, domains_a_second = 2;
constexpr int in_time = 3;                             // number of the first domain that knows time
constexpr std::size_t expanded_recorded = 1500;        // of each task
constexpr std::size_t most_expanded_bytes = 48 << 20;  // of the whole recording

/// Is this a frame at which something is told that is told so many times a second?
bool is_due(const io::Frame& frame, double time_step, double a_second) {
    const auto period = static_cast<std::uint32_t>(std::max(1.0, std::round(1 / (a_second * time_step))));
    return frame.index % period == 0;
}

bool is_of_every_frame(const std::string& channel) {
    return channel == "task_times" || channel == "planner_events";
}

}  // namespace

std::string PlannerRecord::words() const {
    if (kept.empty()) return {};
    std::string words = fmt::format(
        "Recorded of {} of {} agents in focus: times and events of every frame, plans, tunnels and tasks {} "
        "times a "
        "second, expanded states {} times a second, at most {} of a task",
        kept.size(), kept.size() + left_out.size(), plans_a_second, expanded_a_second, expanded_recorded);
    if (expanded_end) words += fmt::format(", until {:.1f} s", *expanded_end);
    return words + ".";
}

void HtmlExport::watch(Simulation& simulation) {
    std::size_t watched = 0;
    for (std::uint32_t agent = 0; agent < simulation.agents().size() && watched < most_in_focus; ++agent) {
        if (!simulation.is_in_focus(agent)) continue;
        simulation.watch(agent, true);
        ++watched;
    }
}

Status HtmlExport::append_planner(const Simulation& simulation, std::uint32_t agent) {
    PlannerRecord& planners = state_->planners;
    if (!planners.kept.contains(agent)) {
        const bool is_kept = planners.kept.size() < most_in_focus;
        (is_kept ? planners.kept : planners.left_out).insert(agent);
        if (!is_kept) return Status::ok();
    }
    const io::Frame& frame = simulation.frame();
    const bool has_expanded = !planners.expanded_end && is_due(frame, state_->time_step, expanded_a_second);
    const auto view = simulation.inspect(agent, has_expanded ? expanded_recorded : 0);
    if (!view) return Status::ok();
    const bool has_plans = is_due(frame, state_->time_step, plans_a_second);
    for (const ChannelSample& sample : planner_samples(frame.index, agent, *view, state_->layers))
        if (has_plans || is_of_every_frame(sample.channel))
            if (Status status = append_sample(sample); !status.is_ok()) return status;
    if (!has_expanded) return Status::ok();
    const std::size_t before = state_->stream.size();
    Status status = append_sample(expanded_sample(frame.index, agent, *view, state_->layers));
    planners.expanded_bytes += state_->stream.size() - before;
    if (planners.expanded_bytes > most_expanded_bytes) planners.expanded_end = frame.time;
    return status;
}

Status HtmlExport::append(const Simulation& simulation) {
    const io::Frame& frame = simulation.frame();
    if (Status status = append(frame, simulation.cost()); !status.is_ok()) return status;
    if (Status status = append_budget(simulation.budget()); !status.is_ok()) return status;
    if (Status status = append_mesh(simulation.mesh()); !status.is_ok()) return status;
    if (const ConstraintsView constraints = simulation.constraints(); !constraints.specs.empty())
        if (Status status = append_sample(constraint_sample(frame.index, constraints, state_->layers));
            !status.is_ok())
            return status;
    std::vector<int> domains(simulation.agents().size(), -1);
    for (const io::RecordedAgent& present : frame.agents) {
        const std::uint32_t agent = present.agent;
        const AgentView view = simulation.view(agent);
        domains[agent] = view.domain;
        Status status = append_plan(agent, simulation.published(agent), view);
        if (status.is_ok() && (simulation.is_in_focus(agent) || view.domain >= in_time))
            status = append_planner(simulation, agent);
        else if (status.is_ok())
            status = append_sample(route_sample(frame.index, agent, simulation.route(agent), state_->layers));
        if (status.is_ok() && simulation.news() == News::seen_or_told)
            status = append_sample(
                knowledge_sample(frame.index, agent, simulation.known_obstacles(agent), state_->layers));
        if (!status.is_ok()) return status;
    }
    if (!is_due(frame, state_->time_step, domains_a_second)) return Status::ok();
    return append_sample(domain_sample(frame.index, domains));
}

}  // namespace wend::view
