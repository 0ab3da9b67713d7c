#pragma once

// One scene, stepped frame by frame. A step reads as its own table of contents: sense what changed, plan
// within the budget against the frozen world, commit in id order, move, record.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "wend/base/ids.hpp"
#include "wend/base/status.hpp"
#include "wend/base/tasks.hpp"
#include "wend/domains/multiplier_field.hpp"
#include "wend/mesh/nav_mesh.hpp"
#include "wend/planning/inspect.hpp"
#include "wend/sim/known_obstacle.hpp"
#include "wend/sim/route.hpp"
#include "wend/world/frame.hpp"
#include "wend/world/scene.hpp"

namespace wend {

struct SimulationOptions {
    std::uint64_t seed = 1;
    std::uint32_t threads = 0;  ///< 0: as many as the machine has
    BudgetSpec budget = {};     ///< both unset: the scene's own
    bool open_cl = false;       ///< goal fields are computed on an OpenCL device, where there is one
    /// z of the ground at a place of a layer, as an imported level knows it; without it the layer's height.
    std::function<double(std::uint32_t layer, Vec2 place)> floor = {};
    TaskSystem tasks = {};  ///< the host's threads instead of `threads` of our own
    bool forgets = false;   ///< agents() does not grow by those who come later: for runs without an end
};

/// What one frame cost.
struct FrameCost {
    double seconds = 0;
    std::uint64_t expansions = 0;
    bool over_budget = false;
};

/// What became of the plans of one domain of the multi-domain planner, over all agents.
struct DomainReplans {
    std::string domain;
    std::uint64_t repaired = 0;   ///< changes of world or tunnel after which a search went on
    std::uint64_t restarted = 0;  ///< searches begun again, beyond the first of each problem
};

/// How often plans were made since the beginning, and why.
struct Replans {
    std::uint64_t routes = 0;            ///< ways looked for, the first ones included
    std::uint64_t repaired = 0;          ///< of ways concerned by a change: found from the old one [DPA]
    std::uint64_t restarted = 0;         ///< of ways concerned by a change: looked for anew
    std::uint64_t rerouted = 0;          ///< ways left for one that is less crowded
    std::uint64_t promises = 0;          ///< made, better ones and new ones
    std::uint64_t broken = 0;            ///< promises that a change made void
    std::uint64_t braked = 0;            ///< of those: the agent had to brake or dodge
    std::vector<DomainReplans> domains;  ///< the simplest first; none where nobody is planned for like that
};

/// How an agent is doing, for panels and tables.
struct AgentView {
    AgentMode mode = AgentMode::absent;
    Status plan;             ///< of its way to the goal: ok, partial, unreachable, out of budget
    double plan_length = 0;  ///< metres left to walk
    double waited = 0;       ///< seconds it has stood still since it last moved
    bool is_paused = false;  ///< told to stand still
    /// The deepest domain in which it is planned for now, which follows from its situation: 0 static mesh,
    /// 1 density mesh, 2 grid, 3 space-time, 4 footsteps; -1 for who has arrived or is not there.
    int domain = -1;
};

/// A place and a time on the trajectory that an agent has published.
struct PublishedPoint {
    double time = 0;
    Vec2 position;
    std::uint32_t layer = 0;
    bool is_airborne = false;
};

/// How the multi-domain planner of an agent in focus is doing.
struct FocusView {
    planning::PlannerView planner;
    planning::Trace trace;  ///< of the last frame; empty unless it is watched
    planning::Start start;  ///< what it plans from; others are looked out for around there
    double fovea_radius = 0;
    double fovea_angle = 0;  ///< to either side of the start's heading
};

/// The constraints that hold now, and where their ground was found to be. Valid until the next step.
struct ConstraintsView {
    std::uint64_t version = 0;  ///< another one whenever any of it has changed
    std::span<const ConstraintSpec> specs;
    std::span<const domains::ResolvedConstraint> ground;  ///< in the same order
};

/// Bodies in columns, for those who read all of them after every step.
struct BodyTable {
    enum : std::uint8_t { arrived = 1, unreachable = 2, blocked = 4, paused = 8, planned = 16 };

    std::vector<std::uint32_t> numbers;
    std::vector<std::uint64_t> tags;
    std::vector<Vec3> positions;
    std::vector<Vec2> velocities;  ///< metres a second
    std::vector<double> headings;  ///< radians
    std::vector<std::uint32_t> layers;
    std::vector<AgentMode> modes;
    std::vector<std::uint8_t> states;     ///< of the bits above
    std::vector<std::uint32_t> promises;  ///< changes whenever the agent walks by another plan
};

class Simulation {
  public:
    /// Places the agents and builds the mesh. Fails on what makes the scene impossible to run, naming it.
    static Result<Simulation> create(const Scene& scene, const SimulationOptions& options);
    /// The run as it is between two steps, as bytes; what can be worked out again is not in them. Those that
    /// go on from the same bytes go the same way.
    [[nodiscard]] Result<std::vector<std::byte>> save() const;
    /// Goes on with a saved run. Threads, tasks, floor and OpenCL are the options', all else is the run's.
    static Result<Simulation> resume(std::span<const std::byte> bytes, SimulationOptions options);
    Simulation(Simulation&&) noexcept;
    Simulation& operator=(Simulation&&) noexcept;
    ~Simulation();

    /// One time step. Never throws; what goes wrong for an agent is in its view and in the frame's events.
    void step();

    /// The newest frame, ready to be recorded; frame 0 is there before the first step.
    [[nodiscard]] const Frame& frame() const noexcept;
    [[nodiscard]] const FrameCost& cost() const noexcept;
    [[nodiscard]] Replans replans() const;
    /// What a frame may plan for, as it is now.
    [[nodiscard]] const BudgetSpec& budget() const noexcept;
    /// The scene's duration is over, or every agent has arrived.
    [[nodiscard]] bool is_finished() const noexcept;
    /// The agents, in the numbering of recordings; it grows when somebody enters by an event of `apply`,
    /// unless the options say that they are forgotten. Questions about a number that nobody has, or has any
    /// longer, are answered like those about somebody absent.
    [[nodiscard]] const std::vector<AgentSpec>& agents() const noexcept;
    [[nodiscard]] AgentView view(std::uint32_t agent) const;
    /// Where the agent will be, as it has told the others; it stays at the last point.
    [[nodiscard]] std::vector<PublishedPoint> published(std::uint32_t agent) const;

    /// Is the agent planned for by the multi-domain planner?
    [[nodiscard]] bool is_in_focus(std::uint32_t agent) const;
    /// Notes events and times of the agent's tasks from the next frame on; costs nothing for those not
    /// watched. Who is watched twice must be let go twice.
    void watch(std::uint32_t agent, bool is_watched);
    /// What its planner has made so far, with at most so many expanded states of each task; nothing for
    /// somebody who is not planned for now.
    [[nodiscard]] std::optional<FocusView> inspect(std::uint32_t agent, std::size_t most_expanded = 0) const;
    /// The way on the mesh that somebody of the crowd is on, from its beginning; empty without one.
    [[nodiscard]] std::vector<RoutePoint> route(std::uint32_t agent) const;
    /// The same from where it is.
    [[nodiscard]] std::vector<RoutePoint> remaining_route(std::uint32_t agent) const;

    /// Who knows of obstacles that appear or go.
    [[nodiscard]] News news() const noexcept;
    /// What stands, or stood, as far as the agent knows, and what it does not know.
    [[nodiscard]] std::vector<KnownObstacle> known_obstacles(std::uint32_t agent) const;

    [[nodiscard]] ConstraintsView constraints() const noexcept;

    /// What ways are planned on now: the scene's ground with what stands on it cut out.
    [[nodiscard]] const mesh::NavMesh& mesh() const noexcept;

    /// A world event now, as if the scene had foreseen it; `time` is ignored. Invalid input changes nothing.
    /// The next frame carries the event, so that a recording can be replayed and verified. Who enters waits
    /// until nobody is, or has promised to be, in that place.
    Status apply(const TimedEvent& event);

    // The same by number, for those who keep numbers instead of names. A number that nobody has, or any
    // longer, is invalid_input.

    /// The number of somebody who comes in; names must be the run's own. `tag` is told when bodies are read.
    Result<std::uint32_t> enter(AgentSpec agent, std::uint64_t tag = 0);
    /// The same for somebody who takes the obstacle's place at once. Invalid input changes nothing.
    Result<std::uint32_t> enter_in_place_of(ObstacleId obstacle, AgentSpec agent, std::uint64_t tag = 0);
    Status set_tag(std::uint32_t agent, std::uint64_t tag);
    Status leave(std::uint32_t agent);
    Status set_goal(std::uint32_t agent, const Goal& goal);
    Status set_paused(std::uint32_t agent, bool is_paused);
    /// Another radius, speed, acceleration or turn rate from now on, wherever it is. A radius needs room.
    Status set_limits(std::uint32_t agent, const AgentLimits& limits);
    Result<ObstacleId> add_obstacle(ObstacleSpec obstacle);
    Status remove_obstacle(ObstacleId obstacle);
    /// Times of the trajectory are the run's.
    Status move_obstacle(ObstacleId obstacle, Trajectory motion);
    [[nodiscard]] std::optional<Pose> pose_of(ObstacleId obstacle) const;
    /// All of them, in an order that saved runs keep.
    [[nodiscard]] std::vector<ObstacleId> obstacles() const;
    /// Other platforms from now on, each with a name of its own; not_available where agents of the scene's
    /// planner section plan over those that it began with.
    Status set_platforms(std::vector<PlatformSpec> platforms);
    [[nodiscard]] const std::vector<PlatformSpec>& platforms() const noexcept;
    /// Nothing stands there or has promised to walk through: somebody could enter now.
    [[nodiscard]] bool has_room(const AgentSpec& agent, ObstacleId except = {}) const;

    /// Off: frames are not made, and `frame` shows the last one that was. For those who only read bodies.
    void set_recording(bool is_on);
    /// Of everybody in the world, in an order that changes only when somebody enters or leaves.
    void read(BodyTable& bodies) const;
    /// Places for bodies that are kept: about as many as were ever there at the same time.
    [[nodiscard]] std::size_t body_slots() const noexcept;
    [[nodiscard]] double time() const noexcept;
    [[nodiscard]] double time_step() const noexcept;
    [[nodiscard]] mesh::FilterIndex filter() const noexcept;
    /// Links can be added to the ground, opened and shut; the scene does not know of them. The link's index.
    Result<std::uint32_t> add_link(const mesh::LinkSpec& link);
    Status set_open(std::uint32_t link, bool is_open);
    /// Prepares the ground for bodies of that radius (mesh::NavMesh::prepare).
    Status prepare(double radius);

  private:
    struct State;
    explicit Simulation(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace wend
