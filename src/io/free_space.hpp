#pragma once

// The walkable area as one geometry, the way JuPedSim's tools want it: polygons with what stands in the way
// cut out. Layers are laid over each other, since the format is flat.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "wend/world/scene.hpp"

namespace wend::io {

/// An obstacle's outline in the world; discs become polygons of 64 corners.
[[nodiscard]] Ring placed_outline(const Shape& shape, const Pose& pose);

struct StandingObstacle {
    std::uint32_t layer = 0;
    Ring outline;
};

class FreeSpace {
  public:
    explicit FreeSpace(const Scene& scene);
    ~FreeSpace();
    FreeSpace(const FreeSpace&) = delete;
    FreeSpace& operator=(const FreeSpace&) = delete;

    /// What the layers leave free, as WKT: POLYGON, or MULTIPOLYGON when it is in pieces.
    [[nodiscard]] std::string wkt(const std::vector<StandingObstacle>& standing) const;

  private:
    struct Layers;
    std::unique_ptr<Layers> layers_;
};

}  // namespace wend::io
