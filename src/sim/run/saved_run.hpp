#pragma once

// A run between two steps, as it is kept: who is there, where everybody is and what it has promised; what
// else is in the world; what a recording has said so far. What follows from these is not kept but found
// again by the next steps: ways, turns in passages and at crossings, requests, predictions, searches.

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "wend/base/status.hpp"
#include "wend/world/frame.hpp"

#include "sim/focus/feet.hpp"
#include "sim/people/recorder.hpp"
#include "sim/people/walker.hpp"
#include "sim/step/awareness.hpp"
#include "world/scene_archive.hpp"

namespace wend {

struct SavedRoute {
    std::vector<RoutePoint> points;
    double bend_speed = 0;
};

struct SavedWalker {
    Walker walker;                      ///< of which only what is described is kept
    std::optional<SavedRoute> route;    ///< that its promise leads along
    std::optional<AgentMotion> motion;  ///< while it is in the world
    std::optional<Goal> next_goal;      ///< that it has been given since the last step
    std::optional<FeetMemory> feet;     ///< of one who is planned for foot by foot
};

struct SavedSettling {
    std::uint32_t walker = 0;  ///< its place in the list
    AgentLimits meanwhile;
    std::uint64_t promises = 0;
    bool is_recorded = false;
};

struct SavedRun {
    Scene scene;
    std::uint64_t seed = 1;
    bool forgets = true;            ///< who has left; of a run that does not they are among the walkers
    std::vector<AgentSpec> agents;  ///< by recorded number, as far as the run keeps them
    std::uint64_t frame = 0;
    std::uint64_t next_event = 0;
    std::uint32_t next_recorded = 0;
    BudgetSpec budget;
    double standing_time = 0;
    std::vector<ObstacleSpec> obstacles;
    std::vector<ConstraintSpec> constraints;
    std::vector<SavedWalker> walkers;
    std::vector<std::uint32_t> outside;  ///< of these, in order
    std::vector<SavedSettling> settling;
    RecorderMemory recorder;
    std::optional<AwarenessMemory> awareness;  ///< where not everybody knows of everything at once
};

// --- what they consist of -------------------------------------------------------------------------------

namespace domains {
void describe(auto& archive, WalkFrame& at) {
    archive(at.time, at.layer, at.position, at.heading, at.mode);
}
void describe(auto& archive, FootPlace& place) {
    archive(place.at, place.angle);
}
void describe(auto& archive, Feet& feet) {
    archive(feet.side, feet.support, feet.twist, feet.other);
}
void describe(auto& archive, FootPlant& plant) {
    archive(plant.side, plant.layer, plant.place, plant.height, plant.down, plant.up);
}
void describe(auto& archive, FootstepPlan::Joint& joint) {
    archive(joint.frame, joint.feet, joint.is_at_rest, joint.heading, joint.speed);
}
void describe(auto& archive, FootstepPlan& plan) {
    archive(plan.walk, plan.plants, plan.joints);
}
}  // namespace domains

namespace planning {
void describe(auto& archive, WorldEvent& event) {
    archive(event.layer, event.outline, event.inserted, event.undoes);
}
void describe(auto& archive, KnowledgeMemory::Mind& mind) {
    archive(mind.known, mind.told_at);
}
void describe(auto& archive, KnowledgeMemory& memory) {
    archive(memory.events, memory.announced, memory.minds);
}
}  // namespace planning

void describe(auto& archive, Status& status) {
    archive(status.code, status.message);
}
void describe(auto& archive, RoutePoint& point) {
    archive(point.position, point.layer, point.is_crossing, point.is_leap);
}
void describe(auto& archive, WalkState& walk) {
    archive(walk.station, walk.speed, walk.heading);
}
void describe(auto& archive, Tick& tick) {
    archive(tick.walk, tick.position, tick.layer, tick.is_crossing, tick.is_riding);
}
void describe(auto& archive, Commitment& promise) {
    archive(promise.ticks, promise.plan, promise.outline);
}
void describe(auto& archive, AgentMotion& motion) {
    archive(motion.layer, motion.position, motion.velocity, motion.heading);
}
void describe(auto& archive, Walker& walker) {
    archive(walker.has_left, walker.called, walker.recorded, walker.tag, walker.spec, walker.goal,
            walker.target, walker.place, walker.walk, walker.commitment, walker.route_status, walker.promises,
            walker.last_planned);
    archive(walker.is_paused, walker.is_aside, walker.is_crossing, walker.is_riding, walker.has_arrived,
            walker.is_deadlocked, walker.is_before_thing, walker.is_hindered, walker.wants_target,
            walker.wants_exit, walker.wants_route, walker.window_was_of_use);
    archive(walker.waited, walker.anchor, walker.anchored, walker.pace_share, walker.patience,
            walker.queued_until, walker.kept_until, walker.next_evasion, walker.next_reroute,
            walker.window_until, walker.next_window, walker.next_jam_search, walker.jam_search_period);
}
void describe(auto& archive, SavedRoute& route) {
    archive(route.points, route.bend_speed);
}
void describe(auto& archive, FeetMemory& feet) {
    archive(feet.promised, feet.noted);
}
void describe(auto& archive, AwarenessMemory& awareness) {
    archive(awareness.knowledge, awareness.standing);
}
void describe(auto& archive, SavedWalker& saved) {
    archive(saved.walker, saved.route, saved.motion, saved.next_goal, saved.feet);
}
void describe(auto& archive, SavedSettling& settling) {
    archive(settling.walker, settling.meanwhile, settling.promises, settling.is_recorded);
}

void describe(auto& archive, RecordedAgent& agent) {
    archive(agent.agent, agent.layer, agent.mode, agent.position, agent.heading);
}
void describe(auto& archive, RecordedIdentity& identity) {
    archive(identity.obstacle, identity.kind, identity.name, identity.layer, identity.shape);
}
void describe(auto& archive, RecordedObstacle& obstacle) {
    archive(obstacle.obstacle, obstacle.pose);
}
void describe(auto& archive, RecordedEvent& event) {
    archive(event.kind, event.subject, event.detail);
}
void describe(auto& archive, RecordedEdit& edit) {
    archive(edit.event, edit.agent);
}
void describe(auto& archive, Frame& frame) {
    archive(frame.index, frame.time, frame.agents, frame.obstacles, frame.identities, frame.events,
            frame.edits);
}
void describe(auto& archive, RecorderMemory& memory) {
    archive(memory.is_on, memory.frame, memory.events, memory.edits, memory.obstacle_numbers,
            memory.platform_numbers, memory.next_number);
}
void describe(auto& archive, SavedRun& run) {
    archive(run.scene, run.seed, run.forgets, run.agents, run.frame, run.next_event, run.next_recorded,
            run.budget, run.standing_time, run.obstacles, run.constraints, run.walkers, run.outside,
            run.settling, run.recorder, run.awareness);
}

}  // namespace wend
