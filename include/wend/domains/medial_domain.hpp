#pragma once

// The medial axis as a graph to plan on, as the paper that dynamically pruned A* comes from does [DPA §V]:
// its vertices, and where a start and a goal are taken to on it. Costs are lengths along the axis, of what is
// wide enough for the radius; the lower bound is the straight distance.
//
//     MedialDomain domain(axis, 0.3, here, there);
//     search::Replanner<MedialDomain> planner;
//     planner.begin(domain, domain.start(), domain.goal());
//     axis.edit(gone, come, &change);
//     MedialDomain now(axis, 0.3, here, there);
//     MedialRegion region(now, std::span(&change, 1), old_path);     // domains/medial_region.hpp
//     planner.begin(now, old_path, region, {.inserted = true});

#include <optional>

#include "wend/mesh/medial_axis.hpp"
#include "wend/search/domain.hpp"

namespace wend::domains {

class MedialDomain {
  public:
    using Cost = search::Cost;
    using StateId = search::StateId;
    static constexpr double unit = 1e-5;  ///< metres a unit of cost: paths up to 10 km

    /// Borrows the axis. A start or goal where the radius has no room has no edges.
    MedialDomain(const mesh::MedialAxis& axis, double radius, Vec2 start, Vec2 goal);

    [[nodiscard]] static constexpr StateId start() noexcept { return 0; }
    [[nodiscard]] static constexpr StateId goal() noexcept { return 1; }
    [[nodiscard]] static constexpr StateId state_of(std::uint32_t vertex) noexcept { return vertex + 2; }
    [[nodiscard]] Vec2 place(StateId state) const noexcept {
        return state < 2 ? places_[state] : axis_->vertices()[state - 2].position;
    }
    /// Where the anchor is on the axis; none where the radius has no room.
    [[nodiscard]] const std::optional<mesh::MedialFoot>& foot(StateId anchor) const noexcept {
        return feet_[anchor];
    }
    [[nodiscard]] const mesh::MedialAxis& axis() const noexcept { return *axis_; }

    [[nodiscard]] double radius() const noexcept { return radius_; }
    /// Wide enough all along; or some of it may be, if the start or the goal is taken there.
    [[nodiscard]] bool is_usable(std::uint32_t edge) const noexcept {
        const auto has = [&](const std::optional<mesh::MedialFoot>& foot) {
            return foot && foot->edge == edge;
        };
        return axis_->edges()[edge].min_clearance >= radius_ || has(feet_[0]) || has(feet_[1]);
    }

    [[nodiscard]] std::size_t state_count() const noexcept { return axis_->vertices().size() + 2; }
    template <class Visit>
    void successors(StateId state, Visit&& visit) const {
        if (state == start()) return visit_from_foot(start(), visit);
        if (state == goal()) return;
        visit_around(state, goal(), visit);
    }
    template <class Visit>
    void predecessors(StateId state, Visit&& visit) const {
        if (state == goal()) return visit_from_foot(goal(), visit);
        if (state == start()) return;
        visit_around(state, start(), visit);
    }
    [[nodiscard]] Cost lower_bound(StateId a, StateId b) const noexcept {
        return bound(distance(place(a), place(b)));
    }
    [[nodiscard]] static Cost cost(double metres) noexcept {
        const double units = std::ceil(metres / unit);
        return units < search::max_path_cost ? static_cast<Cost>(units) : search::infinite_cost;
    }
    [[nodiscard]] static Cost bound(double metres) noexcept {
        return search::CostScale(unit).bound(metres * (1 - 1e-9));
    }

  private:
    /// Infinite where it is too narrow.
    [[nodiscard]] Cost stretch(std::uint32_t edge, double t0, double t1) const noexcept {
        if (axis_->least_clearance_on(edge, t0, t1) < radius_) return search::infinite_cost;
        return cost(axis_->length_on(edge, t0, t1));
    }
    template <class Visit>
    void visit_from_foot(StateId anchor, Visit&& visit) const {
        const std::optional<mesh::MedialFoot>&foot = feet_[anchor], &other = feet_[1 - anchor];
        if (!foot) return;
        const mesh::MedialEdge& edge = axis_->edges()[foot->edge];
        offer(state_of(edge.from), stretch(foot->edge, foot->t, 0), visit);
        offer(state_of(edge.to), stretch(foot->edge, foot->t, 1), visit);
        if (other && other->edge == foot->edge)
            offer(1 - anchor, stretch(foot->edge, foot->t, other->t), visit);
    }
    template <class Visit>
    void visit_around(StateId state, StateId anchor, Visit&& visit) const {
        const std::uint32_t vertex = state - 2;
        for (const std::uint32_t number : axis_->edges_at(vertex)) {
            const mesh::MedialEdge& edge = axis_->edges()[number];
            if (edge.min_clearance >= radius_)
                offer(state_of(edge.from == vertex ? edge.to : edge.from), cost(edge.length), visit);
            if (!feet_[anchor] || feet_[anchor]->edge != number) continue;
            if (edge.from == vertex) offer(anchor, stretch(number, 0, feet_[anchor]->t), visit);
            if (edge.to == vertex) offer(anchor, stretch(number, 1, feet_[anchor]->t), visit);
        }
    }
    template <class Visit>
    static void offer(StateId state, Cost price, Visit&& visit) {
        if (price < search::infinite_cost) visit(state, price);
    }

    const mesh::MedialAxis* axis_;
    double radius_;
    std::optional<mesh::MedialFoot> feet_[2];
    Vec2 places_[2];
};

}  // namespace wend::domains
