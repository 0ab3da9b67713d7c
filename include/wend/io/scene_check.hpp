#pragma once

#include <optional>
#include <string>

#include "wend/world/scene.hpp"

namespace wend::io {

/// Something that no field alone gets wrong: two things that do not go together.
struct SceneProblem {
    std::string path;     ///< JSON path of the part it is about, such as "$.agents[3].position"
    std::string message;  ///< what was found, what was expected
};

/// The first thing that makes a scene meaningless although every field is in range: names used twice, events
/// about things that do not exist, agents inside walls or inside each other, goals that nobody can stand on.
/// Scene files are read with this check; call it for scenes made by code.
[[nodiscard]] std::optional<SceneProblem> find_problem(const Scene& scene);

}  // namespace wend::io
