#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "wend/base/status.hpp"
#include "wend/view/level_picture.hpp"
#include "wend/world/scene.hpp"

namespace wend::cli {

struct LoadedScene {
    Scene scene;
    std::string text;  ///< the file as it is
    std::filesystem::path file;
    std::shared_ptr<const view::LevelPicture> level;            ///< how it looks, where it is a 3D level
    std::function<double(std::uint32_t layer, Vec2 at)> floor;  ///< z of its ground there
};

/// A file, the name of a shipped scene, or KIND-AGENTS-SEED: one that is generated, all other numbers as
/// usual.
Result<LoadedScene> load(const std::string& scene);

/// The files it was read from.
[[nodiscard]] std::vector<std::filesystem::path> files_of(const LoadedScene& loaded);

/// A scene file's text; files that it names are looked for in `folder`.
Result<LoadedScene> load_text(const std::string& text, const std::string& name,
                              const std::filesystem::path& folder);

/// The files of the shipped scenes, by name.
[[nodiscard]] std::vector<std::filesystem::path> shipped_scenes();

/// Prints the failure on standard error; the exit status for it.
int report(const Status& failure);

}  // namespace wend::cli
