#pragma once

// Small scenes that the crowd's tests are made of.

#include <string>
#include <utility>
#include <vector>

#include "wend/world/scene.hpp"

namespace wend::test {

inline AgentSpec walker(const std::string& name, Vec2 from, Vec2 to) {
    AgentSpec agent;
    agent.name = name;
    agent.position = from;
    agent.goal.region = DiscRegion{to, 0.3};
    return agent;
}

/// Twenty by ten metres, empty but for those who walk in it.
inline Scene hall(std::vector<AgentSpec> agents, double duration = 40, double time_step = 1.0 / 30) {
    Scene scene;
    scene.name = "hall";
    scene.bounds = {{0, 0}, {20, 10}};
    scene.layers.resize(1);
    scene.agents = std::move(agents);
    scene.duration = duration;
    scene.time_step = time_step;
    return scene;
}

inline ObstacleSpec crate(const std::string& name, Vec2 at, double half) {
    ObstacleSpec crate;
    crate.name = name;
    crate.shape = PolygonShape{{{-half, -half}, {half, -half}, {half, half}, {-half, half}}};
    crate.motion.keyframes = {{0, {at, 0}}};
    return crate;
}

}  // namespace wend::test
