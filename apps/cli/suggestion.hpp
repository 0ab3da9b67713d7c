#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace wend::cli {

/// The word that was probably meant; empty when none is near.
[[nodiscard]] std::string closest(std::string_view word, const std::vector<std::string>& words);

}  // namespace wend::cli
