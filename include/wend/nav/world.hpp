#pragma once

// The world that a game holds: agents, obstacles and what else comes and goes are added, changed and removed
// between steps, by ids; a step moves everybody; positions are read in bulk.
//
//     auto world = wend::nav::World::create(scene, {}).value();
//     const auto agent = world.add_agent({.place = {{2, 5}}, .goal = wend::nav::goal_at({{18, 5}})}).value();
//     while (world.state(agent).value().mode != wend::nav::Mode::arrived) world.step();
//
// Agents never walk into each other, into walls or into what is known to move; where a body is held by its
// host, others see only where it is and how fast.
//
// Threads. One thread at a time may change a world or step it. Whatever is const may be called from several
// threads between steps. `paths()` makes an object of its own for each of them.
//
// Nothing is thrown: memory that ends is the status out_of_memory, or an empty list where a list is asked
// for.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "wend/base/status.hpp"
#include "wend/nav/definitions.hpp"
#include "wend/nav/ids.hpp"
#include "wend/nav/paths.hpp"

namespace wend {
class Simulation;
struct Frame;
}  // namespace wend

namespace wend::nav {

class World {
  public:
    /// Ground, platforms, obstacles, agents and events of the scene; fails on what is wrong with it, naming
    /// it. `empty_scene` is the least there is.
    static Result<World> create(const Scene& scene, const WorldDef& def = {});
    /// The world as it is now, as bytes; `restore` makes one of them that goes on exactly like this one, with
    /// the same ids. What can be worked out again is not kept but worked out again, here as well: saving
    /// takes about as long as creating, and the run after it is another one than without it. Bytes are of
    /// this version of the library.
    Result<std::vector<std::byte>> save();
    /// Threads, tasks and floor are the definition's; all else is in the bytes, but for callbacks: what
    /// followed one stays where it is until `set_follow`.
    static Result<World> restore(std::span<const std::byte> bytes, const WorldDef& def = {});
    World(World&&) noexcept;
    World& operator=(World&&) noexcept;
    ~World();

    // --- time --------------------------------------------------------------------------------------------
    /// One time step. out_of_memory once memory has ended in the middle of a step or of another change: the
    /// columns stay as they were, and all else is over.
    Status step();
    /// So many steps as fit into the seconds that have passed since the last call, at most `most`; what does
    /// not fit is kept for the next, what is beyond them is forgotten. Returns how many.
    std::uint32_t advance(double seconds, std::uint32_t most = 4);
    [[nodiscard]] double time() const noexcept;
    [[nodiscard]] double time_step() const noexcept;
    /// Everybody has arrived, or the time of a scene that is played is over.
    [[nodiscard]] bool is_finished() const noexcept;
    void set_budget(const BudgetSpec& budget);

    // --- agents ------------------------------------------------------------------------------------------
    /// It enters with the next step, or later, once its place is free. A place in a wall is invalid_input.
    Result<AgentId> add_agent(const AgentDef& def);
    Status remove(AgentId agent);
    Status set_goal(AgentId agent, const Goal& goal);
    /// It stands as soon as it can, until it is told to go on.
    Status set_paused(AgentId agent, bool is_paused);
    /// Another radius, speed, acceleration or turn rate from now on. A larger radius needs room.
    Status set_limits(AgentId agent, const AgentLimits& limits);
    /// The host has put the body there: physics, a player, a teleport. Others take it for something that they
    /// only observe. In a step before which this was not said again the agent walks on from there, as soon as
    /// the place is free for it.
    Status set_position(AgentId agent, Place place, Vec2 velocity = {}, double heading = 0);
    Status set_user(AgentId agent, std::uint64_t user);
    [[nodiscard]] Result<AgentState> state(AgentId agent) const;
    /// Why it has the plan that it has: ok, unreachable, out of budget.
    [[nodiscard]] Status plan(AgentId agent) const;
    /// The rest of its way, from where it is; empty without one.
    [[nodiscard]] std::vector<Vec3> way(AgentId agent) const;
    [[nodiscard]] bool contains(AgentId agent) const noexcept;
    [[nodiscard]] std::size_t agent_count() const noexcept;

    GroupId add_group();
    Status set_goal(GroupId group, const Goal& goal);
    Status set_paused(GroupId group, bool is_paused);
    Status remove(GroupId group);  ///< and all agents in it
    [[nodiscard]] std::vector<AgentId> agents_in(GroupId group) const;

    // --- all bodies at once, in one order; good until the next step or change ---------------------------
    [[nodiscard]] std::span<const AgentId> agents() const noexcept;
    [[nodiscard]] std::span<const Vec3> positions() const noexcept;
    [[nodiscard]] std::span<const Vec2> velocities() const noexcept;
    [[nodiscard]] std::span<const double> headings() const noexcept;
    [[nodiscard]] std::span<const Mode> modes() const noexcept;
    /// Positions between the last two steps, as far along as `advance` has got in the next one.
    void interpolate(std::vector<Vec3>& positions) const;
    /// What the last step brought, in the order of agents.
    [[nodiscard]] std::span<const Event> events() const noexcept;

    // --- everything else ---------------------------------------------------------------------------------
    Result<ObstacleId> add_obstacle(const ObstacleDef& def);
    Status remove(ObstacleId obstacle);
    /// It stands there from now on.
    Status set_pose(ObstacleId obstacle, const Pose& pose);
    Status set_trajectory(ObstacleId obstacle, const Trajectory& trajectory);
    /// Another callback for one that follows; none: it stays where it is.
    Status set_follow(ObstacleId obstacle, std::function<Pose(double time)> follow);
    [[nodiscard]] Result<Pose> pose(ObstacleId obstacle) const;
    [[nodiscard]] Result<std::uint64_t> user(ObstacleId obstacle) const;

    /// Those of the scene come first, in its order.
    [[nodiscard]] std::vector<ObstacleId> obstacles() const;

    /// not_available where agents of the scene's planner section plan over those that it began with.
    Result<PlatformId> add_platform(const PlatformDef& def);
    Status remove(PlatformId platform);
    Status set_pose(PlatformId platform, const Pose& pose);
    Status set_trajectory(PlatformId platform, const Trajectory& trajectory);
    [[nodiscard]] Result<Pose> pose(PlatformId platform) const;
    [[nodiscard]] std::vector<PlatformId> platforms() const;

    Result<LinkId> add_link(const LinkDef& def);
    Status set_open(LinkId link, bool is_open);
    Status remove(LinkId link);

    Result<AreaId> add_area(const AreaDef& def);
    Status set_weight(AreaId area, double weight);
    Status remove(AreaId area);

    /// Finds beforehand what shortest paths of that radius are made of.
    Status prepare(double radius);
    /// Asks the ground as it is now; good until the next step or change.
    [[nodiscard]] Paths paths() const;

    // --- for recordings (wend/io, wend/verify)
    // --------------------------------------------------------------
    /// Makes frames from the next step on. A world that plays a scene does without being told.
    void set_recording(bool is_on);
    /// The last that was made; good until the next step.
    [[nodiscard]] const Frame& frame() const noexcept;

    /// The inside (wend/sim/simulation.hpp).
    [[nodiscard]] Simulation& simulation() noexcept;

  private:
    struct State;
    explicit World(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

/// Flat free ground between two corners.
[[nodiscard]] Scene empty_scene(Vec2 low, Vec2 high);

}  // namespace wend::nav
