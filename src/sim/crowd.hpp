#pragma once

// Everything a simulation holds between two steps, and the stages of a step as functions over it.

#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "wend/base/tasks.hpp"
#include "wend/sim/simulation.hpp"
#include "wend/world/world.hpp"

#include "sim/coordination/crossings.hpp"
#include "sim/coordination/passages.hpp"
#include "sim/coordination/right_of_way.hpp"
#include "sim/coordination/serving.hpp"
#include "sim/forecast/prediction.hpp"
#include "sim/forecast/streams.hpp"
#include "sim/ground/router.hpp"
#include "sim/people/recorder.hpp"
#include "sim/people/roster.hpp"
#include "sim/people/walker.hpp"
#include "sim/planners/rerouting.hpp"
#include "sim/promise/box_index.hpp"
#include "sim/promise/steering.hpp"

namespace wend {

class Awareness;
class Focus;
struct FocusTurn;

struct StandingBody {
    GroundNews news;        ///< that it appeared
    bool is_there = false;  ///< still
};

/// Somebody whose limits have changed.
struct Settling {
    AgentId who;
    AgentLimits meanwhile;       ///< that it keeps until its promise is one under the new ones
    std::uint64_t promises = 0;  ///< that it had made by then
    bool is_recorded = false;    ///< with those meanwhile
};

struct ReplacedPromise {
    std::vector<Tick> ticks;
    PreparedPlan published;
};

struct Crowd {
    Crowd(const Scene& scene_, const SimulationOptions& options_, std::vector<AgentSpec> agents_,
          Router router_);

    Scene scene;
    SimulationOptions options;
    std::vector<AgentSpec> agents;  ///< by recorded number; only the first ones when the others are forgotten
    World world;
    Router router;
    Passages passages;                   ///< where two cannot pass each other
    std::vector<PassageTurn> turns;      ///< by passage
    std::vector<Walker> walkers;         ///< by number
    std::vector<std::uint32_t> outside;  ///< numbers of those who have yet to enter, in order
    Roster roster;                       ///< who they are to callers, and which numbers are free
    std::unordered_map<AgentId, std::uint32_t> numbers;
    std::vector<Settling> settling;
    std::map<BodyId, StandingBody> standing;  ///< cut out of the mesh
    SteeringSettings steering;
    Prediction prediction;     ///< empty unless the scene wants one
    Streams streams;           ///< which way everybody will be going
    Crossings crossings;       ///< where streams meet
    SharedGoals shared_goals;  ///< small places that many are bound for
    Rerouting rerouting;
    std::shared_ptr<Awareness> awareness;  ///< null: everybody knows of everything at once
    std::shared_ptr<Focus> focus;          ///< null: nobody is in focus
    Workers workers;
    Recorder recorder;
    std::vector<RouteWish> wishes;          ///< of this frame
    std::vector<ReplacedPromise> replaced;  ///< in the last frame, or made in vain: spare parts
    BoxIndex<std::uint32_t> fresh{4};       ///< promises made in this frame so far; cells in metres
    std::uint64_t frame = 0;
    std::uint64_t first_frame = 0;  ///< another one than 0 when a saved run goes on
    std::uint64_t seen_stamp = 0;   ///< newest change that was sensed
    std::size_t next_event = 0;
    bool is_prepared = false;  ///< the router, for ground that changes
    FrameCost cost;
    Replans replans;
    BudgetSpec budget;  ///< of a frame, as it is now

    /// What the walker plans its ways on; null: not to be had in this frame.
    [[nodiscard]] const mesh::NavMesh* ground_known_to(const Walker& walker) const;
    [[nodiscard]] double time_at(std::uint64_t index) const noexcept {
        return static_cast<double>(index) * scene.time_step;
    }
};

/// Lets in the agents whose time has come and whose place is free.
void let_in(Crowd& crowd);
/// Does what the event says and notes it in the recording.
Status apply_event(Crowd& crowd, const TimedEvent& event);
/// The same for what the scene did not foresee, which the recording has to tell in full.
Status apply_edit(Crowd& crowd, TimedEvent event);

/// What stands where the agent would enter now; empty when the place is free of obstacles.
[[nodiscard]] std::string obstacle_in(const Crowd& crowd, const AgentSpec& agent, ObstacleId except = {});
/// Could somebody enter like that now, but for that obstacle?
[[nodiscard]] bool has_room(const Crowd& crowd, const AgentSpec& agent, ObstacleId except);
/// Why a body of that radius can be nowhere in the goal, whatever comes and goes.
[[nodiscard]] Status check_goal(const Crowd& crowd, const Goal& goal, double radius);
/// Why nobody can enter like that, now or later; one obstacle does not count.
[[nodiscard]] Status check_newcomer(const Crowd& crowd, const AgentSpec& agent, ObstacleId except = {});
/// Tells every walker which constraints are for it. Fails when they weigh too much together.
Status bind_walkers(Crowd& crowd);
/// Events about agents that concern more than the world: who comes, goes, pauses or resumes.
/// The newcomer's number.
Result<std::uint32_t> add_walker(Crowd& crowd, AgentSpec agent);
Status leave(Crowd& crowd, const std::string& target);
/// Takes the walker out of the world for good.
void remove(Crowd& crowd, Walker& walker);
Status pause(Crowd& crowd, const std::string& target, bool is_paused);
void pause(Walker& walker, bool is_paused);
/// Says in the recording which limits hold from this frame on; lower ones, from when their owners keep them.
void settle_limits(Crowd& crowd);
/// World events that are due.
void happen(Crowd& crowd);
/// It is known to stay where it is from now on.
[[nodiscard]] bool is_standing(const ObstacleSpec& spec, double now);
/// Reads the change log: standing obstacles into the mesh, goals to their owners, and who must plan again.
void sense(Crowd& crowd);
/// Gives places in their goal regions to those who want one: to as many as there is time, but to one at
/// least; the others' turn comes in the next frames.
void choose_targets(Crowd& crowd, const Budget& budget);
/// Routes and promises, in parallel against the frozen world, within what those in focus have left of the
/// frame's budget; then commits them in order.
void plan_and_commit(Crowd& crowd, const FocusTurn& in_focus);
/// How others will see a promise that the walker makes in this frame, made of spare parts where they serve.
[[nodiscard]] PreparedPlan prepared(const Crowd& crowd, const Walker& walker, const Commitment& promise,
                                    PreparedPlan spare = {});
/// The walker makes a promise, which is published.
void take(Crowd& crowd, Walker& walker, Commitment promise);
/// The same with what it replaces left in its place.
void take(Crowd& crowd, Walker& walker, Commitment& promise, PreparedPlan& published);
/// T0: everybody walks one tick of what was promised.
void move(Crowd& crowd);

}  // namespace wend
