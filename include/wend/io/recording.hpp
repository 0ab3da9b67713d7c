#pragma once

// What a run leaves behind, whatever the file format: the header once, then one frame after the other.

#include <cstdint>
#include <string>
#include <vector>

#include "wend/world/frame.hpp"

namespace wend::io {

using wend::AgentMode;
using wend::Frame;
using wend::RecordedAgent;
using wend::RecordedEdit;
using wend::RecordedEvent;
using wend::RecordedIdentity;
using wend::RecordedKind;
using wend::RecordedObstacle;

struct RecordingHeader {
    std::string scene_name;
    std::string scene_json;  ///< the scene file's text, so that a recording explains itself; empty if unknown
    std::uint64_t seed = 0;
    double time_step = 0;
    std::string settings_json;  ///< budget, threads and version of the run
    friend bool operator==(const RecordingHeader&, const RecordingHeader&) = default;
};

struct Recording {
    RecordingHeader header;
    std::vector<Frame> frames;
    std::string warning;  ///< what was wrong with the file's end, when it could be read only in part
};

}  // namespace wend::io
