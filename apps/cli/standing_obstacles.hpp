#pragma once

#include "wend/base/status.hpp"
#include "wend/mesh/nav_mesh.hpp"
#include "wend/world/scene.hpp"

namespace wend::cli {

/// What stands still from the start is in the way of a single query as well.
Status cut_standing_obstacles(const Scene& scene, mesh::NavMesh& mesh);

}  // namespace wend::cli
