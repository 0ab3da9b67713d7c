#pragma once

// The flat arrays of a triangulation: what queries read, and little that only edits need. A triangle is one
// cache line of four slots: its half-edges, each in the slot that its own number names, and what belongs to
// all three of them. The lines of removed triangles and the places of removed vertices are reused.

#include <cstdint>
#include <vector>

#include "wend/base/cache_aligned.hpp"
#include "wend/mesh/types.hpp"

namespace wend::mesh {

class Arrays {
  public:
    static constexpr TriangleIndex triangle_of(HalfEdge h) noexcept { return h >> 2; }
    static constexpr HalfEdge half_edge(TriangleIndex t, std::uint32_t corner) noexcept {
        return 4 * t + corner;
    }
    static constexpr HalfEdge next(HalfEdge h) noexcept { return (h & 3) == 2 ? h - 2 : h + 1; }
    static constexpr HalfEdge previous(HalfEdge h) noexcept { return (h & 3) == 0 ? h + 2 : h - 1; }

    [[nodiscard]] std::uint32_t vertex_bound() const noexcept {
        return static_cast<std::uint32_t>(vertices_.size());
    }
    [[nodiscard]] std::uint32_t triangle_bound() const noexcept {
        return static_cast<std::uint32_t>(slots_.size() / 4);
    }
    [[nodiscard]] std::uint32_t vertex_count() const noexcept { return vertex_count_; }
    [[nodiscard]] std::uint32_t triangle_count() const noexcept { return triangle_count_; }
    [[nodiscard]] bool is_vertex(VertexIndex v) const noexcept {
        return v < vertices_.size() && vertices_[v].spoke != none;
    }
    [[nodiscard]] bool is_triangle(TriangleIndex t) const noexcept {
        return t < triangle_bound() && side(4 * t).origin != none;
    }

    [[nodiscard]] HalfEdge twin(HalfEdge h) const noexcept { return side(h).twin; }
    [[nodiscard]] VertexIndex origin(HalfEdge h) const noexcept { return side(h).origin; }
    [[nodiscard]] VertexIndex target(HalfEdge h) const noexcept { return origin(next(h)); }
    [[nodiscard]] VertexIndex apex(HalfEdge h) const noexcept { return origin(previous(h)); }
    [[nodiscard]] HalfEdge half_edge_from(VertexIndex v) const noexcept { return vertices_[v].spoke; }
    [[nodiscard]] LatticePoint point(VertexIndex v) const noexcept { return vertices_[v].point; }

    [[nodiscard]] bool is_constrained(HalfEdge h) const noexcept {
        return uses(h) != none || twin(h) == none;
    }
    [[nodiscard]] bool is_wall(HalfEdge h) const noexcept {
        return (slots_[h | 3].whole.flags >> (h & 3) & 1) != 0;
    }
    [[nodiscard]] bool is_blocked(TriangleIndex t) const noexcept {
        return (whole(t).flags & blocked_flag) != 0;
    }
    [[nodiscard]] float corner_clearance(HalfEdge h) const noexcept { return side(h).clearance; }
    /// Asks for the triangle of h to be brought near, before it is needed.
    void prefetch(HalfEdge h) const noexcept { __builtin_prefetch(slots_.data() + h); }
    [[nodiscard]] std::uint32_t label(TriangleIndex t) const noexcept { return whole(t).label; }
    /// First of the list of segments that run along the edge; the same for both half-edges.
    [[nodiscard]] std::uint32_t uses(HalfEdge h) const noexcept { return side(h).uses; }

    // --- for the editing side of the module
    // ------------------------------------------------------------------
    static constexpr std::uint8_t blocked_flag = 8;  ///< bits 0 to 2: half-edge i is a wall

    VertexIndex add_vertex(LatticePoint point);
    void free_vertex(VertexIndex v);
    TriangleIndex add_triangle();
    void free_triangle(TriangleIndex t);
    void set_origins(TriangleIndex t, VertexIndex a, VertexIndex b, VertexIndex c) noexcept {
        side(4 * t).origin = a;
        side(4 * t + 1).origin = b;
        side(4 * t + 2).origin = c;
    }
    void set_origin(HalfEdge h, VertexIndex v) noexcept { side(h).origin = v; }
    /// Makes a and b (none: the outside) each other's twins, both with these uses.
    void join(HalfEdge a, HalfEdge b, std::uint32_t uses) noexcept {
        side(a).twin = b;
        side(a).uses = uses;
        if (b == none) return;
        side(b).twin = a;
        side(b).uses = uses;
    }
    void set_uses(HalfEdge h, std::uint32_t uses) noexcept { join(h, twin(h), uses); }
    void set_spoke(VertexIndex v, HalfEdge h) noexcept { vertices_[v].spoke = h; }
    void set_label(TriangleIndex t, std::uint32_t label) noexcept { whole(t).label = label; }
    void set_flags(TriangleIndex t, std::uint8_t flags) noexcept { whole(t).flags = flags; }
    [[nodiscard]] std::uint8_t flags(TriangleIndex t) const noexcept { return whole(t).flags; }
    void set_clearance(HalfEdge h, float radius) noexcept { side(h).clearance = radius; }
    /// The number of the edit that last touched the triangle, so that each edit lists it once.
    [[nodiscard]] std::uint32_t stamp(TriangleIndex t) const noexcept { return whole(t).stamp; }
    void set_stamp(TriangleIndex t, std::uint32_t stamp) noexcept { whole(t).stamp = stamp; }
    /// A scratch mark for searches over triangles; next_mark is one that no triangle has.
    std::uint32_t next_mark() noexcept { return last_mark_ = last_mark_ % (none - 1) + 1; }
    [[nodiscard]] std::uint32_t mark(TriangleIndex t) const noexcept { return whole(t).mark; }
    void set_mark(TriangleIndex t, std::uint32_t mark) noexcept { whole(t).mark = mark; }
    void reserve(std::size_t vertices);
    [[nodiscard]] std::size_t memory() const noexcept;

  private:
    struct Side {
        VertexIndex origin = none;  ///< none: of a free triangle
        HalfEdge twin = none;
        std::uint32_t uses = none;
        float clearance = 0;
    };
    struct Whole {
        std::uint32_t label = 0;
        std::uint32_t stamp = 0;
        std::uint32_t mark = 0;
        std::uint8_t flags = 0;
    };
    /// The last of a triangle's four is the whole's, the others are the sides'.
    union Slot {
        Side side;
        Whole whole;
    };
    static_assert(4 * sizeof(Slot) == cache_line);
    struct Vertex {
        LatticePoint point;
        HalfEdge spoke = none;  ///< a half-edge that starts here; none: free slot
    };
    [[nodiscard]] const Side& side(HalfEdge h) const noexcept { return slots_[h].side; }
    [[nodiscard]] Side& side(HalfEdge h) noexcept { return slots_[h].side; }
    [[nodiscard]] const Whole& whole(TriangleIndex t) const noexcept {
        return slots_[std::size_t{4} * t + 3].whole;
    }
    [[nodiscard]] Whole& whole(TriangleIndex t) noexcept { return slots_[std::size_t{4} * t + 3].whole; }

    std::vector<Slot, CacheAligned<Slot>> slots_;
    std::vector<Vertex> vertices_;
    std::vector<VertexIndex> free_vertices_;
    std::vector<TriangleIndex> free_triangles_;
    std::uint32_t vertex_count_ = 0;
    std::uint32_t triangle_count_ = 0;
    std::uint32_t last_mark_ = 0;
};

}  // namespace wend::mesh
