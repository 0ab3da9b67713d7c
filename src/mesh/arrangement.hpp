#pragma once

// Dynamic snap rounding (Guibas and Marimont 1998; Hobby 1999) on top of the Delaunay triangulation.
//
// A vertex is hot: its pixel holds the end of a segment, a crossing of two segments, or the foot of a
// clearance refinement. A segment s runs through exactly the vertices whose pixels it meets, in the order it
// meets them. The points whose pixel s meets form a convex set (s swept by a square), which gives what the
// code relies on:
//   - between two neighbouring vertices on the polyline of s there is no further vertex near s, so a polyline
//   can be
//     bent through a new vertex, or straightened where one goes, without passing over any other vertex;
//   - if a lattice point lies on an edge of the polyline of s, s meets its pixel.
// That polylines never cross is the theorem of snap rounding. It holds with any set of additional hot pixels,
// so it holds after every single step of an edit.

#include <cstdint>
#include <span>
#include <vector>

#include "mesh/delaunay.hpp"
#include "mesh/feet.hpp"

namespace wend::mesh {

struct ArrangementScratch {
    struct Detour {
        SegmentIndex segment;
        VertexIndex from, to;
        friend auto operator<=>(const Detour&, const Detour&) = default;
    };
    struct Stop {
        std::int64_t along;
        VertexIndex vertex;
        friend auto operator<=>(const Stop&, const Stop&) = default;
    };
    std::vector<HalfEdge> stack;
    std::vector<Detour> detours;
    std::vector<SegmentIndex> near;
    std::vector<Stop> stops;
    std::vector<VertexIndex> route;
};

class Arrangement {
  public:
    Arrangement(Arrays& arrays, Segments& segments, Delaunay& delaunay, Feet& feet,
                std::vector<VertexNeeds>& needs, ArrangementScratch& scratch)
        : arrays_(arrays),
          segments_(segments),
          delaunay_(delaunay),
          feet_(feet),
          needs_(needs),
          scratch_(scratch) {}

    /// The vertex at p; when it is new, every segment that meets its pixel is bent through it.
    VertexIndex require_vertex(LatticePoint p, VertexIndex hint);
    /// The vertex at p when there are no segments near; see require_vertex.
    VertexIndex require_plain_vertex(LatticePoint p, VertexIndex hint);
    SegmentIndex add(const Segment& segment);
    /// The same where the vertices it runs through, its ends among them, are known.
    SegmentIndex add(const Segment& segment, std::span<const VertexIndex> route);
    void count_crossing(VertexIndex v) { ++needs_[v].crossings; }
    /// Appends vertices that may no longer be needed to `loose`.
    void remove(SegmentIndex segment, std::vector<VertexIndex>& loose);
    /// Removes those of the vertices that nothing needs, and the feet they caused, straightening what ran
    /// through them. `loose` is empty afterwards.
    void dissolve(std::vector<VertexIndex>& loose);
    /// Whether a segment that was there, and stays, runs another way than before.
    [[nodiscard]] bool has_bent() const noexcept { return has_bent_; }

  private:
    [[nodiscard]] LatticePoint point(VertexIndex v) const noexcept { return arrays_.point(v); }
    [[nodiscard]] LatticePoint start(SegmentIndex s) const noexcept { return point(segments_[s].start); }
    [[nodiscard]] LatticePoint end(SegmentIndex s) const noexcept { return point(segments_[s].end); }
    /// Order along the segment.
    [[nodiscard]] std::int64_t along(SegmentIndex s, VertexIndex v) const noexcept;

    template <class Strip, class VisitEdge>
    void flood(VertexIndex from, const Strip& strip, VisitEdge&& visit);
    [[nodiscard]] bool has_near_edge(VertexIndex v) const noexcept;
    void bend_through(VertexIndex v);
    void collect_uses(HalfEdge h);
    bool scan_ends(VertexIndex a, VertexIndex b);
    void scan_strip(VertexIndex a, VertexIndex b);
    void cross_neighbours(VertexIndex a, VertexIndex b);
    void trace_route(SegmentIndex s);
    [[nodiscard]] VertexIndex next_on_route(SegmentIndex s, VertexIndex v, VertexIndex before) const noexcept;
    void forget_crossings(SegmentIndex s, VertexIndex v);
    void forget_feet_on(SegmentIndex s, VertexIndex v);
    void straighten_over(VertexIndex v);
    void collect_segments_at(VertexIndex v);

    Arrays& arrays_;
    Segments& segments_;
    Delaunay& delaunay_;
    Feet& feet_;
    std::vector<VertexNeeds>& needs_;
    ArrangementScratch& scratch_;
    bool has_bent_ = false;
};

}  // namespace wend::mesh
