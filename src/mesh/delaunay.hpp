#pragma once

// The constrained Delaunay triangulation itself: vertices and constraint edges go in and out, and every other
// edge is kept locally Delaunay by flips (Lawson 1977). Four co-circular points are a tie; it goes to the
// diagonal with the lexicographically smallest of the four. That is a symbolic perturbation of the lifting
// map, so the triangulation of given vertices and constraints is unique.
//
// Nothing here knows rings. Inserted vertices are strictly inside the outer box, whose corners stay for ever.

#include <algorithm>
#include <vector>

#include "wend/geometry/predicates.hpp"
#include "wend/mesh/arrays.hpp"

#include "mesh/journal.hpp"
#include "mesh/segments.hpp"
#include "mesh/start_grid.hpp"

namespace wend::mesh {

/// Buffers that keep their capacity between edits.
struct DelaunayScratch {
    struct ChainEdge {
        VertexIndex origin;
        HalfEdge old_inner;  ///< before the cavity was emptied
        HalfEdge outer;
        std::uint32_t uses;
        HalfEdge inner;  ///< after it was filled
    };
    struct Spoke {
        HalfEdge half_edge;
        std::int64_t x, y;      ///< from its start to its end
        double square, height;  ///< its length's; see measure_ear
    };
    std::vector<HalfEdge> suspects;
    bool has_doubts = false;  ///< edges were left as they are that should be flipped
    std::vector<Spoke> spokes;
    std::vector<TriangleIndex> cavity, slots;
    std::vector<ChainEdge> left, right;
};

class Delaunay {
  public:
    Delaunay(Arrays& arrays, Journal& journal, StartGrid& grid, Segments& segments, DelaunayScratch& scratch)
        : arrays_(arrays), journal_(journal), grid_(grid), segments_(segments), scratch_(scratch) {}

    struct Insertion {
        VertexIndex vertex;
        bool is_new;
    };
    /// The vertex at p, made if it is not there. The walk starts at `hint` unless that is none.
    Insertion insert(LatticePoint p, VertexIndex hint);
    /// Takes out a vertex none of whose edges is constrained.
    void remove(VertexIndex v);

    /// The half-edge from a to b, or none.
    [[nodiscard]] HalfEdge find_edge(VertexIndex a, VertexIndex b) const noexcept;
    /// Makes the segment run along the edge ab, which is made if it is not there. No vertex and no constraint
    /// may be in the way.
    void constrain(VertexIndex a, VertexIndex b, SegmentIndex segment);
    /// The segment no longer runs along ab. If it was the last to do so, the edge is made Delaunay again,
    /// unless `leave_as_is`, for edges about to disappear with one of their ends.
    void release(VertexIndex a, VertexIndex b, SegmentIndex segment, bool leave_as_is);
    /// All edges that were left as they are have disappeared.
    void forget_doubts() noexcept { scratch_.has_doubts = false; }

  private:
    VertexIndex split_triangle(TriangleIndex t, LatticePoint p);
    VertexIndex split_edge(HalfEdge h, LatticePoint p);
    TriangleIndex new_triangle(TriangleIndex like);
    void flip(HalfEdge h);
    /// Whether the edge ab, between c on its left and d on its right, must give way to cd.
    [[nodiscard]] static bool gives_way(LatticePoint a, LatticePoint b, LatticePoint c,
                                        LatticePoint d) noexcept {
        if (dot(c, a, b) > 0 && dot(d, a, b) > 0) return false;  // two acute angles: mostly so
        const int inside = in_circle(a, b, c, d);
        return inside > 0 || (inside == 0 && std::min(rank(c), rank(d)) < std::min(rank(a), rank(b)));
    }
    /// Orders points as their comparison does, in one number.
    [[nodiscard]] static std::int64_t rank(LatticePoint p) noexcept {
        return (std::int64_t{p.x} << 32) + p.y;
    }
    [[nodiscard]] bool should_flip(HalfEdge h) const noexcept;
    void settle_around(VertexIndex fresh);
    void settle_suspects();
    void measure_ear(std::size_t spoke) noexcept;
    void collect_spokes(VertexIndex v);
    void close_star();
    [[nodiscard]] HalfEdge first_crossed(VertexIndex a, VertexIndex b) const noexcept;
    using Chain = std::vector<DelaunayScratch::ChainEdge>;
    void force_edge(VertexIndex a, VertexIndex b, UseIndex uses);
    void empty_cavity(VertexIndex a, VertexIndex b);
    void add_to_chain(Chain& chain, HalfEdge h);
    HalfEdge fill_chain(Chain& chain, std::size_t first, std::size_t last, VertexIndex start,
                        VertexIndex end);
    void attach(Chain& chain, std::size_t first, std::size_t last, HalfEdge h);
    void connect_chain(const Chain& chain);
    [[nodiscard]] LatticePoint point(VertexIndex v) const noexcept { return arrays_.point(v); }

    Arrays& arrays_;
    Journal& journal_;
    StartGrid& grid_;
    Segments& segments_;
    DelaunayScratch& scratch_;
};

}  // namespace wend::mesh
