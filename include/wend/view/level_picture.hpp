#pragma once

// A 3D level as it looks: its triangles, and how high its floors are where somebody stands. Plain data, so
// that the view needs no importer of levels.

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "wend/geometry/vec.hpp"

namespace wend::view {

/// The height of the ground at a point of a layer; `flat` is what the layer says of itself.
using FloorHeight = std::function<double(std::uint32_t layer, Vec2 at, double flat)>;

struct LevelPicture {
    std::vector<Vec3> points;
    std::vector<std::array<std::uint32_t, 3>> corners;
    FloorHeight floor;  ///< unset: layers are flat
};

}  // namespace wend::view
