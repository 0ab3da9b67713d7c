#pragma once

// One scene, stepped frame by frame. A step reads as its own table of contents: sense what changed, plan
// within the budget against the frozen world, commit in id order, move, record.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "wend/base/status.hpp"
#include "wend/domains/multiplier_field.hpp"
#include "wend/io/recording.hpp"
#include "wend/mesh/nav_mesh.hpp"
#include "wend/planning/inspect.hpp"
#include "wend/sim/known_obstacle.hpp"
#include "wend/sim/route.hpp"
#include "wend/world/scene.hpp"

namespace wend {

struct SimulationOptions {
    std::uint64_t seed = 1;
    std::uint32_t threads = 0;  ///< 0: as many as the machine has
    BudgetSpec budget;          ///< both unset: the scene's own
    bool open_cl = false;       ///< goal fields are computed on an OpenCL device, where there is one
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
    io::AgentMode mode = io::AgentMode::absent;
    Status plan;             ///< of its way to the goal: ok, partial, unreachable, out of budget
    double plan_length = 0;  ///< metres left to walk
    double waited = 0;       ///< seconds it has stood still since it last moved
    bool is_paused = false;  ///< told to stand still
};

/// A place and a time on the trajectory that an agent has published.
struct PublishedPoint {
    double time = 0;
    Vec2 position;
    std::uint32_t layer = 0;
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

class Simulation {
  public:
    /// Places the agents and builds the mesh. Fails on what makes the scene impossible to run, naming it.
    static Result<Simulation> create(const Scene& scene, const SimulationOptions& options);
    Simulation(Simulation&&) noexcept;
    Simulation& operator=(Simulation&&) noexcept;
    ~Simulation();

    /// One time step. Never throws; what goes wrong for an agent is in its view and in the frame's events.
    void step();

    /// The newest frame, ready to be recorded; frame 0 is there before the first step.
    [[nodiscard]] const io::Frame& frame() const noexcept;
    [[nodiscard]] const FrameCost& cost() const noexcept;
    [[nodiscard]] Replans replans() const;
    /// What a frame may plan for, as it is now.
    [[nodiscard]] const BudgetSpec& budget() const noexcept;
    /// The scene's duration is over, or every agent has arrived.
    [[nodiscard]] bool is_finished() const noexcept;
    /// The agents, in the numbering of recordings; it grows when somebody enters by an event of `apply`.
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

  private:
    struct State;
    explicit Simulation(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace wend
