#pragma once

// The feet of an agent in focus whose chain ends in footsteps: what it plans from, what it promises of its
// plan, and what it tells the recording. Its promise is a row of footsteps that ends at rest on both feet,
// and others see it as a body that turns with its shoulders. So it keeps what every promise keeps
// (focus.hpp).
//
// Like everybody in focus it plans from a moment that the promise leads through; the next plan goes on from
// the same two feet. A plan is promised a few seconds at a time: up to one of its states, and from there the
// one or two steps that bring it to rest.

#include <memory>
#include <vector>

#include "wend/domains/footstep_motion.hpp"
#include "wend/planning/planner.hpp"

#include "sim/people/walker.hpp"

namespace wend {

struct Crowd;

/// Where somebody's feet stand and what it has promised of them, and up to when that is recorded.
struct FeetMemory {
    domains::FootstepPlan promised;
    double noted = -1;
};

class FocusFeet {
  public:
    /// The planner must outlive it.
    FocusFeet(planning::Planner& planner, const AgentLimits& limits);

    /// Tells the planner where the feet will be, and where the agent wants to be.
    void prepare(Crowd& crowd, const Walker& walker, const planning::Aim& aim);
    /// Promises as much of the plan as it may, and notes the feet that came down and lifted.
    void commit(Crowd& crowd, Walker& walker);

    [[nodiscard]] FeetMemory memory() const { return {promised_, noted_}; }
    /// Before anything is planned.
    void recall(FeetMemory memory) {
        promised_ = std::move(memory.promised);
        noted_ = memory.noted;
    }

  private:
    using Plan = domains::FootstepPlan;

    void stand(const Crowd& crowd, const Walker& walker);
    void choose_start(const Crowd& crowd, const Walker& walker);
    void start_anew(const Crowd& crowd, const Walker& walker);
    [[nodiscard]] bool is_doubtful(Crowd& crowd, const Walker& walker);
    [[nodiscard]] bool follows(const Walker& walker) const noexcept;
    [[nodiscard]] std::uint64_t version() const;
    [[nodiscard]] bool wants_promise(const Crowd& crowd, const Walker& walker) const;
    bool promise(Crowd& crowd, Walker& walker);
    bool promise_until(Crowd& crowd, Walker& walker, std::size_t states);
    /// Ticks from now: what is promised until the plan begins, and the plan.
    [[nodiscard]] std::vector<Tick> ticks_of(const Crowd& crowd, const Walker& walker,
                                             const Plan& plan) const;
    [[nodiscard]] bool is_clear(Crowd& crowd, const Walker& walker, std::span<const Tick> ticks,
                                double standing) const;
    /// What is promised from now on: what was until the plan begins, and the plan.
    void join(Plan plan, double now);
    void note_feet(Crowd& crowd, const Walker& walker);

    planning::Planner& planner_;
    domains::FootstepBody body_;
    std::shared_ptr<const Ring> outline_;
    Plan promised_;
    double start_time_ = -1;      ///< of what the planner plans from
    std::uint64_t start_of_ = 0;  ///< promises made when that was said
    std::size_t lead_ = 0;        ///< frames from now that somebody who stands plans from
    std::uint64_t plan_ = 0;      ///< number of the newest promise made of a plan
    std::uint64_t version_ = 0;   ///< of the plan that was promised
    std::size_t states_ = 0;      ///< of it that are promised
    double until_ = 0;            ///< seconds; what of the promise follows the plan
    std::uint64_t doubted_ = 0;   ///< frame at which it last began anew
    std::uint64_t refused_ = 0;   ///< frame at which the last promise was refused
    double noted_ = -1;           ///< time up to which feet are recorded
};

}  // namespace wend
