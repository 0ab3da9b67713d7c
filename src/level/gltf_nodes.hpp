#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "wend/base/status.hpp"
#include "wend/geometry/vec.hpp"

namespace tinygltf {
class Model;
}

namespace wend::level {

/// Rows of a 3 x 4 matrix: linear part and translation.
struct Affine {
    std::array<std::array<double, 4>, 3> rows{{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};

    [[nodiscard]] Vec3 apply(Vec3 p) const noexcept;
    /// First `inner`, then this.
    [[nodiscard]] Affine after(const Affine& inner) const noexcept;
    /// Turns counter-clockwise triangles into clockwise ones.
    [[nodiscard]] bool mirrors() const noexcept;
};

struct PlacedMesh {
    std::size_t mesh = 0;
    Affine transform;
};

/// Every mesh of the default scene (of the first when none is named, of all nodes when there is no scene)
/// with its node's place in the world. Fails on a node that does not exist or is its own ancestor.
[[nodiscard]] Result<std::vector<PlacedMesh>> placed_meshes(const tinygltf::Model& model);

}  // namespace wend::level
