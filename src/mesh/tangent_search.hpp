#pragma once

// True shortest paths for a disc, by A* over its tangents (TangentGraph).
//
// A shortest path of a disc's centre is made of tangents between circles of radius r around vertices, and of
// arcs on them. The search expands *labels* - a vertex, the side on which the path turns around it, where and
// in which direction the path arrives - sector by sector: what the vertex sees through one edge. A sector
// waits in the open list with a priority that no path through its edge can beat (Polyanya: Cui, Harabor and
// Grastien 2017), and is looked into when it comes first.
//
//        A ---.--------.--- B        A path through edge AB crosses it at least r from A and B, and not
//              \      /              before the direction in which it arrived. Only a tangent that ends at a
//               \    /               vertex less than r behind AB need not cross it; where there are such
//                \  /                vertices (CornerCache::has_pocket) the bound allows for them.
//                 u
//
// The length of some path is known before: only those cones are followed through which there may be a shorter
// one. What a vertex sees is looked up in the graph where queries have come by often.
//
// Labels are checked when they are taken from the open list, so whatever is dropped is dropped for the sake
// of a path that is free: a label when another of the same vertex reaches its arrival point along the circle
// no later. The first complete path taken from the open list is the shortest.

#include <cstdint>
#include <vector>

#include "wend/base/budget.hpp"
#include "wend/base/status.hpp"

#include "mesh/disc_check.hpp"
#include "mesh/mesh_view.hpp"
#include "mesh/stamped.hpp"
#include "mesh/tangent_graph.hpp"

namespace wend::mesh {

/// Lattice units by which one of two equally long paths may seem longer through rounding.
inline constexpr double late_tolerance = 1e-6;

/// Where a path arrives at the circle around a vertex. The first label is the start (side 0).
struct Label {
    Vec2 center;
    Vec2 arrives;             ///< where the tangent touches this circle
    Vec2 direction;           ///< of the tangent
    double angle = 0;         ///< of `direction`
    double length = 0;        ///< of the path up to `arrives`
    std::int32_t side = 0;    ///< +1: the vertex is on the left and the path turns left
    HalfEdge spoke = none;    ///< starts at the vertex, in a triangle that the tangent's end meets
    HalfEdge fan_end = none;  ///< the wall at the vertex that ends the turn; none around a pillar
    std::uint32_t parent = none;
    std::uint32_t next_there = none;  ///< another label of the same vertex and side
    mutable FreeSweep sweep;          ///< radius > 0, negative until it is asked for
};

/// A tangent that leaves a label.
struct Candidate {
    double length;  ///< of the path up to the tangent's end
    double turn;    ///< radians around the parent's vertex, >= 0
    std::uint32_t parent;
    std::uint32_t edge;  ///< of TangentScratch::found_edges, or of the graph and `kept_edge`
};
inline constexpr std::uint32_t kept_edge = 1u << 31;

/// A cone that a label has yet to look into.
struct OpenCone {
    ViewCone cone;
    std::uint32_t label;
    HalfEdge spoke;  ///< of the sector: starts at the label's vertex, in its triangle; none from the start
};

/// A sector of a familiar vertex that a label has yet to look into.
struct OpenSector {
    std::uint32_t label;
    HalfEdge spoke;
};

/// The whole path, with a last tangent to the goal.
struct Arrival {
    Vec2 leaves;
    double length;
    double turn;  ///< radians around the label's vertex, >= 0
    std::uint32_t label;
};

struct TangentScratch {
    TangentGraphs graphs;
    std::vector<Label> labels;
    std::vector<Candidate> candidates;
    std::vector<OpenCone> cones;
    std::vector<OpenSector> sectors;
    std::vector<ViewCone> at_hand;
    std::vector<Arrival> arrivals;
    std::vector<TangentEdge> found_edges;
    OpenList open;
    Stamped<std::uint32_t> labels_at;  ///< by 2 vertex + (side > 0): first label that was expanded there
    /// By vertex, radius 0 only: length of the shortest known path to it; infinity where that says nothing
    /// about all of its surroundings, because walls meet there.
    Stamped<double> reached;
    StampedSet goal_triangles;
};

class TangentSearch {
  public:
    /// Paths of length `upper` or more are not looked for.
    TangentSearch(const MeshView& view, const DiscCheck& check, TangentScratch& scratch, double radius,
                  Vec2 start, Vec2 goal, double upper)
        : view_(view),
          check_(check),
          scratch_(scratch),
          graph_(scratch.graphs.at(view.mesh(), radius)),
          radius_(radius),
          start_(start),
          goal_(goal),
          upper_(upper) {}

    /// ok, unreachable or out_of_budget.
    StatusCode run(const Location& start, const Location& goal, Budget& budget);

    /// After ok: the last vertex that the path turns around, or the start.
    [[nodiscard]] const Label& last_label() const noexcept { return scratch_.labels[found_]; }
    /// No path is shorter than this.
    [[nodiscard]] double lower_bound() const noexcept { return lower_bound_; }

  private:
    struct AheadLook;
    enum Kind : std::uint32_t {
        goal_node = 0u << 30,
        label_node = 1u << 30,
        sector_node = 2u << 30,
        cone_node = 3u << 30,
        kind_mask = 3u << 30
    };

    void begin(const Location& start, const Location& goal);
    StatusCode search(Budget& budget);
    [[nodiscard]] TangentEdge& edge_of(const Candidate& candidate) const;
    [[nodiscard]] bool make_label(const Candidate& candidate);
    void expand_label(std::uint32_t id);
    void push_sector(const OpenSector& open, const TangentGraph::Sector& sector);
    void expand_sector(const OpenSector& open);
    [[nodiscard]] bool is_first(const ViewCone& cone);
    void push_cone(double priority, const OpenCone& open);
    void expand_cone(const OpenCone& open);
    void look_from_start(const Location& start);
    template <class Visit>
    void for_each_spoke_ahead(std::uint32_t id, Visit&& visit);
    void push_edges(std::uint32_t from, const TangentGraph::Range& edges);
    bool push_edge(std::uint32_t from, const TangentEdge& edge, std::uint32_t index);
    void push_goal(std::uint32_t from);
    [[nodiscard]] bool may_see_goal(const OpenSector& open, float reach) const;
    void look_for_goal(std::uint32_t from, const SeenTriangle& seen);
    [[nodiscard]] static std::size_t key_of(VertexIndex v, int side) noexcept {
        return 2 * std::size_t{v} + (side > 0);
    }
    /// Usually there is one, which needs no table.
    [[nodiscard]] bool has_goal(TriangleIndex t) const noexcept {
        return is_one_goal_triangle_ ? t == goal_seed_ : scratch_.goal_triangles.has(t);
    }
    /// Radians from the label's arrival to a direction, towards its side; negative when there is no such
    /// turn.
    [[nodiscard]] double turn_to(const Label& label, Vec2 direction, double angle) const;
    [[nodiscard]] bool is_behind(const Label& label, HalfEdge spoke) const;
    [[nodiscard]] bool turn_is_free(const Label& label, double turn) const;
    [[nodiscard]] bool arrival_is_free(const Arrival& arrival) const;
    [[nodiscard]] HalfEdge fan_end(HalfEdge spoke, int side) const;
    [[nodiscard]] bool is_dominated(HalfEdge spoke, int side, Vec2 arrives, double length) const;
    [[nodiscard]] bool is_late(HalfEdge spoke, double length);
    [[nodiscard]] bool is_reached_sooner(const Label& from, HalfEdge enters) const;
    [[nodiscard]] bool arc_is_free(const Label& label, double turn) const;
    template <class Accept>
    [[nodiscard]] bool any_label_at(VertexIndex v, Accept&& accept) const;
    [[nodiscard]] double ends_before(const Label& label, Vec2 a, Vec2 b) const;
    [[nodiscard]] double bound_crossing(const Label& label, const ViewCone& cone) const;
    [[nodiscard]] bool reaches(const Label& label, ViewCone& cone) const;
    /// Least length of a path from the label through the cone.
    [[nodiscard]] double bound_in(const Label& label, const ViewCone& cone) const;
    /// Paths through the cone to the goal may be shorter than `upper_`.
    [[nodiscard]] bool may_be_shorter(const Label& label, const ViewCone& cone) const;
    [[nodiscard]] CornerCache& corners() const noexcept { return graph_.corners(); }

    const MeshView& view_;
    const DiscCheck& check_;
    TangentScratch& scratch_;
    TangentGraph& graph_;
    double radius_;
    Vec2 start_;
    Vec2 goal_;
    double upper_;
    TriangleIndex goal_seed_ = none;
    bool is_one_goal_triangle_ = false;
    double lower_bound_ = 0;
    std::uint32_t found_ = none;
};

}  // namespace wend::mesh
