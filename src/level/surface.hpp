#pragma once

#include <vector>

#include "wend/level/height_sampler.hpp"

#include "level/floors.hpp"

namespace wend::level {

/// Height of the surface at the centre of each span's cell: of the triangle there that the span stands for,
/// else the span's own, which is rounded up to the cell height.
[[nodiscard]] std::vector<float> surface_heights(const Floors& floors, const Triangles& triangles,
                                                 double max_slope);

/// One grid a layer. Each continues `margin` cells beyond the layer's border: over the floor that steps lead
/// to where there is one, level where there is none.
[[nodiscard]] std::vector<HeightSampler::Grid> height_grids(const Floors& floors,
                                                            const std::vector<std::uint32_t>& layer,
                                                            std::uint32_t layer_count,
                                                            const std::vector<float>& heights, int margin);

}  // namespace wend::level
