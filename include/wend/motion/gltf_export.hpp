#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "wend/motion/body.hpp"

namespace wend::motion {

struct ExportedBody {
    std::string name;
    const Body* body = nullptr;
};
/// Skinned bodies with their animations in one binary glTF file, y up as the format wants it; a node, a skin
/// and an animation for each body, one mesh for all.
[[nodiscard]] Status write_glb(const std::filesystem::path& file, std::span<const ExportedBody> bodies,
                               double rate = 30);

}  // namespace wend::motion
