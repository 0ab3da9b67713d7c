#include "wend/planning/planner.hpp"

namespace wend::planning {

/// Does the leg's plan begin where the one before it ends now? That one may have become another since.
bool Planner::is_joined(std::size_t leg) const {
    const Slot& slot = rows_[last()][leg];
    if (!slot.task->status().has_plan) return false;
    return leg == 0 || (!slot.task->mail().start && slot.start == rows_[last()][leg - 1].task->end());
}

domains::Course Planner::course() const {
    domains::Course course;
    for (std::size_t leg = 0; leg < rows_[last()].size() && is_joined(leg); ++leg) {
        for (const domains::Place& place : rows_[last()][leg].task->course())
            if (course.empty() || !(place == course.back())) course.push_back(place);
    }
    return course;
}

std::vector<domains::WalkFrame> Planner::walk() const {
    std::vector<domains::WalkFrame> walk;
    for (std::size_t leg = 0; leg < rows_[last()].size() && is_joined(leg); ++leg) {
        const std::vector<domains::WalkFrame> part = rows_[last()][leg].task->walk();
        const std::size_t seam = walk.empty() || part.empty() ? 0 : 1;  // where one leg ends the next begins
        walk.insert(walk.end(), part.begin() + static_cast<std::ptrdiff_t>(seam), part.end());
    }
    return walk;
}

domains::FootstepPlan Planner::footsteps(std::size_t states) const {
    if (rows_[last()].empty() || !is_joined(0)) return {};
    return rows_[last()][0].task->footsteps(states);
}

bool Planner::reaches_goal() const {
    const std::vector<Slot>& row = rows_[last()];
    if (row.empty() || (is_leg_stage(last()) && row.size() < waypoints_.size())) return false;
    for (std::size_t leg = 0; leg < row.size(); ++leg)
        if (!is_joined(leg)) return false;
    return true;
}

Planner::Totals Planner::totals() const {
    Totals totals = gone_;
    for (const std::vector<Slot>& row : rows_)
        for (const Slot& slot : row) {
            totals.expansions += slot.task->status().expansions;
            totals.widenings += slot.task->status().widenings;
        }
    return totals;
}

void Planner::set_trace(Trace* trace) {
    trace_ = trace;
    for (std::vector<Slot>& row : rows_)
        for (Slot& slot : row) slot.task->set_traced(trace != nullptr, trace && trace->keeps_searches);
}

PlannerView Planner::inspect(std::size_t most_expanded) const {
    PlannerView view;
    for (std::size_t stage = 0; stage < rows_.size(); ++stage)
        for (std::size_t leg = 0; leg < rows_[stage].size(); ++leg) {
            const Slot& slot = rows_[stage][leg];
            TaskView task{chain_->stages[stage].domain,
                          static_cast<std::uint32_t>(stage),
                          static_cast<std::uint32_t>(leg),
                          turn(stage, leg).priority,
                          slot.task->status(),
                          slot.task->course(),
                          {},
                          slot.task->picture(most_expanded)};
            if (slot.tunnel_stage != none) task.tunnel_course = tunnel_course(slot, stage, leg);
            view.tasks.push_back(std::move(task));
        }
    for (const Aim& aim : waypoints_) view.waypoints.push_back(aim.at);
    view.course = course();
    view.bytes = bytes();
    return view;
}

std::size_t Planner::bytes() const {
    std::size_t bytes = sizeof(*this) + waypoints_.size() * sizeof(Aim) + rows_.capacity() * sizeof(rows_[0]);
    for (const std::vector<Slot>& row : rows_) {
        bytes += row.capacity() * sizeof(Slot);
        for (const Slot& slot : row) bytes += slot.task->bytes();
    }
    return bytes;
}

}  // namespace wend::planning
