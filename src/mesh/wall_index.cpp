#include "mesh/wall_index.hpp"

#include <algorithm>
#include <cmath>

#include "wend/geometry/segment.hpp"

namespace wend::mesh {
namespace {

constexpr int most_cells_a_side = 2048;

/// Whether a segment comes within a box, up to rounding on the generous side.
bool meets(Vec2 a, Vec2 b, const Box2& box, double slack) {
    const Vec2 middle = (box.low + box.high) * 0.5, half = (box.high - box.low) * 0.5;
    const Vec2 d = b - a;
    const double reach = half.x * std::abs(d.y) + half.y * std::abs(d.x);
    return std::abs(cross(d, middle - a)) <= reach + slack * (std::abs(d.x) + std::abs(d.y));
}

}  // namespace

WallIndex::WallIndex(std::span<const MedialWall> walls, Lattice lattice) {
    for (const MedialWall& wall : walls) {
        segments_.push_back({lattice.metres(wall.from), lattice.metres(wall.to)});
        bounds_.add(segments_.back().from);
        bounds_.add(segments_.back().to);
    }
    const Vec2 size = bounds_.high - bounds_.low;
    const double longest = std::max({size.x, size.y, lattice.unit});
    cell_ = std::max(std::sqrt(std::max(size.x, longest / 64) * std::max(size.y, longest / 64) /
                               static_cast<double>(walls.size())),
                     longest / most_cells_a_side);
    columns_ = static_cast<int>(size.x / cell_) + 1;
    rows_ = static_cast<int>(size.y / cell_) + 1;

    cells_.resize(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_));
    for (std::uint32_t i = 0; i < segments_.size(); ++i)
        for_each_cell(i, [&](std::vector<std::uint32_t>& cell) { cell.push_back(i); });
}

/// The cells that the wall runs through.
template <class Visit>
void WallIndex::for_each_cell(std::uint32_t wall, Visit&& visit) {
    const auto [a, b] = segments_[wall];
    for (int row = clamped_row(std::min(a.y, b.y)); row <= clamped_row(std::max(a.y, b.y)); ++row)
        for (int column = clamped_column(std::min(a.x, b.x)); column <= clamped_column(std::max(a.x, b.x));
             ++column) {
            const Vec2 low = bounds_.low + Vec2{column * cell_, row * cell_};
            if (meets(a, b, {low, low + Vec2{cell_, cell_}}, 1e-6 * cell_))
                visit(cells_[cell_at(column, row)]);
        }
}

void WallIndex::add(std::uint32_t wall, Vec2 from, Vec2 to) {
    if (wall >= segments_.size()) segments_.resize(wall + std::size_t{1});
    segments_[wall] = {from, to};
    for_each_cell(wall, [&](std::vector<std::uint32_t>& cell) {
        cell.insert(std::ranges::lower_bound(cell, wall), wall);
    });
}

void WallIndex::remove(std::uint32_t wall) {
    for_each_cell(wall, [&](std::vector<std::uint32_t>& cell) { std::erase(cell, wall); });
}

int WallIndex::clamped_column(double x) const noexcept {
    return static_cast<int>(std::clamp((x - bounds_.low.x) / cell_, 0.0, columns_ - 1.0));
}
int WallIndex::clamped_row(double y) const noexcept {
    return static_cast<int>(std::clamp((y - bounds_.low.y) / cell_, 0.0, rows_ - 1.0));
}

WallIndex::Nearest WallIndex::nearest(Vec2 p) const {
    Nearest best;
    const auto look_in = [&](int column, int row) {
        for (const std::uint32_t wall : walls_in(column, row)) {
            const Vec2 point = nearest_point(segments_[wall].from, segments_[wall].to, p);
            const double d = distance(p, point);
            if (d < best.distance || (d == best.distance && wall < best.wall)) best = {wall, point, d};
        }
    };
    const int x = clamped_column(p.x), y = clamped_row(p.y);
    // What lies k cells away from the clamped cell is at least k - 1 cells away from p, or farther.
    for (int k = 0; k <= std::max(columns_, rows_) && (k - 1) * cell_ <= best.distance; ++k)
        for (int row = std::max(y - k, 0); row <= std::min(y + k, rows_ - 1); ++row) {
            const int step = std::abs(row - y) == k ? 1 : std::max(2 * k, 1);
            for (int column = x - k; column <= x + k; column += step)
                if (column >= 0 && column < columns_) look_in(column, row);
        }
    return best;
}

double WallIndex::distance_to_segment(Vec2 a, Vec2 b, double limit) const {
    const double reach = std::min({limit, nearest(a).distance, nearest(b).distance});
    Box2 box;
    box.add(a);
    box.add(b);
    box = box.grown(reach);
    double best = reach * reach;
    for (int row = clamped_row(box.low.y); row <= clamped_row(box.high.y); ++row)
        for (int column = clamped_column(box.low.x); column <= clamped_column(box.high.x); ++column) {
            const Vec2 low = bounds_.low + Vec2{column * cell_, row * cell_};
            if (!meets(a, b, Box2{low, low + Vec2{cell_, cell_}}.grown(reach), 1e-6 * cell_)) continue;
            for (const std::uint32_t wall : walls_in(column, row))
                best = std::min(best, squared_distance(a, b, segments_[wall].from, segments_[wall].to));
        }
    return std::sqrt(best);
}

}  // namespace wend::mesh
