#pragma once

// How a mesh begins: an outer box that nothing ever touches, and inside it the sides of bounds() as a region
// of its own.

#include "mesh/machinery.hpp"

namespace wend::mesh {

/// Between the sides of bounds() and the outer box. Lattice units.
inline constexpr std::int32_t frame_margin = 1024;

/// Fills the arrays, which are empty, with the mesh that has no regions.
void lay_frame(Arrays& arrays, Machinery& machinery, const Settings& settings);

}  // namespace wend::mesh
