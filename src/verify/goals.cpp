#include "verify/goals.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace wend::verify {
namespace {

/// On the edge of a goal is in it, give or take the rounding of whoever decided to stop there.
constexpr double goal_tolerance = 1e-6;  ///< metres
constexpr double time_tolerance = 1e-9;  ///< seconds
constexpr double jam_period = 5;         ///< seconds between two looks at who is jammed

bool is_in(const Polygon& polygon, Vec2 p) {
    if (ring_distance(polygon.outline, p) <= goal_tolerance) return true;
    if (!is_inside(polygon.outline, p)) return false;
    return std::none_of(polygon.holes.begin(), polygon.holes.end(), [p](const Ring& hole) {
        return is_inside(hole, p) && ring_distance(hole, p) > goal_tolerance;
    });
}

std::optional<double> first_in_polygon(const Polygon& polygon, const Path& path, double after) {
    std::vector<double> stops{after, 1.0};
    crossings(path, polygon.outline, stops);
    for (const Ring& hole : polygon.holes) crossings(path, hole, stops);
    std::sort(stops.begin(), stops.end());
    for (std::size_t i = 0; i < stops.size(); ++i) {
        if (stops[i] < after) continue;
        if (is_in(polygon, path.at(stops[i]))) return stops[i];
    }
    return std::nullopt;
}

}  // namespace

std::optional<double> first_inside(const GoalRegion& region, const Path& path, double after) {
    const auto* disc = std::get_if<DiscRegion>(&region);
    if (!disc) return first_in_polygon(std::get<Polygon>(region), path, after);
    const Path rest{path.at(after), path.to};
    if (distance(rest.from, disc->center) <= disc->radius + goal_tolerance) return after;
    const Contact contact = sweep_point(rest, disc->center, disc->radius + goal_tolerance, 0);
    if (!contact.found) return std::nullopt;
    return after + contact.begin * (1 - after);
}

double goal_distance(const GoalRegion& region, Vec2 p) {
    if (const auto* disc = std::get_if<DiscRegion>(&region))
        return std::max(0.0, distance(p, disc->center) - disc->radius);
    const auto& polygon = std::get<Polygon>(region);
    if (is_in(polygon, p)) return 0;
    double least = ring_distance(polygon.outline, p);
    for (const Ring& hole : polygon.holes) least = std::min(least, ring_distance(hole, p));
    return least;
}

std::optional<double> first_at_goal(const Goal& goal, std::uint32_t layer, const Path& path, double after) {
    std::optional<double> first;
    for_each_place(goal, [&](const Goal& place) {
        if (place.layer != layer) return;
        const auto share = first_inside(place.region, path, after);
        if (share && (!first || *share < *first)) first = share;
    });
    return first;
}

double goal_distance(const Goal& goal, std::uint32_t layer, Vec2 p) {
    double nearest = std::numeric_limits<double>::infinity();
    for_each_place(goal, [&](const Goal& place) {
        if (place.layer == layer) nearest = std::min(nearest, goal_distance(place.region, p));
    });
    return nearest;
}

void Goals::add_agent(const AgentSpec& agent) {
    agents_.push_back({.spec = &agent, .tasks = {{0, &agent.goal}}});
}

template <class Change>
void Goals::change(const std::string& target, Change&& change) {
    for (Progress& progress : agents_)
        if (progress.spec->name == target || progress.spec->group == target) change(progress);
}

void Goals::apply(const TimedEvent& event) {
    const double time = event.time;
    if (const auto* goal = std::get_if<GoalEvent>(&event.what))
        change(goal->target, [&](Progress& agent) { agent.tasks.push_back({time, &goal->goal}); });
    if (const auto* leave = std::get_if<LeaveEvent>(&event.what))
        change(leave->target, [&](Progress& agent) {
            if (!agent.sent_away) agent.sent_away = time;
        });
    if (const auto* pause = std::get_if<PauseEvent>(&event.what))
        change(pause->target, [&](Progress& agent) {
            const bool is_paused = !agent.pauses.empty() && std::isinf(agent.pauses.back().high);
            if (!is_paused) agent.pauses.push_back({time, std::numeric_limits<double>::infinity()});
        });
    if (const auto* resume = std::get_if<ResumeEvent>(&event.what))
        change(resume->target, [&](Progress& agent) {
            if (!agent.pauses.empty()) agent.pauses.back().high = std::min(agent.pauses.back().high, time);
        });
}

double Goals::gone_for(std::uint32_t agent, double time) const {
    const auto& sent_away = agents_[agent].sent_away;
    return sent_away ? time - *sent_away : -1;
}

double Goals::distance_to_exit(std::uint32_t agent, double begin, double end) const {
    const Progress& progress = agents_[agent];
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < progress.tasks.size(); ++i) {
        const Task& task = progress.tasks[i];
        const bool is_over = i + 1 < progress.tasks.size() && progress.tasks[i + 1].since < begin;
        if (is_over || task.since > end || !task.goal->leaves) continue;
        const double off = goal_distance(*task.goal, progress.layer, progress.place);
        nearest = std::min(nearest, off <= goal_tolerance ? 0 : off);
    }
    return nearest;
}

void Goals::follow(const Leg& leg) {
    Progress& progress = agents_[leg.agent];
    const Goal* goal = pending(leg.agent, leg.end);
    note_progress(progress, leg, goal);
    look(progress, leg, goal);
    progress.seen = true;
    progress.place = leg.path.to;
    progress.layer = leg.layer;
    progress.last_seen = leg.end;
    const double span = leg.end - leg.begin;
    const auto share = [&](double time) {
        return span > 0 ? std::clamp((time - leg.begin) / span, 0.0, 1.0) : 0.0;
    };
    for (Task& task : progress.tasks) {
        if (leg.end < task.since - time_tolerance) continue;
        if (!task.reached)
            if (const auto s = first_at_goal(*task.goal, leg.layer, leg.path, share(task.since)))
                task.reached = leg.begin + *s * span;
        if (!task.reached) continue;
        const Interval window = task.goal->window.value_or(Interval{});
        const double opens = std::max(task.since, window.low);
        if (task.in_window || leg.end < opens - time_tolerance || leg.begin > window.high + time_tolerance)
            continue;
        const auto s = first_at_goal(*task.goal, leg.layer, leg.path, share(opens));
        if (s && leg.begin + *s * span <= window.high + time_tolerance)
            task.in_window = leg.begin + *s * span;
    }
}

/// It waits for its window, or was told to stand or to go.
bool Goals::is_excused(const Progress& progress, double time) const {
    const Goal* goal = progress.goal;
    const bool waits = goal && goal->window && goal->window->high > time;
    const bool is_paused =
        !progress.pauses.empty() && progress.pauses.back().high >= time && progress.pauses.back().low <= time;
    return !goal || waits || is_paused || progress.sent_away.has_value();
}

/// Who twitches in a jam moves, but gets no nearer to its goal and to no other place.
void Goals::note_progress(Progress& progress, const Leg& leg, const Goal* goal) {
    const bool is_new = !progress.seen || goal != progress.goal || leg.layer != progress.layer;
    progress.goal = goal;
    if (!goal) return;
    const double gone = distance(leg.path.to, progress.mark);
    const bool is_nearer = gone >= options_.least_progress &&
                           off_goal(*goal, leg.path.to) <= progress.to_goal - options_.least_progress;
    if (!is_new && !is_nearer && gone <= options_.new_place && !is_excused(progress, leg.end)) return;
    progress.mark = leg.path.to;
    progress.to_goal = off_goal(*goal, leg.path.to);
    progress.marked = progress.seen ? leg.end : leg.begin;
}

void Goals::look(const Progress& progress, const Leg& leg, const Goal* goal) {
    const auto number = static_cast<std::int64_t>(std::floor(leg.end / jam_period + time_tolerance));
    const bool is_time = static_cast<double>(number) * jam_period > leg.begin + time_tolerance;
    if (!is_time || !goal || is_excused(progress, leg.end)) return;
    Look& all = looks_[number];
    ++all.going;
    all.jammed += leg.end - progress.marked >= options_.deadlock_seconds - time_tolerance;
}

std::vector<JammedShare> Goals::jammed() const {
    std::vector<JammedShare> shares;
    for (const auto& [number, all] : looks_)
        shares.push_back({static_cast<double>(number) * jam_period,
                          static_cast<double>(all.jammed) / static_cast<double>(all.going)});
    return shares;
}

const Goal* Goals::pending(std::uint32_t agent, double time) const {
    const auto& tasks = agents_[agent].tasks;
    std::size_t current = tasks.size() - 1;
    while (current > 0 && tasks[current].since > time) --current;
    const Task& task = tasks[current];
    const bool is_done = task.reached && (!task.goal->window || task.in_window);
    return is_done ? nullptr : task.goal;
}

/// The goal that counts: the last one given, unless the agent had left the world before, its goal reached.
auto Goals::final_task(const Progress& progress, bool still_there) const -> const Task& {
    if (progress.sent_away) {
        std::size_t last = progress.tasks.size() - 1;
        while (last > 0 && progress.tasks[last].since > *progress.sent_away) --last;
        return progress.tasks[last];
    }
    if (!still_there && progress.seen)
        for (std::size_t i = progress.tasks.size() - 1; i > 0; --i) {
            const bool gone_before = progress.last_seen < progress.tasks[i].since;
            if (!gone_before || !progress.tasks[i - 1].reached) return progress.tasks[i];
            if (i == 1) return progress.tasks[0];
        }
    return progress.tasks.back();
}

/// Has the agent been everywhere that its goals send it: to the last of a chain, or once around one that
/// repeats?
bool Goals::is_through(const Progress& progress, const Task& last) {
    if (!last.goal->repeats) return last.reached && last.goal->then.empty();
    const auto reached = std::count_if(progress.tasks.begin(), progress.tasks.end(),
                                       [](const Task& task) { return task.goal->repeats && task.reached; });
    return static_cast<std::size_t>(reached) > last.goal->then.size();
}

/// Metres to the nearest of the goal's places, whichever layer they are on.
double Goals::off_goal(const Goal& goal, Vec2 p) {
    double nearest = std::numeric_limits<double>::infinity();
    for_each_place(goal,
                   [&](const Goal& place) { nearest = std::min(nearest, goal_distance(place.region, p)); });
    return nearest;
}

/// A goal of a chain that the agent had not reached when it was given the next.
auto Goals::left_out(const Progress& progress) -> const Task* {
    for (std::size_t i = 0; i + 1 < progress.tasks.size(); ++i) {
        const Task &task = progress.tasks[i], &next = progress.tasks[i + 1];
        const bool goes_on = !task.goal->then.empty() && task.goal->then.front().region == next.goal->region;
        if (goes_on && (!task.reached || *task.reached > next.since + time_tolerance)) return &task;
    }
    return nullptr;
}

void Goals::finish(double time, const std::vector<bool>& in_last_frame, Episodes& findings) {
    for (std::uint32_t i = 0; i < agents_.size(); ++i) finish(i, time, in_last_frame[i], findings);
}

void Goals::finish(std::uint32_t agent, double time, bool is_there, Episodes& findings) {
    const Progress& progress = agents_[agent];
    const Task& task = final_task(progress, is_there);
    const auto report = [&](FindingKind kind, double begin, double end, double amount) {
        findings.see({{kind, agent, 0}, begin, end, progress.place, progress.layer, amount});
    };
    const Interval last_pause = progress.pauses.empty() ? Interval{0, 0} : progress.pauses.back();
    const bool is_paused = last_pause.high > time;
    if (const Task* skipped = left_out(progress))
        report(FindingKind::missed_goal, skipped->since, time, off_goal(*skipped->goal, progress.place));
    const bool is_done = is_through(progress, task);
    arrived_ += is_done;
    if (!is_done && (is_paused || (progress.sent_away && *progress.sent_away <= time))) {
        ++excused_;
        return;
    }
    if (!is_done)
        report(FindingKind::missed_goal, task.since, time,
               progress.seen ? off_goal(*task.goal, progress.place) : 0);
    const auto& window = task.goal->window;
    const bool was_held_up =
        window && std::any_of(progress.pauses.begin(), progress.pauses.end(), [&](const Interval& pause) {
            return pause.low <= window->high && pause.high >= task.since;
        });
    if (window && !task.in_window && !was_held_up) {
        const double off = !task.reached                  ? std::max(0.0, time - window->high)
                           : *task.reached > window->high ? *task.reached - window->high
                                                          : std::max(0.0, window->low - progress.last_seen);
        report(FindingKind::missed_window, window->low, window->high, off);
    }
    const bool waits = window && window->high > time;
    const double stood = time - std::max({progress.marked, task.since, last_pause.high});
    if (!task.reached && is_there && !waits && stood >= options_.deadlock_seconds)
        report(FindingKind::deadlocked, progress.marked, time, stood);
}

}  // namespace wend::verify
