#pragma once

// What a Triangulation keeps for edits, besides the arrays that queries read.

#include <memory>
#include <vector>

#include "wend/mesh/triangulation.hpp"

#include "mesh/arrangement.hpp"
#include "mesh/change_log.hpp"
#include "mesh/feet.hpp"
#include "mesh/journal.hpp"
#include "mesh/labels.hpp"
#include "mesh/refinement.hpp"
#include "mesh/regions.hpp"
#include "mesh/relabel.hpp"
#include "mesh/segments.hpp"
#include "mesh/start_grid.hpp"

namespace wend::mesh {

class Floor;

/// What following the floor (editor_floor.cpp) needs memory for.
struct FloorScratch {
    struct Present {
        LatticePoint end;
        SegmentIndex segment;
        friend auto operator<=>(const Present&, const Present&) = default;
    };
    std::vector<LatticePoint> wanted;  ///< ends of boundary edges of the floor that start at a point
    std::vector<Present> present;      ///< the ground's segments that start there
    std::vector<SegmentIndex> gone;
    std::vector<LatticePoint> fresh;  ///< start and end of each new one
    std::vector<LatticePoint> ends;   ///< of all that come or go
};

struct Machinery {
    Machinery(LatticePoint low_corner, LatticePoint high_corner, const Settings& settings);
    Machinery(const Machinery& other);
    ~Machinery();

    LatticePoint low, high;  ///< corners of bounds()
    StartGrid grid;
    Segments segments;
    Regions regions;
    Labels labels;
    std::size_t labels_in_use = 0;  ///< when garbage was last collected
    std::vector<VertexNeeds> needs;
    Feet feet;
    Journal journal;
    ChangeLog changes;
    std::unique_ptr<Floor> floor;  ///< in a mesh with clearance that has had walkable regions

    std::vector<VertexIndex> loose;
    std::vector<VertexIndex> ring_vertices;
    std::vector<VertexIndex> doubtful_feet;
    DelaunayScratch delaunay_scratch;
    ArrangementScratch arrangement_scratch;
    RelabelScratch relabel_scratch;
    CutSearchScratch cut_search_scratch;
    FloorScratch floor_scratch;

    [[nodiscard]] std::size_t memory() const noexcept;
};

}  // namespace wend::mesh
