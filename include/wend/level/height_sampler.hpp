#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "wend/geometry/vec.hpp"

namespace wend::level {

/// Where on which floor a point is.
struct FloorPoint {
    std::uint32_t layer = 0;
    double height = 0;
};

/// The floor's height at any point of a layer: heights of the surface at the cells' centres, interpolated
/// bilinearly. On flat ground and plane ramps the error is below the cell height it was voxelised with.
class HeightSampler {
  public:
    /// Heights at cell centres of a window of the level's grid; NaN where the layer has no floor.
    struct Grid {
        int left = 0;
        int bottom = 0;
        int width = 0;
        int height = 0;
        std::vector<float> heights;  ///< rows from bottom to top
        std::vector<bool> inside;    ///< of the layer itself; other cells only continue it a little way
    };

    HeightSampler() = default;
    HeightSampler(Vec2 origin, double cell, double step_height, std::vector<Grid> grids);

    /// Nothing when the layer has no floor there. A cell or two beyond the floor's border still have one.
    [[nodiscard]] std::optional<double> at(std::uint32_t layer, Vec2 p) const;

    /// The highest floor that is at most a step above p: what somebody at p stands on or would fall to.
    [[nodiscard]] std::optional<FloorPoint> locate(Vec3 p) const;

    [[nodiscard]] Vec2 origin() const noexcept { return origin_; }
    [[nodiscard]] double cell() const noexcept { return cell_; }
    [[nodiscard]] double step_height() const noexcept { return step_height_; }
    [[nodiscard]] std::size_t layer_count() const noexcept { return grids_.size(); }
    [[nodiscard]] const Grid& grid(std::uint32_t layer) const { return grids_[layer]; }

  private:
    [[nodiscard]] float cell_height(const Grid& grid, int x, int y) const noexcept;

    Vec2 origin_;
    double cell_ = 1;
    double step_height_ = 0;
    std::vector<Grid> grids_;
};

}  // namespace wend::level
