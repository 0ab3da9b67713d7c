#pragma once

// Grid and space-time as tasks see them: domains that are made for each problem and look at a snapshot.

#include <memory>

#include "wend/domains/grid_domain.hpp"
#include "wend/planning/facet.hpp"
#include "wend/planning/navigation.hpp"

namespace wend::planning {

class GridFacet {
  public:
    using Domain = domains::GridStates;
    using Crossings = std::shared_ptr<const std::vector<domains::Crossing>>;

    GridFacet(const Ground& ground, const Traveller& who, Crossings crossings);

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
        return view.now >= looked_ + (is_relaxed_ ? refreshes_per_trial * refresh_ : refresh_);
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
    std::unique_ptr<domains::GridDomain> grid_;
    std::unique_ptr<Domain> states_;
    domains::Place start_, goal_;
    std::vector<domains::StillRegion> regions_;  ///< where something moved, seen last
};

class SpaceTimeFacet {
  public:
    using Domain = domains::SpaceTimeStates;
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
    [[nodiscard]] bool concerns(const SeenRegion&) const noexcept { return !changes_.empty(); }
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
    std::unique_ptr<domains::SpaceTimeDomain> space_time_;
    std::unique_ptr<Domain> states_;
    std::vector<Change> changes_;  ///< observed last
};

}  // namespace wend::planning
