#include "plan_domains.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace wend::cli {
namespace {

std::string bound_text(double bound) {
    return bound > 0 ? fmt::format("at most {:.2f} times the best", bound) : "no bound: found in a tunnel";
}

double seconds_of(const PlanAnswer& answer) {
    return answer.walk.empty() ? 0 : answer.walk.back().time - answer.walk.front().time;
}

}  // namespace

std::vector<DomainResult> results_by_domain(const planning::PlannerView& view) {
    std::vector<DomainResult> results;
    std::uint32_t stage = ~0u;
    for (const planning::TaskView& task : view.tasks) {
        if (task.stage != stage) results.push_back({task.domain});
        stage = task.stage;
        DomainResult& result = results.back();
        ++result.legs;
        if (result.status == StatusCode::ok) result.status = task.status.code;
        const bool has_bound = result.bound > 0 && task.status.bound > 0;
        result.bound = has_bound ? std::max(result.bound, task.status.bound) : 0;
        result.length += domains::length_of(task.course);
        result.expansions += task.status.expansions;
        result.widenings += task.status.widenings;
    }
    return results;
}

nlohmann::ordered_json to_json(const PlanAnswer& answer) {
    nlohmann::ordered_json json{{"status", to_string(answer.status)}, {"seconds", seconds_of(answer)}};
    auto& domains = json["domains"] = nlohmann::ordered_json::array();
    for (const DomainResult& result : results_by_domain(answer.view)) {
        nlohmann::ordered_json one{{"domain", result.domain},
                                   {"legs", result.legs},
                                   {"status", to_string(result.status)},
                                   {"length_m", result.length},
                                   {"expansions", result.expansions},
                                   {"widenings", result.widenings}};
        one["bound"] =
            result.bound > 0 ? nlohmann::ordered_json(result.bound) : nlohmann::ordered_json("none");
        domains.push_back(std::move(one));
    }
    auto& course = json["course"] = nlohmann::ordered_json::array();
    for (const domains::Place& place : answer.view.course)
        course.push_back({place.position.x, place.position.y, place.layer, place.time});
    return json;
}

void print_text(const PlanAnswer& answer) {
    fmt::print("in space and time: {}", to_string(answer.status));
    if (!answer.walk.empty()) fmt::print(", {:.1f} s", seconds_of(answer));
    fmt::print("\n");
    for (const DomainResult& result : results_by_domain(answer.view)) {
        fmt::print("  {:<13} {:<13} {:>4} {}, {:>9.2f} m, {:>6} expansions", result.domain,
                   to_string(result.status), result.legs, result.legs == 1 ? "task " : "tasks", result.length,
                   result.expansions);
        if (result.status == StatusCode::ok) fmt::print(", {}", bound_text(result.bound));
        fmt::print("\n");
    }
}

}  // namespace wend::cli
