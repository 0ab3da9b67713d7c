#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace wend::view {

/// Zlib's format, as the browser's DecompressionStream("deflate") and PNG want it.
[[nodiscard]] std::vector<std::uint8_t> deflated(std::span<const std::uint8_t> bytes);
[[nodiscard]] std::string base64(std::span<const std::uint8_t> bytes);

}  // namespace wend::view
