#pragma once

// A dynamic local clearance triangulation: rings go in and out by id, in any order and of any quality, and
// the mesh between them stays a constrained Delaunay triangulation with clearance for discs of any radius.
//
// Geometry. Vertices are lattice points. Segments of rings are snap-rounded (Guibas and Marimont 1998,
// "Rounding arrangements dynamically"): the lattice cell around every ring vertex and every crossing is hot,
// and a segment runs through the centres of all hot cells it meets. So
//   - a segment's polyline stays within half a lattice unit (in x and in y) of the straight segment; within
//     one unit for walkable regions in a mesh with clearance, which are merged first,
//   - constraint edges meet only in vertices,
//   - vertices and constraint edges are a function of the SET of rings that are in, not of the history.
// Co-circular ties are broken by coordinates, so without clearance the triangles are such a function too.
// With clearance, refinement vertices on walls may depend on the history, which moves answers by less than
// one unit.
//
// Clearance (Kallmann 2014, "Dynamic and robust local clearance triangulations"; COURSE section 2.4.3). A
// disc can go through a sequence of triangles if and only if its radius is at most clearance(h, side) for
// every triangle of the sequence entered through h and left to that side. It counts every vertex as part of a
// wall. So
//   - walkable regions are merged: where they overlap or touch, the mesh has the boundary of their union, and
//     their outlines inside of it are neither constraints nor walls,
//   - areas, which are not walls, belong in a Triangulation of their own (Settings::clearance off) that
//   covers
//     the same bounds: `area_type` at a point is found there.
//
// Reading is const, has no hidden state and is safe from many threads; editing is not.

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "wend/base/status.hpp"
#include "wend/geometry/box.hpp"
#include "wend/geometry/polygon.hpp"
#include "wend/mesh/arrays.hpp"
#include "wend/mesh/types.hpp"

namespace wend::mesh {

struct Settings {
    Lattice lattice;
    bool clearance = true;         ///< keep clearance (and refine walls for it); no area regions then
    bool floor_everywhere = true;  ///< false: blocked unless inside a walkable region
};

struct Machinery;

class Triangulation {
  public:
    /// An empty mesh inside `bounds` (rounded to the lattice); its four sides are walls.
    /// invalid_input when the bounds are empty or outside the lattice's range.
    static Result<Triangulation> create(const Box2& bounds, const Settings& settings = {});

    Triangulation(const Triangulation& other);
    Triangulation(Triangulation&& other) noexcept;
    Triangulation& operator=(Triangulation other) noexcept;
    ~Triangulation();

    // --- edits -------------------------------------------------------------------------------------------
    // Work is proportional to what the edit touches. What lies outside bounds() is cut off; points that are no
    // numbers or off the lattice are invalid_input, and nothing changes.

    /// Direction does not matter: inside is where the winding number is not zero. Repeated points are
    /// dropped; a ring of one point is a point-like pillar, of two a thin wall.
    Result<RegionId> insert(const Ring& ring, RegionOptions options = {});
    /// The outline with the holes taken out; directions do not matter.
    Result<RegionId> insert(const Polygon& polygon, RegionOptions options = {});
    /// All at once, much faster than one by one; the ids are in the order of the polygons.
    Result<std::vector<RegionId>> insert_all(std::span<const Polygon> polygons, RegionOptions options = {});
    /// invalid_input when the id is not alive.
    Status remove(RegionId region);
    /// The region keeps its id and options and has another shape or place from now on: one edit, and cheaper
    /// than two.
    Status move(RegionId region, const Polygon& polygon);

    /// What the last successful edit changed.
    [[nodiscard]] const AffectedRegion& affected() const noexcept;
    /// Counts successful edits.
    [[nodiscard]] std::uint64_t version() const noexcept { return version_; }
    /// Names what the mesh holds: two meshes of the process share it only if one is an unedited copy of the
    /// other. For caches; the number itself means nothing.
    [[nodiscard]] std::uint64_t content() const noexcept { return content_; }
    /// This mesh, or the one it is a copy of, had that content a few edits ago.
    [[nodiscard]] bool remembers(std::uint64_t content) const noexcept;
    /// If it remembers, appends a box, in metres, for each edit since then: outside of it nothing changed.
    [[nodiscard]] bool changes_since(std::uint64_t content, std::vector<Box2>& changed) const;

    [[nodiscard]] bool contains(RegionId region) const noexcept;
    [[nodiscard]] std::size_t region_count() const noexcept;

    // --- the mesh ----------------------------------------------------------------------------------------
    [[nodiscard]] const Settings& settings() const noexcept { return settings_; }
    [[nodiscard]] const Box2& bounds() const noexcept { return bounds_; }

    /// Indices are below these bounds: sizes for scratch arrays. Not every index below them is in use.
    [[nodiscard]] std::uint32_t vertex_bound() const noexcept { return arrays_.vertex_bound(); }
    [[nodiscard]] std::uint32_t triangle_bound() const noexcept { return arrays_.triangle_bound(); }
    [[nodiscard]] std::uint32_t half_edge_bound() const noexcept { return 4 * triangle_bound(); }
    [[nodiscard]] std::uint32_t vertex_count() const noexcept { return arrays_.vertex_count(); }
    [[nodiscard]] std::uint32_t triangle_count() const noexcept { return arrays_.triangle_count(); }
    [[nodiscard]] bool is_vertex(VertexIndex v) const noexcept { return arrays_.is_vertex(v); }
    [[nodiscard]] bool is_triangle(TriangleIndex t) const noexcept { return arrays_.is_triangle(t); }

    static constexpr TriangleIndex triangle_of(HalfEdge h) noexcept { return Arrays::triangle_of(h); }
    /// The half-edge of t that starts at its corner 0, 1 or 2.
    static constexpr HalfEdge half_edge(TriangleIndex t, std::uint32_t corner) noexcept {
        return Arrays::half_edge(t, corner);
    }
    static constexpr HalfEdge next(HalfEdge h) noexcept { return Arrays::next(h); }
    static constexpr HalfEdge previous(HalfEdge h) noexcept { return Arrays::previous(h); }
    /// The same edge seen from the other side; `none` on the sides of bounds().
    [[nodiscard]] HalfEdge twin(HalfEdge h) const noexcept { return arrays_.twin(h); }
    /// Asks for the triangle of h to be brought near, before it is needed.
    void prefetch(HalfEdge h) const noexcept {
        if (h != none) arrays_.prefetch(h);
    }
    /// Where h starts; it ends at vertex(next(h)).
    [[nodiscard]] VertexIndex vertex(HalfEdge h) const noexcept { return arrays_.origin(h); }
    /// Some half-edge that starts at v.
    [[nodiscard]] HalfEdge half_edge_from(VertexIndex v) const noexcept { return arrays_.half_edge_from(v); }

    [[nodiscard]] LatticePoint lattice_position(VertexIndex v) const noexcept { return arrays_.point(v); }
    [[nodiscard]] Vec2 position(VertexIndex v) const noexcept {
        return settings_.lattice.metres(arrays_.point(v));
    }

    /// A ring runs along this edge, or it is a side of bounds().
    [[nodiscard]] bool is_constrained(HalfEdge h) const noexcept { return arrays_.is_constrained(h); }
    /// A disc cannot cross: a side of bounds(), an obstacle's boundary, or blocked on just one side.
    [[nodiscard]] bool is_wall(HalfEdge h) const noexcept { return arrays_.is_wall(h); }
    [[nodiscard]] bool is_blocked(TriangleIndex t) const noexcept { return arrays_.is_blocked(t); }
    /// The highest area type over this triangle, 0 where there is none.
    [[nodiscard]] std::uint16_t area_type(TriangleIndex t) const noexcept;

    /// The largest radius, metres, of a disc that passes from h to the edge on that side: left leaves through
    /// previous(h) around vertex(h), right through next(h) around vertex(next(h)). Rounded down to float; 0
    /// if the triangle is blocked or one of the two edges is a wall. Settings::clearance off: 0 or infinity.
    [[nodiscard]] float clearance(HalfEdge h, Side side) const noexcept {
        return arrays_.corner_clearance(side == Side::left ? h : next(h));
    }
    /// The same by corner: around vertex(h), between h and previous(h).
    [[nodiscard]] float corner_clearance(HalfEdge h) const noexcept { return arrays_.corner_clearance(h); }

    /// Exact for the given double coordinates. Walks from `hint` when it is a triangle, else from a grid of
    /// starting points. Points on shared edges and vertices name one of the triangles there.
    [[nodiscard]] Location locate(Vec2 point, TriangleIndex hint = none) const noexcept;
    [[nodiscard]] Location locate(LatticePoint point, TriangleIndex hint = none) const noexcept;

    /// The regions whose inside (non-zero winding) covers the triangle; with clearance, walkable regions are
    /// merged and not named.
    [[nodiscard]] std::vector<RegionId> regions_over(TriangleIndex t) const;
    /// The regions with a segment along this edge, each once; with clearance, walkable regions are not named.
    [[nodiscard]] std::vector<RegionId> regions_along(HalfEdge h) const;

    /// Bytes in use by everything the mesh keeps.
    [[nodiscard]] std::size_t memory() const noexcept;

  private:
    Triangulation(const Settings& settings, const Box2& bounds, std::unique_ptr<Machinery> machinery);

    Settings settings_;
    Box2 bounds_;
    /// After an edit; everything may have changed where the edit was not local.
    void count_edit(bool is_local) noexcept;
    [[nodiscard]] static std::uint64_t next_content() noexcept;

    std::uint64_t version_ = 0;
    std::uint64_t content_ = next_content();
    Arrays arrays_;
    std::unique_ptr<Machinery> machinery_;
};

}  // namespace wend::mesh
