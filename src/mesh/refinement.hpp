#pragma once

// Refinement for clearance: the idea of Kallmann 2014 ("Dynamic and robust local clearance triangulations",
// ACM TOG 33(5); COURSE section 2.4.3), with another rule for where walls are split that has a short proof.
//
// Call a straight way between two wall points through free space a cut. A disc of diameter d can follow a
// sequence of triangles if and only if no cut that its path must cross is shorter than d. Let c be the
// shortest of those cuts. The open disc D with diameter c holds no wall point: a wall point x in D is closer
// than |c| to both ends of c, and the path, which crosses c, must cross one of the cuts from x to the ends
// (or an even shorter one if x is not seen from there). Being shortest, c runs either
//   (1) between two vertices. Since D is empty, c is an edge of every constrained Delaunay triangulation; or
//   (2) from a vertex v to its foot q inside a wall edge s, at a right angle.
// If in case (2) v and s are in one triangle, then a path that crosses c goes around v in that triangle.
// Otherwise c crosses edges, and the path could cross c far away from v without any triangle noticing:
//
//        v                          path: in between v and L, over the edge LR, out between R and the wall
//     L--+--...____R
//        |                          |vq| < |vL|, |LR|, distance from R to the wall
//   -----q----------------- s
//
// There, q is made a vertex, and c becomes an edge by (1). After that, every shortest cut is an edge of the
// mesh or inside one triangle, and the corner clearances of clearance.cpp (three distances in one triangle)
// decide passage for every radius, for paths that start or end in the middle of it too. Each of them is the
// length of a real cut, so they never forbid what is possible; rounding q to the lattice costs less than one
// unit.
//
// Finding the cuts (2) is cut_search.hpp's work. Vertices beyond the strip of triangles that c crosses need
// no test: if one were in D, it would be in the circumcircle of a triangle of the strip. For the same reason
// a cut (2) that an edit makes possible crosses a triangle that the edit has touched, so only those must be
// searched, from their walls and outwards over their edges.

#include <vector>

#include "mesh/arrangement.hpp"
#include "mesh/cut_search.hpp"
#include "mesh/feet.hpp"
#include "mesh/journal.hpp"

namespace wend::mesh {

class Refinement {
  public:
    Refinement(const Arrays& arrays, const Segments& segments, Arrangement& arrangement, Feet& feet,
               std::vector<VertexNeeds>& needs, CutSearchScratch& scratch)
        : arrays_(arrays),
          segments_(segments),
          arrangement_(arrangement),
          feet_(feet),
          needs_(needs),
          scratch_(scratch) {}

    /// Gives up the feet at touched triangles that no longer serve: their cut is not the shortest any more,
    /// or it would lie in one triangle without them. Appends their vertices to `loose`. Once per edit: two
    /// feet may each be superfluous only because of the other. Which of them is there in the end depends on
    /// the history, but not both are: after candidates were made feet, those nearby are given up one by one.
    void review(const Journal& journal, std::vector<VertexIndex>& loose);
    /// Finds the cuts (2) that cross a touched triangle. False if there is none.
    bool find_candidates(const Journal& journal);
    /// Makes their feet vertices. False if all were vertices already.
    bool insert_feet();
    /// Appends the feet at touched triangles, some of them more than once.
    void collect_feet(const Journal& journal, std::vector<VertexIndex>& feet) const;
    /// Gives up the feet at the vertex that do not serve. False if all do.
    bool give_up(VertexIndex v);

  private:
    [[nodiscard]] bool serves(const Foot& foot) const noexcept;
    [[nodiscard]] bool is_opposite(VertexIndex source, SegmentIndex segment,
                                   LatticePoint place) const noexcept;
    [[nodiscard]] bool would_cross(HalfEdge to_source) const noexcept;
    [[nodiscard]] LatticePoint point(VertexIndex v) const noexcept { return arrays_.point(v); }

    const Arrays& arrays_;
    const Segments& segments_;
    Arrangement& arrangement_;
    Feet& feet_;
    std::vector<VertexNeeds>& needs_;
    CutSearchScratch& scratch_;
};

}  // namespace wend::mesh
