#pragma once

// Static and density mesh as tasks see them.

#include <map>
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
    /// Nothing that moves concerns it.
    [[nodiscard]] bool heeds(const Change& change) const noexcept {
        return change.kind == ChangeKind::ground_changed;
    }
    [[nodiscard]] double reach() const noexcept { return 0; }  // the change's region has all that matters
    [[nodiscard]] Interval watched(const View& view) const noexcept { return {view.now}; }
    [[nodiscard]] std::vector<domains::Place> footings() const {
        std::vector<domains::Place> places;
        const domains::MeshGates& gates = domain_->graph().gates();
        for (std::size_t i = 0; i < gates.size(); ++i) {
            if (!gates[i].is_usable()) continue;
            places.push_back({gates[i].from.layer, gates[i].from.at, 0});
            places.push_back({gates[i].to.layer, gates[i].to.at, 0});
        }
        return places;
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

    /// Before a problem begins: edits that did not concern the one before may concern this one.
    void catch_up(const View& view) {
        const std::uint64_t edits = view.edits ? view.edits->count() : 0;
        if (std::exchange(edits_, edits) != edits) domain_->graph().renew();
    }
    /// False when edits have been forgotten since.
    bool note_edits(const View& view, std::span<const Change> changes) {
        // Several at once are one: in between the mesh was something that nobody has seen.
        std::map<std::uint32_t, mesh::AffectedRegion> layers;
        for (const Change& change : changes) {
            const domains::MeshEdit* edit = view.edits ? view.edits->find(change.edit) : nullptr;
            if (!edit) return false;
            const mesh::AffectedRegion& region = edit->region;
            mesh::AffectedRegion& all = layers[edit->layer];
            all.triangles_gone.insert(all.triangles_gone.end(), region.triangles_gone.begin(),
                                      region.triangles_gone.end());
            all.triangles_new.insert(all.triangles_new.end(), region.triangles_new.begin(),
                                     region.triangles_new.end());
        }
        for (const auto& [layer, region] : layers) domain_->graph().note_edit(layer, region);
        return true;
    }
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
    std::uint64_t edits_ = ~std::uint64_t{0};  ///< of the mesh when a problem last began
};

class StaticMeshFacet : public MeshFacet<domains::StaticMeshDomain> {
  public:
    StaticMeshFacet(const Ground& ground, const Traveller& who);

    Ends begin(const Problem& problem, const View& view);
    bool observe(const View& view, std::span<const Change> changes, std::vector<search::StateId>& affected) {
        return !is_stale(view) && note_edits(view, changes) && take_changes(affected);
    }
};

class DensityMeshFacet : public MeshFacet<domains::DensityMeshDomain> {
  public:
    DensityMeshFacet(const Ground& ground, const Traveller& who,
                     std::shared_ptr<const domains::DensityField> empty);

    /// The course says when each place is reached, and so how crowded it will be.
    void guide(const domains::Course& course, std::span<const search::StateId> known,
               std::vector<search::StateId>& affected);
    Ends begin(const Problem& problem, const View& view);
    bool observe(const View& view, std::span<const Change> changes, std::vector<search::StateId>& affected);
    /// The crowd has moved on.
    [[nodiscard]] bool is_stale(const View& view) const noexcept;

  private:
    static constexpr double refresh = 1;  ///< seconds between two looks at the crowd

    std::shared_ptr<const domains::DensityField> empty_;  ///< when nobody counts
    domains::Course guide_;
    double looked_ = 0;
    std::uint64_t seen_ = 0;  ///< stamp of the field then
};

}  // namespace wend::planning
