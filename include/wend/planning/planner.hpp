#pragma once

// The planner of one agent: the tasks of its chain, the events between them, and the order in which they are
// executed (MD 5, Fig. 3 and 4).
//
//     stage 0    whole problem ---- tunnel ---> whole problem ---- waypoints ---> leg 0   leg 1   leg 2 ...
//                                                                                  | tunnel |       |
//     last stage                                                                 leg 0    leg 1   leg 2 ...
//                                                                                  |
//     T0                                                                         moves
//
// A plan that changes is handed to the stage below as a tunnel or as waypoints. A stage whose upper
// neighbour found nothing follows the nearest one above that did, or searches without a tunnel.
//
// What becomes of a failure: a task fails only once its tunnel is open (task.hpp) or its patience is over. A
// failed leg loses its waypoint and becomes one with the next; after two of those the stage above is asked
// for another route, at most `Chain::other_routes` times for a goal; then the rest becomes one leg to the
// goal. When that fails, with no patience to run out of, the goal is unreachable. Without events from outside
// every failure makes (routes left to ask for, waypoints left) lexicographically smaller, so this ends.

#include <algorithm>
#include <deque>
#include <memory>
#include <vector>

#include "wend/planning/chain.hpp"
#include "wend/planning/inspect.hpp"
#include "wend/planning/priority.hpp"

namespace wend::planning {

class Planner {
  public:
    /// The chain must have passed `check` with these domains; both are borrowed.
    Planner(const Chain& chain, const DomainSet& domains, const Traveller& who);

    /// Where the agent will be when its next plan begins.
    void set_start(const Start& start);
    void set_goal(const Aim& goal);
    /// Time passes: the agent is busy with the move that is under way, and plans from its end.
    void advance(double now);

    /// Whoever walks the plan finds that it does not hold: the domains that know time begin again. The others
    /// repair what changes concern them.
    void begin_again_in_time();

    /// Takes in what has happened to the world, then executes tasks, at most `max_tasks` of them, until all
    /// are settled or the budget ends.
    void plan(const View& view, Budget& budget, std::uint32_t max_tasks = ~std::uint32_t{0}) {
        sense(view);
        work(view, budget, max_tasks);
    }

    // The same in parts, for those who tell many planners of changes (scheduler.hpp)
    /// Looks into the change log for what concerns the tasks.
    void sense(const View& view);
    /// Where and when changes concern any of them.
    [[nodiscard]] std::vector<SeenRegion> concerns(const View& view) const;
    /// One that may concern them; true when it does.
    bool hear(const Change& change, const View& view);
    /// Time has passed.
    void age(const View& view);
    /// More happened than anybody remembers.
    void lose_track();
    void work(const View& view, Budget& budget, std::uint32_t max_tasks = ~std::uint32_t{0});

    /// ok: the agent has something to do. in_progress: not yet. unreachable, invalid_input: it never will.
    [[nodiscard]] StatusCode status() const noexcept;
    /// Everything planned in the last domain, leg after leg without a gap, from the start on.
    [[nodiscard]] domains::Course course() const;
    /// The same frame by frame, where the last domain can be walked, up to the first move that has been taken
    /// by somebody since.
    [[nodiscard]] std::vector<domains::WalkFrame> walk() const;
    /// The same foot by foot, up to so many states of the plan and then to rest, where the last domain has
    /// feet.
    [[nodiscard]] domains::FootstepPlan footsteps(std::size_t states) const;
    /// Does it lead to the goal, and not only to a waypoint?
    [[nodiscard]] bool reaches_goal() const;
    [[nodiscard]] const Start& start() const noexcept { return start_; }

    [[nodiscard]] bool has_work() const;
    /// What the agent would do next is not known to be right.
    [[nodiscard]] bool is_imminent_plan_invalid() const noexcept;
    /// The least p(T) of all tasks; infinite when there is nothing to do.
    [[nodiscard]] double most_urgent() const;

    [[nodiscard]] std::size_t stage_count() const noexcept { return rows_.size(); }
    [[nodiscard]] std::size_t leg_count(std::size_t stage) const noexcept { return rows_[stage].size(); }
    [[nodiscard]] const Task& task(std::size_t stage, std::size_t leg = 0) const {
        return *rows_[stage][leg].task;
    }

    /// Expansions and widenings of all tasks, those that are gone included.
    struct Totals {
        std::uint64_t expansions = 0;
        std::uint32_t widenings = 0;
        std::uint32_t merges = 0;        ///< waypoints given up
        std::uint32_t other_routes = 0;  ///< asked for
    };
    [[nodiscard]] Totals totals() const;
    /// What became of the plans of one domain, over all its tasks.
    struct StageTotals {
        std::uint64_t repairs = 0;
        std::uint64_t restarts = 0;  ///< beyond each task's first search
        void add(const TaskStatus& status) noexcept {
            repairs += status.repairs;
            restarts += status.restarts - std::min(1u, status.restarts);
        }
    };
    [[nodiscard]] StageTotals totals_of(std::size_t stage) const;
    [[nodiscard]] const std::string& domain_of(std::size_t stage) const noexcept {
        return chain_->stages[stage].domain;
    }

    /// Notes events and executions from now on; null for not any more.
    void set_trace(Trace* trace);
    /// With at most so many expanded states of each task.
    [[nodiscard]] PlannerView inspect(std::size_t most_expanded = 0) const;
    [[nodiscard]] std::size_t bytes() const;

  private:
    struct Slot {
        std::unique_ptr<Task> task;
        std::optional<Start> start;  ///< as given to the task
        std::optional<Aim> goal;
        std::size_t tunnel_stage = ~std::size_t{0};  ///< whose plan it follows
        std::uint64_t tunnel_version = 0;
        std::uint64_t known_version = 0;  ///< of its own plan, when PLAN_STATUS_CHANGED was last noted
    };
    static constexpr std::size_t none = ~std::size_t{0};

    [[nodiscard]] std::size_t last() const noexcept { return rows_.size() - 1; }
    [[nodiscard]] bool is_leg_stage(std::size_t stage) const noexcept { return stage >= first_leg_stage_; }
    [[nodiscard]] std::uint32_t steps(std::size_t stage, std::size_t leg) const noexcept;
    [[nodiscard]] Turn turn(std::size_t stage, std::size_t leg) const;
    [[nodiscard]] bool is_runnable(std::size_t stage, std::size_t leg) const;
    [[nodiscard]] bool has_input(std::size_t stage, std::size_t leg) const;
    [[nodiscard]] std::vector<Turn> turns() const;
    void run_turn(const Turn& turn, const View& view, Budget& budget, double share);

    void link();
    void link(std::size_t stage, std::size_t leg);
    void link_ends(Slot& slot, std::size_t stage, std::size_t leg);
    void link_tunnel(Slot& slot, std::size_t stage, std::size_t leg);
    [[nodiscard]] domains::Course tunnel_course(const Slot& slot, std::size_t stage, std::size_t leg) const;
    [[nodiscard]] bool is_joined(std::size_t leg) const;
    [[nodiscard]] std::size_t tunnel_source(std::size_t stage, std::size_t leg) const noexcept;
    [[nodiscard]] std::optional<Start> start_of(std::size_t stage, std::size_t leg) const;
    [[nodiscard]] Aim goal_of(std::size_t stage, std::size_t leg) const;
    void make_waypoints();
    void make_legs();
    void drop_legs(std::size_t first, std::size_t count);
    void make_slot(std::size_t stage, bool is_whole_problem);
    void pass_waypoint();

    [[nodiscard]] bool is_whole_problem(std::size_t stage) const noexcept;
    void note_news() noexcept;
    void handle_failures();
    void handle_failed_leg(std::size_t leg);
    void note(EventKind kind, std::size_t stage, std::size_t leg);

    const Chain* chain_;
    const DomainSet* domains_;
    Traveller who_;
    std::size_t first_leg_stage_;  ///< the stage that takes waypoints; none when no stage does

    Start start_;
    Aim goal_;
    bool has_start_ = false;
    bool has_goal_ = false;
    StatusCode verdict_ = StatusCode::in_progress;

    std::vector<std::vector<Slot>> rows_;  ///< by stage and leg
    std::deque<Aim> waypoints_;            ///< ends of the legs, the goal last
    std::uint64_t waypoint_version_ = 0;   ///< of the plan they were taken from
    std::uint32_t merges_here_ = 0;        ///< since the waypoints were made
    std::uint32_t routes_asked_ = 0;       ///< for this goal
    Totals gone_;                          ///< of tasks that no longer exist
    std::vector<StageTotals> gone_of_;     ///< the same by stage
    Trace* trace_ = nullptr;
    double now_ = 0;
};

}  // namespace wend::planning
