#include "stream_run.hpp"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <stdexcept>
#include <vector>

namespace wend::bench {
namespace {

/// What one agent did, frame by frame.
struct Track {
    double entered = -1, arrived = -1, free_walk = 0;
    Vec2 last, last_direction;
    double moved_for = 0, stood_for = 0, time = 0;
    double since_turn = 10;
    std::uint32_t stops = 0, reversals = 0;

    void follow(Vec2 position, double dt) {
        constexpr double standing_speed = 0.1;
        const Vec2 step = position - last;
        const double speed = length(step) / dt;
        time += dt;
        since_turn += dt;
        if (speed < standing_speed) {
            if (moved_for > 0.5) ++stops, moved_for = 0;
            stood_for += dt;
        } else {
            moved_for += dt;
            const Vec2 direction = step / length(step);
            if (dot(direction, last_direction) < 0 && since_turn > 1) ++reversals, since_turn = 0;
            last_direction = direction;
        }
        last = position;
    }
};

double deepest_overlap(const io::Frame& frame, const std::vector<AgentSpec>& agents) {
    double deepest = -1e9;
    for (std::size_t i = 0; i < frame.agents.size(); ++i)
        for (std::size_t j = i + 1; j < frame.agents.size(); ++j) {
            const auto &a = frame.agents[i], &b = frame.agents[j];
            const double reach = agents[a.agent].limits.radius + agents[b.agent].limits.radius;
            const Vec2 off{a.position.x - b.position.x, a.position.y - b.position.y};
            if (a.layer == b.layer && std::abs(off.x) < reach && std::abs(off.y) < reach)
                deepest = std::max(deepest, reach - length(off));
        }
    return deepest;
}

double processor_seconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

StreamOutcome run_streams(const GeneratorSpec& spec, std::uint32_t threads) {
    auto scene = generate_scene(spec);
    if (!scene) throw std::runtime_error(scene.status().message);
    SimulationOptions options;
    options.seed = spec.seed;
    options.threads = threads;
    auto made = Simulation::create(scene.value(), options);
    if (!made) throw std::runtime_error(made.status().message);
    Simulation& simulation = made.value();
    const double dt = scene.value().time_step, began = processor_seconds();
    StreamOutcome outcome;
    std::vector<Track> tracks(simulation.agents().size());
    std::vector<bool> is_there(tracks.size());
    outcome.agents = static_cast<std::uint32_t>(tracks.size());
    outcome.deepest = -1e9;
    while (!simulation.is_finished()) {
        simulation.step();
        const io::Frame& frame = simulation.frame();
        outcome.deepest = std::max(outcome.deepest, deepest_overlap(frame, simulation.agents()));
        std::fill(is_there.begin(), is_there.end(), false);
        for (const auto& agent : frame.agents) {
            Track& track = tracks[agent.agent];
            const Vec2 p{agent.position.x, agent.position.y};
            is_there[agent.agent] = true;
            if (track.entered < 0) {
                track.entered = frame.time;
                track.last = p;
                track.free_walk = simulation.view(agent.agent).plan_length /
                                  simulation.agents()[agent.agent].limits.max_speed;
            }
            if (track.free_walk == 0)
                track.free_walk = simulation.view(agent.agent).plan_length /
                                  simulation.agents()[agent.agent].limits.max_speed;
            if (track.arrived >= 0) continue;
            track.follow(p, dt);
            if (agent.mode == io::AgentMode::arrived) track.arrived = frame.time;
        }
        for (std::size_t i = 0; i < tracks.size(); ++i)
            if (!is_there[i] && tracks[i].entered >= 0 && tracks[i].arrived < 0)
                tracks[i].arrived = frame.time;
        outcome.last = frame.time;
    }
    double time = 0, stood = 0;
    for (const Track& track : tracks) {
        time += track.time;
        stood += track.stood_for;
        outcome.stops += track.stops;
        outcome.reversals += track.reversals;
        if (track.arrived < 0) continue;
        ++outcome.arrived;
        const double delay = (track.arrived - track.entered) / std::max(1.0, track.free_walk);
        outcome.mean_delay += delay;
        outcome.worst_delay = std::max(outcome.worst_delay, delay);
    }
    if (outcome.arrived > 0) outcome.mean_delay /= outcome.arrived;
    if (time > 0) {
        outcome.stops *= 60 / time;
        outcome.reversals *= 60 / time;
        outcome.standing = stood / time;
    }
    outcome.seconds = processor_seconds() - began;
    return outcome;
}

}  // namespace wend::bench
