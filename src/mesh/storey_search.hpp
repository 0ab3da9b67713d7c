#pragma once

// The fast mode through portals and links: one A* over the corridors of all layers (corridor_way.hpp). In the
// triangles where a disc may step onto a gate there is that to decide, too. The first crossing of a portal
// that is expanded is the only one. On layers that are only passed through, the ways from gate to gate are
// those of find_path, whoever asks: they are found once, when one is first to be expanded. Then the taut
// strings of the legs between the gates.

#include <optional>
#include <unordered_map>
#include <vector>

#include "wend/mesh/nav_mesh.hpp"
#include "wend/mesh/structures/goal_map.hpp"

#include "mesh/connectivity_sets.hpp"
#include "mesh/corridor_way.hpp"
#include "mesh/stamped.hpp"
#include "mesh/storey_bound.hpp"

namespace wend::mesh {

/// A triangle with something to decide, or the far end of a gate, which is not entered through an edge.
struct StoreyNode {
    Vec2 point;
    double length = 0;
    HalfEdge enters = none;
    HalfEdge leaves = none;  ///< the first edge crossed after the node before
    std::uint32_t parent = none;
    std::uint32_t layer = 0;
    std::uint32_t gate = none;
    bool is_closed = false;
    bool is_leg = false;  ///< from gate to gate over a layer that is only passed through
    bool is_measured = true;
};

/// From gate to gate. No route: there is no way.
struct StoreyLeg {
    Path path;
    std::uint64_t spent = 0;  ///< of a budget
};

/// What a world of storeys keeps between queries about one radius, filter and version: the gates by triangle,
/// and the parts that a disc cannot leave, through whatever gate.
struct StoreySearchMemory {
    std::uint64_t version = 0;
    double radius = -1;
    FilterIndex filter = 0;
    std::uint32_t asked = 0;  ///< since then
    bool has_parts = false;
    bool is_euclidean = true;  ///< no gate is a short cut

    std::vector<std::uint32_t> first_triangle;  ///< by layer, in numbers of all layers' triangles
    std::vector<std::uint32_t> gate_at;         ///< by triangle of all: the first gate that begins there
    std::vector<std::uint32_t> next_gate;       ///< by gate: another one of its triangle
    std::vector<TriangleIndex> gate_ends;       ///< by gate: the triangle it leads to
    std::vector<std::vector<std::uint32_t>> gates_of;  ///< by portal or link and direction
    std::vector<std::vector<std::uint32_t>> leaving;   ///< by layer: what of those begins there
    /// One crossing for each portal and link and direction, by layer, and what it costs at least from the far
    /// end of one to the near end of another; none where there are very many.
    std::vector<std::uint32_t> crossings;
    std::vector<std::vector<std::uint32_t>> crossings_of;
    std::vector<double> between;
    std::vector<double> rest;  ///< by crossing: from its far end to the goal
    EdgeSets parts;            ///< of edges, in numbers of all layers' half-edges
    StoreyBound bound;

    std::optional<GoalMap> map;  ///< exact; to the goal that was asked about last
    FilterIndex map_filter = 0;
    std::uint64_t no_map_version = 0;  ///< for which none can be made

    std::vector<StoreyNode> nodes;
    Stamped<std::uint32_t> node_at;  ///< by triangle of all
    StampedSet crossed;              ///< portals and links, by direction
    OpenList open;
    std::vector<std::uint32_t> chain;
    std::vector<HalfEdge> leg;
    std::vector<std::uint32_t> from_edges, to_edges;
    std::unordered_map<std::uint64_t, StoreyLeg> legs;  ///< from gate to gate, those that were asked about
};

[[nodiscard]] StoreySearchMemory& storey_memory(NavContext& context);

class StoreySearch {
  public:
    StoreySearch(const NavMesh& mesh, const NavQuery& query, NavContext& context, Budget& budget, Path& path);

    /// Gates with opening times and areas with factors are not for this search.
    [[nodiscard]] static bool can_answer(const NavMesh& mesh, const NavQuery& query);

    /// A disc can stand at both ends.
    [[nodiscard]] bool has_room();
    /// Proven, once the parts have been written down.
    [[nodiscard]] bool is_unreachable();
    /// ok, unreachable, out_of_budget, or in_progress where it cannot tell.
    StatusCode run();

  private:
    void learn_gates();
    void list_crossings();
    void measure_crossings();
    void estimate_rests();
    [[nodiscard]] double estimate(std::uint32_t layer, Vec2 point) const;
    void write_down_parts();
    void collect_exits(const MeshPoint& point, TriangleIndex t, std::vector<std::uint32_t>& edges) const;
    /// Until another layer is asked about.
    [[nodiscard]] const CorridorWays& ways_on(std::uint32_t layer);
    [[nodiscard]] std::uint32_t number(std::uint32_t layer, TriangleIndex t) const {
        return memory_.first_triangle[layer] + t;
    }
    [[nodiscard]] TriangleIndex free_triangle(const MeshPoint& point, TriangleIndex hint) const;
    void start_from(std::uint32_t parent, std::uint32_t layer, TriangleIndex t, Vec2 point, double length);
    void offer(const CorridorWays& ways, std::uint32_t layer, CorridorWay way, std::uint32_t parent,
               TriangleIndex began);
    void offer_legs(std::uint32_t parent);
    [[nodiscard]] bool measure(std::uint32_t index);
    void offer_gates(std::uint32_t parent, std::uint32_t layer, TriangleIndex t, Vec2 point, double length);
    void push(const StoreyNode& node, std::uint32_t index);
    void expand(std::uint32_t index);
    [[nodiscard]] bool draw(std::uint32_t last);
    void note_bound();
    [[nodiscard]] bool draw_leg(const MeshPoint& from, Vec2 to);
    [[nodiscard]] const StoreyLeg& leg_between(std::uint32_t from_gate, std::uint32_t to_gate);
    void append_leg(const Path& leg, std::uint32_t layer);
    [[nodiscard]] std::uint32_t crossing_of(const Gate& gate) const;

    const NavMesh& mesh_;
    const NavQuery& query_;
    NavContext& context_;
    Budget& budget_;
    Path& path_;
    StoreySearchMemory& memory_;
    double unit_;  ///< metres
    TriangleIndex start_triangle_ = none, goal_triangle_ = none;
    std::optional<CorridorWays> ways_;
    std::uint32_t ways_layer_ = none;
    bool is_out_of_budget_ = false;
};

}  // namespace wend::mesh
