#include "mesh/start_grid.hpp"

#include <algorithm>

namespace wend::mesh {
namespace {

/// Cells of all levels coarser than `level`.
constexpr std::size_t cells_above(int level) {
    return ((std::size_t{1} << (2 * level)) - 1) / 3;
}

}  // namespace

StartGrid::StartGrid(LatticePoint low, LatticePoint high)
    : low_(low),
      cells_per_unit_(1 / (static_cast<double>(std::max(high.x - low.x, high.y - low.y)) + 1)),
      cells_(cells_above(1), none) {}

std::size_t StartGrid::cell(LatticePoint p, int level) const noexcept {
    const std::int64_t count = std::int64_t{1} << level;
    const double scale = cells_per_unit_ * static_cast<double>(count);
    const auto index = [&](std::int64_t offset) {
        const auto at = static_cast<std::int64_t>(static_cast<double>(offset) * scale);
        return static_cast<std::size_t>(std::clamp(at, std::int64_t{0}, count - 1));
    };
    return cells_above(level) + (index(std::int64_t{p.y} - low_.y) << level) +
           index(std::int64_t{p.x} - low_.x);
}

void StartGrid::add(const Arrays& arrays, VertexIndex v) {
    if (arrays.vertex_count() > cells_.size() * 4) return reserve(arrays, arrays.vertex_count());
    for (int level = levels_ - 1; level >= 0; --level) {
        VertexIndex& start = cells_[cell(arrays.point(v), level)];
        if (start != none) return;
        start = v;
    }
}

VertexIndex StartGrid::neighbour_in_cell(const Arrays& arrays, VertexIndex v) const noexcept {
    const std::size_t home = cell(arrays.point(v), levels_ - 1);
    const HalfEdge first = arrays.half_edge_from(v);
    HalfEdge h = first;
    do {
        const VertexIndex w = arrays.target(h);
        if (cell(arrays.point(w), levels_ - 1) == home) return w;
        h = arrays.twin(Arrays::previous(h));
    } while (h != first && h != none);
    return none;
}

void StartGrid::remove(const Arrays& arrays, VertexIndex v) {
    const LatticePoint p = arrays.point(v);
    VertexIndex& home = cells_[cell(p, levels_ - 1)];
    if (home == v) home = neighbour_in_cell(arrays, v);
    for (int level = levels_ - 2; level >= 0; --level) {
        VertexIndex& start = cells_[cell(p, level)];
        if (start != v) return;
        const std::size_t side = std::size_t{1} << level;
        const std::size_t offset = cell(p, level) - cells_above(level);
        const std::size_t child = cells_above(level + 1) + 4 * side * (offset / side) + 2 * (offset % side);
        start = none;
        for (const std::size_t k : {child, child + 1, child + 2 * side, child + 2 * side + 1})
            if (start == none) start = cells_[k];
    }
}

VertexIndex StartGrid::near(LatticePoint p) const noexcept {
    for (int level = levels_ - 1; level >= 0; --level)
        if (const VertexIndex v = cells_[cell(p, level)]; v != none) return v;
    return 0;
}

void StartGrid::reserve(const Arrays& arrays, std::uint32_t vertices) {
    int levels = levels_;
    while (std::size_t{1} << (2 * levels) <= vertices) ++levels;
    if (levels != levels_) rebuild(arrays, levels);
}

void StartGrid::rebuild(const Arrays& arrays, int levels) {
    levels_ = levels;
    cells_.assign(cells_above(levels), none);
    for (VertexIndex v = 0; v < arrays.vertex_bound(); ++v)
        if (arrays.is_vertex(v)) add(arrays, v);
}

}  // namespace wend::mesh
