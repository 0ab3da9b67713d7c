#pragma once

// One agent's walk as a recording, judged by the verifier.

#include <vector>

#include "wend/domains/space_time_motion.hpp"
#include "wend/io/recording.hpp"
#include "wend/verify/verify.hpp"
#include "wend/world/scene.hpp"

namespace wend::test {

inline io::AgentMode mode_of(domains::WalkMode mode) {
    switch (mode) {
        case domains::WalkMode::airborne:
            return io::AgentMode::airborne;
        case domains::WalkMode::riding:
            return io::AgentMode::riding;
        default:
            return io::AgentMode::walking;
    }
}

/// `agents` has the one that walks.
inline verify::Report verified_walk(const Scene& scene, const std::vector<AgentSpec>& agents,
                                    const std::vector<domains::WalkFrame>& walk) {
    io::Recording recording;
    recording.header = {"walk", "{}", 0, scene.time_step, "{}"};
    for (const domains::WalkFrame& at : walk) {
        io::Frame frame;
        frame.index = static_cast<std::uint32_t>(recording.frames.size());
        frame.time = at.time;
        const double z = scene.layers[at.layer].height;
        frame.agents.push_back(
            {0, at.layer, mode_of(at.mode), {at.position.x, at.position.y, z}, at.heading});
        recording.frames.push_back(std::move(frame));
    }
    return verify::verify(scene, agents, recording);
}

}  // namespace wend::test
