#pragma once

#include "wend/base/status.hpp"
#include "wend/mesh/nav_mesh.hpp"
#include "wend/world/scene.hpp"

namespace wend {

struct SceneMesh {
    mesh::NavMesh mesh;
    mesh::FilterIndex filter = 0;  ///< what the scene's areas cost
};

/// The mesh of a scene's static part: layers, portals, links and areas, numbered as in the scene. Obstacles
/// are not in it. Fails on what no mesh can be made of, naming it.
[[nodiscard]] Result<SceneMesh> mesh_of(const Scene& scene);

/// What a shape covers in that pose, for cutting it out of the mesh; a polygon around a disc.
[[nodiscard]] Polygon outline_of(const Shape& shape, const Pose& pose);

}  // namespace wend
