#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "wend/base/status.hpp"

namespace wend::view {

/// The PNG file of an image of three bytes a pixel, rows from the top.
[[nodiscard]] std::vector<std::uint8_t> png_bytes(std::uint32_t width, std::uint32_t height,
                                                  std::span<const std::uint8_t> pixels);

}  // namespace wend::view
