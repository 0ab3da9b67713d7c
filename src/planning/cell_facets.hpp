#pragma once

// Grid and space-time as tasks see them: domains that are made for each problem and look at a snapshot.

#include <memory>

#include "wend/domains/constrained.hpp"
#include "wend/domains/grid_domain.hpp"
#include "wend/domains/hybrid_domain.hpp"
#include "wend/planning/facet.hpp"
#include "wend/planning/navigation.hpp"

#include "planning/constraint_news.hpp"

namespace wend::planning {

/// A grid's cells, alone or with highways between them.
template <class Cells>
class CellFacet {
  public:
    using Constrained = domains::Constrained<Cells>;
    using Domain = domains::PlacedStates<Constrained>;
    using Crossings = std::shared_ptr<const std::vector<domains::Crossing>>;

    CellFacet(const Ground& ground, const Traveller& who, Crossings crossings);

    [[nodiscard]] const Domain& domain() const noexcept { return *states_; }
    Ends begin(const Problem& problem, const View& view);
    [[nodiscard]] search::StateId start_state(const Start& start, std::vector<search::StateId>& affected);
    [[nodiscard]] Start start_at(search::StateId state) const { return {states_->place(state), 0, 0}; }
    [[nodiscard]] domains::Course course(std::span<const search::StateId> path) const;
    bool observe(const View& view, std::span<const Change> changes, std::vector<search::StateId>& affected);
    [[nodiscard]] bool touches(search::StateId state) const;
    [[nodiscard]] bool concerns(const SeenRegion& seen) const;
    void forget(std::vector<search::StateId>& path);
    /// Half the cell, so that narrower gaps are seen; then without those who may have moved on by then. Where
    /// the grid finds nothing, whoever follows it has to search without a tunnel.
    [[nodiscard]] bool relax(std::uint32_t way) noexcept;
    [[nodiscard]] domains::EndFloods end_floods(const Ends& ends) const {
        return domains::GridDomain::end_floods(states_->key(ends.start), states_->key(ends.goal));
    }
    domains::Place spread(domains::EndFloods& floods) const { return grid_->spread(floods); }
    void note_apart() noexcept { is_walled_in_ = true; }
    /// Walkers are looked at from time to time.
    [[nodiscard]] bool heeds(const Change& change) const noexcept {
        return change.kind == ChangeKind::obstacle_added || change.kind == ChangeKind::obstacle_removed ||
               change.kind == ChangeKind::obstacle_moved || change.kind == ChangeKind::obstacle_observed;
    }
    [[nodiscard]] double reach() const noexcept;
    [[nodiscard]] Interval watched(const View& view) const noexcept { return {view.now, view.now}; }
    [[nodiscard]] bool is_stale(const View& view) const noexcept {
        return news_.has_any() ||
               view.now >= looked_ + (is_relaxed_ ? refreshes_per_trial * refresh_ : refresh_);
    }
    [[nodiscard]] std::size_t bytes() const noexcept;

  private:
    /// A problem that is looked at in another way begins anew after so many times `refresh_`, because what
    /// was in the way may have gone.
    static constexpr double refreshes_per_trial = 4;

    domains::GridSettings settings_;
    double cell_, sight_;  ///< as the ground says
    bool is_relaxed_ = false;
    bool is_walled_in_ = false;  ///< whoever stands around, at this size of cells
    Crossings crossings_;
    double refresh_;
    double looked_ = 0;
    static constexpr bool has_highways = std::is_same_v<Cells, domains::HybridDomain>;
    /// Metres: a diagonal, or along a link within one layer and to the cells at its ends; not a highway.
    [[nodiscard]] double longest_move() const noexcept { return longest_link_ + 3 * settings_.cell; }
    void make_domain();
    /// Is something on a highway now that was not?
    [[nodiscard]] bool has_blocked_highway() const;

    const mesh::NavMesh* mesh_;
    mesh::FilterIndex filter_;
    ConstraintNews news_;
    double longest_link_ = 0;
    std::unique_ptr<domains::GridDomain> grid_;
    std::unique_ptr<domains::HybridDomain> hybrid_;  ///< only where there are highways
    std::unique_ptr<Constrained> constrained_;
    std::unique_ptr<Domain> states_;
    domains::Place start_, goal_;
    std::vector<domains::StillRegion> regions_;    ///< where something moved, seen last
    std::vector<domains::ChangedGround> changed_;  ///< and where constraints did
    std::vector<domains::GridDomain::Key> ends_;   ///< of highways through that, in order
};

using GridFacet = CellFacet<domains::GridDomain>;
/// Highways are found when a problem begins; while one is blocked, the problem begins anew.
using HybridFacet = CellFacet<domains::HybridDomain>;

class SpaceTimeFacet {
  public:
    using Constrained = domains::Constrained<domains::SpaceTimeDomain>;
    using Domain = domains::PlacedStates<Constrained>;
    static constexpr search::Direction direction = domains::SpaceTimeDomain::direction;

    SpaceTimeFacet(const Ground& ground, const Traveller& who,
                   std::shared_ptr<const domains::Terrain> terrain,
                   std::shared_ptr<const domains::MoveTable> moves);

    [[nodiscard]] const Domain& domain() const noexcept { return *states_; }
    Ends begin(const Problem& problem, const View& view);
    [[nodiscard]] search::StateId start_state(const Start& start, std::vector<search::StateId>& affected);
    [[nodiscard]] Start start_at(search::StateId state) const;
    [[nodiscard]] domains::Course course(std::span<const search::StateId> path) const;
    [[nodiscard]] std::vector<domains::WalkFrame> walk(std::span<const search::StateId> path) const;
    bool observe(const View& view, std::span<const Change> changes, std::vector<search::StateId>& affected);
    [[nodiscard]] bool touches(search::StateId state) const;
    /// Where the mesh was cut is where something stands, of which it is told as well.
    [[nodiscard]] bool heeds(const Change& change) const noexcept {
        return change.kind != ChangeKind::ground_changed && change.kind != ChangeKind::goal_changed;
    }
    /// Tasks are told only of what concerns them.
    [[nodiscard]] bool concerns(const SeenRegion&) const noexcept {
        return !changes_.empty() || !changed_.empty();
    }
    /// Constraints move without the world's change log knowing of it.
    [[nodiscard]] bool is_stale(const View&) const noexcept { return news_.has_any(); }
    [[nodiscard]] domains::EndFloods end_floods(const Ends& ends) const {
        return space_time_->end_floods(states_->key(ends.start));
    }
    domains::Place spread(domains::EndFloods& floods) const { return space_time_->spread(floods); }
    void see(const View& view) { space_time_->refresh(view.world); }
    void forget(std::vector<search::StateId>& path);
    [[nodiscard]] double reach() const noexcept { return space_time_->reach(); }
    [[nodiscard]] Interval watched(const View& view) const noexcept { return {view.now}; }
    [[nodiscard]] std::size_t bytes() const noexcept;

  private:
    /// Those of a path that are places; the goal and its ticks are not.
    [[nodiscard]] std::span<const search::StateId> placed(std::span<const search::StateId> path) const;

    double late_share_;
    double late_seconds_;
    domains::SpaceTimeOptions options_;
    std::shared_ptr<const domains::Terrain> terrain_;
    std::shared_ptr<const domains::MoveTable> moves_;
    ConstraintNews news_;
    std::unique_ptr<domains::SpaceTimeDomain> space_time_;
    std::unique_ptr<Constrained> constrained_;
    std::unique_ptr<Domain> states_;
    std::vector<Change> changes_;                  ///< observed last
    std::vector<domains::ChangedGround> changed_;  ///< by constraints
};

}  // namespace wend::planning
