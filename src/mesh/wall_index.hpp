#pragma once

#include <cstdint>
#include <vector>

#include "wend/geometry/box.hpp"
#include "wend/mesh/medial_axis.hpp"

namespace wend::mesh {

/// Segments by place, in a uniform grid with about one segment a cell.
class WallIndex {
  public:
    struct Nearest {
        std::uint32_t wall = 0;
        Vec2 point;
        double distance = std::numeric_limits<double>::infinity();
    };

    WallIndex() = default;
    WallIndex(std::span<const MedialWall> walls, Lattice lattice);

    /// Of equally near walls the one with the least number. Needs at least one wall.
    [[nodiscard]] Nearest nearest(Vec2 p) const;
    /// Distance from the segment ab to the walls, or `limit` when that is less.
    [[nodiscard]] double distance_to_segment(Vec2 a, Vec2 b, double limit) const;
    [[nodiscard]] const Box2& bounds() const noexcept { return bounds_; }
    [[nodiscard]] Vec2 from(std::uint32_t wall) const noexcept { return segments_[wall].from; }
    [[nodiscard]] Vec2 to(std::uint32_t wall) const noexcept { return segments_[wall].to; }

  private:
    struct Ends {
        Vec2 from, to;
    };
    [[nodiscard]] int clamped_column(double x) const noexcept;
    [[nodiscard]] int clamped_row(double y) const noexcept;
    [[nodiscard]] std::span<const std::uint32_t> walls_in(int column, int row) const noexcept;

    std::vector<Ends> segments_;
    Box2 bounds_;
    double cell_ = 1;
    int columns_ = 1;
    int rows_ = 1;
    std::vector<std::uint32_t> first_, walls_;  ///< walls of each cell, and where they begin
};

}  // namespace wend::mesh
