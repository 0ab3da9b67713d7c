#pragma once

// The static navigation mesh domain (MD 4.1, Sigma 1): free ground of all layers and what joins them, nothing
// that moves. Costs are metres, weighed by areas; a link or portal costs what the mesh says, opening times
// are left to the domains that know time.
//
// The lower bound is the distance in LayerEmbedding, which proves it: a move costs at least the distance of
// its ends there, and so does a row of them. Moves round up to whole units and bounds round down, and a
// billionth is taken off the bound, more than the rounding of the doubles it is made of, so it stays
// consistent in whole numbers.
//
//     StaticMeshDomain domain(mesh, {.radius = 0.3});
//     auto [start, goal] = domain.graph().begin(here, there);
//     search.begin(domain, start, goal);
//     mesh.insert(0, crate); mesh.update(); domain.graph().note_edit(0);
//     search.change(domain, domain.graph().changes().states); domain.graph().changes().clear();

#include <algorithm>

#include "wend/domains/multiplier_field.hpp"
#include "wend/domains/static_mesh_graph.hpp"

namespace wend::domains {

/// Metres as whole units, so that no consistent bound is lost to rounding.
class MeshCosts {
  public:
    static constexpr double unit = 0.001;  ///< metres

    [[nodiscard]] static Cost cost(double metres) noexcept {
        const double units = std::ceil(metres / unit);
        return units < search::max_path_cost ? std::max(Cost{1}, static_cast<Cost>(units))
                                             : search::infinite_cost;
    }
    [[nodiscard]] static Cost bound(double metres) noexcept { return scale().bound(metres * (1 - 1e-9)); }
    [[nodiscard]] static double metres(Cost cost) noexcept { return scale().value(cost); }
    [[nodiscard]] static search::CostScale scale() noexcept { return search::CostScale(unit); }
};

class StaticMeshDomain {
    [[nodiscard]] auto price() const noexcept {
        return [this](const MeshMove& move) { return MeshCosts::cost(metres(move)); };
    }

  public:
    static constexpr bool grows = true;  ///< with the mesh
    static constexpr bool knows_time = false;
    using Key = StateId;  ///< a keyed domain too, for searches that see little of a large mesh

    StaticMeshDomain(const mesh::NavMesh& mesh, const MeshGraphOptions& options) : graph_(mesh, options) {}

    [[nodiscard]] MeshGraph& graph() noexcept { return graph_; }
    [[nodiscard]] const MeshGraph& graph() const noexcept { return graph_; }

    /// Metres of a move, areas included.
    [[nodiscard]] double metres(const MeshMove& move) const {
        const auto areas = graph_.mesh().area_costs(move.layer, graph_.options().filter);
        const double walked = areas ? areas->weigh(move.from, move.to) : distance(move.from, move.to);
        return move.fixed + walked * factor(move);
    }
    /// By what constraints multiply the cost of walking. Moves of a mesh are too few to lead around ground
    /// that must not be entered wherever there is a way, so that such ground is dear here instead; the
    /// domains below do not enter it.
    [[nodiscard]] double factor(const MeshMove& move) const {
        const MultiplierField* constraints = graph_.options().constraints;
        if (constraints == nullptr || constraints->constraints().empty()) return 1;
        const double through = constraints->forbids(move.layer, move.from, move.to) ? forbidden_factor : 1;
        return through * constraints->mean(move.layer, move.from, move.to);
    }
    static constexpr double forbidden_factor = 20;

    // Domain
    [[nodiscard]] std::size_t state_count() const noexcept { return graph_.state_count(); }
    template <class Visit, class Through = ThroughAnything>
    void successors(StateId state, Visit&& visit, Through&& through = {}) const {
        graph_.successors(state, price(), through, visit);
    }
    template <class Visit, class Through = ThroughAnything>
    void predecessors(StateId state, Visit&& visit, Through&& through = {}) const {
        graph_.predecessors(state, price(), through, visit);
    }
    [[nodiscard]] Cost lower_bound(StateId from, StateId to) const noexcept {
        return from == to ? 0 : MeshCosts::bound(graph_.lower_bound(from, to));
    }

    // PlacedDomain
    [[nodiscard]] Place place(StateId state) const noexcept {
        const mesh::MeshPoint at = graph_.position(state);
        return {at.layer, at.at, 0};
    }

  private:
    MeshGraph graph_;
};

static_assert(PlacedDomain<StaticMeshDomain>);

}  // namespace wend::domains
