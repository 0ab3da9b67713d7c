#include "verify/goals.hpp"

#include <algorithm>
#include <cmath>

namespace wend::verify {
namespace {

/// On the edge of a goal is in it, give or take the rounding of whoever decided to stop there.
constexpr double goal_tolerance = 1e-6;  ///< metres
constexpr double time_tolerance = 1e-9;  ///< seconds

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

Goals::Goals(const Scene& scene, std::span<const AgentSpec> agents, const Options& options)
    : options_(options), agents_(agents.size()) {
    for (std::size_t i = 0; i < agents.size(); ++i) agents_[i].tasks.push_back({0, &agents[i].goal});
    for (const TimedEvent& event : scene.events) {
        const auto* change = std::get_if<GoalEvent>(&event.what);
        if (!change) continue;
        for (std::size_t i = 0; i < agents.size(); ++i)
            if (agents[i].name == change->target || agents[i].group == change->target)
                agents_[i].tasks.push_back({event.time, &change->goal});
    }
}

void Goals::follow(const Leg& leg) {
    Progress& progress = agents_[leg.agent];
    if (!progress.seen || distance(leg.path.to, progress.anchor) > options_.deadlock_distance) {
        progress.anchor = leg.path.to;
        progress.anchored = progress.seen ? leg.end : leg.begin;
    }
    progress.seen = true;
    progress.place = leg.path.to;
    progress.layer = leg.layer;
    progress.last_seen = leg.end;
    const double span = leg.end - leg.begin;
    const auto share = [&](double time) {
        return span > 0 ? std::clamp((time - leg.begin) / span, 0.0, 1.0) : 0.0;
    };
    for (Task& task : progress.tasks) {
        if (task.goal->layer != leg.layer || leg.end < task.since - time_tolerance) continue;
        if (!task.reached)
            if (const auto s = first_inside(task.goal->region, leg.path, share(task.since)))
                task.reached = leg.begin + *s * span;
        if (!task.reached) continue;
        const Interval window = task.goal->window.value_or(Interval{});
        const double opens = std::max(task.since, window.low);
        if (task.in_window || leg.end < opens - time_tolerance || leg.begin > window.high + time_tolerance)
            continue;
        const auto s = first_inside(task.goal->region, leg.path, share(opens));
        if (s && leg.begin + *s * span <= window.high + time_tolerance)
            task.in_window = leg.begin + *s * span;
    }
}

/// The goal that counts: the last one given, unless the agent had left the world before, its goal reached.
auto Goals::final_task(const Progress& progress, bool still_there) const -> const Task& {
    if (!still_there && progress.seen)
        for (std::size_t i = progress.tasks.size() - 1; i > 0; --i) {
            const bool gone_before = progress.last_seen < progress.tasks[i].since;
            if (!gone_before || !progress.tasks[i - 1].reached) return progress.tasks[i];
            if (i == 1) return progress.tasks[0];
        }
    return progress.tasks.back();
}

void Goals::finish(double time, const std::vector<bool>& in_last_frame, Episodes& findings) {
    for (std::uint32_t i = 0; i < agents_.size(); ++i) {
        const Progress& progress = agents_[i];
        const Task& task = final_task(progress, in_last_frame[i]);
        const auto report = [&](FindingKind kind, double begin, double end, double amount) {
            findings.see({{kind, i, 0}, begin, end, progress.place, progress.layer, amount});
        };
        arrived_ += task.reached.has_value();
        if (!task.reached)
            report(FindingKind::missed_goal, task.since, time,
                   progress.seen ? goal_distance(task.goal->region, progress.place) : 0);
        if (const auto& window = task.goal->window; window && !task.in_window) {
            const double off = !task.reached ? std::max(0.0, time - window->high)
                               : *task.reached > window->high
                                   ? *task.reached - window->high
                                   : std::max(0.0, window->low - progress.last_seen);
            report(FindingKind::missed_window, window->low, window->high, off);
        }
        const bool waits = task.goal->window && task.goal->window->high > time;
        const double stood = time - std::max(progress.anchored, task.since);
        if (!task.reached && in_last_frame[i] && !waits && stood >= options_.deadlock_seconds)
            report(FindingKind::deadlocked, progress.anchored, time, stood);
    }
}

}  // namespace wend::verify
