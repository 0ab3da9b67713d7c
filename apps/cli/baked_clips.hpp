#pragma once

#include <filesystem>
#include <string>

#include "wend/motion/clip_set.hpp"

namespace wend::cli {

/// Of what can be made again; empty when the user has none.
[[nodiscard]] std::filesystem::path cache_folder();
[[nodiscard]] Result<motion::ClipSet> read_clip_file(const std::string& file);

}  // namespace wend::cli
