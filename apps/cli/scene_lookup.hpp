#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "wend/base/status.hpp"
#include "wend/world/scene.hpp"

namespace wend::cli {

struct LoadedScene {
    Scene scene;
    std::string text;  ///< the file as it is
    std::filesystem::path file;
};

/// A file, or the name of a shipped scene.
Result<LoadedScene> load(const std::string& scene);

/// The files of the shipped scenes, by name.
[[nodiscard]] std::vector<std::filesystem::path> shipped_scenes();

/// Prints the failure on standard error; the exit status for it.
int report(const Status& failure);

}  // namespace wend::cli
