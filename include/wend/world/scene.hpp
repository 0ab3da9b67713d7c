#pragma once

// A scene as its author described it: plain data, no behaviour. io reads it from a file, world turns it into
// a World, verify checks a recording against it. Metres, seconds, radians; x-y ground plane, z up, angles
// counter-clockwise from +x.

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "wend/geometry/box.hpp"
#include "wend/geometry/interval.hpp"
#include "wend/geometry/polygon.hpp"
#include "wend/world/constraint_spec.hpp"
#include "wend/world/planner_spec.hpp"
#include "wend/world/trajectory.hpp"

namespace wend {

/// One storey: free space is the union of `walkable` (the scene's bounds when that is empty) less the union
/// of `blocked`.
struct Layer {
    std::string name;
    double height = 0;  ///< z of the floor
    std::vector<Polygon> walkable;
    std::vector<Polygon> blocked;
    friend bool operator==(const Layer&, const Layer&) = default;
};

struct Segment {
    Vec2 from;
    Vec2 to;
    friend bool operator==(const Segment&, const Segment&) = default;
};

/// Stairs or a ramp: whoever crosses segment `a` of layer_a appears on segment `b` of layer_b at the same
/// parameter. `length` is what walking it costs beyond the crossing itself.
struct Portal {
    std::string name;
    std::uint32_t layer_a = 0;
    std::uint32_t layer_b = 0;
    Segment a;
    Segment b;
    double length = 0;
    friend bool operator==(const Portal&, const Portal&) = default;
};

enum class LinkKind : std::uint8_t { jump, drop, ladder, door };

/// An off-mesh connection between two points.
struct Link {
    std::string name;
    LinkKind kind = LinkKind::jump;
    std::uint32_t from_layer = 0;
    std::uint32_t to_layer = 0;
    Vec2 from;
    Vec2 to;
    bool two_way = false;
    double cost = 0;  ///< metres of walking it is worth; 0: its length
    double max_radius = std::numeric_limits<double>::infinity();  ///< widest agent that may use it
    std::vector<Interval> open;                                   ///< when it may be entered; empty: always
    friend bool operator==(const Link&, const Link&) = default;
};

/// Ground of another kind: grass, road, water.
struct Area {
    std::string type;
    std::uint32_t layer = 0;
    Polygon polygon;
    double cost_factor = 1;  ///< multiplies the length walked in it; at least 1
    friend bool operator==(const Area&, const Area&) = default;
};

/// Ground that a body can pass over but that holds no foot: water, a ditch. It is part of the free space.
struct Gap {
    std::uint32_t layer = 0;
    Polygon polygon;
    friend bool operator==(const Gap&, const Gap&) = default;
};

/// Ground that holds a foot whatever lies around it: a stone, a beam, a stair, a slope. A foot stands wholly
/// on it or wholly beside it.
struct Foothold {
    std::uint32_t layer = 0;
    Polygon polygon;
    double height = 0;  ///< metres above the layer's floor, where the polygon has its first corner
    Vec2 slope;         ///< metres that it rises a metre towards x and y
    friend bool operator==(const Foothold&, const Foothold&) = default;
};

struct DiscShape {
    double radius = 0.5;
    friend bool operator==(const DiscShape&, const DiscShape&) = default;
};
/// Convex or concave, around the obstacle's own origin.
struct PolygonShape {
    Ring outline;
    friend bool operator==(const PolygonShape&, const PolygonShape&) = default;
};
using Shape = std::variant<DiscShape, PolygonShape>;

/// What others may assume about a moving thing's future (architecture, decision 8). Agents' own plans are the
/// third kind, *published*; they are not part of a scene.
enum class Knowledge : std::uint8_t {
    known,     ///< the whole trajectory
    observed,  ///< only where it is and how fast it moves now
};

struct ObstacleSpec {
    std::string name;
    std::uint32_t layer = 0;
    Shape shape;
    Trajectory motion;  ///< one keyframe: it stands still
    Knowledge knowledge = Knowledge::known;
    double uncertainty_growth =
        0.5;           ///< metres a second that an observed obstacle's place grows uncertain by
    Interval present;  ///< when it exists
    friend bool operator==(const ObstacleSpec&, const ObstacleSpec&) = default;
};

/// A moving surface that carries whoever stands on it; it makes walkable what is under it, walls excepted.
struct PlatformSpec {
    std::string name;
    std::uint32_t layer = 0;
    Ring outline;  ///< around the platform's own origin
    Trajectory motion;
    friend bool operator==(const PlatformSpec&, const PlatformSpec&) = default;
};

struct DiscRegion {
    Vec2 center;
    double radius = 0.25;
    friend bool operator==(const DiscRegion&, const DiscRegion&) = default;
};
using GoalRegion = std::variant<DiscRegion, Polygon>;

/// Reached when the agent's centre is inside the region, on that layer, within the window if there is one.
struct Goal {
    std::uint32_t layer = 0;
    GoalRegion region;
    std::optional<Interval> window;  ///< arrival no earlier and no later
    bool leaves = false;             ///< who has arrived leaves the world
    std::vector<Goal> then = {};     ///< further goals, one after the other; they have none of their own
    bool repeats = false;            ///< after the last of them the first one comes again
    /// Places that would do as well, the nearest exit for one: who has the goal goes to the one that the
    /// shortest way leads to, as long as it does. Of these only layer and region are used.
    std::vector<Goal> others = {};
    friend bool operator==(const Goal&, const Goal&) = default;
};

struct AgentLimits {
    double radius = 0.25;
    double height = 1.8;
    double max_speed = 1.4;                     ///< m/s
    double max_acceleration = 5.0;              ///< m/s^2, for any change of the velocity vector's length
    double max_turn_rate = 6.2831853071795862;  ///< rad/s of the heading
    friend bool operator==(const AgentLimits&, const AgentLimits&) = default;
};

struct AgentSpec {
    std::string name;
    std::string group;  ///< empty when placed singly
    std::uint32_t layer = 0;
    Vec2 position;
    double heading = 0;
    AgentLimits limits;
    Goal goal;
    double enters = 0;  ///< time at which the agent comes into the world
    friend bool operator==(const AgentSpec&, const AgentSpec&) = default;
};

struct RectanglePlacement {
    Vec2 low;
    Vec2 high;
    friend bool operator==(const RectanglePlacement&, const RectanglePlacement&) = default;
};
struct DiscPlacement {
    Vec2 center;
    double radius = 1;
    friend bool operator==(const DiscPlacement&, const DiscPlacement&) = default;
};
struct LinePlacement {
    Vec2 from;
    Vec2 to;
    friend bool operator==(const LinePlacement&, const LinePlacement&) = default;
};
using Placement = std::variant<RectanglePlacement, DiscPlacement, LinePlacement>;

/// Agents placed by the run's seed: random in a rectangle or disc, evenly along a line.
struct GroupSpec {
    std::string name;
    std::uint32_t count = 1;
    std::uint32_t layer = 0;
    Placement placement;
    double spacing = 0.05;  ///< least gap between two bodies, and between a body and a wall
    double heading = 0;
    AgentLimits limits;
    Goal goal;
    double enters = 0;
    double every = 0;  ///< seconds between one member's entry and the next
    friend bool operator==(const GroupSpec&, const GroupSpec&) = default;
};

struct AppearEvent {
    ObstacleSpec obstacle;
    friend bool operator==(const AppearEvent&, const AppearEvent&) = default;
};
struct DisappearEvent {
    std::string obstacle;
    friend bool operator==(const DisappearEvent&, const DisappearEvent&) = default;
};
struct MoveEvent {
    std::string obstacle;
    Trajectory motion;  ///< replaces the obstacle's motion; times are the scene's
    friend bool operator==(const MoveEvent&, const MoveEvent&) = default;
};
struct GoalEvent {
    std::string target;  ///< an agent's name or a group's
    Goal goal;
    friend bool operator==(const GoalEvent&, const GoalEvent&) = default;
};

/// Time or expansions a frame may plan for; both unset: no limit.
struct BudgetSpec {
    std::optional<double> seconds;
    std::optional<std::uint64_t> expansions;
    friend bool operator==(const BudgetSpec&, const BudgetSpec&) = default;
};

/// Who knows that an obstacle appeared or has gone, and plans its ways accordingly.
enum class News : std::uint8_t {
    everybody,     ///< at once
    seen_or_told,  ///< who has seen it, come upon it, or been told by somebody who knows
};

/// Somebody comes in; the agent's own `enters` is not used.
struct EnterEvent {
    AgentSpec agent;
    friend bool operator==(const EnterEvent&, const EnterEvent&) = default;
};
struct LeaveEvent {
    std::string target;  ///< an agent's name or a group's
    friend bool operator==(const LeaveEvent&, const LeaveEvent&) = default;
};
/// The target walks on to where it has promised to come to rest, and stands there until it is resumed.
struct PauseEvent {
    std::string target;
    friend bool operator==(const PauseEvent&, const PauseEvent&) = default;
};
struct ResumeEvent {
    std::string target;
    friend bool operator==(const ResumeEvent&, const ResumeEvent&) = default;
};
/// From now on a frame may plan for this.
struct BudgetEvent {
    BudgetSpec budget;
    friend bool operator==(const BudgetEvent&, const BudgetEvent&) = default;
};
/// From now on this constraint holds, instead of the one of that name if there is one.
struct ConstraintEvent {
    ConstraintSpec constraint;
    friend bool operator==(const ConstraintEvent&, const ConstraintEvent&) = default;
};
/// From now on a constraint holds no longer.
struct LiftEvent {
    std::string target;  ///< the constraint's name
    friend bool operator==(const LiftEvent&, const LiftEvent&) = default;
};

/// Something that happens to the world at a time. In a scene it is announced to nobody before.
struct TimedEvent {
    double time = 0;
    std::variant<AppearEvent, DisappearEvent, MoveEvent, GoalEvent, EnterEvent, LeaveEvent, PauseEvent,
                 ResumeEvent, BudgetEvent, ConstraintEvent, LiftEvent>
        what;
    friend bool operator==(const TimedEvent&, const TimedEvent&) = default;
};

/// A 3D level whose walkable floors are found by voxelising it.
struct LevelSource {
    std::string file;
    double cell_size = 0.3;
    double cell_height = 0.2;
    double max_slope = 0.7853981633974483;  ///< radians
    double step_height = 0.9;
    double head_room = 2.0;
    double jump_distance = 0;  ///< longest gap turned into a jump link; 0: none
    double drop_height = 0;    ///< deepest fall turned into a drop link; 0: none
    friend bool operator==(const LevelSource&, const LevelSource&) = default;
};

/// Ground that may be walked in one direction at a time, to or fro along a line.
struct OneWay {
    std::uint32_t layer = 0;
    Polygon polygon;
    Segment along;
    friend bool operator==(const OneWay&, const OneWay&) = default;
};

/// What counts as success of a run. Without a limit: infinity.
struct Criteria {
    double arrived_share = 1;                                        ///< of all agents
    double max_overlap = 0;                                          ///< metres that two bodies may overlap
    bool wall_crossings = false;                                     ///< allowed?
    bool limit_violations = false;                                   ///< allowed?
    bool missed_windows = false;                                     ///< allowed?
    double max_time = std::numeric_limits<double>::infinity();       ///< seconds until the last arrival
    double max_retreats = std::numeric_limits<double>::infinity();   ///< times that one agent turns back
    double max_deviation = std::numeric_limits<double>::infinity();  ///< mean metres off the straight line
    double max_mixing = std::numeric_limits<double>::infinity();  ///< mean share of others among neighbours
    std::vector<OneWay> one_way;
    friend bool operator==(const Criteria&, const Criteria&) = default;
};

/// A line at which to count who crosses it.
struct LineGauge {
    std::string name;
    std::uint32_t layer = 0;
    Segment line;
    friend bool operator==(const LineGauge&, const LineGauge&) = default;
};

/// Ground on which to measure how crowded it is.
struct AreaGauge {
    std::string name;
    std::uint32_t layer = 0;
    Polygon polygon;
    friend bool operator==(const AreaGauge&, const AreaGauge&) = default;
};

/// Where a run is measured.
struct Gauges {
    std::vector<LineGauge> lines;
    std::vector<AreaGauge> areas;
    friend bool operator==(const Gauges&, const Gauges&) = default;
};

struct Scene {
    std::string name;
    std::string description;
    Box2 bounds;
    std::vector<Layer> layers;  ///< at least one
    std::vector<Portal> portals;
    std::vector<Link> links;
    std::vector<Area> areas;
    std::vector<Gap> gaps;
    std::vector<Foothold> footholds;
    std::optional<LevelSource> level;
    std::vector<ObstacleSpec> obstacles;
    std::vector<PlatformSpec> platforms;
    std::vector<AgentSpec> agents;
    std::vector<GroupSpec> groups;
    std::vector<ConstraintSpec> constraints;
    std::vector<TimedEvent> events;  ///< by time
    double duration = 60;
    double time_step = 1.0 / 30;
    BudgetSpec budget;
    PlannerSpec planner;
    News knowledge = News::everybody;
    bool prediction = false;  ///< other streets where it will be crowded, and paces that keep a few apart
    Gauges gauges;
    Criteria success;
    friend bool operator==(const Scene&, const Scene&) = default;
};

}  // namespace wend
