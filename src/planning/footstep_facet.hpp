#pragma once

// Footsteps as tasks see them: a lattice that is made for each problem, on ground and a table of steps that
// agents share.

#include <deque>
#include <memory>

#include "wend/base/mutex.hpp"
#include "wend/domains/constrained.hpp"
#include "wend/domains/footstep_domain.hpp"
#include "wend/planning/facet.hpp"
#include "wend/planning/navigation.hpp"

#include "planning/constraint_news.hpp"

namespace wend::planning {

/// What agents of the same limits share, made when the first of them needs it.
class FootstepWorkshop {
  public:
    struct Kit {
        AgentLimits limits;
        std::shared_ptr<const domains::FootstepGround> ground;
        std::shared_ptr<const domains::FootstepTable> table;
        double late_share = 0, late_seconds = 0;
    };
    explicit FootstepWorkshop(const Ground& ground) : ground_(ground) {}
    const Kit& kit(const AgentLimits& limits);

  private:
    Ground ground_;
    Mutex making_;
    std::deque<Kit> kits_;  ///< stay where they are
};

class FootstepFacet {
  public:
    using Constrained = domains::Constrained<domains::FootstepDomain>;
    using Domain = domains::PlacedStates<Constrained>;
    static constexpr search::Direction direction = domains::FootstepDomain::direction;

    FootstepFacet(const FootstepWorkshop::Kit& kit, const Traveller& who)
        : kit_(&kit), self_(who.id), news_(who.constraints) {}

    [[nodiscard]] const Domain& domain() const noexcept { return *states_; }
    Ends begin(const Problem& problem, const View& view);
    [[nodiscard]] search::StateId start_state(const Start& start, std::vector<search::StateId>& affected);
    [[nodiscard]] Start start_at(search::StateId state) const;
    [[nodiscard]] domains::Course course(std::span<const search::StateId> path) const;
    [[nodiscard]] std::vector<domains::WalkFrame> walk(std::span<const search::StateId> path) const;
    [[nodiscard]] domains::FootstepPlan footsteps(std::span<const search::StateId> path,
                                                  std::size_t states) const;
    bool observe(const View& view, std::span<const Change> changes, std::vector<search::StateId>& affected);
    [[nodiscard]] bool touches(search::StateId state) const;
    /// What others promise is judged by whoever walks the plan: it changes all the time, and seldom matters.
    [[nodiscard]] bool heeds(const Change& change) const noexcept {
        return change.kind == ChangeKind::obstacle_added || change.kind == ChangeKind::obstacle_removed ||
               change.kind == ChangeKind::obstacle_moved || change.kind == ChangeKind::obstacle_observed;
    }
    /// Tasks are told only of what concerns them.
    [[nodiscard]] bool concerns(const SeenRegion&) const noexcept {
        return !changes_.empty() || !changed_.empty();
    }
    [[nodiscard]] bool is_stale(const View&) const noexcept { return news_.has_any(); }
    void see(const View& view) { steps_->refresh(view.world); }
    void forget(std::vector<search::StateId>& path);
    [[nodiscard]] double reach() const noexcept { return steps_->reach(); }
    [[nodiscard]] Interval watched(const View& view) const noexcept { return {view.now}; }
    [[nodiscard]] std::size_t bytes() const noexcept;

  private:
    [[nodiscard]] std::vector<domains::FootstepDomain::Key> keys(std::span<const search::StateId> path) const;
    /// Those of a path that are places; the goal and its ticks are not.
    [[nodiscard]] std::span<const search::StateId> placed(std::span<const search::StateId> path) const;

    const FootstepWorkshop::Kit* kit_;
    BodyId self_;
    ConstraintNews news_;
    Start start_;
    std::unique_ptr<domains::FootstepDomain> steps_;
    std::unique_ptr<Constrained> constrained_;
    std::unique_ptr<Domain> states_;
    std::vector<Change> changes_;                  ///< observed last
    std::vector<domains::ChangedGround> changed_;  ///< by constraints
};

}  // namespace wend::planning
