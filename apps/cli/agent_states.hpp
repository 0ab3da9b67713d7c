#pragma once

#include <nlohmann/json.hpp>

#include "wend/io/recording.hpp"
#include "wend/sim/simulation.hpp"

namespace wend::cli {

/// How everybody is doing in the newest frame, those in focus with their planning tasks: what the viewer's
/// panels show, for scripts.
[[nodiscard]] nlohmann::ordered_json agent_states(const Simulation& simulation);

}  // namespace wend::cli
