#pragma once

// What is added to a World, each with defaults. Metres, seconds, radians; x-y is the ground, z is up.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "wend/base/tasks.hpp"
#include "wend/nav/ids.hpp"
#include "wend/nav/paths.hpp"
#include "wend/world/scene.hpp"

namespace wend::nav {

struct WorldDef {
    std::uint64_t seed = 1;
    /// Seconds of a step; positive. Without it the scene's own, a thirtieth of a second.
    std::optional<double> time_step = {};
    /// What a step may plan for: seconds of the clock, expansions of searches, which give the same result on
    /// every machine, or both. Without either: as much as it takes.
    BudgetSpec budget = {};
    std::uint32_t threads = 0;  ///< 0: as many as the machine has
    TaskSystem tasks = {};      ///< the host's threads instead
    FloorHeight floor = {};     ///< z of the ground (level.hpp); without it layers are flat
    bool open_cl = false;       ///< costs to goals are computed on an OpenCL device, where there is one
    /// The scene is played to its end, which `is_finished` tells, and frames are made for recordings, in
    /// which whoever ever was there keeps its number. Without it a world has no end and forgets who has left.
    bool plays_scene = false;
};

struct AgentDef {
    Place place = {};
    double heading = 0;
    AgentLimits limits = {};  ///< radius, speed, acceleration, turn rate
    std::optional<Goal> goal = {};
    GroupId group = {};
    std::uint64_t user = 0;  ///< whatever the host likes
};

/// Somewhere in a disc: what most goals are.
[[nodiscard]] inline Goal goal_at(Place place, double radius = 0.3) {
    Goal goal;
    goal.layer = place.layer;
    goal.region = DiscRegion{place.at, radius};
    return goal;
}

struct ObstacleDef {
    Shape shape = DiscShape{0.5};
    std::uint32_t layer = 0;
    Pose pose = {};  ///< where it is, unless it follows something
    /// Everybody knows where it will be. Its times are the world's.
    std::optional<Trajectory> trajectory = {};
    /// Asked once in every step where it is at that time; others only see where it is and how fast.
    std::function<Pose(double time)> follow = {};
    double uncertainty = 0.5;  ///< metres a second by which others get less sure of what follows
    std::uint64_t user = 0;
};

/// A surface that carries whoever stands on it; what is under it becomes walkable, walls excepted.
struct PlatformDef {
    Ring outline = {};  ///< around its own origin
    std::uint32_t layer = 0;
    Pose pose = {};                             ///< where it is, unless it has a trajectory
    std::optional<Trajectory> trajectory = {};  ///< Its times are the world's.
};

struct LinkDef {
    Place from = {};
    Place to = {};
    bool two_way = false;
    double cost = 0;  ///< metres of walking that it is worth; 0: its length
    bool is_open = true;
};

/// Ground on which every metre counts more than one.
struct AreaDef {
    std::uint32_t layer = 0;
    Polygon polygon = {};
    double weight = 1;  ///< how much it repels: a step of 1 is a tenth of a way's cost
    bool is_forbidden = false;
};

enum class Mode : std::uint8_t {
    outside,  ///< waits until its place is free
    walking,
    standing,
    airborne,  ///< on a link
    riding,    ///< on a platform
    arrived,
    held,  ///< its host moves it
};

/// One agent at this moment.
struct AgentState {
    Vec3 position;
    Vec2 velocity;
    double heading = 0;
    std::uint32_t layer = 0;
    Mode mode = Mode::outside;
    std::uint64_t user = 0;
};

enum class EventKind : std::uint8_t {
    entered,
    arrived,
    unreachable,   ///< proven: there is no way to its goal as things are
    blocked,       ///< has made no progress for ten seconds although it has a way
    plan_changed,  ///< walks by another plan than in the last step
    removed,       ///< by itself, since its goal says so
};

struct Event {
    EventKind kind = EventKind::arrived;
    AgentId agent;
    std::uint64_t user = 0;
};

}  // namespace wend::nav
