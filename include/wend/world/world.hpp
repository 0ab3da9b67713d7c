#pragma once

// The living world: obstacles, agents, the plans they publish, and the clock. One thread writes; everybody
// else reads snapshots. Every change raises the version and is entered in the change log with the version as
// its stamp.

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

#include "wend/base/status.hpp"
#include "wend/world/change_log.hpp"
#include "wend/world/copy_on_write.hpp"
#include "wend/world/scene.hpp"
#include "wend/world/snapshot.hpp"
#include "wend/world/state.hpp"

namespace wend {

struct WorldSettings {
    /// Seconds after an observation beyond which nothing is assumed about an observed obstacle.
    double observation_horizon = 5;
    std::size_t change_log_capacity = 1u << 16;
    Filing filing = Filing::stretches;
};

class OccupancyHistory;

/// A plan with all that follows from it, ready to be published.
struct PreparedPlan {
    std::shared_ptr<const PublishedPlan> plan;
    BodyPath path;
    std::shared_ptr<const Body> before;  ///< the body that the agent has until then
    Change change;

    /// Memory of the plan for another one's motion, if nobody else holds it.
    [[nodiscard]] std::vector<Keyframe> spare_keyframes() noexcept;
};

class World {
  public:
    /// The scene's ground, platforms and obstacles at time 0. Agents are added as they enter.
    explicit World(const Scene& scene, WorldSettings settings = {});
    World(World&&) noexcept;
    World& operator=(World&&) noexcept;
    ~World();

    [[nodiscard]] double time() const noexcept { return time_; }
    [[nodiscard]] std::uint64_t version() const noexcept { return version_; }
    [[nodiscard]] const ChangeLog& changes() const noexcept { return log_; }
    [[nodiscard]] const Walls& walls() const noexcept { return *walls_; }
    [[nodiscard]] const Platforms& platforms() const noexcept { return *platforms_; }
    [[nodiscard]] const AgentStore& agents() const noexcept { return agents_.read(); }
    [[nodiscard]] const ObstacleStore& obstacles() const noexcept { return obstacles_.read(); }
    /// Null when there is none of that name.
    [[nodiscard]] AgentId find_agent(const std::string& name) const;
    [[nodiscard]] ObstacleId find_obstacle(const std::string& name) const;
    /// All agents in the world of that name or group.
    [[nodiscard]] std::vector<AgentId> find_agents(const std::string& target) const;

    /// Moves the clock; observed obstacles are observed anew.
    void advance(double time);
    /// Does what the event says, now. The status names what it spoke of and could not find. A change of the
    /// budget is none of the world: whoever plans obeys it.
    Status apply(const TimedEvent& event);

    /// Other platforms from now on; times are the world's.
    void set_platforms(std::vector<PlatformSpec> platforms);
    ObstacleId add_obstacle(ObstacleSpec spec);
    bool remove_obstacle(ObstacleId id);
    /// Gives an obstacle another trajectory; times are the world's.
    bool move_obstacle(ObstacleId id, Trajectory motion);

    /// An agent enters where its spec says. If a goal event for its name or group came before it did, that
    /// goal is its goal.
    AgentId add_agent(AgentSpec spec);
    bool remove_agent(AgentId id);
    bool move_agent(AgentId id, const AgentMotion& motion);
    bool set_status(AgentId id, AgentStatus status);
    bool set_goal(AgentId id, Goal goal);
    bool set_limits(AgentId id, const AgentLimits& limits);
    /// Replaces the agent's plan. Without a plan others assume that it stays where it is.
    bool publish_plan(AgentId id, PublishedPlan plan);
    /// The same in two parts, of which the first writes nothing and is safe from many threads while nobody
    /// writes. The agent must be there, and may not move nor time go on until the second. What nobody else
    /// holds of `spare` serves again.
    [[nodiscard]] PreparedPlan prepare_plan(AgentId id, PublishedPlan plan, PreparedPlan spare = {}) const;
    /// What it replaces is left in `prepared`: spare parts for the next.
    bool publish_plan(AgentId id, PreparedPlan& prepared);
    bool withdraw_plan(AgentId id);
    /// Whoever keeps the mesh has edited it: so far around reaches what that changed.
    void note_ground_change(BodyId who, std::uint32_t layer, const Box2& region, std::uint64_t edit);

    /// This moment, for reading; costs little beyond what changed since the last one.
    [[nodiscard]] std::shared_ptr<const Snapshot> snapshot();
    /// Who takes up room, as of now, for the one who writes: for checking a plan against those published
    /// since the last snapshot. The reference is good until the next change. Cheap while nobody else holds
    /// a snapshot.
    [[nodiscard]] const Occupancy& occupancy();

  private:
    using BodyPointer = std::shared_ptr<const Body>;  ///< null: takes up no room

    /// Logs a change and gives the occupancy the new body.
    void enter(ChangeKind kind, BodyId who, const BodyPointer& before, BodyPath after);
    [[nodiscard]] Change change_of(ChangeKind kind, BodyId who, const Body* before, const Body* after) const;
    void log(Change change);
    template <class Edit>
    bool edit_agent(AgentId id, ChangeKind kind, Edit&& edit);
    template <class Edit>
    void edit_obstacle(ObstacleId id, ChangeKind kind, Edit&& edit);
    void observe(ObstacleId id);
    Status apply_to_agents(const TimedEvent& event);
    [[nodiscard]] std::shared_ptr<const Goal> goal_of(const AgentSpec& spec) const;

    WorldSettings settings_;
    double time_ = 0;
    std::uint64_t version_ = 0;
    std::shared_ptr<const Walls> walls_;
    std::shared_ptr<const Platforms> platforms_;
    CopyOnWrite<AgentStore> agents_;
    CopyOnWrite<ObstacleStore> obstacles_;
    std::unique_ptr<OccupancyHistory> occupancy_;
    ChangeLog log_;
    std::unordered_map<std::string, AgentId> agent_names_;
    std::unordered_map<std::string, ObstacleId> obstacle_names_;
    std::map<std::string, std::pair<std::uint64_t, std::shared_ptr<const Goal>>> goal_events_;
};

}  // namespace wend
