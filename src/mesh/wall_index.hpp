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

    /// A wall within bounds(), under a number that no other wall has.
    void add(std::uint32_t wall, Vec2 from, Vec2 to);
    void remove(std::uint32_t wall);
    /// Calls visit(wall) for walls of all cells that the box meets, some of them more than once.
    template <class Visit>
    void for_each_near(const Box2& box, Visit&& visit) const {
        for (int row = clamped_row(box.low.y); row <= clamped_row(box.high.y); ++row)
            for (int column = clamped_column(box.low.x); column <= clamped_column(box.high.x); ++column)
                for (const std::uint32_t wall : walls_in(column, row)) visit(wall);
    }

  private:
    struct Ends {
        Vec2 from, to;
    };
    [[nodiscard]] int clamped_column(double x) const noexcept;
    [[nodiscard]] int clamped_row(double y) const noexcept;
    [[nodiscard]] const std::vector<std::uint32_t>& walls_in(int column, int row) const noexcept {
        return cells_[cell_at(column, row)];
    }
    [[nodiscard]] std::size_t cell_at(int column, int row) const noexcept {
        return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) +
               static_cast<std::size_t>(column);
    }
    template <class Visit>
    void for_each_cell(std::uint32_t wall, Visit&& visit);

    std::vector<Ends> segments_;
    Box2 bounds_;
    double cell_ = 1;
    int columns_ = 1;
    int rows_ = 1;
    std::vector<std::vector<std::uint32_t>> cells_;  ///< their walls, ascending
};

}  // namespace wend::mesh
