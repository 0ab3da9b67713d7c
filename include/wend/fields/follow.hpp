#pragma once

// Following a goal field: cell by cell, as a path with few corners, or smoothly from any place.

#include <vector>

#include "wend/fields/goal_field.hpp"
#include "wend/geometry/vec.hpp"

namespace wend::fields {

/// Where the cells are: cell (0, 0) has its low corner at `origin`.
struct FieldFrame {
    Vec2 origin;
    double cell = 1;  ///< metres

    [[nodiscard]] Vec2 center(const FieldGrid& grid, Cell at) const noexcept {
        return origin + Vec2{grid.x_of(at) + 0.5, grid.y_of(at) + 0.5} * cell;
    }
    /// The cell that a place is in, `no_cell` outside.
    [[nodiscard]] Cell cell_at(const FieldGrid& grid, Vec2 place, std::uint32_t layer = 0) const noexcept;
};

/// Where to go from a cell: the end of the edge that explains its cost, a goal's own cell at the goal,
/// `no_cell` where no goal can be reached.
[[nodiscard]] Cell next_cell(const FieldGrid& grid, const GoalField& field, Cell cell) noexcept;

/// The cells from here to the goal, both included; empty where no goal can be reached.
[[nodiscard]] std::vector<Cell> cells_to_goal(const FieldGrid& grid, const GoalField& field, Cell cell);

/// The same pulled tight: straight lines that cross only free cells of one weight, and cost no more.
[[nodiscard]] std::vector<Cell> corners_to_goal(const FieldGrid& grid, const GoalField& field, Cell cell);

/// May one go straight between the centres of two cells of a layer, touching only free cells of one weight?
[[nodiscard]] bool is_open_line(const FieldGrid& grid, Cell from, Cell to) noexcept;

/// What going straight costs, in the field's unit: its length in each cell times the cell's weight. Both ends
/// in cells from the low corner of the layer; infinite through what is blocked, or outside.
[[nodiscard]] double line_cost(const FieldGrid& grid, Vec2 from, Vec2 to, std::uint32_t layer = 0) noexcept;

/// The direction to walk in from any place, of length 1: down the field as it runs between the centres of the
/// four cells around the place, so that it turns gradually. Next to what is blocked or unreached, at links
/// and in the goal's cell, towards the next cell of the way. Zero at a goal and where none can be reached.
[[nodiscard]] Vec2 direction_at(const FieldGrid& grid, const GoalField& field, const FieldFrame& frame,
                                Vec2 place, std::uint32_t layer = 0) noexcept;

}  // namespace wend::fields
