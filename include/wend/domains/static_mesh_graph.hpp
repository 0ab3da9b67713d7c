#pragma once

// The graph behind the two mesh domains: what may be crossed, from where, at which price in metres.
//
// States are the free edges of triangles with the direction in which they are crossed. Triangles would be
// fewer, but whether a disc fits depends on the edges by which it enters and leaves (COURSE 2.4.3), and a
// state that forgets where it came from can neither know that nor avoid turning back inside a triangle; so
// edges have at most two successors where triangles have three. Other states are gates (portals and links)
// and anchors, the points where a problem starts and ends. A search sees larger polygons: many edges are
// passed within a move (static_mesh_polygons.hpp).
//
// An edge is crossed where it lengthens the aim least, the straight way from the problem's start to its goal
// through the layers, and at least a radius from its ends. In open space all crossings lie on one line and
// cost exactly what the lower bound says, so a search goes straight there; around an obstacle they hug the
// side on which the shortest way passes it. Midpoints, the usual choice (MD 4.1), make long ways of short
// ones.
//
// Numbers: anchors, then gates, then edges by half-edge, layer and part. They do not depend on history beyond
// the mesh's own numbers.

#include <array>
#include <limits>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include "wend/domains/place.hpp"
#include "wend/domains/static_mesh_gates.hpp"
#include "wend/mesh/passage.hpp"

namespace wend::domains {

using search::Cost;
using search::StateId;

class MultiplierField;

struct MeshGraphOptions {
    double radius = 0.25;              ///< metres
    double margin = 0;                 ///< metres that a passage must be wider than that, on either side
    mesh::FilterIndex filter = 0;      ///< what areas cost
    std::uint32_t portal_samples = 3;  ///< places at which a portal may be crossed; at least 1
    /// Edges longer than this, metres, are crossed in several places, at most `most_parts` of them.
    double part_length = std::numeric_limits<double>::infinity();
    std::uint32_t most_parts = 1;
    const MultiplierField* constraints = nullptr;  ///< on walking; null: none
};

/// What a move does: pay `fixed` metres (a gate's), then walk straight inside one triangle.
struct MeshMove {
    std::uint32_t layer = 0;
    mesh::TriangleIndex triangle = 0;
    Vec2 from;
    Vec2 to;
    double fixed = 0;
};

/// States whose edges changed since they were last asked for.
struct StateChanges {
    std::vector<StateId> states;
    bool everything = false;  ///< begin a new search instead
    [[nodiscard]] bool empty() const noexcept { return states.empty() && !everything; }
    void clear() noexcept {
        states.clear();
        everything = false;
    }
};

class MeshGraph {
  public:
    static constexpr std::uint32_t pocket_depth = 3;  ///< triangles
    static constexpr StateId anchor_count = 4;        ///< two starts, two goals: the present one and the last

    /// Borrows the mesh.
    MeshGraph(const mesh::NavMesh& mesh, const MeshGraphOptions& options);
    MeshGraph(const MeshGraph&) = delete;
    MeshGraph& operator=(const MeshGraph&) = delete;

    [[nodiscard]] const mesh::NavMesh& mesh() const noexcept { return *mesh_; }
    [[nodiscard]] const mesh::Triangulation& floor(std::uint32_t layer) const {
        return mesh_->layer(layer, options_.filter);
    }
    [[nodiscard]] const MeshGraphOptions& options() const noexcept { return options_; }
    [[nodiscard]] const MeshGates& gates() const noexcept { return gates_; }

    // --- problems ----------------------------------------------------------------------------------------

    /// Anchors start and goal and aims at the straight way between them, which changes every state's place: a
    /// new search must begin. `no_state` for a place that is not on free floor.
    struct Problem {
        StateId start = search::no_state;
        StateId goal = search::no_state;
    };
    Problem begin(const Place& start, const Place& goal);
    /// Other passages count from now on; a new problem must begin.
    void set_margin(double margin) noexcept { options_.margin = margin; }
    /// Anchors another start or goal and keeps the aim. Tell the search of changes(), then of the move.
    StateId move_start(const Place& start) { return move_anchor(start_, start); }
    StateId move_goal(const Place& goal) { return move_anchor(goal_, goal); }

    /// To be told after every single edit of a layer: looks at its affected region.
    void note_edit(std::uint32_t layer);
    [[nodiscard]] StateChanges& changes() noexcept { return changes_; }
    /// Of changes(), after note_edit: what the edit itself changed. Searches that are repaired are also told
    /// of anchors, which are put again after every edit.
    [[nodiscard]] const std::vector<StateId>& affected() const noexcept { return affected_; }

    // --- states ------------------------------------------------------------------------------------------

    struct Edge {
        std::uint32_t layer = 0;
        mesh::HalfEdge half_edge = mesh::none;
        std::uint32_t part = 0;
    };
    [[nodiscard]] bool is_anchor(StateId state) const noexcept { return state < anchor_count; }
    [[nodiscard]] bool is_gate(StateId state) const noexcept {
        return state >= anchor_count && state < first_edge_;
    }
    [[nodiscard]] const MeshGate& gate(StateId state) const noexcept { return gates_[state - anchor_count]; }
    [[nodiscard]] Edge edge(StateId state) const noexcept;
    [[nodiscard]] StateId state(const Edge& edge) const noexcept {
        return first_edge_ + (edge.half_edge * layers_ + edge.layer) * options_.most_parts + edge.part;
    }
    [[nodiscard]] std::size_t state_count() const noexcept;
    /// Where the edge is crossed, the gate entered, or the anchor; the origin for what does not exist.
    [[nodiscard]] mesh::MeshPoint position(StateId state) const noexcept;
    /// False for numbers that name nothing at present, because there is no such edge.
    [[nodiscard]] bool exists(StateId state) const noexcept {
        return state < first_edge_ || exists(edge(state));
    }
    [[nodiscard]] double lower_bound(StateId from, StateId to) const noexcept {
        return exists(from) && exists(to) ? embedding_.distance(position(from), position(to)) : 0;
    }
    /// The ground that the state stands on or enters; none for what does not exist.
    [[nodiscard]] mesh::TriangleIndex triangle(StateId state) const noexcept;
    /// The present anchors, `no_state` before there are any.
    [[nodiscard]] StateId start() const noexcept { return present(start_); }
    [[nodiscard]] StateId goal() const noexcept { return present(goal_); }
    /// The number of places at which the edge is crossed.
    [[nodiscard]] std::uint32_t parts(std::uint32_t layer, mesh::HalfEdge h) const noexcept;

    /// Calls visit(state) for the states that a triangle's ground lies between.
    template <class Visit>
    void for_each_around(std::uint32_t layer, mesh::TriangleIndex triangle, Visit&& visit) const;

    /// Calls visit(next, move) for every move from or to the state that stays in one triangle.
    template <class Visit>
    void for_each_out(StateId state, Visit&& visit) const;
    template <class Visit>
    void for_each_in(StateId state, Visit&& visit) const;

    // --- moves between polygons --------------------------------------------------------------------------

    /// What a search makes of an edge: others are always states.
    enum class Role : std::uint8_t {
        state,
        passed,  ///< moves lead through it and none ends there
        idle,    ///< it leads nowhere, or nothing leads to it
    };
    [[nodiscard]] Role role(StateId state) const noexcept;
    /// Calls visit(next, cost) for every move of a search; `price(move)` is the Cost of each triangle on the
    /// way, `through(place)` says whether an edge there may be passed. Only states have any.
    template <class Price, class Through, class Visit>
    void successors(StateId state, const Price& price, const Through& through, const Visit& visit) const;
    template <class Price, class Through, class Visit>
    void predecessors(StateId state, const Price& price, const Through& through, const Visit& visit) const;
    /// Calls visit(end) for the states, on both sides, at which moves end that lead through this one or begin
    /// or end here.
    template <class Visit>
    void for_each_end(StateId state, Visit&& visit) const;
    /// The states of a search's path with all edges that it passes in between.
    [[nodiscard]] std::vector<StateId> with_passed(std::span<const StateId> path) const;

  private:
    struct Corridor {
        bool is_one = false;
        mesh::HalfEdge corner = mesh::none;  ///< the only one that fits; none: a dead end

        /// By which it is left when it is entered by h; none: it cannot be.
        [[nodiscard]] mesh::HalfEdge other_side(mesh::HalfEdge h) const noexcept {
            if (corner == mesh::none) return mesh::none;
            const mesh::HalfEdge before = mesh::Triangulation::previous(corner);
            return h == corner ? before : h == before ? corner : mesh::none;
        }
    };
    /// Is there no way from h but back within so many triangles, and nothing that begins or ends there?
    /// `is_empty`: nothing does anywhere.
    [[nodiscard]] bool is_pocket(std::uint32_t layer, mesh::HalfEdge h, std::uint32_t depth,
                                 bool is_empty) const noexcept;
    [[nodiscard]] Corridor corridor(std::uint32_t layer, mesh::TriangleIndex triangle) const noexcept;
    /// Does a move through an edge that is passed go on to the next? Towards pockets there is no way.
    [[nodiscard]] bool passes_to(StateId passed, StateId next) const noexcept;
    /// Of an edge that exists: is it the side that makes two triangles with a choice one polygon?
    [[nodiscard]] bool is_diagonal(std::uint32_t layer, mesh::HalfEdge h) const noexcept;
    template <class Price, class Through, class Visit>
    void walk_on(StateId first, const MeshMove& move, Cost cost, const Price& price, const Through& through,
                 const Visit& visit) const;
    template <class Price, class Through, class Visit>
    void walk_back(StateId to, const Price& price, const Through& through, const Visit& visit) const;

    /// A point inside a triangle where moves begin (a gate's exit, a start) or end.
    struct Foothold {
        std::uint32_t layer = 0;
        mesh::TriangleIndex triangle = mesh::none;
        StateId state = search::no_state;
        Vec2 point;
        double fixed = 0;
        friend bool operator<(const Foothold& a, const Foothold& b) noexcept {
            return std::tuple(a.layer, a.triangle, a.state) < std::tuple(b.layer, b.triangle, b.state);
        }
    };
    using Footholds = std::vector<Foothold>;  ///< sorted
    struct Anchor {
        StateId ids[2];
        std::uint32_t present = 0;
        Footholds* list;
        std::array<std::optional<Place>, 2> places{};
    };
    struct Segment {
        Vec2 from, to;
    };

    [[nodiscard]] static StateId present(const Anchor& anchor) noexcept {
        return anchor.places[anchor.present] ? anchor.ids[anchor.present] : search::no_state;
    }
    StateId move_anchor(Anchor& anchor, const Place& place);
    void put_anchor(Anchor& anchor, std::uint32_t slot, const Place& place);
    void note(StateId state);
    void note_around(StateId anchor);
    void note_near(std::uint32_t layer, std::vector<mesh::TriangleIndex> triangles, std::uint32_t steps);
    void note_near(const Foothold& foothold);
    void note_gates();
    void rebuild_gate_footholds();
    void aim(const mesh::MeshPoint& start, const mesh::MeshPoint& goal);
    [[nodiscard]] Vec2 crossing(std::uint32_t layer, mesh::HalfEdge h, std::uint32_t part) const noexcept;

    /// An edge between two free triangles that has so many parts.
    [[nodiscard]] bool exists(const Edge& edge) const noexcept {
        const mesh::Triangulation& mesh = floor(edge.layer);
        const mesh::TriangleIndex triangle = mesh::Triangulation::triangle_of(edge.half_edge);
        return (edge.half_edge & 3) != 3 && mesh.is_triangle(triangle) && !mesh.is_blocked(triangle) &&
               !mesh.is_wall(edge.half_edge) && edge.part < parts(edge.layer, edge.half_edge);
    }
    [[nodiscard]] bool fits(const mesh::Triangulation& floor, mesh::HalfEdge corner) const noexcept {
        return floor.corner_clearance(corner) + tolerance_ >= options_.radius + options_.margin;
    }
    /// Does it fit around the corner where h begins, between two sides that are no walls?
    [[nodiscard]] bool is_passable(const mesh::Triangulation& floor, mesh::HalfEdge h) const noexcept {
        return fits(floor, h) && !floor.is_wall(h) && !floor.is_wall(mesh::Triangulation::previous(h));
    }
    [[nodiscard]] static bool has_foothold(const Footholds& list, std::uint32_t layer,
                                           mesh::TriangleIndex triangle) noexcept {
        bool found = false;
        for_each_in_triangle(list, layer, triangle, [&](const Foothold&) { found = true; });
        return found;
    }
    template <class Visit>
    static void for_each_in_triangle(const Footholds& list, std::uint32_t layer, mesh::TriangleIndex triangle,
                                     Visit&& visit);
    template <class Visit>
    void visit_edge(std::uint32_t layer, mesh::HalfEdge h, Visit&& visit) const;

    const mesh::NavMesh* mesh_;
    MeshGraphOptions options_;
    double tolerance_;  ///< half a lattice unit, metres: clearances are rounded
    std::uint32_t layers_;
    LayerEmbedding embedding_;
    MeshGates gates_;
    StateId first_edge_;
    Footholds sources_, sinks_;
    Anchor start_{{0, 1}, 0, &sources_}, goal_{{2, 3}, 0, &sinks_};
    std::vector<std::vector<Segment>> aims_;  ///< by layer
    StateChanges changes_;
    std::vector<StateId> affected_;
};

}  // namespace wend::domains

#include "wend/domains/static_mesh_moves.hpp"
#include "wend/domains/static_mesh_polygons.hpp"
