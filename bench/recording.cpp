// What recording and verifying a crowd costs: bytes and nanoseconds per agent and frame.

#include <cmath>
#include <filesystem>

#include "wend/base/rng.hpp"
#include "wend/io/recording_file.hpp"
#include "wend/verify/verify.hpp"

#include "benchmark.hpp"

namespace wend::bench {
namespace {

struct Crowd {
    Scene scene;
    std::vector<AgentSpec> agents;
    std::vector<double> phase;
};

/// On a grid, each agent swings to and fro in its own lane at walking speed.
Crowd make_crowd(std::uint32_t count) {
    Crowd crowd;
    const auto side = static_cast<std::uint32_t>(std::ceil(std::sqrt(count)));
    crowd.scene.bounds = {{0, 0}, {3.0 * side, 1.0 * side}};
    crowd.scene.layers.resize(1);
    Rng rng(1);
    for (std::uint32_t i = 0; i < count; ++i) {
        AgentSpec agent;
        agent.name = "agent" + std::to_string(i);
        agent.position = {3.0 * (i % side) + 1.5, 1.0 * (i / side) + 0.5};
        agent.limits.max_turn_rate = 1e9;
        agent.goal.region = DiscRegion{agent.position, 3};
        crowd.agents.push_back(agent);
        crowd.phase.push_back(rng.uniform(0, 6.283185307179586));
    }
    return crowd;
}

io::Frame frame_of(const Crowd& crowd, std::uint32_t index) {
    io::Frame frame;
    frame.index = index;
    frame.time = index / 30.0;
    for (std::uint32_t i = 0; i < crowd.agents.size(); ++i) {
        const Vec2 home = crowd.agents[i].position;
        const double angle = frame.time * 0.9 + crowd.phase[i];
        frame.agents.push_back({i,
                                0,
                                io::AgentMode::walking,
                                {home.x + std::sin(angle), home.y + 0.2 * std::sin(2 * angle), 0},
                                angle});
    }
    return frame;
}

nlohmann::json run(const Options& options) {
    const std::uint32_t agents = options.quick ? 1000 : 10'000, frames = options.quick ? 60 : 1000;
    const Crowd crowd = make_crowd(agents);
    const auto file = std::filesystem::temp_directory_path() / "wend-bench-recording.wend";
    double writing = 0, verifying = 0;
    auto writer = io::RecordingWriter::open(file, {"crowd", "", 1, 1 / 30.0, ""});
    if (!writer) return {{"error", writer.status().message}};
    for (std::uint32_t f = 0; f < frames; ++f) {
        const io::Frame frame = frame_of(crowd, f);
        writing += seconds([&] { (void)writer.value().append(frame); });
    }
    writing += seconds([&] { (void)writer.value().close(); });
    const std::uint64_t bytes = std::filesystem::file_size(file);
    std::size_t overlaps = 0;
    verifying = seconds(
        [&] { overlaps = std::move(verify::verify_file(file, crowd.scene, crowd.agents)).value().overlaps; });
    std::filesystem::remove(file);
    const double agent_frames = static_cast<double>(agents) * frames;
    return {{"agents", agents},
            {"frames", frames},
            {"bytes_per_agent_frame", static_cast<double>(bytes) / agent_frames},
            {"write_ns_per_agent_frame", 1e9 * writing / agent_frames},
            {"verify_ns_per_agent_frame", 1e9 * verifying / agent_frames},
            {"verify_seconds", verifying},
            {"overlaps", overlaps}};
}

const Benchmark registered{"recording", "size and cost of recording and verifying a crowd", run};

}  // namespace
}  // namespace wend::bench
