#pragma once

// The fast mode: A* over the edges of triangles, pruned by stored clearance (COURSE section 2.4.3), then the
// funnel algorithm with radius in the corridor found (COURSE section 2.2.1; Demyen and Buro 2006, Kallmann
// 2010). The path is the shortest of its corridor, not of the world.

#include <vector>

#include "wend/base/budget.hpp"
#include "wend/base/status.hpp"
#include "wend/mesh/areas.hpp"

#include "mesh/mesh_view.hpp"
#include "mesh/route.hpp"
#include "mesh/stamped.hpp"

namespace wend::mesh {

struct CorridorNode {
    double length = 0;
    Vec2 point;  ///< where the edge is crossed, as far as the search is concerned
    HalfEdge parent = none;
    bool is_closed = false;
};

struct CorridorScratch {
    Stamped<CorridorNode> nodes;  ///< by the half-edge through which a triangle is entered
    OpenList open;
    StampedSet goal_triangles;
    std::vector<HalfEdge> portals;  ///< the corridor found, from start to goal
    std::vector<Turn> turns;
};

class CorridorSearch {
  public:
    CorridorSearch(const MeshView& view, CorridorScratch& scratch, double radius, Vec2 start, Vec2 goal,
                   const AreaCosts* areas)
        : view_(view),
          scratch_(scratch),
          radius_(radius),
          least_clearance_(radius > 0 ? (radius - 0.5) * view.unit() : 0),
          start_(start),
          goal_(goal),
          areas_(areas) {}

    /// Fills scratch.portals. ok, unreachable or out_of_budget.
    StatusCode run(const Location& start, const Location& goal, Budget& budget);

  private:
    /// Notes the way into a triangle if it is the best so far; infinite priority if not.
    [[nodiscard]] OpenList::Entry offer(HalfEdge enters, HalfEdge parent, Vec2 from, double length);
    /// What to expand next: one of those just offered, or the first of the open list, where the others go.
    [[nodiscard]] HalfEdge first_of(const OpenList::Entry& left, const OpenList::Entry& right);
    [[nodiscard]] bool passes(HalfEdge enters, Side side) const noexcept;

    const MeshView& view_;
    CorridorScratch& scratch_;
    double radius_;
    double least_clearance_;  ///< metres; stored clearance is exact to a lattice unit
    Vec2 start_;
    Vec2 goal_;
    const AreaCosts* areas_;
};

/// Cost of a straight move, lattice units.
[[nodiscard]] double move_cost(const MeshView& view, const AreaCosts* areas, Vec2 from, Vec2 to);

/// Fills scratch.turns with the taut string through scratch.portals. False when the disc does not fit as the
/// corridor promised.
bool pull_string(const MeshView& view, CorridorScratch& scratch, double radius, Vec2 start, Vec2 goal);

}  // namespace wend::mesh
