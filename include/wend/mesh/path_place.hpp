#pragma once

// Where on a path something is that is on it, or beside it.

#include "wend/mesh/path.hpp"

namespace wend::mesh {

/// Metres along the path up to its point on the layer that is nearest to p; of several the first. 0 where the
/// path has no piece on the layer.
[[nodiscard]] double station_near(const Path& path, Vec2 p, std::uint32_t layer);

}  // namespace wend::mesh
