#pragma once

// What a frame of a run shows, for whoever records, draws or checks it.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "wend/geometry/vec.hpp"
#include "wend/world/scene.hpp"
#include "wend/world/trajectory.hpp"

namespace wend {

enum class AgentMode : std::uint8_t {
    absent,    ///< not in the world: not yet, or no longer
    walking,   ///< on the ground, towards its goal
    standing,  ///< no valid plan: stands still
    airborne,  ///< on a link: jumping, dropping, climbing
    riding,    ///< on a moving platform
    arrived,   ///< in its goal region
};

struct RecordedAgent {
    std::uint32_t agent = 0;  ///< position in the populated scene's list of agents, then as edits number them
    std::uint32_t layer = 0;
    AgentMode mode = AgentMode::walking;
    Vec3 position;
    double heading = 0;
    friend bool operator==(const RecordedAgent&, const RecordedAgent&) = default;
};

enum class RecordedKind : std::uint8_t { obstacle, platform };

/// Which obstacle or platform a number stands for. Said once, in the frame of its first appearance, so that a
/// recording can be drawn and checked without the world that made it.
struct RecordedIdentity {
    std::uint32_t obstacle = 0;
    RecordedKind kind = RecordedKind::obstacle;
    std::string name;  ///< as in the scene
    std::uint32_t layer = 0;
    Shape shape;
    friend bool operator==(const RecordedIdentity&, const RecordedIdentity&) = default;
};

/// An obstacle or platform as it stood; obstacles first appear in the frame in which they exist.
struct RecordedObstacle {
    std::uint32_t obstacle = 0;  ///< numbered in the order of first appearance in the run
    Pose pose;
    friend bool operator==(const RecordedObstacle&, const RecordedObstacle&) = default;
};

/// Something that happened in a frame: a world event, a plan, a deviation. Text for people and tools.
struct RecordedEvent {
    std::string kind;     ///< e.g. "obstacle_appeared", "plan_deviation"
    std::string subject;  ///< name of the agent, group or obstacle
    std::string detail;
    friend bool operator==(const RecordedEvent&, const RecordedEvent&) = default;
};

/// A world event that somebody made while the run went on; the scene does not know of it. The frame is the
/// first that shows what came of it.
struct RecordedEdit {
    TimedEvent event;                    ///< with the time at which it was made
    std::optional<std::uint32_t> agent;  ///< the number of who enters: the first that is free
    friend bool operator==(const RecordedEdit&, const RecordedEdit&) = default;
};

struct Frame {
    std::uint32_t index = 0;
    double time = 0;
    std::vector<RecordedAgent> agents;         ///< by agent number; absent agents are left out
    std::vector<RecordedObstacle> obstacles;   ///< by obstacle number; absent ones are left out
    std::vector<RecordedIdentity> identities;  ///< of the obstacles that this frame shows for the first time
    std::vector<RecordedEvent> events;
    std::vector<RecordedEdit> edits;
    friend bool operator==(const Frame&, const Frame&) = default;
};

}  // namespace wend
