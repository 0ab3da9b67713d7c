#pragma once

// The dense graph of a grid domain with highways (COURSE 3.2.1): long straight moves between the cells
// nearest to the middles of a triangulation's edges, wherever a body fits along them. A search takes them
// where nothing is near and the cells where constraints matter. Annotations add highways of their own: around
// the corners of their ground, and from each corner to the edges of the triangle that it lies in, so that
// ways to, along and past such ground are there from the beginning. Starts and goals are joined to the edges
// around them as well: a search that had to find the highways cell by cell would be half way there.
//
// Lower bound: the straight distance, a hundredth less for the rounding of the grid's own costs, because a
// highway is shorter than the rows of cells beside it. Consistent: costs are lengths, rounded, times at
// least 1.

#include <algorithm>
#include <cmath>

#include "wend/domains/grid_domain.hpp"
#include "wend/domains/multiplier_field.hpp"
#include "wend/mesh/triangulation.hpp"

namespace wend::domains {

class HybridDomain {
  public:
    using Key = GridDomain::Key;
    using Cost = search::Cost;
    static constexpr bool knows_time = false;
    static constexpr double cost_unit = GridDomain::cost_unit;

    struct Highway {
        Key from = 0;
        Key to = 0;
        Cost cost = 0;
    };

    /// Borrows the grid; no highways yet.
    explicit HybridDomain(const GridDomain& grid) : grid_(&grid), longest_(2 * grid.settings().cell) {}
    /// Of one layer, whose mesh this is, joined to `ends` of plans; both ways each.
    void add_highways(const mesh::Triangulation& triangles, std::uint32_t layer,
                      std::span<const ResolvedConstraint> annotations = {}, std::span<const Vec2> ends = {});
    HybridDomain(const GridDomain& grid, const mesh::Triangulation& triangles, std::uint32_t layer,
                 std::span<const ResolvedConstraint> annotations = {}, std::span<const Vec2> ends = {})
        : HybridDomain(grid) {
        add_highways(triangles, layer, annotations, ends);
    }

    /// Of ground with more corners than this, what somebody sees for one, only every so many are used.
    static constexpr std::size_t most_corners = 16;

    [[nodiscard]] const GridDomain& grid() const noexcept { return *grid_; }
    [[nodiscard]] std::span<const Highway> highways() const noexcept { return highways_; }
    [[nodiscard]] Place place(Key key) const noexcept { return grid_->place(key); }
    /// Length of the longest move, metres.
    [[nodiscard]] double longest() const noexcept { return longest_; }

    template <class Visit>
    void successors(Key key, Visit&& visit) const {
        grid_->successors(key, visit);
        auto found = std::lower_bound(highways_.begin(), highways_.end(), key,
                                      [](const Highway& highway, Key at) { return highway.from < at; });
        for (; found != highways_.end() && found->from == key; ++found) visit(found->to, found->cost);
    }
    template <class Visit>
    void predecessors(Key key, Visit&& visit) const {
        grid_->predecessors(key, visit);
        auto found = std::lower_bound(highways_.begin(), highways_.end(), key,
                                      [](const Highway& highway, Key at) { return highway.from < at; });
        for (; found != highways_.end() && found->from == key; ++found) visit(found->to, found->cost);
    }
    /// Where highways begin or end that run through changed ground, in order (they go both ways).
    [[nodiscard]] std::vector<Key> ends_through(std::span<const ChangedGround> changed) const;
    [[nodiscard]] Cost lower_bound(Key from, Key to) const noexcept {
        if (grid_->place(from).layer != grid_->place(to).layer) return 0;
        return static_cast<Cost>(0.99 / cost_unit * distance(place(from).position, place(to).position));
    }

  private:
    void add(Key from, Key to);
    [[nodiscard]] Key free_cell(std::uint32_t layer, Vec2 place) const;
    void annotate(const mesh::Triangulation& triangles, std::uint32_t layer, const InfluenceShape& shape);
    /// From a place to the edges of the triangle that it lies in; its cell, `no_cell` if that is taken.
    Key join_to_edges(const mesh::Triangulation& triangles, std::uint32_t layer, Vec2 place);

    const GridDomain* grid_;
    std::vector<Highway> highways_;  ///< by `from` and `to`
    double longest_ = 0;
};

}  // namespace wend::domains
