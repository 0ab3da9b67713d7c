#pragma once

// Finding the cuts of refinement.hpp from a vertex v to its foot q inside a wall edge s, from the wall's
// side. Seen along s, all ways at a right angle to it are parallel: what can be reached through some edges is
// an interval of feet, and each triangle on the way splits it at its apex, which is the vertex of a cut if it
// is inside.
//
// What ends the search early, D being the open disc with diameter vq:
//
// The ends of crossed edges are outside D. At the height of the next edge, each of them shuts an interval of
// feet; if the whole interval at hand is shut, there is nothing beyond.
//
// Beyond a crossed triangle T, on the side of q, D stays inside the circumcircle C of T. For D holds no
// corner of T, so its border cuts each crossed edge twice, both times inside C. On the side of v it leaves C
// and comes back, or touches it if v is a corner of T: v is not inside C, T being Delaunay. Two circles meet
// in no more than two points, so on the side of q it cannot leave.

#include <vector>

#include "mesh/circumdisc.hpp"
#include "mesh/feet.hpp"
#include "mesh/journal.hpp"

namespace wend::mesh {

struct CutSearchScratch {
    struct Candidate {
        VertexIndex source;
        SegmentIndex segment;
    };
    /// Along and above a wall, both times its length.
    struct Place {
        double along, height;
    };
    struct Feet {
        double low, high;
    };
    /// An edge to go on over, when so many ends have been passed.
    struct Way {
        HalfEdge edge;
        Place right, left;
        Feet feet;
        std::size_t passed;
    };
    /// An edge to leave by, when so many edges have been crossed.
    struct Exit {
        HalfEdge edge;
        std::size_t crossed;
    };
    std::vector<Candidate> candidates;
    std::vector<Place> passed;     ///< ends of the edges crossed on the way from a wall
    std::vector<HalfEdge> behind;  ///< edges crossed on the way to one
    std::vector<Way> ways;
    std::vector<Exit> exits;
};

class CutSearch {
  public:
    CutSearch(const Arrays& arrays, const Segments& segments, const std::vector<VertexNeeds>& needs,
              CutSearchScratch& scratch)
        : arrays_(arrays), segments_(segments), needs_(needs), scratch_(scratch) {}

    /// Leaves in the scratch's candidates all cuts that cross a touched triangle.
    void run(const Journal& journal);

  private:
    using Place = CutSearchScratch::Place;
    using Feet = CutSearchScratch::Feet;
    using Way = CutSearchScratch::Way;
    void begin(HalfEdge wall);
    void search_from(HalfEdge wall);
    void search_over(HalfEdge edge, Place right, Place left, Feet feet);
    void pass(const Way& way);
    void search_outwards(const Journal& journal, HalfEdge entered, const Circumdisc& disc);
    [[nodiscard]] bool leads_straight_on(HalfEdge edge) const noexcept;
    void search_from_outside(HalfEdge wall);
    [[nodiscard]] bool may_pass(Place right, Place left, Feet feet) const noexcept;
    [[nodiscard]] Circumdisc disc_of(HalfEdge h) const noexcept;
    [[nodiscard]] bool is_cut(VertexIndex source, Place place) const noexcept;
    [[nodiscard]] Place place_of(LatticePoint p) const noexcept;
    [[nodiscard]] LatticePoint point(VertexIndex v) const noexcept { return arrays_.point(v); }

    const Arrays& arrays_;
    const Segments& segments_;
    const std::vector<VertexNeeds>& needs_;
    CutSearchScratch& scratch_;
    HalfEdge wall_ = none;
    LatticePoint from_, to_;  ///< ends of the wall, which has the free side on its left
};

}  // namespace wend::mesh
