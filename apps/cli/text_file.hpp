#pragma once

#include <filesystem>
#include <string>

#include "wend/base/status.hpp"

namespace wend::cli {

/// Writes beside the target and renames, so that an older file is never half-overwritten.
Status write_text(const std::filesystem::path& file, const std::string& text);

}  // namespace wend::cli
