#pragma once

#include "wend/mesh/areas.hpp"
#include "wend/mesh/path.hpp"
#include "wend/mesh/query.hpp"

#include "mesh/corridor.hpp"
#include "mesh/disc_check.hpp"

namespace wend::mesh {

/// What the path costs with the areas' factors, metres.
[[nodiscard]] double weigh_path(const AreaCosts& areas, const Path& path);

/// Fills the path with straight pieces between crossings of the corridor's edges. False when a disc does not
/// get past some corner that way.
bool join_crossings(const MeshView& view, const DiscCheck& check, const CorridorScratch& corridor,
                    double radius, Vec2 start, Vec2 goal, TriangleIndex goal_seed, const AreaCosts& areas,
                    Path& path);

}  // namespace wend::mesh
