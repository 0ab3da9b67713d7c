#include "mesh/only_way.hpp"

#include "mesh/tangent.hpp"

namespace wend::mesh {

namespace {

/// Follows what leaves the corridor, triangle by triangle. A ring of triangles has a vertex in its middle,
/// which counts as a wall: who gets to where somebody was before may have gone around something.
class SideWays {
  public:
    SideWays(const MeshView& view, FloodScratch& scratch, double radius, Vec2 start, Vec2 goal, double length)
        : view_(view),
          scratch_(scratch),
          least_((radius - 1) * view.unit()),
          start_(start),
          goal_(goal),
          length_(length) {
        scratch_.seen.resize(view.mesh().triangle_bound());
        scratch_.seen.clear();
        scratch_.stack.clear();
    }

    /// False when it was there before.
    [[nodiscard]] bool mark(TriangleIndex t) { return scratch_.seen.insert(t); }

    void leave_through(HalfEdge exit) {
        if (view_.mesh().is_wall(exit)) return;
        if (way_through(start_, view_.target(exit), view_.origin(exit), goal_) < length_)
            scratch_.stack.push_back(view_.mesh().twin(exit));
    }

    [[nodiscard]] bool come_to_nothing(std::size_t most_triangles) {
        for (; !scratch_.stack.empty(); --most_triangles) {
            const HalfEdge enters = scratch_.stack.back(), right = Triangulation::next(enters);
            scratch_.stack.pop_back();
            if (most_triangles == 0 || !mark(Triangulation::triangle_of(enters))) return false;
            if (may_turn_around(enters)) leave_through(Triangulation::previous(enters));
            if (may_turn_around(right)) leave_through(right);
        }
        return true;
    }

  private:
    [[nodiscard]] bool may_turn_around(HalfEdge corner) const noexcept {
        return double{view_.mesh().corner_clearance(corner)} >= least_;
    }

    const MeshView& view_;
    FloodScratch& scratch_;
    double least_;  ///< metres; stored clearance is exact to a lattice unit
    Vec2 start_, goal_;
    double length_;
};

}  // namespace

bool is_only_way(const MeshView& view, std::span<const HalfEdge> portals, FloodScratch& scratch,
                 double radius, const PathEnd& start, const PathEnd& goal, double length) {
    // On an edge or a vertex a path may begin or end on either side of a wall.
    if (start.at.on != Location::On::triangle || goal.at.on != Location::On::triangle) return false;
    SideWays sides(view, scratch, radius, start.point, goal.point, length);
    TriangleIndex t = start.at.triangle;
    for (std::size_t i = 0;; ++i) {
        if (!sides.mark(t)) return false;
        const HalfEdge enters = i > 0 ? portals[i - 1] : none;
        const HalfEdge leaves = i < portals.size() ? view.mesh().twin(portals[i]) : none;
        for (std::uint32_t k = 0; k < 3; ++k) {
            const HalfEdge side = Triangulation::half_edge(t, k);
            if (side != enters && side != leaves) sides.leave_through(side);
        }
        if (i == portals.size()) break;
        t = Triangulation::triangle_of(portals[i]);
    }
    return sides.come_to_nothing(64 + 4 * portals.size());
}

}  // namespace wend::mesh
