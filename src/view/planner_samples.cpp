#include "wend/view/planner_samples.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "view/heights.hpp"

namespace wend::view {
namespace {

constexpr std::array<std::string_view, 4> domain_names{"static_mesh", "density_mesh", "grid", "space_time"};

std::uint8_t style_of(const std::string& domain) {
    const auto found = std::find(domain_names.begin(), domain_names.end(), domain);
    return static_cast<std::uint8_t>(found - domain_names.begin());
}

std::string status_words(const planning::TaskStatus& status) {
    if (status.has_plan) return status.is_settled ? "stands" : "improves";
    if (!status.is_settled) return status.expansions == 0 ? "waits" : "looks";
    return status.code == StatusCode::unreachable ? "no way" : "gave up";
}

void append(std::vector<float>& values, std::initializer_list<double> more) {
    for (const double value : more) values.push_back(static_cast<float>(value));
}

Drawing course_line(const domains::Course& course, std::uint8_t style, std::span<const Layer> layers) {
    Drawing line{DrawingKind::line, style, 4, {}};
    for (const domains::Place& place : course)
        append(line.values, {place.position.x, place.position.y, height_of(place.layer, layers), place.time});
    return line;
}

Drawing tunnel_line(const planning::TaskView& task, std::span<const Layer> layers) {
    Drawing line{DrawingKind::line, style_of(task.domain), 4, {}};
    for (const domains::Place& place : task.tunnel_course)
        append(line.values, {place.position.x, place.position.y, height_of(place.layer, layers),
                             task.picture.width.space});
    return line;
}

Drawing task_row(const planning::TaskView& task) {
    Drawing row{DrawingKind::points, style_of(task.domain), 6, {}};
    append(row.values,
           {static_cast<double>(task.leg), task.priority, task.status.inflation, task.status.bound,
            static_cast<double>(task.status.expansions), task.status.seconds * 1000});
    return row;
}

/// The domains of the stages that have a task.
std::map<std::uint32_t, std::string> stage_domains(const FocusView& view) {
    std::map<std::uint32_t, std::string> names;
    for (const planning::TaskView& task : view.planner.tasks) names[task.stage] = task.domain;
    return names;
}

std::vector<Drawing> task_times(const FocusView& view) {
    const auto names = stage_domains(view);
    std::map<std::uint8_t, std::array<double, 3>> sums;
    for (const planning::ExecutionRecord& execution : view.trace.executions) {
        const auto name = names.find(execution.stage);
        if (name == names.end()) continue;
        std::array<double, 3>& sum = sums[style_of(name->second)];
        sum[0] += execution.seconds * 1000;
        sum[1] += static_cast<double>(execution.expansions);
        sum[2] += 1;
    }
    std::vector<Drawing> drawings;
    for (const auto& [style, sum] : sums) {
        drawings.push_back({DrawingKind::points, style, 3, {}});
        append(drawings.back().values, {sum[0], sum[1], sum[2]});
    }
    return drawings;
}

std::string event_lines(const FocusView& view) {
    const auto names = stage_domains(view);
    std::string lines;
    for (const planning::EventRecord& event : view.trace.events) {
        const auto name = names.find(event.stage);
        if (!lines.empty()) lines += '\n';
        lines += std::string(to_string(event.kind)) + '\t' + (name == names.end() ? "" : name->second) +
                 '\t' + std::to_string(event.leg);
    }
    return lines;
}

ChannelSample fovea_sample(std::uint32_t frame, std::uint32_t agent, const FocusView& view,
                           std::span<const Layer> layers) {
    Drawing point{DrawingKind::points, 3, 6, {}};
    const domains::Place& at = view.start.at;
    const double radius = std::isfinite(view.fovea_radius) ? view.fovea_radius : -1;
    append(point.values, {at.position.x, at.position.y, height_of(at.layer, layers), radius,
                          view.start.heading, view.fovea_angle});
    return {"foveal", frame, agent, "", {std::move(point)}};
}

}  // namespace

std::vector<ChannelSample> planner_samples(std::uint32_t frame, std::uint32_t agent, const FocusView& view,
                                           std::span<const Layer> layers) {
    ChannelSample plans{"domain_plans", frame, agent, "", {}}, tunnels{"tunnels", frame, agent, "", {}},
        tasks{"tasks", frame, agent, "", {}};
    for (const planning::TaskView& task : view.planner.tasks) {
        if (task.status.has_plan && task.course.size() > 1)
            plans.drawings.push_back(course_line(task.course, style_of(task.domain), layers));
        if (task.tunnel_course.size() > 1 && std::isfinite(task.picture.width.space))
            tunnels.drawings.push_back(tunnel_line(task, layers));
        tasks.drawings.push_back(task_row(task));
        if (!tasks.note.empty()) tasks.note += '\n';
        tasks.note += task.domain + '\t' + status_words(task.status);
    }
    return {std::move(plans),
            std::move(tunnels),
            std::move(tasks),
            fovea_sample(frame, agent, view, layers),
            {"task_times", frame, agent, "", task_times(view)},
            {"planner_events", frame, agent, event_lines(view), {}}};
}

ChannelSample expanded_sample(std::uint32_t frame, std::uint32_t agent, const FocusView& view,
                              std::span<const Layer> layers) {
    ChannelSample sample{"expanded", frame, agent, "", {}};
    std::size_t all = 0;
    for (const planning::TaskView& task : view.planner.tasks) {
        all += task.picture.asked;
        if (task.picture.expanded.empty()) continue;
        Drawing points{DrawingKind::points, style_of(task.domain), 3, {}};
        for (const domains::Place& place : task.picture.expanded)
            append(points.values, {place.position.x, place.position.y, height_of(place.layer, layers)});
        sample.drawings.push_back(std::move(points));
    }
    sample.note = std::to_string(all);
    return sample;
}

ChannelSample domain_sample(std::uint32_t frame, std::span<const int> domains) {
    Drawing numbers{DrawingKind::points, 0, 1, {}};
    for (const int domain : domains) append(numbers.values, {static_cast<double>(domain)});
    return {"domain_at_work", frame, std::nullopt, "", {std::move(numbers)}};
}

ChannelSample route_sample(std::uint32_t frame, std::uint32_t agent, std::span<const RoutePoint> route,
                           std::span<const Layer> layers) {
    ChannelSample sample{"domain_plans", frame, agent, "route", {}};
    if (route.size() < 2) return sample;
    Drawing line{DrawingKind::line, 0, 4, {}};
    for (const RoutePoint& point : route)
        append(line.values, {point.position.x, point.position.y, height_of(point.layer, layers), 0});
    sample.drawings.push_back(std::move(line));
    return sample;
}

ChannelSample knowledge_sample(std::uint32_t frame, std::uint32_t agent,
                               std::span<const KnownObstacle> obstacles, std::span<const Layer> layers) {
    ChannelSample sample{"knowledge", frame, agent, "", {}};
    for (const KnownObstacle& obstacle : obstacles) {
        Drawing line{DrawingKind::line, static_cast<std::uint8_t>(obstacle.kind), 3, {}};
        const double height = height_of(obstacle.layer, layers);
        for (std::size_t i = 0; i <= obstacle.outline.size() && !obstacle.outline.empty(); ++i) {
            const Vec2 corner = obstacle.outline[i % obstacle.outline.size()];
            append(line.values, {corner.x, corner.y, height});
        }
        sample.drawings.push_back(std::move(line));
    }
    return sample;
}

}  // namespace wend::view
