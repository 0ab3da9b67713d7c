#pragma once

// Where a walk towards a point begins: a pyramid of grids, each cell remembering one vertex that lies in it.
// The finest level has about half as many cells as the mesh has vertices, so a walk takes a few steps
// whatever the size of the mesh; where a cell is empty, the cell above it answers.

#include <cstdint>
#include <vector>

#include "wend/mesh/arrays.hpp"

namespace wend::mesh {

class StartGrid {
  public:
    StartGrid(LatticePoint low, LatticePoint high);

    void add(const Arrays& arrays, VertexIndex v);
    /// While v is still in the mesh.
    void remove(const Arrays& arrays, VertexIndex v);
    /// A vertex not far from p.
    [[nodiscard]] VertexIndex near(LatticePoint p) const noexcept;
    /// Sizes the grid for this many vertices at once.
    void reserve(const Arrays& arrays, std::uint32_t vertices);
    [[nodiscard]] std::size_t memory() const noexcept { return cells_.capacity() * sizeof(VertexIndex); }

  private:
    void rebuild(const Arrays& arrays, int levels);
    [[nodiscard]] std::size_t cell(LatticePoint p, int level) const noexcept;
    [[nodiscard]] VertexIndex neighbour_in_cell(const Arrays& arrays, VertexIndex v) const noexcept;

    LatticePoint low_;
    double cells_per_unit_;           ///< of the coarsest level
    int levels_ = 1;                  ///< level k has 2^k x 2^k cells
    std::vector<VertexIndex> cells_;  ///< level after level, coarsest first
};

}  // namespace wend::mesh
