#pragma once

// The fast mode: A* over the edges of triangles, pruned by stored clearance (COURSE section 2.4.3), then the
// funnel algorithm with radius in the corridor found (COURSE section 2.2.1; Demyen and Buro 2006, Kallmann
// 2010). The path is the shortest of its corridor, not of the world.
//
// Only triangles with two ways on are nodes of the search: where there is one way on it is followed at once,
// and where there is none, as in the many corners between a wall and its neighbour, nothing is noted (as in
// the reduced graph of Demyen and Buro, but found while searching, so there is nothing to keep up to date).

#include <span>
#include <vector>

#include "wend/base/budget.hpp"
#include "wend/base/status.hpp"
#include "wend/mesh/areas.hpp"
#include "wend/mesh/query_context.hpp"

#include "mesh/corridor_way.hpp"
#include "mesh/route.hpp"
#include "mesh/stamped.hpp"

namespace wend::mesh {

/// A triangle with two ways on, or the goal's, and how it is entered.
struct CorridorNode {
    Vec2 point;  ///< where the edge is crossed, as far as the search is concerned
    double length = 0;
    HalfEdge enters = none;
    HalfEdge leaves = none;  ///< the first edge crossed after the node before
    std::uint32_t parent = none;
    bool is_closed = false;
};

struct CorridorScratch {
    std::vector<CorridorNode> nodes;
    Stamped<std::uint32_t> node_at;  ///< by triangle
    OpenList open;
    StampedSet goal_triangles;         ///< where there are several
    std::vector<std::uint32_t> chain;  ///< the nodes of the corridor, from the goal
    std::vector<HalfEdge> portals;     ///< the corridor found, from start to goal
    std::vector<Vec2> crossings;       ///< where its search crossed them; with areas only
    std::vector<Turn> turns;
};

class CorridorSearch {
  public:
    CorridorSearch(const MeshView& view, CorridorScratch& scratch, double radius, Vec2 start, Vec2 goal,
                   const AreaCosts* areas)
        : view_(view),
          scratch_(scratch),
          ways_(view, radius, goal, areas),
          start_(start),
          goal_(goal),
          has_areas_(areas != nullptr) {}

    /// Fills scratch.portals. ok, unreachable or out_of_budget.
    StatusCode run(const Location& start, const Location& goal, Budget& budget);

  private:
    /// Notes where the way leads if it is the best so far; infinite priority if not.
    [[nodiscard]] OpenList::Entry offer(CorridorWay way, std::uint32_t parent, Budget& budget);
    /// What to expand next: one of those just offered, or the first of the open list, where the others go.
    [[nodiscard]] std::uint32_t first_of(const OpenList::Entry& left, const OpenList::Entry& right);
    [[nodiscard]] bool is_goal(TriangleIndex t) const noexcept {
        return t == goal_triangle_ || (has_more_goals_ && scratch_.goal_triangles.has(t));
    }
    /// False when start and goal are in one triangle.
    bool begin(const Location& start, const Location& goal, Budget& budget);
    void list_portals(std::uint32_t last);

    const MeshView& view_;
    CorridorScratch& scratch_;
    CorridorWays ways_;
    Vec2 start_;
    Vec2 goal_;
    bool has_areas_;
    TriangleIndex start_triangle_ = none, goal_triangle_ = none;
    bool has_more_goals_ = false;
    bool is_out_of_budget_ = false;
};

/// follow_corridor (query.hpp) where the ends are known to be free.
bool follow_between_free(const Triangulation& mesh, std::span<const HalfEdge> corridor, Vec2 from, Vec2 to,
                         double radius, QueryContext& context, Path& path);

/// Fills scratch.turns with the taut string through scratch.portals. False when the disc does not fit as the
/// corridor promised.
bool pull_string(const MeshView& view, CorridorScratch& scratch, double radius, Vec2 start, Vec2 goal);

}  // namespace wend::mesh
