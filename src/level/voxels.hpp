#pragma once

// Recast's first stages: rasterise, filter, compact. Recast is y-up; its z is our -y.

#include <memory>

#include <recastnavigation/Recast.h>

#include "wend/base/status.hpp"
#include "wend/level/triangles.hpp"
#include "wend/world/scene.hpp"

namespace wend::level {

template <class T, void (*Free)(T*)>
struct RecastDeleter {
    void operator()(T* object) const noexcept { Free(object); }
};
template <class T, void (*Free)(T*)>
using RecastPtr = std::unique_ptr<T, RecastDeleter<T, Free>>;

/// Keeps the first thing that Recast complains about.
class RecastLog : public rcContext {
  public:
    RecastLog() : rcContext(true) { enableTimer(false); }
    [[nodiscard]] const std::string& first_error() const noexcept { return first_error_; }

  protected:
    void doLog(rcLogCategory category, const char* message, int length) override;

  private:
    std::string first_error_;
};

struct Voxels {
    RecastPtr<rcHeightfield, rcFreeHeightField> solid;
    RecastPtr<rcCompactHeightfield, rcFreeCompactHeightfield> open;
};

/// Recast's coordinates of the points, three floats each.
[[nodiscard]] std::vector<float> recast_points(const Triangles& triangles);

/// In Recast's frame; width and depth in cells.
struct VoxelBox {
    float low[3];
    float high[3];
    int width = 0;
    int depth = 0;
};

/// The box of the triangles, on multiples of the cell size when `snapped`: then equal geometry gives equal
/// voxels however it was written down. Fails when the level is too large for its cells.
[[nodiscard]] Result<VoxelBox> voxel_box(const Triangles& triangles, const LevelSource& source, bool snapped);

[[nodiscard]] Result<Voxels> voxelise(const Triangles& triangles, const LevelSource& source,
                                      const VoxelBox& box);

}  // namespace wend::level
