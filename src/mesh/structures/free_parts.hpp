#pragma once

#include <vector>

#include "mesh/mesh_view.hpp"
#include "mesh/structures/mesh_line.hpp"

namespace wend::mesh {

/// What of a segment a disc can stand on, in shares of it. Lattice units.
[[nodiscard]] std::vector<EdgePart> free_parts(const MeshView& view, double radius, Vec2 from, Vec2 to);

}  // namespace wend::mesh
