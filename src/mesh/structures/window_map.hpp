#pragma once

// The shortest path map for points (radius 0): which corner every place's shortest path comes by last, found
// by continuous Dijkstra over the triangles (Mitchell, Mount and Papadimitriou 1987, "The discrete geodesic
// problem", on a flat surface with holes; [COURSE §2.2.4]).
//
//        left  enters  right     A *window* is what a *generator* (a corner with the length of the shortest
//     -----|------------|----    path to it, or an exit) sends through an edge: paths in straight lines
//           \          /         between two rays. Taken in order of length it is carried on into the next
//            \        /          triangle, where it splits at the apex and reaches it. Where two windows
//             \      /           meet on an edge, from one side or from both, each keeps what it reaches
//              \    /            first. A corner that is reached sends windows into what was hidden behind
//            generator           it.
//
// The map is the windows of every triangle: the cell of a generator in it is where it is the nearest of
// those that have the place between their rays, so cells are divided by lines and hyperbolas, which are never
// stored. Windows that are kept though others have become better cost time and change no answer.
//
// After an edit whatever came through a changed triangle is forgotten, with all that came of it, and windows
// next to what was forgotten are carried on once more.

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "wend/mesh/structures/map_source.hpp"
#include "wend/mesh/triangulation.hpp"

#include "mesh/corner_cache.hpp"
#include "mesh/mesh_view.hpp"
#include "mesh/stamped.hpp"
#include "mesh/structures/mesh_line.hpp"

namespace wend::mesh {

/// Coordinates and lengths are lattice units.
struct Generator {
    Vec2 center;      ///< a corner, a point, or where a straight exit begins
    Vec2 along;       ///< of a straight exit: its direction, length 1; else 0
    double span = 0;  ///< length of a straight exit
    MeshLine slit;    ///< of span above 0: it is seen through this only, from the other side
    double length = 0;
    Vec2 arrives;                          ///< of a corner: the direction in which the path gets there
    VertexIndex vertex = none;             ///< none: a source
    HalfEdge right_wall = none;            ///< of the corner's free sector
    std::uint32_t next = none;             ///< of the same vertex
    std::uint32_t parent = none;           ///< the generator before
    std::uint32_t window = none;           ///< by which it was reached; none: along an edge
    std::uint32_t source = 0;              ///< the exit that all begins at
    std::vector<std::uint32_t> windows;    ///< sent
    std::vector<std::uint32_t> reached;    ///< corners, along edges
    std::vector<VertexIndex> measured;     ///< vertices, along edges
    std::vector<TriangleIndex> triangles;  ///< of a source: that it is in or touches
    std::vector<HalfEdge> looks;           ///< of a corner: spokes whose triangles it looks into
    bool is_waiting = false;
    bool is_alive = false;

    [[nodiscard]] bool is_straight() const noexcept { return span > 0; }
    [[nodiscard]] bool is_behind_slit() const noexcept { return slit.span > 0; }
    /// Of a source that is not a point: where it lies in the mesh.
    [[nodiscard]] MeshLine line() const noexcept {
        return is_behind_slit() ? slit : MeshLine{center, along, span};
    }
};

struct Window {
    Vec2 left, right;  ///< the rays go through these
    EdgePart part;     ///< of the edge, from its left end
    EdgeDistance distance;
    double near = 0;  ///< least length of a path through it
    HalfEdge enters = none;
    std::uint32_t generator = none;
    std::uint32_t parent = none;  ///< window; none: the generator itself
    std::uint32_t first_child = none;
    std::uint32_t next_sibling = none;
    std::uint32_t next_there = none;  ///< of the same half-edge
    std::uint32_t corner = none;      ///< generator that it reached
    VertexIndex apex = none;          ///< vertex that it measured
    std::int8_t sign = 0;             ///< of a straight exit's: to which side of it
    bool is_waiting = false;
    bool is_alive = false;
};

class WindowMap {
  public:
    void note_edit(const Triangulation& mesh);
    /// Sources must be in free triangles.
    void update(const Triangulation& mesh, const std::vector<MapSource>& sources);
    /// One more source, with what there is.
    void add_source(const Triangulation& mesh, const MapSource& source, std::uint32_t index);
    [[nodiscard]] bool is_about(const Triangulation& mesh) const noexcept {
        return content_ == mesh.content();
    }

    struct Found {
        double length = std::numeric_limits<double>::infinity();
        std::uint32_t generator = none;
    };
    /// The shortest of all paths to a place.
    [[nodiscard]] Found find(const MeshView& view, const Location& at, Vec2 p) const;
    [[nodiscard]] const Generator& generator(std::uint32_t id) const noexcept { return generators_[id]; }
    [[nodiscard]] std::size_t generator_bound() const noexcept { return generators_.size(); }
    /// Where the path from p gets to the generator, as if nothing were between.
    [[nodiscard]] static Vec2 foot(const Generator& from, Vec2 p) noexcept;
    /// The same, or where it gets to the slit that the generator is behind.
    [[nodiscard]] static Vec2 leaves_at(const Generator& from, Vec2 p) noexcept;
    [[nodiscard]] static double length_to(const Generator& from, Vec2 p) noexcept;

    /// What a part of the line is reached from straight on.
    struct Sighting {
        std::uint32_t generator = none;
        EdgePart part;
    };
    void list_sightings(const MeshView& view, const MeshLine& line, StampedSet& seen,
                        std::vector<Sighting>& list) const;

    /// Generators that a place in the triangle may have, each once, in order.
    void list_generators(TriangleIndex t, std::vector<std::uint32_t>& list) const;

    [[nodiscard]] std::size_t window_count() const noexcept { return windows_.size() - free_windows_.size(); }
    [[nodiscard]] std::uint64_t work() const noexcept { return work_; }
    [[nodiscard]] std::size_t memory() const noexcept;

  private:
    struct Measured {
        double length = std::numeric_limits<double>::infinity();
        std::uint32_t by = none;  ///< window, or generator with the flag
    };
    struct Ray {
        Vec2 through;
        Vec2 direction;
    };
    static constexpr std::uint32_t generator_flag = 0x80000000;

    void forget_all(const Triangulation& mesh);
    void resize(const Triangulation& mesh);
    void add_point(const MeshView& view, const MapSource& source, std::uint32_t index, Vec2 at,
                   TriangleIndex in);
    void add_segment(const MeshView& view, const MapSource& source, std::uint32_t index);
    void add_slit(const MeshView& view, const MapSource& source, std::uint32_t index);
    [[nodiscard]] static bool is_on_wall(const MeshView& view, TriangleIndex t, Vec2 at);
    void run(const MeshView& view);

    void emit(const MeshView& view, std::uint32_t id);
    void emit_corner(const MeshView& view, std::uint32_t id);
    void emit_into(const MeshView& view, std::uint32_t id, HalfEdge spoke, int side, bool is_first);
    void emit_point(const MeshView& view, std::uint32_t id, TriangleIndex t);
    void emit_segment(const MeshView& view, std::uint32_t id, TriangleIndex t);
    void emit_slit(const MeshView& view, std::uint32_t id, TriangleIndex t);
    /// May be seen from p through what of its slit is in the triangle.
    [[nodiscard]] static bool is_seen_within(const MeshView& view, const Generator& from, TriangleIndex t,
                                             Vec2 p);
    void sight_within(const MeshView& view, const Generator& from, TriangleIndex t, const MeshLine& line,
                      EdgePart& part) const;
    void expand(const MeshView& view, std::uint32_t id);
    void offer(const MeshView& view, HalfEdge enters, const Window& like, Vec2 left, Vec2 right,
               std::uint32_t parent);
    [[nodiscard]] bool is_reached_sooner(const MeshView& view, const Window& window, double length) const;
    [[nodiscard]] bool keep_needed(const MeshView& view, Window& window, double length);
    void shrink(const MeshView& view, Window& window, const EdgePart& part, double length) const;
    void insert(const Window& window);
    void arrive(const MeshView& view, HalfEdge spoke, double length, std::uint32_t from,
                std::uint32_t window);
    [[nodiscard]] std::uint32_t corner_at(VertexIndex v, HalfEdge right_wall) const noexcept;
    [[nodiscard]] Ray ray(const Window& window, Vec2 through) const noexcept;

    std::uint32_t new_generator();
    void forget_window(std::uint32_t id, bool is_edit);
    void forget_corner(std::uint32_t id, bool is_edit);
    void forget_stacked(bool is_edit);
    void drop_window(std::uint32_t id, bool is_edit);
    void drop_generator(std::uint32_t id, bool is_edit);
    void unlink_from_parent(std::uint32_t id);
    void forget_measure(VertexIndex v, std::uint32_t by, bool is_edit);
    void refresh(const Triangulation& mesh, TriangleIndex t);
    void refresh_dirty(const MeshView& view);
    void send_again(std::uint32_t generator);

    CornerCache corners_;
    std::vector<Generator> generators_;
    std::vector<Window> windows_;
    std::vector<std::uint32_t> free_generators_;
    std::vector<std::uint32_t> free_windows_;
    std::vector<std::uint32_t> windows_on_;  ///< by half-edge: the first that enters by it
    std::vector<std::uint32_t> corner_in_;   ///< by spoke: generator that looks into its triangle
    std::vector<std::uint32_t> corners_at_;  ///< by vertex: the first of its generators
    std::vector<std::vector<std::uint32_t>> sources_in_;  ///< by triangle
    std::vector<Measured> measured_;                      ///< by vertex, not where walls meet
    OpenList open_;
    std::vector<std::uint32_t> stack_;

    std::vector<HalfEdge> dirty_edges_;
    std::vector<VertexIndex> dirty_vertices_;
    std::vector<TriangleIndex> dirty_triangles_;
    std::vector<std::uint32_t> dirty_sources_;  ///< indices
    StampedSet refreshed_;
    std::uint64_t content_ = 0;
    std::uint64_t noted_content_ = 0;
    std::uint64_t noted_version_ = 0;
    bool has_missed_edits_ = true;
    std::uint64_t work_ = 0;
};

}  // namespace wend::mesh
