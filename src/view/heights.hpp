#pragma once

#include <span>

#include "wend/world/scene.hpp"

namespace wend::view {

[[nodiscard]] inline double height_of(std::uint32_t layer, std::span<const Layer> layers) noexcept {
    return layer < layers.size() ? layers[layer].height : 0;
}

}  // namespace wend::view
