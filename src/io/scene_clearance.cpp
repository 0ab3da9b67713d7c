#include "io/scene_clearance.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "io/json_writer.hpp"
#include "io/source_text.hpp"

namespace wend::io {
namespace {

std::string agent_path(std::size_t index) {
    return "$.agents[" + std::to_string(index) + "].position";
}

/// Bodies of agents that enter at the same moment on the same layer, swept along x.
std::optional<SceneProblem> find_overlap(const Scene& scene) {
    const auto& agents = scene.agents;
    std::vector<std::size_t> order(agents.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    const auto left = [&](std::size_t i) { return agents[i].position.x - agents[i].limits.radius; };
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return left(a) != left(b) ? left(a) < left(b) : a < b; });
    std::vector<std::size_t> active;
    for (const std::size_t i : order) {
        std::erase_if(
            active, [&](std::size_t j) { return agents[j].position.x + agents[j].limits.radius < left(i); });
        for (const std::size_t j : active) {
            if (agents[i].layer != agents[j].layer || agents[i].enters != agents[j].enters) continue;
            const double gap = distance(agents[i].position, agents[j].position) - agents[i].limits.radius -
                               agents[j].limits.radius;
            if (gap >= 0) continue;
            return SceneProblem{agent_path(std::max(i, j)),
                                "found it " + number_text(std::round(-gap * 1e6) / 1e6) +
                                    " m inside $.agents[" + std::to_string(std::min(i, j)) +
                                    "], expected bodies apart when they enter"};
        }
        active.push_back(i);
    }
    return std::nullopt;
}

std::optional<SceneProblem> find_outside(const Scene& scene) {
    for (std::size_t i = 0; i < scene.agents.size(); ++i)
        if (const AgentSpec& agent = scene.agents[i]; !scene.bounds.contains(agent.position))
            return SceneProblem{agent_path(i), "found " + point_text(agent.position) +
                                                   ", expected a place within the bounds"};
    return std::nullopt;
}

}  // namespace

std::optional<SceneProblem> find_clearance_problem(const Scene& scene) {
    if (scene.level) return std::nullopt;
    for (const auto check : {find_outside, find_overlap})
        if (auto problem = check(scene)) return problem;
    return std::nullopt;
}

}  // namespace wend::io
