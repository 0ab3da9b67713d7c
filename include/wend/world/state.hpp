#pragma once

// What the world holds about obstacles and agents at one moment. What seldom changes is shared between the
// world and the snapshots taken of it.

#include <memory>
#include <optional>

#include "wend/base/ids.hpp"
#include "wend/base/slot_map.hpp"
#include "wend/world/body.hpp"
#include "wend/world/scene.hpp"

namespace wend {

/// What others may assume once a plan's validity ends.
enum class AfterPlan : std::uint8_t {
    stays,  ///< the agent stands where the plan left it
    gone,   ///< it has left the world
};

/// A promise of an agent to all others: where it will be, and when.
struct PublishedPlan {
    Trajectory motion;  ///< does not loop
    Interval valid;     ///< when it holds; `after` speaks of what follows
    AfterPlan after = AfterPlan::stays;
    std::optional<std::uint32_t> other_layer = {};  ///< that the motion leads to; the agent counts on both
    std::shared_ptr<const Ring> outline = {};       ///< of a body that turns with its heading; null: a disc
    std::uint64_t world_version = 0;                ///< the newest world the planner had seen
};

enum class AgentStatus : std::uint8_t {
    idle,         ///< has no plan yet
    travelling,   ///< follows its plan
    waiting,      ///< has a goal but no valid plan; stands still
    arrived,      ///< has reached its goal
    unreachable,  ///< proven to have no way to its goal
    paused,       ///< told to stand still
};

/// Where an agent is and how it moves, the part that changes every frame.
struct AgentMotion {
    std::uint32_t layer = 0;
    Vec2 position;
    Vec2 velocity;
    double heading = 0;
};

struct AgentState {
    std::shared_ptr<const AgentSpec> spec;  ///< as it entered: name, group, limits, first goal
    std::shared_ptr<const Goal> goal;
    std::shared_ptr<const PublishedPlan> plan;  ///< null when there is none
    std::shared_ptr<const Body> body;           ///< the room that others assume it takes
    AgentMotion motion;
    AgentStatus status = AgentStatus::idle;

    [[nodiscard]] const AgentLimits& limits() const noexcept { return spec->limits; }
};

/// What was last seen of an observed obstacle; others assume that it goes on like that.
struct Observation {
    double time = 0;
    Pose pose;
    Vec2 velocity;
};

struct ObstacleState {
    std::shared_ptr<const ObstacleSpec> spec;  ///< with its present motion
    std::shared_ptr<const Body> body;          ///< the room that others assume it takes, if any
    std::optional<Observation> seen;           ///< of an observed obstacle while it is there
};

/// The room that others must assume an agent takes: its plan's, or, without one, where it stands.
[[nodiscard]] Body body_of(AgentId id, const AgentState& agent, double now);
/// The same for a plan, null for none, that the agent does not have yet. Its motion is put into `memory`.
[[nodiscard]] Body body_of(AgentId id, const AgentState& agent, const PublishedPlan* plan, double now,
                           std::vector<Keyframe> memory = {});
/// The same of an obstacle; absent when it is an observed one that nobody sees now. Nothing is assumed of it
/// later than `observation_horizon` seconds after it was seen.
[[nodiscard]] std::optional<Body> body_of(ObstacleId id, const ObstacleState& obstacle,
                                          double observation_horizon);

using AgentStore = SlotMap<AgentState, AgentId>;
using ObstacleStore = SlotMap<ObstacleState, ObstacleId>;

}  // namespace wend
