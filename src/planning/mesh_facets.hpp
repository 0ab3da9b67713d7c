#pragma once

// Static and density mesh as tasks see them.

#include <memory>

#include "wend/planning/facet.hpp"
#include "wend/planning/navigation.hpp"

namespace wend::planning {

/// What the two have in common: states of a MeshGraph, courses pulled tight through its triangles.
template <class D>
class MeshFacet {
  public:
    using Domain = D;

    [[nodiscard]] const Domain& domain() const noexcept { return *domain_; }
    [[nodiscard]] search::StateId start_state(const Start& start, std::vector<search::StateId>& affected) {
        const search::StateId state = domain_->graph().move_start(start.at);
        pace_.start_time = start.at.time;
        return take_changes(affected) ? state : search::no_state;
    }
    [[nodiscard]] Start start_at(search::StateId state) const { return {domain_->place(state), 0, 0}; }
    [[nodiscard]] domains::Course course(std::span<const search::StateId> path) const {
        static thread_local domains::CourseMaker maker;
        return maker.make(domain_->graph(), path, pace_);
    }
    [[nodiscard]] double room(const domains::Place& place, double enough) const {
        static thread_local mesh::QueryContext query;
        const mesh::Triangulation& floor = domain_->graph().floor(place.layer);
        const double radius = domain_->graph().options().radius;
        if (!is_free(floor, place.position, radius, query)) return 0;
        return std::min(enough, clearance_at(floor, place.position, enough + radius, query));
    }
    /// Ways through gaps that the body fits into exactly are found last: domains below that walk on cells or
    /// lattices cannot follow them.
    [[nodiscard]] bool relax(std::uint32_t way) noexcept {
        if (way > 1) return false;
        domain_->graph().set_margin(way == 0 ? margin : 0);
        return true;
    }
    [[nodiscard]] std::size_t bytes() const noexcept { return sizeof(*this) + sizeof(Domain); }
    /// Constraints have moved; these searches are small enough to begin anew.
    [[nodiscard]] bool is_stale(const View&) const noexcept { return constraints_seen_ != constraints_now(); }

  protected:
    MeshFacet(std::unique_ptr<Domain> domain, double speed) : domain_(std::move(domain)), pace_{0, speed} {}

    static constexpr double margin = 0.01;  ///< metres

    [[nodiscard]] std::uint64_t constraints_now() const noexcept {
        const domains::MultiplierField* field = domain_->graph().options().constraints;
        return field ? field->version() : 0;
    }
    void note_constraints() noexcept { constraints_seen_ = constraints_now(); }

    /// False when everything changed.
    bool take_changes(std::vector<search::StateId>& affected) {
        domains::StateChanges& changes = domain_->graph().changes();
        const bool is_repairable = !changes.everything;
        affected.insert(affected.end(), changes.states.begin(), changes.states.end());
        changes.clear();
        return is_repairable;
    }

    std::unique_ptr<Domain> domain_;
    domains::CoursePace pace_;
    std::uint64_t constraints_seen_ = 0;
};

class StaticMeshFacet : public MeshFacet<domains::StaticMeshDomain> {
  public:
    StaticMeshFacet(const Ground& ground, const Traveller& who);

    Ends begin(const Problem& problem, const View& view);
    /// Nothing that moves concerns it.
    bool observe(const View& view, std::span<const Change>, std::vector<search::StateId>&) {
        return !is_stale(view);
    }
    [[nodiscard]] double reach() const noexcept { return 0; }
    [[nodiscard]] Interval watched(const View&) const noexcept { return {0, -1}; }
};

class DensityMeshFacet : public MeshFacet<domains::DensityMeshDomain> {
  public:
    DensityMeshFacet(const Ground& ground, const Traveller& who,
                     std::shared_ptr<const domains::DensityField> empty);

    /// The course says when each place is reached, and so how crowded it will be.
    void guide(const domains::Course& course) { guide_ = course; }
    Ends begin(const Problem& problem, const View& view);
    bool observe(const View& view, std::span<const Change> changes, std::vector<search::StateId>& affected);
    [[nodiscard]] double reach() const noexcept { return 10; }
    [[nodiscard]] Interval watched(const View& view) const noexcept { return {view.now}; }

  private:
    std::shared_ptr<const domains::DensityField> empty_;  ///< when nobody counts
    domains::Course guide_;
};

}  // namespace wend::planning
