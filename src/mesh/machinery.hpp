#pragma once

// What a Triangulation keeps for edits, besides the arrays that queries read.

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

struct Machinery {
    Machinery(LatticePoint low_corner, LatticePoint high_corner, const Settings& settings)
        : low(low_corner), high(high_corner), grid(low, high), labels(settings.floor_everywhere) {}

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

    std::vector<VertexIndex> loose;
    std::vector<VertexIndex> ring_vertices;
    DelaunayScratch delaunay_scratch;
    ArrangementScratch arrangement_scratch;
    RelabelScratch relabel_scratch;
    CutSearchScratch cut_search_scratch;

    [[nodiscard]] std::size_t memory() const noexcept {
        return grid.memory() + segments.memory() + regions.memory() + labels.memory() + feet.memory() +
               needs.capacity() * sizeof(VertexNeeds);
    }
};

}  // namespace wend::mesh
