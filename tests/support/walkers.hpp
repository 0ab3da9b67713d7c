#pragma once

// Made-up runs that keep every limit: walkers far apart, each on its own patch of an open field. Tests record
// them, plant faults in them, and know what must be found.

#include <cmath>
#include <cstdint>

#include "wend/base/rng.hpp"
#include "wend/io/recording.hpp"
#include "wend/world/scene.hpp"

namespace wend::test {

struct Walkers {
    Scene scene;
    std::vector<AgentSpec> agents;
    io::Recording recording;
};

struct WalkerOptions {
    std::uint32_t count = 9;
    std::uint32_t frames = 60;
    double patch = 20;      ///< side of a walker's own square, metres
    double walk_until = 1;  ///< share of the frames after which all stand still, in their goals
};

/// Walker `i` starts at the middle of its patch, speeds up from rest within its limits and wanders there.
inline Walkers make_walkers(std::uint64_t seed, const WalkerOptions& options = {}) {
    Rng rng(seed);
    Walkers run;
    const auto side = static_cast<std::uint32_t>(std::ceil(std::sqrt(options.count)));
    run.scene.name = "walkers";
    run.scene.bounds = {{0, 0}, {side * options.patch, side * options.patch}};
    run.scene.layers = {Layer{"ground", 0, {}, {}}};
    run.scene.duration = options.frames * run.scene.time_step;
    const double dt = run.scene.time_step;
    run.recording.header = {"walkers", "{}", seed, dt, "{\"threads\":1}"};

    struct Walker {
        Vec2 position;
        double heading, speed;
        Vec2 home;
    };
    std::vector<Walker> walkers;
    for (std::uint32_t i = 0; i < options.count; ++i) {
        AgentSpec agent;
        agent.name = "walker" + std::to_string(i);
        agent.limits.radius = rng.uniform(0.2, 0.35);
        agent.limits.max_speed = rng.uniform(1.0, 2.0);
        agent.limits.max_acceleration = rng.uniform(2.0, 5.0);
        agent.limits.max_turn_rate = rng.uniform(2.0, 6.0);
        agent.position = {(i % side + 0.5) * options.patch, (i / side + 0.5) * options.patch};
        agent.heading = rng.uniform(-3, 3);
        agent.goal.region = DiscRegion{agent.position, options.patch / 2};
        run.agents.push_back(agent);
        walkers.push_back({agent.position, agent.heading, 0, agent.position});
    }
    run.scene.agents = run.agents;
    for (std::uint32_t f = 0; f < options.frames; ++f) {
        io::Frame frame;
        frame.index = f;
        frame.time = f * dt;
        const bool stop = f >= options.walk_until * options.frames;
        for (std::uint32_t i = 0; i < options.count; ++i) {
            Walker& w = walkers[i];
            const AgentLimits& limits = run.agents[i].limits;
            if (f > 0) {
                const double wanted = stop ? 0 : rng.uniform(0, limits.max_speed);
                const double step = limits.max_acceleration * dt;
                w.speed = std::clamp(wanted, std::max(0.0, w.speed - step),
                                     std::min(limits.max_speed, w.speed + step));
                const Vec2 back = w.home - w.position;
                const double homeward = std::remainder(std::atan2(back.y, back.x) - w.heading, 2 * M_PI);
                const double turn = length(back) > options.patch / 4 ? homeward : rng.uniform(-0.3, 0.3);
                const double most = limits.max_turn_rate * dt;
                w.heading += std::clamp(turn, -most, most);
                w.position += w.speed * dt * unit_vector(w.heading);
            }
            frame.agents.push_back(
                {i, 0, io::AgentMode::walking, {w.position.x, w.position.y, 0}, w.heading});
        }
        run.recording.frames.push_back(std::move(frame));
    }
    return run;
}

}  // namespace wend::test
