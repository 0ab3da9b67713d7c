#pragma once

#include <span>
#include <vector>

#include "wend/motion/pose.hpp"
#include "wend/view/picture.hpp"

namespace wend::cli {

/// Bodies as pictures draw them.
[[nodiscard]] std::vector<view::PictureBody> pictures_of(std::span<const motion::AgentPose> poses);

}  // namespace wend::cli
