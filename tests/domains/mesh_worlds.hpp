#pragma once

// Random worlds of storeys for the mesh domains: obstacles that may overlap, portals and links of any cost,
// some of them dearer, some cheaper than the way they spare.

#include <cstdint>
#include <vector>

#include "wend/base/rng.hpp"
#include "wend/domains/place.hpp"
#include "wend/mesh/nav_mesh.hpp"

namespace wend::test {

struct MeshWorldOptions {
    double size = 20;  ///< metres a side
    std::uint32_t most_layers = 3;
    std::uint32_t most_obstacles = 8;          ///< a layer
    double least_reach = 0.3, most_reach = 3;  ///< of an obstacle
};

[[nodiscard]] Polygon random_obstacle(Rng& rng, const MeshWorldOptions& options);
[[nodiscard]] mesh::NavMesh random_mesh(Rng& rng, const MeshWorldOptions& options);
/// A place where a disc of the radius can stand; a few hundred are tried.
[[nodiscard]] domains::Place random_free_place(Rng& rng, const mesh::NavMesh& mesh, double radius,
                                               const MeshWorldOptions& options);

/// Obstacles that come and go, one at a time.
class MeshEditor {
  public:
    MeshEditor(mesh::NavMesh& mesh, const MeshWorldOptions& options) : mesh_(mesh), options_(options) {}
    /// Puts one in or takes one out; the layer it was on.
    std::uint32_t edit(Rng& rng);

  private:
    struct Cut {
        std::uint32_t layer;
        mesh::RegionId region;
    };
    mesh::NavMesh& mesh_;
    MeshWorldOptions options_;
    std::vector<Cut> cuts_;
};

}  // namespace wend::test
