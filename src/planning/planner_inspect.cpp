#include <cmath>

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

namespace {

/// Is the first frame of one walk the last of the other? A leg whose plan is no longer free is walked as far
/// as it is, and the next one then begins elsewhere.
bool goes_on(const std::vector<domains::WalkFrame>& walk, const std::vector<domains::WalkFrame>& next) {
    constexpr double rounding = 1e-6;  // metres, seconds
    const domains::WalkFrame &end = walk.back(), &begin = next.front();
    return end.layer == begin.layer && distance(end.position, begin.position) < rounding &&
           std::abs(end.time - begin.time) < rounding;
}

}  // namespace

std::vector<domains::WalkFrame> Planner::walk() const {
    std::vector<domains::WalkFrame> walk;
    for (std::size_t leg = 0; leg < rows_[last()].size() && is_joined(leg); ++leg) {
        const std::vector<domains::WalkFrame> part = rows_[last()][leg].task->walk();
        if (part.empty() || (!walk.empty() && !goes_on(walk, part))) break;
        const std::size_t seam = walk.empty() ? 0 : 1;  // where one leg ends the next begins
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

Planner::StageTotals Planner::totals_of(std::size_t stage) const {
    StageTotals totals = gone_of_[stage];
    for (const Slot& slot : rows_[stage]) totals.add(slot.task->status());
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
