#pragma once

// On which side of the walls a place is, known beforehand for the cells of a coarse grid that no wall comes
// into: most questions are about open ground, and need not look for the nearest wall then.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "wend/geometry/box.hpp"
#include "wend/world/scene.hpp"

namespace wend {

class SideGrid {
  public:
    SideGrid() = default;

    /// `is_inside(p)` is asked about a few places that are well off all walls.
    template <class IsInside>
    SideGrid(std::span<const Segment> walls, IsInside&& is_inside) {
        lay_out(walls);
        for (const Segment& wall : walls) mark(wall);
        // Between two cells side by side that no wall comes into there is none.
        for (std::size_t i = 0; i < sides_.size(); ++i) {
            if (sides_[i] == Side::either) continue;
            const bool is_known = i % columns_ != 0 && sides_[i - 1] != Side::either;
            sides_[i] = is_known ? sides_[i - 1] : is_inside(middle_of(i)) ? Side::inside : Side::outside;
        }
    }

    /// Nothing where it is not known.
    [[nodiscard]] std::optional<bool> at(Vec2 p) const noexcept {
        const double x = (p.x - bounds_.low.x) / size_, y = (p.y - bounds_.low.y) / size_;
        if (!(x >= 0 && y >= 0 && x < static_cast<double>(columns_) && y < static_cast<double>(rows_)))
            return std::nullopt;
        const Side side = sides_[static_cast<std::size_t>(y) * columns_ + static_cast<std::size_t>(x)];
        if (side == Side::either) return std::nullopt;
        return side == Side::inside;
    }

  private:
    enum class Side : std::uint8_t { unknown, either, inside, outside };
    static constexpr std::size_t cells_of_a_wall = 256, most_cells = 1u << 18;
    static constexpr double least_size = 0.5;  ///< metres
    static constexpr double margin = 1e-6;     ///< share of a cell; more than rounding

    void lay_out(std::span<const Segment> walls) {
        for (const Segment& wall : walls) {
            bounds_.add(wall.from);
            bounds_.add(wall.to);
        }
        if (walls.empty()) return;
        const double width = bounds_.high.x - bounds_.low.x, height = bounds_.high.y - bounds_.low.y;
        const auto most = static_cast<double>(std::min(cells_of_a_wall * walls.size(), most_cells));
        size_ = std::max({least_size, std::sqrt(width * height / most), std::max(width, height) / most});
        if (!std::isfinite(size_)) return;
        columns_ = static_cast<std::size_t>(width / size_) + 1;
        rows_ = static_cast<std::size_t>(height / size_) + 1;
        sides_.assign(columns_ * rows_, Side::unknown);
    }

    [[nodiscard]] Vec2 middle_of(std::size_t cell) const noexcept {
        return bounds_.low + Vec2{(static_cast<double>(cell % columns_) + 0.5) * size_,
                                  (static_cast<double>(cell / columns_) + 0.5) * size_};
    }

    /// Marks the cells that the wall comes into, column by column: of a cell's column it takes a stretch.
    void mark(const Segment& wall) {
        if (sides_.empty()) return;
        Vec2 from = (wall.from - bounds_.low) / size_, to = (wall.to - bounds_.low) / size_;
        if (to.x < from.x) std::swap(from, to);
        const double slope = to.x > from.x ? (to.y - from.y) / (to.x - from.x) : 0;
        const auto height_at = [&](double x) { return from.y + (x - from.x) * slope; };
        const std::size_t last = cell_of(to.x + margin, columns_);
        for (std::size_t column = cell_of(from.x - margin, columns_); column <= last; ++column) {
            const double left = std::max(from.x, static_cast<double>(column) - margin);
            const double right = std::min(to.x, static_cast<double>(column + 1) + margin);
            double low = std::min(height_at(left), height_at(right)),
                   high = std::max(height_at(left), height_at(right));
            if (slope == 0) low = std::min(from.y, to.y), high = std::max(from.y, to.y);
            for (std::size_t row = cell_of(low - margin, rows_); row <= cell_of(high + margin, rows_); ++row)
                sides_[row * columns_ + column] = Side::either;
        }
    }
    [[nodiscard]] static std::size_t cell_of(double along, std::size_t count) noexcept {
        return static_cast<std::size_t>(std::clamp(along, 0.0, static_cast<double>(count - 1)));
    }

    Box2 bounds_;
    double size_ = 1;  ///< metres, of a cell
    std::size_t columns_ = 0, rows_ = 0;
    std::vector<Side> sides_;  ///< by cell
};

}  // namespace wend
