#include "mesh/wall_grid.hpp"

#include <algorithm>
#include <cmath>

namespace wend::mesh {

std::uint32_t WallGrid::index(double at) const noexcept {
    return static_cast<std::uint32_t>(std::clamp(at / step_, 0.0, static_cast<double>(side_ - 1)));
}

double WallGrid::distance_to(std::uint32_t cell, Vec2 p) const noexcept {
    const Vec2 low = low_ + Vec2{cell % side_ * step_, cell / side_ * step_}, high = low + Vec2{step_, step_};
    return length({std::max({low.x - p.x, p.x - high.x, 0.0}), std::max({low.y - p.y, p.y - high.y, 0.0})});
}

template <class Visit>
void WallGrid::for_each_cell(const NearWall& wall, double radius, Visit&& visit) const {
    Box2 box;
    box.add(wall.a);
    box.add(wall.b);
    box = box.grown(radius);
    for (std::uint32_t y = row(box.low.y); y <= row(box.high.y); ++y)
        for (std::uint32_t x = column(box.low.x); x <= column(box.high.x); ++x) visit(y * side_ + x);
}

void WallGrid::build(Vec2 middle, double reach, double radius) {
    const double cells = std::sqrt(static_cast<double>(walls.size()) / 2);
    side_ =
        static_cast<std::uint32_t>(std::clamp(std::min(cells, reach / std::max(radius, 1e-9)), 1.0, 1024.0));
    step_ = 2 * reach / side_;
    low_ = middle - Vec2{reach, reach};
    first_.assign(cell_count() + 1, 0);
    for (const NearWall& wall : walls)
        for_each_cell(wall, radius, [&](std::uint32_t cell) { ++first_[cell + 1]; });
    for (std::uint32_t cell = 0; cell < cell_count(); ++cell) first_[cell + 1] += first_[cell];
    items_.resize(first_.back());
    for (std::uint32_t i = static_cast<std::uint32_t>(walls.size()); i-- > 0;)
        for_each_cell(walls[i], radius, [&](std::uint32_t cell) { items_[--first_[cell + 1]] = i; });
    first_.erase(first_.begin());
    first_.push_back(static_cast<std::uint32_t>(items_.size()));
}

}  // namespace wend::mesh
