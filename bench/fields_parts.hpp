#pragma once

#include "benchmark.hpp"

namespace wend::bench {

/// Repair when a guard moves, and highways, into the same JSON.
void add_constraints(const Options& options, nlohmann::json& result);

}  // namespace wend::bench
