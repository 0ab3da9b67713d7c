#pragma once

#include "benchmark.hpp"

namespace wend::bench {

/// The query part of the mesh benchmark.
nlohmann::json measure_mesh_queries(const Options& options);

}  // namespace wend::bench
