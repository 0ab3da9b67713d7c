#pragma once

// The walls around a point, by place: a cell lists every wall that comes within a radius of it (by bounding
// boxes), so that whatever touches a disc in the cell is in one short list. Memory is kept from query to
// query.

#include <cstdint>
#include <span>
#include <vector>

#include "wend/geometry/box.hpp"
#include "wend/geometry/segment.hpp"

namespace wend::mesh {

struct NearWall {
    Vec2 a;
    Vec2 b;  ///< equal to a for a lone vertex

    [[nodiscard]] bool is_point() const noexcept { return a == b; }
    [[nodiscard]] double distance_to(Vec2 p) const noexcept { return distance(nearest_point(a, b, p), p); }
};

class WallGrid {
  public:
    std::vector<NearWall> walls;

    /// Sorts the walls into cells of the square of half side `reach` around the middle.
    void build(Vec2 middle, double reach, double radius);

    [[nodiscard]] std::uint32_t cell_count() const noexcept { return side_ * side_; }
    [[nodiscard]] std::span<const std::uint32_t> in_cell(std::uint32_t cell) const noexcept {
        return std::span(items_).subspan(first_[cell], first_[cell + 1] - first_[cell]);
    }
    /// Of a point in the square; points outside get the nearest cell.
    [[nodiscard]] std::uint32_t cell_of(Vec2 p) const noexcept { return row(p.y) * side_ + column(p.x); }
    /// Distance from p to the cell.
    [[nodiscard]] double distance_to(std::uint32_t cell, Vec2 p) const noexcept;

  private:
    [[nodiscard]] std::uint32_t index(double at) const noexcept;
    [[nodiscard]] std::uint32_t column(double x) const noexcept { return index(x - low_.x); }
    [[nodiscard]] std::uint32_t row(double y) const noexcept { return index(y - low_.y); }
    template <class Visit>
    void for_each_cell(const NearWall& wall, double radius, Visit&& visit) const;

    Vec2 low_;
    double step_ = 1;
    std::uint32_t side_ = 1;
    std::vector<std::uint32_t> first_, items_;
};

}  // namespace wend::mesh
