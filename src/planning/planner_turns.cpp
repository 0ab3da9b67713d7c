// The order in which an agent's tasks are executed, how its budget is divided, and what failures lead to.

#include <algorithm>
#include <cmath>

#include "wend/planning/planner.hpp"

namespace wend::planning {
namespace {

/// Expansions below which a part of a budget is not worth starting with.
constexpr std::uint64_t least_part = 32;
/// Waypoints given up on one route before another one is asked for.
constexpr std::uint32_t merges_per_route = 2;

Budget part_of(const Budget& budget, double share) {
    const auto left = static_cast<double>(budget.expansions_left());
    const auto count = static_cast<std::uint64_t>(std::min(std::ceil(left * share), 1e18));
    Budget part = share < 1 ? budget.and_expansions(std::max(count, least_part)) : budget;
    if (!budget.has_deadline() || share >= 1) return part;
    const auto now = Budget::Clock::now();
    return part.and_until(
        now + std::chrono::duration_cast<Budget::Clock::duration>((budget.deadline() - now) * share));
}

/// More for what is sooner: in proportion to 1 / p.
double urgency(const Turn& turn) noexcept {
    return std::isfinite(turn.priority) ? 1 / turn.priority : 1e-3;
}

}  // namespace

std::uint32_t Planner::steps(std::size_t stage, std::size_t leg) const noexcept {
    return static_cast<std::uint32_t>(rows_.size() - stage + leg);
}

Turn Planner::turn(std::size_t stage, std::size_t leg) const {
    const Task& task = *rows_[stage][leg].task;
    const std::uint32_t mu = steps(stage, leg);
    const double weight = task.mail().is_empty() ? plan_weight(task.status()) : 1;
    const auto number = static_cast<std::uint32_t>(stage << 16 | leg);
    return {priority(mu, weight), mu, number};
}

bool Planner::is_runnable(std::size_t stage, std::size_t leg) const {
    const Slot& slot = rows_[stage][leg];
    return slot.start && slot.task->has_work() && has_input(stage, leg);
}

/// The stage above has a plan, or has none to give.
bool Planner::has_input(std::size_t stage, std::size_t leg) const {
    if (stage == 0 || chain_->stages[stage].from_above == Relation::waypoints) return true;
    const TaskStatus& above = rows_[stage - 1][leg].task->status();
    return above.has_plan || above.has_failed();
}

std::vector<Turn> Planner::turns() const {
    std::vector<Turn> turns;
    for (std::size_t stage = 0; stage < rows_.size(); ++stage)
        for (std::size_t leg = 0; leg < rows_[stage].size(); ++leg)
            if (is_runnable(stage, leg)) turns.push_back(turn(stage, leg));
    std::sort(turns.begin(), turns.end());
    return turns;
}

void Planner::sense(const View& view) {
    for (std::vector<Slot>& row : rows_)
        for (Slot& slot : row) slot.task->sense(view);
    note_news();
}

std::vector<SeenRegion> Planner::concerns(const View& view) const {
    std::vector<SeenRegion> all;
    for (const std::vector<Slot>& row : rows_)
        for (const Slot& slot : row) {
            const std::vector<SeenRegion> regions = slot.task->concerns(view);
            all.insert(all.end(), regions.begin(), regions.end());
        }
    return all;
}

bool Planner::hear(const Change& change, const View& view) {
    bool is_news = false;
    for (std::vector<Slot>& row : rows_)
        for (Slot& slot : row) is_news |= slot.task->hear(change, view);
    note_news();
    return is_news;
}

void Planner::age(const View& view) {
    for (std::vector<Slot>& row : rows_)
        for (Slot& slot : row) slot.task->age(view);
}

void Planner::lose_track() {
    for (std::vector<Slot>& row : rows_)
        for (Slot& slot : row) slot.task->lose_track();
    note_news();
}

/// What was impossible may be possible now.
void Planner::note_news() noexcept {
    for (const std::vector<Slot>& row : rows_)
        for (const Slot& slot : row)
            if (!slot.task->mail().changes.empty() || slot.task->mail().changes_lost)
                verdict_ = StatusCode::in_progress;
}

/// In rounds: everybody who can do something gets a part, the most urgent first and most; what is left over
/// is divided in the next round. Plans made in one round are input of the next.
void Planner::work(const View& view, Budget& budget, std::uint32_t max_tasks) {
    now_ = view.now;
    link();
    while (max_tasks > 0 && !budget.exhausted()) {
        std::vector<Turn> due = turns();
        if (due.empty() || verdict_ != StatusCode::in_progress) return;
        if (due.size() > max_tasks) due.resize(max_tasks);
        double all = 0;
        for (const Turn& turn : due) all += urgency(turn);
        for (const Turn& turn : due) {
            if (budget.exhausted()) return;
            run_turn(turn, view, budget, urgency(turn) / all);
            all -= urgency(turn);
            --max_tasks;
        }
        handle_failures();
        link();
    }
}

void Planner::run_turn(const Turn& turn, const View& view, Budget& budget, double share) {
    const std::size_t stage = turn.task >> 16, leg = turn.task & 0xFFFF;
    Task& task = *rows_[stage][leg].task;
    if (!task.mail().changes.empty()) note(EventKind::world_changed, stage, leg);
    Budget part = part_of(budget, std::min(share, 1.0));
    const std::uint64_t before = part.spent();
    const double seconds = task.status().seconds;
    task.execute(view, part);
    budget.charge(part.spent() - before);
    if (trace_)
        trace_->executions.push_back({now_, static_cast<std::uint32_t>(stage),
                                      static_cast<std::uint32_t>(leg), part.spent() - before,
                                      task.status().seconds - seconds});
}

bool Planner::is_whole_problem(std::size_t stage) const noexcept {
    return !is_leg_stage(stage) || waypoints_.size() == 1;
}

void Planner::handle_failures() {
    for (std::size_t stage = 0; stage < rows_.size(); ++stage) {
        const TaskStatus& status = rows_[stage].empty() ? TaskStatus{} : rows_[stage][0].task->status();
        const bool is_proof = status.has_failed() && is_whole_problem(stage) && routes_asked_ == 0;
        if (is_proof && chain_->stages[stage].is_relaxation && status.code == StatusCode::unreachable)
            verdict_ = status.code;
    }
    for (std::size_t leg = 0; leg < rows_[last()].size(); ++leg) {
        const TaskStatus& status = rows_[last()][leg].task->status();
        if (!status.has_failed()) continue;
        if (is_whole_problem(last()))
            verdict_ = status.code;
        else
            handle_failed_leg(leg);
        return;
    }
}

/// Another waypoint, then another route, then no waypoints at all.
void Planner::handle_failed_leg(std::size_t leg) {
    Task& above = *rows_[first_leg_stage_ - 1][0].task;
    const domains::Place stuck = waypoints_[leg].at;
    if (merges_here_ >= merges_per_route && routes_asked_ < chain_->other_routes &&
        leg + 1 < waypoints_.size()) {
        ++routes_asked_;
        ++gone_.other_routes;
        above.inbox().blocked.push_back(stuck);
        note(EventKind::plan_status_changed, first_leg_stage_ - 1, 0);
    }
    ++merges_here_;
    ++gone_.merges;
    const std::size_t dropped = leg + 1 < waypoints_.size() ? leg : leg - 1;
    const std::deque<Aim> rest(waypoints_.begin() + static_cast<std::ptrdiff_t>(dropped) + 1,
                               waypoints_.end());
    drop_legs(dropped, waypoints_.size() - dropped);
    waypoints_.insert(waypoints_.end(), rest.begin(), rest.end());
    make_legs();
}

StatusCode Planner::status() const noexcept {
    if (verdict_ != StatusCode::in_progress) return verdict_;
    return is_imminent_plan_invalid() ? StatusCode::in_progress : StatusCode::ok;
}

bool Planner::is_imminent_plan_invalid() const noexcept {
    return rows_[last()].empty() || !rows_[last()][0].task->status().has_plan;
}

bool Planner::has_work() const {
    if (!has_start_ || !has_goal_ || verdict_ != StatusCode::in_progress) return false;
    for (std::size_t stage = 0; stage < rows_.size(); ++stage)
        for (std::size_t leg = 0; leg < rows_[stage].size(); ++leg)
            if (!rows_[stage][leg].start || is_runnable(stage, leg)) return true;
    return false;
}

double Planner::most_urgent() const {
    const std::vector<Turn> due = turns();
    return due.empty() ? std::numeric_limits<double>::infinity() : due.front().priority;
}

}  // namespace wend::planning
