#pragma once

// The dynamic navigation mesh domain (MD 4.1, Sigma 2): the graph of the static domain, where a metre costs
// more the more crowded its polygon will be when the agent comes by.
//
// When that is. A state of this domain has no time, so the time is a function of the place: the guide,
// usually the static plan's course, says when each of its places is reached at the preferred speed; any other
// place is reached from the nearest place of the guide, on foot. Without a guide, or on a layer that it does
// not touch, it is reached straight from where the guide begins. The estimate stays as it is while the agent
// keeps to its pace; `set_guide` renews it.
//
// Lower bound: that of the static domain. Every factor is at least 1, so no move is cheaper here than there.

#include <limits>
#include <span>

#include "wend/domains/density_cost.hpp"
#include "wend/domains/density_field.hpp"
#include "wend/domains/static_mesh_course.hpp"
#include "wend/domains/static_mesh_domain.hpp"

namespace wend::domains {

/// Where and when the crowd counts; elsewhere a metre costs a metre and changes are nobody's concern.
struct DensityScope {
    Box2 region{{-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()},
                {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()}};
    Interval window{-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
};

struct DensityMeshOptions {
    MeshGraphOptions graph = {};  ///< the filter must be the field's
    DensityCost cost = {};
    BodyId self = {};  ///< whose plan this is: it does not avoid itself
    DensityScope scope = {};
};

class DensityMeshDomain {
    [[nodiscard]] auto price() const noexcept {
        return [this](const MeshMove& move) { return MeshCosts::cost(metres(move)); };
    }

  public:
    static constexpr bool grows = true;
    static constexpr bool knows_time = false;
    using Key = StateId;  ///< a keyed domain too, for searches that see little of a large mesh

    /// Borrows mesh and field.
    DensityMeshDomain(const mesh::NavMesh& mesh, const DensityField& field, const DensityMeshOptions& options)
        : ground_(mesh, options.graph), field_(&field), options_(options), seen_(field.stamp()) {}

    [[nodiscard]] MeshGraph& graph() noexcept { return ground_.graph(); }
    [[nodiscard]] const MeshGraph& graph() const noexcept { return ground_.graph(); }
    [[nodiscard]] const DensityField& field() const noexcept { return *field_; }
    [[nodiscard]] const DensityMeshOptions& options() const noexcept { return options_; }

    /// The places of a plan with the times at which they are reached, at least one, and the speed of walking
    /// from them to others. Changes every cost: graph().changes() says so.
    void set_guide(const Course& guide, double speed);
    /// The same for a search that goes on: tells graph().changes() of those states among the ones given whose
    /// moves lead through anybody's way, and which may so cost more or less now.
    void change_guide(const Course& guide, double speed, std::span<const StateId> known);
    /// Anchors a problem and guides it by the straight way; the static plan's course makes a better guide.
    MeshGraph::Problem begin(const Place& start, const Place& goal, const CoursePace& pace);

    /// Adds the states whose moves the field has changed since the last call to graph().changes().
    void note_density();

    /// When a place is reached, seconds.
    [[nodiscard]] double arrival(std::uint32_t layer, Vec2 point) const noexcept;
    /// Metres of a move, crowd and areas included.
    [[nodiscard]] double metres(const MeshMove& move) const;

    // Domain
    [[nodiscard]] std::size_t state_count() const noexcept { return graph().state_count(); }
    template <class Visit, class Through = ThroughAnything>
    void successors(StateId state, Visit&& visit, Through&& through = {}) const {
        graph().successors(state, price(), through, visit);
    }
    template <class Visit, class Through = ThroughAnything>
    void predecessors(StateId state, Visit&& visit, Through&& through = {}) const {
        graph().predecessors(state, price(), through, visit);
    }
    [[nodiscard]] Cost lower_bound(StateId from, StateId to) const noexcept {
        return ground_.lower_bound(from, to);
    }

    // PlacedDomain
    [[nodiscard]] Place place(StateId state) const noexcept {
        Place place = ground_.place(state);
        place.time = arrival(place.layer, place.position);
        return place;
    }

  private:
    /// The time at which a move counts: half way.
    [[nodiscard]] double time_of(const MeshMove& move) const noexcept {
        return arrival(move.layer, lerp(move.from, move.to, 0.5));
    }
    [[nodiscard]] bool is_in_scope(const MeshMove& move, double time) const noexcept {
        return options_.scope.window.contains(time) &&
               options_.scope.region.contains(lerp(move.from, move.to, 0.5));
    }
    void note_moves(std::uint32_t layer, mesh::TriangleIndex triangle, std::span<const std::int64_t> slots);
    [[nodiscard]] bool leads_through_somebody(StateId state) const;

    StaticMeshDomain ground_;
    const DensityField* field_;
    DensityMeshOptions options_;
    Course guide_;
    double speed_ = 1.4;
    std::uint64_t seen_;  ///< the field's stamp of the last change that was told
};

static_assert(PlacedDomain<DensityMeshDomain>);

}  // namespace wend::domains
