#pragma once

#include <optional>

#include "wend/check/scene_check.hpp"

namespace wend::check {

/// Agents inside walls, obstacles or each other when they enter; goals that lie wholly inside walls. A scene
/// with a 3D level is not judged: its walls are not known before it is voxelised.
[[nodiscard]] std::optional<SceneProblem> find_clearance_problem(const Scene& scene);

}  // namespace wend::check
