#include "stream_run.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "wend/sim/simulation.hpp"
#include "wend/world/populate.hpp"

#include "clock.hpp"
#include "peer_crowd.hpp"

namespace wend::bench {
namespace {

template <class T>
T expect(Result<T> result) {
    if (!result) throw std::runtime_error(result.status().message);
    return std::move(result).value();
}

/// What one agent did, frame by frame.
struct Track {
    double entered = -1, arrived = -1;
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

/// All agents of one run.
class Watch {
  public:
    Watch(const std::vector<AgentSpec>& agents, double dt)
        : agents_(agents), dt_(dt), tracks_(agents.size()) {}

    void add(const io::Frame& frame) {
        deepest_ = std::max(deepest_, deepest_overlap(frame, agents_));
        last_ = frame.time;
        std::vector<bool> is_there(tracks_.size());
        for (const auto& agent : frame.agents) {
            Track& track = tracks_[agent.agent];
            is_there[agent.agent] = true;
            if (track.entered < 0) {
                track.entered = frame.time;
                track.last = agent.position.xy();
            }
            if (track.arrived >= 0) continue;
            track.follow(agent.position.xy(), dt_);
            if (agent.mode == io::AgentMode::arrived) track.arrived = frame.time;
        }
        // Who is not there any more left by its goal.
        for (std::size_t i = 0; i < tracks_.size(); ++i)
            if (!is_there[i] && tracks_[i].entered >= 0 && tracks_[i].arrived < 0)
                tracks_[i].arrived = frame.time;
    }

    [[nodiscard]] StreamOutcome outcome(const std::vector<double>& free_walks) const {
        StreamOutcome sum;
        sum.agents = static_cast<std::uint32_t>(tracks_.size());
        sum.deepest = deepest_;
        sum.last = last_;
        sum.free_walks = free_walks;
        double time = 0;
        for (std::size_t i = 0; i < tracks_.size(); ++i) {
            const Track& track = tracks_[i];
            time += track.time;
            sum.standing += track.stood_for;
            sum.stops += track.stops;
            sum.reversals += track.reversals;
            if (track.arrived < 0) continue;
            ++sum.arrived;
            const double delay = (track.arrived - track.entered) / std::max(1.0, free_walks[i]);
            sum.mean_delay += delay;
            sum.worst_delay = std::max(sum.worst_delay, delay);
        }
        if (sum.arrived > 0) sum.mean_delay /= sum.arrived;
        if (time > 0) {
            sum.stops *= 60 / time;
            sum.reversals *= 60 / time;
            sum.standing /= time;
        }
        return sum;
    }

  private:
    const std::vector<AgentSpec>& agents_;
    double dt_;
    std::vector<Track> tracks_;
    double deepest_ = -1e9, last_ = 0;
};

/// Of whoever has just got its first way.
void note_free_walks(const Simulation& simulation, std::vector<double>& free_walks) {
    for (const auto& agent : simulation.frame().agents)
        if (double& seconds = free_walks[agent.agent]; seconds == 0)
            seconds =
                simulation.view(agent.agent).plan_length / simulation.agents()[agent.agent].limits.max_speed;
}

}  // namespace

StreamOutcome run_streams(const GeneratorSpec& spec, std::uint32_t threads) {
    const Scene scene = expect(generate_scene(spec));
    SimulationOptions options;
    options.seed = spec.seed;
    options.threads = threads;
    Simulation simulation = expect(Simulation::create(scene, options));
    const std::vector<AgentSpec> agents = simulation.agents();
    std::vector<double> free_walks(agents.size());
    Watch watch(agents, scene.time_step);
    const double began = process_seconds();
    while (!simulation.is_finished()) {
        simulation.step();
        note_free_walks(simulation, free_walks);
        watch.add(simulation.frame());
    }
    StreamOutcome outcome = watch.outcome(free_walks);
    outcome.seconds = process_seconds() - began;
    return outcome;
}

StreamOutcome run_streams_of_peer(const GeneratorSpec& spec, const std::vector<double>& free_walks) {
    const Scene scene = expect(generate_scene(spec));
    const std::vector<AgentSpec> agents = expect(populate(scene, spec.seed));
    CrowdPeer peer(scene, agents, {spec.radius * (1 + spec.radius_spread), 0.1});
    Watch watch(agents, scene.time_step);
    const double began = process_seconds();
    const auto frames = static_cast<std::uint32_t>(scene.duration / scene.time_step);
    for (std::uint32_t i = 0; i < frames && !peer.is_finished(); ++i) {
        peer.step();
        watch.add(peer.frame());
    }
    StreamOutcome outcome = watch.outcome(free_walks);
    outcome.seconds = process_seconds() - began;
    return outcome;
}

}  // namespace wend::bench
