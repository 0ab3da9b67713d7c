#pragma once

// One agent in focus: its planner, and how what it plans and what it has promised hang together.

#include <memory>
#include <optional>

#include "wend/planning/planner.hpp"

#include "sim/focus/feet.hpp"
#include "sim/focus/promise.hpp"
#include "sim/people/walker.hpp"

namespace wend {

struct Crowd;
class Neighbourhood;

class FocusAgent {
  public:
    FocusAgent(const planning::Chain& chain, const planning::DomainSet& domains, const Walker& walker,
               const LiveConstraints& constraints, std::size_t frames_per_move, double time_step);

    [[nodiscard]] AgentId id() const noexcept { return id_; }
    /// The constraints that it plans under.
    [[nodiscard]] BindingIndex binding() const noexcept { return binding_; }
    [[nodiscard]] planning::Planner& planner() noexcept { return planner_; }
    [[nodiscard]] const planning::Planner& planner() const noexcept { return planner_; }
    [[nodiscard]] planning::Trace trace() const { return trace_ ? *trace_ : planning::Trace{}; }
    void watch(bool is_watched);

    /// Tells the planner where the agent will be, and where it wants to be.
    void prepare(Crowd& crowd, Walker& walker);
    /// Promises as much of the plan as it may. True when the old promise had to be broken.
    bool commit(Crowd& crowd, Walker& walker);

    /// Null for one who is planned for as a disc.
    [[nodiscard]] FocusFeet* feet() const noexcept { return feet_.get(); }

    /// Where a plan in space and time has ended, the way on is looked for from there.
    static void leave_plan(Walker& walker);

    bool is_enlisted = false;  ///< it plans

  private:
    /// Metres from its goal that are near enough for now; 0 unless somebody stands on it.
    double approach(Crowd& crowd, const Walker& walker);
    [[nodiscard]] bool is_approaching() const noexcept { return approach_ > 0; }
    void choose_start(const Crowd& crowd, Walker& walker);
    /// Begins anew when the plan meets somebody before long.
    void doubt(Crowd& crowd, const Walker& walker);
    void start_standing(const Crowd& crowd, const Walker& walker);
    void start_from_promise(const Crowd& crowd, const Walker& walker);
    void start_from_walk(const Crowd& crowd, Walker& walker);
    [[nodiscard]] std::size_t in_step(const Crowd& crowd, std::size_t count) const noexcept;
    void set_start(const Tick& at, double time, const Walker& walker);
    [[nodiscard]] std::optional<std::size_t> next_joint(const Walker& walker) const;
    [[nodiscard]] bool walks_plan(const Walker& walker) const;
    [[nodiscard]] bool follows(const Walker& walker) const noexcept {
        return walker.commitment.plan != 0 && walker.commitment.plan == plan_;
    }
    [[nodiscard]] std::uint64_t version() const;
    [[nodiscard]] bool wants_promise(const Crowd& crowd, const Walker& walker) const;
    [[nodiscard]] std::optional<Footsteps> way_ahead(const Crowd& crowd, const Walker& walker,
                                                     Neighbourhood& around);
    void smoothen_ahead(const Crowd& crowd, const Walker& walker, Footsteps& steps, Neighbourhood& around);
    enum class Outcome : std::uint8_t { promised, held, refused };
    /// held: as far as it may go, it has promised to.
    Outcome promise(Crowd& crowd, Walker& walker);
    [[nodiscard]] bool may_promise(const Crowd& crowd, const Walker& walker, const Commitment& promise,
                                   double stop) const;
    bool stop(Crowd& crowd, Walker& walker);
    void report(Walker& walker) const;

    AgentId id_;
    BindingIndex binding_;
    planning::Planner planner_;
    std::unique_ptr<FocusFeet> feet_;  ///< null: it is planned for as a disc
    std::size_t frames_per_move_;
    std::size_t start_period_;  ///< frames: at multiples of it its last domain can begin
    bool walks_by_lattice_;     ///< by moves that are smoothed
    std::unique_ptr<planning::Trace> trace_;

    double start_time_ = -1;                      ///< of what the planner plans from
    std::uint64_t start_of_ = ~std::uint64_t{0};  ///< the promise that leads there
    std::size_t lead_;                            ///< frames from now that somebody who stands plans from
    std::uint64_t plan_ = 0;                      ///< number of the newest promise made of a plan
    std::uint64_t version_ = 0;                   ///< of the plan that was promised
    std::size_t joint_offset_ = 0;                ///< ticks of it before its first state
    std::size_t smoothed_ = 0;                    ///< ticks of it that are smooth
    std::size_t cut_ = 0;                         ///< ticks of it that follow the plan
    std::vector<Tick> planned_;                   ///< the whole plan, from that promise on
    std::uint64_t doubted_ = 0;                   ///< frame at which it last began anew
    std::uint64_t with_plan_ = 0;                 ///< last frame with a plan to the goal itself
    double approach_ = 0;
    std::uint64_t refused_ = 0;  ///< frame at which the last promise was refused
    std::uint64_t held_ = 0;     ///< or was as long as may be
};

/// How a walker is now, and what it has promised, as footsteps.
[[nodiscard]] Footsteps footsteps_of(const Crowd& crowd, const Walker& walker);

}  // namespace wend
