#pragma once

// True shortest paths for a disc, by A* over visibility cones (Polyanya: Cui, Harabor and Grastien 2017,
// which is the case radius 0).
//
// A shortest path of a disc's centre is made of tangents between circles of radius r around vertices, and of
// arcs on them. The disc that moves along such a tangent sweeps a convex free area which has both vertices on
// its rim, so the vertices see each other: the tangents are among the pairs of mutually visible vertices. The
// search therefore expands *labels* - a vertex, the side on which the path turns around it, where and in
// which direction the path arrives - and finds their successors lazily by *cones*: what the vertex sees
// through one edge. A cone is pushed across triangles one at a time, with a priority that no path through it
// can beat.
//
//             \  cone  /             The cone's sides are rays from the vertex (exact, radius 0); the limits
//        A ----\------/---- B        are the tangents that just pass the vertices on those sides. A path
//               \    /               through edge AB crosses it between the limits and at least r from A and
//                \  /                B, which gives the bound of Polyanya for the shortened interval.
//                 u
//
// One exception: a tangent may end, at a vertex that lies less than r beyond AB, before it crosses AB. Such
// vertices are looked for at once, to a depth of r (ShallowSearch), and become labels with bounds of their
// own; so the cone need only answer for tangents that cross AB.
//
// What limits a cone keeps most tangents off the walls. Whether the disc really passes is checked (DiscCheck)
// for the finished path: what the search takes for granted can only make it too short, so a path that stands
// the test is the shortest. Else, or when a path that others were dropped for fails, the search runs again
// and checks every label when it is taken from the open list. A label is dropped when a label of the same
// vertex and side reaches its arrival point along the circle no later, and a cone when all of its edge is
// reached sooner by way of one of the edge's ends: around the circle there and along the edge, where that is
// free. The first complete path taken from the open list is the shortest.

#include <cstdint>
#include <limits>
#include <vector>

#include "wend/base/budget.hpp"
#include "wend/base/status.hpp"

#include "mesh/corner_cache.hpp"
#include "mesh/disc_check.hpp"
#include "mesh/mesh_view.hpp"
#include "mesh/stamped.hpp"
#include "mesh/tangent.hpp"

namespace wend::mesh {

/// Radians by which a turn may miss its direction through rounding.
inline constexpr double turn_tolerance = 1e-9;

/// Lattice units by which one of two equally long paths may seem longer through rounding.
inline constexpr double late_tolerance = 1e-6;

/// Where a path arrives at the circle around a vertex. The first label is the start (side 0).
struct Label {
    Vec2 center;
    Vec2 arrives;             ///< where the tangent touches this circle
    Vec2 direction;           ///< of the tangent
    double length = 0;        ///< of the path up to `arrives`
    std::int32_t side = 0;    ///< +1: the vertex is on the left and the path turns left
    HalfEdge spoke = none;    ///< starts at the vertex, in a triangle that the tangent's end meets
    Vec2 leaves;              ///< where the tangent leaves the parent's circle
    double parent_turn = 0;   ///< radians turned around the parent, >= 0
    HalfEdge fan_end = none;  ///< the wall at the vertex that ends the turn; none around a pillar
    std::uint32_t parent = none;
    std::uint32_t next_there = none;  ///< another label of the same vertex and side
    mutable DiscCheck::Sweep sweep;   ///< radius > 0, negative until it is asked for
    mutable std::int8_t proof = 0;    ///< of the path up to here: +1 free, -1 not, 0 not asked for yet
};

/// The tangent that just passes the vertex which limits a cone; direction 0: no limit.
struct Limit {
    Vec2 direction;
    double touches = 0;  ///< how far from the label's circle it touches the circle around the vertex
};

/// One cache line. In the triangle that is entered the cone always splits: its apex is between the sides.
struct Cone {
    std::uint32_t label = none;
    HalfEdge enters = none;   ///< half-edge of the triangle to be entered
    VertexIndex left = none;  ///< vertices on the cone's sides
    VertexIndex right = none;
    Limit left_limit;
    Limit right_limit;
};

struct TangentScratch {
    std::vector<Label> labels;
    std::vector<Cone> cones;
    std::vector<std::uint32_t> free_cones;  ///< slots to be used again
    OpenList open;
    CornerCache corners;
    Stamped<std::uint32_t> labels_at;  ///< by 2 vertex + (side > 0): first label that was expanded there
    /// By vertex, radius 0 only: length of the shortest known path to it; infinity where that says nothing
    /// about all of its surroundings, because walls meet there.
    Stamped<double> reached;
    Stamped<std::uint8_t> free_edges;  ///< by the smaller half-edge: a disc can roll along between the ends
    StampedSet goal_triangles;
};

class TangentSearch {
  public:
    TangentSearch(const MeshView& view, const DiscCheck& check, TangentScratch& scratch, double radius,
                  Vec2 start, Vec2 goal);

    /// ok, unreachable or out_of_budget. Paths of length `upper` or more are not looked for.
    StatusCode run(const Location& start, const Location& goal, Budget& budget,
                   double upper = std::numeric_limits<double>::infinity());

    /// After ok: the last label is the goal.
    [[nodiscard]] const Label& goal_label() const noexcept { return scratch_.labels[found_]; }
    /// No path is shorter than this.
    [[nodiscard]] double lower_bound() const noexcept { return lower_bound_; }

  private:
    enum Kind : std::uint32_t {
        goal_node = 0u << 30,
        label_node = 1u << 30,
        cone_node = 2u << 30,
        kind_mask = 3u << 30
    };

    struct Corner {
        Tangent keep_left;   ///< passes the corner on its right, so that the path turns right there
        Tangent keep_right;  ///< passes the corner on its left
    };
    class ShallowSearch;

    void begin(const Location& start, const Location& goal);
    StatusCode search(Budget& budget);
    [[nodiscard]] bool path_is_free() const;
    void expand_label(std::uint32_t id);
    void expand_cone(const Cone& cone);
    void fan_out(std::uint32_t id, HalfEdge spoke, bool is_first, bool is_last);
    void fan_on(std::uint32_t id);
    [[nodiscard]] bool is_behind(const Label& label, HalfEdge spoke) const;
    [[nodiscard]] bool may_turn(Label& label);
    [[nodiscard]] bool may_arrive(const Label& label);
    [[nodiscard]] bool turn_is_free(const Label& label) const;
    [[nodiscard]] bool is_proven_free(const Label& label) const;
    void follow(Cone& cone);
    void push_cone(const Cone& cone);
    void search_shallow(const Cone& cone, Vec2 a, Vec2 along, double length);
    [[nodiscard]] bool has_goal(TriangleIndex t) const noexcept;
    void store(double priority, const Cone& cone);
    [[nodiscard]] bool take_cone(Cone& cone);
    void push_label(std::uint32_t from, const Tangent& tangent, HalfEdge spoke, int side);
    void push_corner(std::uint32_t from, HalfEdge spoke, const Corner& corner);
    void push_goal(std::uint32_t from, const Cone* cone = nullptr);
    [[nodiscard]] bool passes(const Cone& cone, const Tangent& tangent) const;
    /// What `tangent` gives for both sides of a corner, with less arithmetic.
    [[nodiscard]] Corner corner_tangents(Vec2 center, int side, Vec2 corner) const {
        const Vec2 apart = corner - center;
        const double squared = squared_length(apart);
        if (squared == 0) return {};
        const double inverse = 1 / squared;
        const auto make = [&](double k, double offset) {
            Tangent found;
            const double rest = squared - k * k;
            if (rest < 0) return found;
            found.length = std::sqrt(rest);
            found.direction = (apart * found.length - perpendicular(apart) * k) * inverse;
            const Vec2 left = perpendicular(found.direction);
            found.from = center - left * (radius_ * side);
            found.to = corner - left * offset;
            return found;
        };
        if (radius_ > 0) return {make(-radius_ * (1 + side), -radius_), make(radius_ * (1 - side), radius_)};
        const Tangent both = make(0, 0);
        return {both, both};
    }
    [[nodiscard]] bool is_dominated(const Label& label) const;
    [[nodiscard]] bool is_late(HalfEdge spoke, double length);
    [[nodiscard]] bool is_reached_sooner(const Label& from, HalfEdge enters, Vec2 left, Vec2 right);
    [[nodiscard]] bool reaches_sooner(HalfEdge spoke, Vec2 other_end, Vec2 far, double length);
    [[nodiscard]] bool edge_is_free(HalfEdge h);
    [[nodiscard]] bool arc_is_free(const Label& label, double turn) const;
    template <class Accept>
    [[nodiscard]] bool any_label_at(VertexIndex v, Accept&& accept) const;
    [[nodiscard]] bool is_free(const Label& label, TriangleIndex seed) const;
    [[nodiscard]] double bound_through(Vec2 from, Vec2 a, Vec2 b, double low, double high) const;

    const MeshView& view_;
    const DiscCheck& check_;
    TangentScratch& scratch_;
    double radius_;
    Vec2 start_;
    Vec2 goal_;
    TriangleIndex goal_seed_ = none;
    bool is_goal_shared_ = false;  ///< the goal is on an edge or a vertex
    bool is_strict_ = false;
    /// A label was dropped for the sake of another whose path turned out to be blocked.
    mutable bool is_doubtful_ = false;
    double upper_ = std::numeric_limits<double>::infinity();
    double lower_bound_ = 0;
    std::uint32_t found_ = none;
    /// The best cone so far of the node that is being expanded: it is often the next to be taken, and then
    /// never enters the open list.
    Cone next_;
    double next_priority_ = 0;
    bool has_next_ = false;
};

}  // namespace wend::mesh
