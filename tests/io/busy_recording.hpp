#pragma once

#include <limits>

#include "support/walkers.hpp"

namespace wend::test {

/// A run with all that a recording can hold: agents that come and go, obstacles, platforms, events, odd
/// numbers.
inline Walkers make_busy_recording(std::uint64_t seed, std::uint32_t frames = 70, std::uint32_t agents = 12) {
    Walkers run = make_walkers(seed, {.count = agents, .frames = frames});
    Rng rng(seed ^ 0xB5);
    run.recording.header.scene_json = std::string("{\"name\": \"caf\xC3\xA9\", \"zero\": \"") + '\0' + "\"}";
    for (io::Frame& frame : run.recording.frames) {
        std::erase_if(frame.agents, [&rng](const auto&) { return rng.below(10) == 0; });
        for (io::RecordedAgent& agent : frame.agents) {
            agent.mode = static_cast<io::AgentMode>(rng.below(6));
            agent.layer = static_cast<std::uint32_t>(rng.below(3));
            agent.position.z = rng.below(3) == 0 ? -0.0 : rng.uniform(-3, 3);
        }
        for (std::uint32_t o : {1u, 2u, 700u})
            if (rng.below(5) != 0)
                frame.obstacles.push_back({o, {{rng.uniform(0, 50), 0.1 * frame.index}, -0.5 * frame.time}});
        if (frame.index == 3)
            frame.identities = {
                {1, io::RecordedKind::obstacle, "cart", 0, DiscShape{0.7}},
                {700, io::RecordedKind::platform, "tram", 2, PolygonShape{{{-1, -1}, {1, -1}, {1, 1}}}}};
        if (rng.below(4) == 0) frame.events.push_back({"plan_deviation", "walker3", "0.2 m late"});
    }
    return run;
}

}  // namespace wend::test
