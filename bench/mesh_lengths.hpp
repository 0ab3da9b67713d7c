#pragma once

#include "mesh_match.hpp"

namespace wend::bench {

/// Our shortest paths on one layer against the visibility graph of the inflated walls, which shares no code
/// with the mesh: how many were compared, and the greatest relative difference. It is cubic in the number of
/// walls, so only pairs count that few walls matter to.
[[nodiscard]] nlohmann::json compare_with_oracle(const Ground& ground, const std::vector<QueryPair>& pairs,
                                                 int most);

}  // namespace wend::bench
