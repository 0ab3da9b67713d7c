#pragma once

#include <optional>

#include "wend/check/scene_check.hpp"

namespace wend::check {

/// The first number that is out of range: files are held to their ranges while they are read, scenes made by
/// code are not.
[[nodiscard]] std::optional<SceneProblem> find_bad_value(const Scene& scene);
/// The same of an event that is to happen in the scene.
[[nodiscard]] std::optional<SceneProblem> find_bad_event(const Scene& scene, const TimedEvent& event);

}  // namespace wend::check
