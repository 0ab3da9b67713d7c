#include "planted_feet.hpp"

#include <algorithm>
#include <limits>
#include <sstream>

namespace wend::cli {
namespace {

constexpr double ball_on_sole = 0.06;  ///< metres ahead of its middle, so that heel and toes lie on it too
constexpr double forever = std::numeric_limits<double>::infinity();

std::size_t side_of(const std::string& word) {
    return word == "right" ? 1 : 0;
}

}  // namespace

void PlantedFeet::see(const Frame& frame, std::span<const AgentSpec> agents) {
    for (const RecordedEvent& event : frame.events) {
        const bool is_down = event.kind == "foot_down";
        if (!is_down && event.kind != "foot_up") continue;
        for (const RecordedAgent& at : frame.agents) {
            if (at.agent >= agents.size() || agents[at.agent].name != event.subject) continue;
            if (is_down)
                put_down(feet_[at.agent], event.detail, at.position.z);
            else
                lift(feet_[at.agent], event.detail);
        }
    }
}

void PlantedFeet::put_down(Planted& feet, const std::string& text, double floor) {
    std::istringstream in(text);
    std::string side;
    motion::Plant plant;
    std::uint32_t layer = 0;
    Vec2 middle;
    double height = 0;
    if (!(in >> side >> plant.down >> layer >> middle.x >> middle.y >> plant.heading >> height)) return;
    const Vec2 ball = middle + ball_on_sole * unit_vector(plant.heading);
    plant.ball = {ball.x, ball.y, floor + height};
    plant.up = forever;
    feet.plan.plants[side_of(side)].push_back(plant);
    feet.downs.push_back(plant.down);
    feet.heights.push_back(height);
}

void PlantedFeet::lift(Planted& feet, const std::string& text) {
    std::istringstream in(text);
    std::string side;
    double time = 0;
    if (!(in >> side >> time)) return;
    auto& plants = feet.plan.plants[side_of(side)];
    if (!plants.empty()) plants.back().up = time;
}

std::optional<motion::FootPlan> PlantedFeet::plan_of(std::uint32_t agent) const {
    const auto at = feet_.find(agent);
    if (at == feet_.end()) return std::nullopt;
    const auto& plants = at->second.plan.plants;
    if (plants[0].empty() || plants[1].empty()) return std::nullopt;
    return at->second.plan;
}

/// The mass passes over a foot half way between its coming down and that of the next.
void PlantedFeet::raise(std::uint32_t agent, std::vector<motion::TrackPoint>& points) const {
    const auto at = feet_.find(agent);
    if (at == feet_.end() || at->second.downs.empty()) return;
    const auto& [plan, downs, heights] = at->second;
    const auto over = [&](std::size_t foot) {
        return foot + 1 < downs.size() ? (downs[foot] + downs[foot + 1]) / 2 : downs[foot];
    };
    std::size_t next = 0;
    for (motion::TrackPoint& point : points) {
        while (next < downs.size() && over(next) <= point.time) ++next;
        if (next == 0 || next == downs.size()) {
            point.position.z += next == 0 ? heights.front() : heights.back();
            continue;
        }
        const double span = over(next) - over(next - 1);
        const double share = span > 0 ? (point.time - over(next - 1)) / span : 1;
        point.position.z += heights[next - 1] + share * (heights[next] - heights[next - 1]);
    }
}

}  // namespace wend::cli
