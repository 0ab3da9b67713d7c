#pragma once

// Agents in focus (MD 5 and 7): those of a scene's `planner` section. Each has a planner of its own; in every
// frame all of them plan, in parallel and within their share of the budget, against the same frozen world
// that the crowd will see, and before it. What comes out is committed by number: the first seconds of a plan
// and a stop become a promise like anybody else's (focus/promise.hpp), if it is free of conflict with all
// other promises and known motion. So the argument of steering.hpp holds for them too: whoever finds nothing
// better keeps the promise it has, which ends standing still, and nobody ever overlaps anybody.
//
// A planner plans from a state that the promise leads through, and its next plan goes on from there. Who
// stands plans for a moment a little later, and later each time that it was not ready by then.
//
// Which domain moves an agent in focus is decided in every frame, by one function (is_left_to_focus).
// A plan in space and time that is ready and free is promised (Sigma 4), as far as right of way lets it. Who
// walks such a plan plans on from the promise that it has, and nothing else moves it until then. Who stands
// and has no such plan, yet or at all, and who was asked to make room, is moved along the mesh path (Sigma 1)
// by the rules of the crowd: ranks, turns, ways through jams.
//
// So nobody stands and thinks while there is something to walk, and what argues that a crowd does not lock
// (yielding.hpp) is true of those in focus as well: they have ways that others can see, ranks, claims to
// passages, and they leave a way when they are asked to.

#include <memory>
#include <vector>

#include "wend/planning/inspect.hpp"
#include "wend/sim/simulation.hpp"

#include "sim/promise/commitment.hpp"

namespace wend {

struct Crowd;
struct FeetMemory;
struct Walker;

/// What a frame's planning in focus came to.
struct FocusTurn {
    BudgetSpec left;  ///< for the crowd
    std::uint64_t expansions = 0;
    std::vector<std::uint32_t> braking;  ///< who had to break a promise
};

class Focus {
  public:
    /// The crowd must stay where it is. Fails when no mesh can be made of the scene.
    static Result<std::shared_ptr<Focus>> create(Crowd& crowd);
    ~Focus();

    /// Notes whether the scene puts this agent in focus, and whether it is planned for foot by foot.
    void mark(Walker& walker) const;
    FocusTurn plan(Crowd& crowd);

    /// How somebody's feet stand; nothing of one who is planned for as a disc, or has not entered.
    [[nodiscard]] std::optional<FeetMemory> feet_of(std::uint32_t number) const;
    /// It stands like that when its planning begins.
    void recall(std::uint32_t number, FeetMemory feet);

    /// Metres of the plan that are left; 0 without one.
    [[nodiscard]] double metres_left(std::uint32_t number) const;
    /// What became of plans, by domain, of those who have left too.
    [[nodiscard]] std::vector<DomainReplans> replans() const;
    /// Notes events and times of this agent's tasks from now on; those for and against are counted.
    void watch(std::uint32_t number, bool is_watched);
    /// Everything about its planning; nothing for somebody who is not planned for now.
    [[nodiscard]] std::optional<FocusView> inspect(std::uint32_t number, std::size_t most_expanded) const;

  private:
    struct State;
    explicit Focus(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

/// Plans for those in focus, if any; the crowd plans with what is left.
FocusTurn plan_in_focus(Crowd& crowd);

/// Is the walker's next promise not for the crowd's planning to make?
[[nodiscard]] bool is_left_to_focus(const Crowd& crowd, const Walker& walker);

/// The promise of somebody in focus to stop as soon as it can.
[[nodiscard]] Commitment braking_in_focus(const Crowd& crowd, const Walker& walker);

}  // namespace wend
