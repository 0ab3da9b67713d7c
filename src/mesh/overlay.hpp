#pragma once

// Snap rounding (arrangement.hpp) of many segments at once, before any of them is in the mesh: where they
// cross, and which vertices' pixels each of them meets. A grid over the segments answers both: whatever meets
// the pixel of a lattice point is listed in the cell of that point.

#include <cstdint>
#include <span>
#include <vector>

#include "mesh/segments.hpp"

namespace wend::mesh {

class Overlay {
  public:
    /// From point to point, by their numbers.
    struct Line {
        std::uint32_t start, end;
    };
    /// Fills the grid. The points must stay where they are; more may be appended.
    Overlay(const std::vector<LatticePoint>& points, std::vector<Line> lines);

    /// So many lines share cells that the grid is no help.
    [[nodiscard]] bool is_crowded() const noexcept { return pairs_ > most_pairs * lines_.size(); }
    /// The rounded crossings, one for each pair of lines that cross.
    [[nodiscard]] std::vector<LatticePoint> crossings() const;
    /// Notes which lines meet the pixels of the points that have these vertices, all of them.
    void find_stops(std::span<const VertexIndex> vertices);
    /// The vertices that a line runs through, in order.
    [[nodiscard]] std::span<const VertexIndex> route(std::uint32_t line,
                                                     std::span<const VertexIndex> vertices);

  private:
    static constexpr std::size_t most_pairs = 32;
    struct Stop {
        std::uint32_t line;
        VertexIndex vertex;
        std::int64_t along;
        friend bool operator==(const Stop&, const Stop&) = default;
    };

    void choose_cells();
    template <class Visit>
    void for_each_cell(Line line, Visit&& visit) const;
    void fill_cells();
    void cross(std::size_t cell, std::vector<LatticePoint>& found) const;
    [[nodiscard]] std::size_t cell_of(LatticePoint p) const noexcept {
        return static_cast<std::size_t>(row(p.y)) * columns_ + static_cast<std::size_t>(column(p.x));
    }
    [[nodiscard]] std::int32_t column(std::int32_t x) const noexcept { return (x - low_.x) >> shift_; }
    [[nodiscard]] std::int32_t row(std::int32_t y) const noexcept { return (y - low_.y) >> shift_; }
    [[nodiscard]] std::span<const std::uint32_t> lines_in(std::size_t cell) const noexcept {
        return {listed_.data() + first_[cell], first_[cell + 1] - first_[cell]};
    }

    const std::vector<LatticePoint>& points_;
    std::vector<Line> lines_;
    LatticePoint low_, high_;  ///< around all points, with a margin
    int shift_ = 0;            ///< cells are 2^shift units wide
    std::size_t columns_ = 1;
    std::vector<std::uint32_t> first_;   ///< by cell, in `listed_`
    std::vector<std::uint32_t> listed_;  ///< lines, cell after cell
    std::size_t pairs_ = 0;              ///< of lines in the same cell
    std::vector<Stop> stops_;            ///< but for the lines' own ends
    std::vector<std::uint32_t> first_stop_;
    std::vector<VertexIndex> route_;
};

}  // namespace wend::mesh
