#include "wend/level/height_sampler.hpp"

#include <cmath>
#include <limits>

namespace wend::level {

HeightSampler::HeightSampler(Vec2 origin, double cell, double step_height, std::vector<Grid> grids)
    : origin_(origin), cell_(cell), step_height_(step_height), grids_(std::move(grids)) {}

float HeightSampler::cell_height(const Grid& grid, int x, int y) const noexcept {
    const int column = x - grid.left, row = y - grid.bottom;
    if (column < 0 || row < 0 || column >= grid.width || row >= grid.height)
        return std::numeric_limits<float>::quiet_NaN();
    return grid.heights[static_cast<std::size_t>(row) * static_cast<std::size_t>(grid.width) +
                        static_cast<std::size_t>(column)];
}

std::optional<double> HeightSampler::at(std::uint32_t layer, Vec2 p) const {
    if (layer >= grids_.size() || !std::isfinite(p.x) || !std::isfinite(p.y)) return std::nullopt;
    const Grid& grid = grids_[layer];
    const Vec2 local = (p - origin_) / cell_;
    if (std::abs(local.x) > 1e8 || std::abs(local.y) > 1e8) return std::nullopt;
    const double own =
        cell_height(grid, static_cast<int>(std::floor(local.x)), static_cast<int>(std::floor(local.y)));
    if (std::isnan(own)) return std::nullopt;

    // Between the four nearest cell centres; a missing one counts as level with the point's own cell.
    const double left = std::floor(local.x - 0.5), bottom = std::floor(local.y - 0.5);
    const double s = local.x - 0.5 - left, t = local.y - 0.5 - bottom;
    const auto corner = [&](int dx, int dy) {
        const double h = cell_height(grid, static_cast<int>(left) + dx, static_cast<int>(bottom) + dy);
        return std::isnan(h) ? own : h;
    };
    return (1 - t) * ((1 - s) * corner(0, 0) + s * corner(1, 0)) +
           t * ((1 - s) * corner(0, 1) + s * corner(1, 1));
}

std::optional<FloorPoint> HeightSampler::locate(Vec3 p) const {
    std::optional<FloorPoint> best;
    for (std::uint32_t layer = 0; layer < grids_.size(); ++layer) {
        const Grid& grid = grids_[layer];
        const auto height = at(layer, p.xy());
        if (!height || *height > p.z + step_height_ || (best && best->height >= *height)) continue;
        const Vec2 local = (p.xy() - origin_) / cell_;
        const auto column = static_cast<std::size_t>(std::floor(local.x) - grid.left);
        const auto row = static_cast<std::size_t>(std::floor(local.y) - grid.bottom);
        if (grid.inside[row * static_cast<std::size_t>(grid.width) + column])
            best = FloorPoint{layer, *height};
    }
    return best;
}

}  // namespace wend::level
