#pragma once

// A burst of events in a crowd: every second an obstacle appears among those who walk in a city and the one
// before goes. How soon those whose way was cut off have another, how good it is, and what frames take; and,
// for the same agents and events, what one new way costs by other means: A* from scratch, a short way around
// the cut and on as before, and D* Lite with its search kept for each agent.

#include "benchmark.hpp"

namespace wend::bench {

void measure_burst(const Options& options, nlohmann::json& out);

}  // namespace wend::bench
