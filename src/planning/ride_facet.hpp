#pragma once

// Rides as tasks see them: states over a table that an agent keeps, on ground that agents of the same limits
// share.

#include <deque>
#include <memory>

#include "wend/base/mutex.hpp"
#include "wend/domains/constrained.hpp"
#include "wend/domains/ride_domain.hpp"
#include "wend/planning/facet.hpp"
#include "wend/planning/navigation.hpp"

#include "planning/constraint_news.hpp"

namespace wend::planning {

/// What agents of the same limits share, made when the first of them needs it; null where rides cannot be
/// planned, as of a scene without a floor that is a simple ring.
class RideWorkshop {
  public:
    explicit RideWorkshop(const Ground& ground) : scene_(ground.scene), frame_(ground.lattice.frame) {}
    std::shared_ptr<const domains::RideGround> ground(const AgentLimits& limits);
    [[nodiscard]] double frame() const noexcept { return frame_; }

  private:
    struct Kit {
        AgentLimits limits;
        std::shared_ptr<const domains::RideGround> ground;
    };
    const Scene* scene_;
    double frame_;
    Mutex making_;
    std::deque<Kit> kits_;
};

class RideFacet {
  public:
    using Constrained = domains::Constrained<domains::RideDomain>;
    using Domain = domains::PlacedStates<Constrained>;
    static constexpr search::Direction direction = domains::RideDomain::direction;

    RideFacet(std::shared_ptr<const domains::RideGround> ground, double frame, const Traveller& who);

    [[nodiscard]] const Domain& domain() const noexcept { return *states_; }
    Ends begin(const Problem& problem, const View& view);
    [[nodiscard]] search::StateId start_state(const Start& start, std::vector<search::StateId>& affected);
    [[nodiscard]] Start start_at(search::StateId state) const;
    [[nodiscard]] domains::Course course(std::span<const search::StateId> path) const;
    [[nodiscard]] std::vector<domains::WalkFrame> walk(std::span<const search::StateId> path) const;
    /// Whatever has changed may be in the way of any move: the problem begins anew.
    bool observe(const View& view, std::span<const Change> changes, std::vector<search::StateId>& affected);
    [[nodiscard]] bool is_stale(const View&) const noexcept { return news_.has_any(); }
    void see(const View& view) { ride_->refresh(view.world); }
    [[nodiscard]] double reach() const noexcept { return ride_->reach(); }
    [[nodiscard]] Interval watched(const View& view) const noexcept { return {view.now}; }
    [[nodiscard]] std::size_t bytes() const noexcept;

  private:
    /// A state that a plan led through.
    struct Joint {
        domains::Place at;
        domains::RideDomain::Key key = 0;
    };
    [[nodiscard]] std::vector<domains::RideDomain::Key> keys(std::span<const search::StateId> path) const;
    [[nodiscard]] std::optional<domains::RideDomain::Key> joint_at(const domains::Place& at) const;

    std::shared_ptr<const domains::RideGround> ground_;
    double frame_;
    BodyId self_;
    ConstraintNews news_;
    Start start_;
    std::shared_ptr<domains::RideTable> table_;
    std::unique_ptr<domains::RideDomain> ride_;
    std::unique_ptr<Constrained> constrained_;
    std::unique_ptr<Domain> states_;
    mutable std::vector<Joint> joints_;  ///< of the plan that was walked last
};

}  // namespace wend::planning
