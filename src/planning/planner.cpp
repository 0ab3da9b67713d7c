#include "wend/planning/planner.hpp"

#include <algorithm>

#include "wend/domains/grid_to_space_time.hpp"
#include "wend/domains/mapping_waypoints.hpp"

namespace wend::planning {
namespace {

/// Estimated times change with every step of the agent; a goal is another one only if it is elsewhere.
bool is_same(const Aim& a, const Aim& b) noexcept {
    return a.at.layer == b.at.layer && a.at.position == b.at.position && a.tolerance == b.tolerance &&
           a.window == b.window && a.is_waypoint == b.is_waypoint;
}

/// A plan above that has become so much longer than what was told makes it another goal all the same: the
/// task below would look for an arrival that is too early.
bool is_much_later(const Aim& told, const Aim& now, double start_time) noexcept {
    constexpr double share = 0.25, seconds = 5;
    return now.at.time > told.at.time + std::max(seconds, share * (told.at.time - start_time));
}

/// In a leg that the domains above found no way for.
constexpr double trust_without_plan = 0.1;

std::size_t waypoint_stage(const Chain& chain) {
    for (std::size_t i = 0; i < chain.stages.size(); ++i)
        if (chain.stages[i].from_above == Relation::waypoints) return i;
    return ~std::size_t{0};
}

}  // namespace

Planner::Planner(const Chain& chain, const DomainSet& domains, const Traveller& who)
    : chain_(&chain), domains_(&domains), who_(who), first_leg_stage_(waypoint_stage(chain)) {
    rows_.resize(chain.stages.size());
    gone_of_.resize(chain.stages.size());
    for (std::size_t stage = 0; stage < std::min(rows_.size(), first_leg_stage_); ++stage)
        make_slot(stage, true);
}

void Planner::make_slot(std::size_t stage, bool is_whole) {
    TaskSettings settings = chain_->stages[stage].settings;
    if (is_whole) settings.patience = 0;
    Traveller who = who_;
    who.limits.radius *= chain_->stages[stage].radius_share;
    who.limits.max_speed *= chain_->stages[stage].speed_share;
    rows_[stage].push_back({domains_->make(chain_->stages[stage].domain, who, settings), {}, {}});
    rows_[stage].back().task->set_traced(trace_ != nullptr, trace_ && trace_->keeps_searches);
}

void Planner::set_start(const Start& start) {
    if (has_start_ && start == start_) return;
    start_ = start;
    has_start_ = true;
    if (verdict_ == StatusCode::invalid_input || verdict_ == StatusCode::unreachable)
        verdict_ = StatusCode::in_progress;
    link();
}

void Planner::set_goal(const Aim& goal) {
    if (has_goal_ && is_same(goal, goal_)) return;
    goal_ = goal;
    has_goal_ = true;
    verdict_ = StatusCode::in_progress;
    routes_asked_ = 0;
    if (first_leg_stage_ != none) {
        drop_legs(0, waypoints_.size());
        waypoint_version_ = rows_[first_leg_stage_ - 1][0].task->status().plan_version;
    }
    link();
}

void Planner::advance(double now) {
    now_ = now;
    if (!has_start_ || rows_[last()].empty()) return;
    const Task& doing = *rows_[last()][0].task;
    if (!doing.status().has_plan || start_.at.time >= now) return;
    const std::optional<Start> next = doing.start_after(now);
    if (!next) return;
    start_ = *next;
    if (first_leg_stage_ != none && waypoints_.size() > 1 && next == doing.end()) pass_waypoint();
    link();
}

void Planner::begin_again_in_time() {
    verdict_ = StatusCode::in_progress;
    for (std::size_t stage = 0; stage < rows_.size(); ++stage)
        for (std::size_t leg = 0; leg < rows_[stage].size(); ++leg)
            if (rows_[stage][leg].start && rows_[stage][leg].task->knows_time()) {
                rows_[stage][leg].task->lose_track();
                note(EventKind::world_changed, stage, leg);
            }
}

void Planner::pass_waypoint() {
    drop_legs(0, 1);
    make_legs();
}

/// Which events each task gets follows from how the plans above it stand.
void Planner::link() {
    if (!has_start_ || !has_goal_) return;
    for (std::size_t stage = 0; stage < rows_.size(); ++stage) {
        if (stage == first_leg_stage_) make_waypoints();
        for (std::size_t leg = 0; leg < rows_[stage].size(); ++leg) link(stage, leg);
    }
}

void Planner::link(std::size_t stage, std::size_t leg) {
    Slot& slot = rows_[stage][leg];
    link_ends(slot, stage, leg);
    link_tunnel(slot, stage, leg);
    if (slot.known_version != slot.task->status().plan_version)
        note(EventKind::plan_status_changed, stage, leg);
    slot.known_version = slot.task->status().plan_version;
}

void Planner::link_ends(Slot& slot, std::size_t stage, std::size_t leg) {
    const std::optional<Start> start = start_of(stage, leg);
    if (!start || (!slot.start && !has_input(stage, leg))) return;
    const Aim goal = goal_of(stage, leg);
    if (slot.start != start) {
        slot.start = slot.task->inbox().start = start;
        note(EventKind::start_changed, stage, leg);
    }
    const bool is_later =
        slot.goal && slot.task->knows_time() && is_much_later(*slot.goal, goal, start->at.time);
    if (!slot.goal || !is_same(*slot.goal, goal) || is_later) {
        slot.goal = slot.task->inbox().goal = goal;
        note(EventKind::goal_changed, stage, leg);
    }
}

void Planner::link_tunnel(Slot& slot, std::size_t stage, std::size_t leg) {
    const std::size_t source = tunnel_source(stage, leg);
    if (source == none || !slot.start) return;
    const Task& above = *rows_[source][is_leg_stage(source) ? leg : 0].task;
    if (slot.tunnel_stage == source && slot.tunnel_version == above.status().plan_version) return;
    slot.tunnel_stage = source;
    slot.task->set_trust(is_leg_stage(stage) == is_leg_stage(source) ? 1 : trust_without_plan);
    slot.tunnel_version = above.status().plan_version;
    domains::Course course = tunnel_course(slot, stage, leg);
    if (!above.knows_time())
        course = domains::grid_to_space_time(std::move(course), slot.start->at.time, who_.cruise_speed,
                                             slot.goal->window);
    slot.task->inbox().tunnel = std::move(course);
    note(EventKind::tunnel_changed, stage, leg);
}

domains::Course Planner::tunnel_course(const Slot& slot, std::size_t stage, std::size_t leg) const {
    if (is_leg_stage(stage) == is_leg_stage(slot.tunnel_stage))
        return rows_[slot.tunnel_stage][leg].task->course();
    const domains::Course& whole = rows_[slot.tunnel_stage][0].task->course();
    return domains::part_between(whole, slot.start->at, slot.goal->at);
}

/// The nearest stage above that has a plan for the same problem; for a leg that none of them could plan, the
/// one that the waypoints are taken from.
std::size_t Planner::tunnel_source(std::size_t stage, std::size_t leg) const noexcept {
    const bool is_below = first_leg_stage_ != none && stage > first_leg_stage_;
    while (stage > 0 && chain_->stages[stage].from_above == Relation::tunnel) {
        --stage;
        if (rows_[stage][leg].task->status().has_plan) return stage;
    }
    if (is_below && rows_[stage][leg].task->status().has_failed() &&
        rows_[stage - 1][0].task->status().has_plan)
        return stage - 1;
    return none;
}

std::optional<Start> Planner::start_of(std::size_t stage, std::size_t leg) const {
    if (!is_leg_stage(stage) || leg == 0) return start_;
    if (stage == last()) return rows_[stage][leg - 1].task->end();
    Start start;
    start.at = waypoints_[leg - 1].at;
    return start;
}

Aim Planner::goal_of(std::size_t stage, std::size_t leg) const {
    Aim goal = is_leg_stage(stage) ? waypoints_[leg] : goal_;
    const std::optional<Start> start = start_of(stage, leg);
    goal.at.time = start->at.time + distance(start->at.position, goal.at.position) / who_.cruise_speed;
    while (stage > 0 && chain_->stages[stage].from_above == Relation::tunnel) {
        const Task& above = *rows_[--stage][leg].task;
        if (!above.status().has_plan) continue;
        goal.at.time = start->at.time + domains::length_of(above.course()) / who_.cruise_speed;
        if (above.knows_time() && !above.course().empty())
            goal.at.time = std::max(goal.at.time, above.course().back().time);
        break;
    }
    return goal;
}

/// Waypoints are made anew when the plan they were taken from has changed; legs that still lead to the same
/// place keep their tasks.
void Planner::make_waypoints() {
    const Task& above = *rows_[first_leg_stage_ - 1][0].task;
    const TaskStatus& status = above.status();
    if (waypoint_version_ == status.plan_version && !waypoints_.empty()) return;
    if (!status.has_plan && !status.has_failed()) return;
    if (!status.has_plan && waypoints_.size() == 1) return;
    waypoint_version_ = status.plan_version;
    merges_here_ = 0;

    std::deque<Aim> made;
    if (status.has_plan) {
        const domains::WaypointOptions options{.spacing = chain_->stages[first_leg_stage_].waypoint_spacing};
        const auto room_at = [&](const domains::Place& place) { return above.room(place, options.room); };
        for (const domains::Place& place : waypoints_along(above.course(), options, room_at))
            made.push_back({place, goal_.tolerance, {}, true});
    }
    if (!made.empty()) made.pop_back();
    made.push_back(goal_);
    std::size_t same = 0;
    while (same < made.size() && same < waypoints_.size() && is_same(made[same], waypoints_[same])) ++same;
    drop_legs(same, waypoints_.size() - same);
    waypoints_ = std::move(made);
    make_legs();
}

/// A task in every leg stage for each of the first few legs.
void Planner::make_legs() {
    const std::size_t wanted =
        std::min<std::size_t>(waypoints_.size(), chain_->stages[first_leg_stage_].legs);
    for (std::size_t stage = first_leg_stage_; stage < rows_.size(); ++stage) rows_[stage].reserve(wanted);
    for (std::size_t stage = first_leg_stage_; stage < rows_.size(); ++stage)
        while (rows_[stage].size() < wanted) make_slot(stage, waypoints_.size() == 1);
}

void Planner::drop_legs(std::size_t first, std::size_t count) {
    for (std::size_t stage = first_leg_stage_; stage < rows_.size(); ++stage) {
        std::vector<Slot>& row = rows_[stage];
        const std::size_t begin = std::min(first, row.size()), end = std::min(first + count, row.size());
        for (std::size_t leg = begin; leg < end; ++leg) {
            gone_.expansions += row[leg].task->status().expansions;
            gone_.widenings += row[leg].task->status().widenings;
            gone_of_[stage].add(row[leg].task->status());
        }
        row.erase(row.begin() + static_cast<std::ptrdiff_t>(begin),
                  row.begin() + static_cast<std::ptrdiff_t>(end));
    }
    const auto at = waypoints_.begin() + static_cast<std::ptrdiff_t>(first);
    waypoints_.erase(at, at + static_cast<std::ptrdiff_t>(count));
}

void Planner::note(EventKind kind, std::size_t stage, std::size_t leg) {
    if (trace_)
        trace_->events.push_back(
            {now_, kind, static_cast<std::uint32_t>(stage), static_cast<std::uint32_t>(leg)});
}

}  // namespace wend::planning
