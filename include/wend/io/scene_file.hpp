#pragma once

// Scene files: JSON as docs/scene-format.md describes it. Reading is strict: the first thing that is wrong is
// reported with file, line, column, JSON path, what was found and what was expected, as in
//   scenes/x.json:14:21: $.agents[0].radius: found -1, expected a number > 0

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "wend/base/status.hpp"
#include "wend/world/scene.hpp"

namespace wend::io {

/// Files that the scene names are looked for beside it.
Result<Scene> load_scene(const std::filesystem::path& path);

/// `name` stands for the file in messages; files that the scene names are looked for in `folder`.
Result<Scene> parse_scene(std::string_view text, std::string_view name,
                          const std::filesystem::path& folder = {});

/// Everything that is wrong with a scene whose fields can be read, each as parse_scene would say it; the
/// first of each kind. Fails like parse_scene where a field cannot be read.
Result<std::vector<std::string>> find_problems(std::string_view text, std::string_view name,
                                               const std::filesystem::path& folder = {});

/// The scene in one canonical text: fields in a fixed order, defaults left out, every polygon spelled out
/// whatever it came from. Reading it back gives an equal scene.
[[nodiscard]] std::string write_scene(const Scene& scene);

}  // namespace wend::io
