#pragma once

// A planning task T(P): it owns a problem and keeps a valid, ever better plan for it while start, goal, world
// and tunnel change (MD 5.1, Appendix A). This is the face that planners and schedulers see; they make one
// virtual call each time a task is executed, and none per expansion.
//
// Nothing loops for ever. With no event coming in, a task does one of three things when executed: it
// publishes a plan with a smaller inflation than the last one, and there are finitely many (steps of 1/1024
// down to 1); it finds its tunnel exhausted and doubles the width, which it can do only log2(widest / width)
// times before the tunnel is open; or it finds the open domain exhausted and fails. In each a state is
// expanded at most twice, and a domain has finitely many states. `is_settled` says that none of the three is
// left. Where a goal is walled in, a task need not exhaust the domain to know it: after
// `TaskSettings::doubt_after` expansions without a plan it floods from the ends of its problem as well, with
// at most as many expansions as the search took, and fails when a flood runs dry (domains/end_floods.hpp).

#include <memory>
#include <optional>
#include <vector>

#include "wend/base/budget.hpp"
#include "wend/base/status.hpp"
#include "wend/domains/footstep_motion.hpp"
#include "wend/planning/problem.hpp"
#include "wend/planning/tunnel.hpp"
#include "wend/search/cost.hpp"

namespace wend::planning {

enum class EventKind : std::uint8_t {
    start_changed,
    goal_changed,
    world_changed,
    tunnel_changed,
    plan_status_changed,
};
[[nodiscard]] std::string_view to_string(EventKind kind) noexcept;

/// What came in since the task was last executed. Of each kind only the newest counts, but for the world,
/// where everything does.
struct Inbox {
    std::optional<Start> start;
    std::optional<Aim> goal;
    std::optional<domains::Course> tunnel;  ///< empty: no course any more
    std::vector<domains::Place> blocked;    ///< a task below found no way there: another route is wanted
    std::vector<Change> changes;
    bool is_stale = false;      ///< time has passed for a domain that knows only the present
    bool changes_lost = false;  ///< more happened than the log remembers

    [[nodiscard]] std::size_t bytes() const noexcept {
        return (tunnel ? tunnel->capacity() : 0) * sizeof(domains::Place) +
               blocked.capacity() * sizeof(domains::Place) + changes.capacity() * sizeof(Change);
    }
    [[nodiscard]] bool is_empty() const noexcept {
        return !start && !goal && !tunnel && blocked.empty() && changes.empty() && !is_stale && !changes_lost;
    }
};

struct TaskStatus {
    /// ok: the plan stands. in_progress: being worked on. unreachable: proven. out_of_budget: given up after
    /// `TaskSettings::patience`. invalid_input: `reason`.
    StatusCode code = StatusCode::in_progress;
    bool has_plan = false;    ///< `course` leads from the start to the goal, and nothing is known against it
    bool is_settled = false;  ///< nothing is left to do until an event comes
    double inflation = 0;     ///< of the plan; 0 without one
    double bound = 0;         ///< cost <= bound * best cost; 0: none
    search::Cost cost = search::infinite_cost;
    std::uint64_t plan_version = 0;  ///< rises with every other plan
    std::string_view reason = {};

    // Since the task began
    std::uint32_t widenings = 0;   ///< because a tunnel held no plan
    std::uint32_t repairs = 0;     ///< changes of world or tunnel that a search was repaired after
    std::uint32_t restarts = 0;    ///< searches from scratch, the first one included
    std::uint64_t expansions = 0;  ///< of the search; what events cost is not among them
    double seconds = 0;            ///< only while traced

    [[nodiscard]] bool has_failed() const noexcept { return is_settled && !has_plan; }
};

/// What of a task can be shown.
struct TaskPicture {
    TunnelWidth width;         ///< infinite when the tunnel is open
    domains::Course expanded;  ///< places of states whose edges were asked for, as many as were wanted
    std::size_t asked = 0;     ///< all such states
    std::size_t states = 0;    ///< met by the search
};

class Task {
  public:
    virtual ~Task() = default;
    Task(const Task&) = delete;
    Task& operator=(const Task&) = delete;

    /// Takes in what is in the inbox, then works until the next plan, a failure or the end of the budget.
    virtual void execute(const View& view, Budget& budget) = 0;
    /// Looks into the change log for what concerns this task. Cheap when nothing does.
    virtual void sense(const View& view) = 0;
    /// The same in parts, for those who tell many tasks: time has passed; where and when changes concern it;
    /// and such a change, true when it matters to this domain.
    virtual void age(const View& view) = 0;
    [[nodiscard]] virtual std::vector<SeenRegion> concerns(const View& view) const = 0;
    virtual bool hear(const Change& change, const View& view) = 0;
    /// More happened than anybody remembers.
    void lose_track() { inbox().changes_lost = true; }
    /// Are times part of its states, and not only estimates?
    [[nodiscard]] virtual bool knows_time() const noexcept = 0;
    /// How the agent is at the first state of the plan that is not before `time`; none without a plan.
    [[nodiscard]] virtual std::optional<Start> start_after(double time) const = 0;
    /// How the agent is where the plan ends.
    [[nodiscard]] virtual std::optional<Start> end() const = 0;
    /// The plan frame by frame; empty where the domain has no such thing.
    [[nodiscard]] virtual std::vector<domains::WalkFrame> walk() const = 0;
    /// The same foot by foot up to so many states of the plan, and from there to rest; empty where the domain
    /// has no feet or there is no way to rest.
    [[nodiscard]] virtual domains::FootstepPlan footsteps(std::size_t states) const = 0;
    /// Metres of room around a place as far as the domain knows, `enough` where it does not; 0: nobody can
    /// stand there.
    [[nodiscard]] virtual double room(const domains::Place& place, double enough) const = 0;
    /// With at most so many of its expanded states, evenly taken; 0 costs nothing.
    [[nodiscard]] virtual TaskPicture picture(std::size_t most_expanded) const = 0;
    /// Moves within the tunnel for each expanded state, on average. Expands them all again: for measurements.
    [[nodiscard]] virtual double branching() const = 0;
    [[nodiscard]] virtual std::size_t bytes() const = 0;

    [[nodiscard]] const TaskStatus& status() const noexcept { return status_; }
    [[nodiscard]] const domains::Course& course() const noexcept { return course_; }
    /// For whoever has something for it. There is none while nothing has come in: most tasks of most agents
    /// are settled most of the time.
    [[nodiscard]] Inbox& inbox() {
        if (!inbox_) inbox_ = std::make_unique<Inbox>();
        return *inbox_;
    }
    /// What is in the inbox.
    [[nodiscard]] const Inbox& mail() const noexcept {
        static const Inbox nothing;
        return inbox_ ? *inbox_ : nothing;
    }
    /// Has it something to do?
    [[nodiscard]] bool has_work() const noexcept { return !mail().is_empty() || !status_.is_settled; }
    /// Measure the time each execution takes; and, for pictures, keep the search even if it would be
    /// forgotten.
    void set_traced(bool traced, bool keeps_search) noexcept {
        is_traced_ = traced;
        keeps_search_ = keeps_search;
    }

    /// What share of its patience it should have: little where simpler domains found nothing either.
    void set_trust(double share) noexcept { trust_ = share; }

  protected:
    Task() = default;
    std::unique_ptr<Inbox> inbox_;
    TaskStatus status_;
    domains::Course course_;
    double trust_ = 1;
    bool is_traced_ = false;
    bool keeps_search_ = false;
};

}  // namespace wend::planning
