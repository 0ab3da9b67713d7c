#pragma once

#include <string_view>

namespace wend::view {

/// The page as it was bundled at build time; empty in a build without Node.js.
[[nodiscard]] std::string_view page() noexcept;

/// In the page, this stands where a recording goes.
inline constexpr std::string_view recording_mark = "<!--recording-->";

}  // namespace wend::view
