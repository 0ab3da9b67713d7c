#include "wend/fields/follow.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace wend::fields {
namespace {

/// Downhill of the four costs around a place; zero unless all four cells are free and reached.
Vec2 slope_between(const FieldGrid& grid, const GoalField& field, Vec2 in_cells, std::uint32_t layer) {
    const double left = std::floor(in_cells.x - 0.5), low = std::floor(in_cells.y - 0.5);
    if (left < 0 || low < 0 || left + 1 >= grid.width() || low + 1 >= grid.height()) return {};
    const Cell corner = grid.cell(static_cast<std::uint32_t>(left), static_cast<std::uint32_t>(low), layer);
    // The diagonal move exists only if all four cells are free.
    if ((grid.moves(corner) & 16u) == 0) return {};
    const Cell cells[4] = {corner, corner + 1, corner + grid.width(), corner + grid.width() + 1};
    double costs[4];
    for (int i = 0; i < 4; ++i) {
        if (!field.is_settled(cells[i]) || field.cost(cells[i]) == unreached) return {};
        costs[i] = field.cost(cells[i]);
    }
    const double s = in_cells.x - 0.5 - left, t = in_cells.y - 0.5 - low;
    return {(costs[0] - costs[1]) * (1 - t) + (costs[2] - costs[3]) * t,
            (costs[0] - costs[2]) * (1 - s) + (costs[1] - costs[3]) * s};
}

}  // namespace

Cell FieldFrame::cell_at(const FieldGrid& grid, Vec2 place, std::uint32_t layer) const noexcept {
    const Vec2 at = (place - origin) / cell;
    if (!(at.x >= 0 && at.y >= 0 && at.x < grid.width() && at.y < grid.height()) || layer >= grid.layers())
        return no_cell;
    return grid.cell(static_cast<std::uint32_t>(at.x), static_cast<std::uint32_t>(at.y), layer);
}

Cell next_cell(const FieldGrid& grid, const GoalField& field, Cell cell) noexcept {
    const FieldCost here = field.cost(cell);
    if (here == unreached || !field.is_settled(cell)) return no_cell;
    for (const FieldGoal& goal : field.goals())
        if (goal.cell == cell && goal.cost == here) return cell;
    Cell next = no_cell;
    grid.visit_out(cell, [&](Cell to, FieldCost edge) {
        if (next == no_cell && field.cost(to) != unreached && field.cost(to) + edge == here) next = to;
    });
    return next;
}

std::vector<Cell> cells_to_goal(const FieldGrid& grid, const GoalField& field, Cell cell) {
    std::vector<Cell> cells;
    for (Cell at = cell; at != no_cell;) {
        cells.push_back(at);
        const Cell next = next_cell(grid, field, at);
        if (next == at) return cells;
        at = next;
    }
    return {};
}

bool is_open_line(const FieldGrid& grid, Cell from, Cell to) noexcept {
    if (grid.layer_of(from) != grid.layer_of(to) || grid.is_blocked(from)) return false;
    const std::int64_t x0 = grid.x_of(from), y0 = grid.y_of(from);
    const std::int64_t dx = grid.x_of(to) - x0, dy = grid.y_of(to) - y0;
    const std::int64_t steps_x = std::abs(dx), steps_y = std::abs(dy);
    const std::int64_t sign_x = dx < 0 ? -1 : 1, sign_y = dy < 0 ? -1 : 1;
    const Weight weight = grid.weight(from);
    const auto fits = [&](std::int64_t x, std::int64_t y) {
        return grid.weight(grid.cell(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y),
                                     grid.layer_of(from))) == weight;
    };
    // The next side crossed is the vertical one when (1 + 2 ix) / (2 steps_x) < (1 + 2 iy) / (2 steps_y).
    std::int64_t x = x0, y = y0;
    for (std::int64_t ix = 0, iy = 0; ix < steps_x || iy < steps_y;) {
        const std::int64_t order = (1 + 2 * ix) * steps_y - (1 + 2 * iy) * steps_x;
        if (order == 0) {  // through a corner: both cells beside it have to be free
            if (!fits(x + sign_x, y) || !fits(x, y + sign_y)) return false;
            x += sign_x, y += sign_y, ++ix, ++iy;
        } else if (order < 0) {
            x += sign_x, ++ix;
        } else {
            y += sign_y, ++iy;
        }
        if (!fits(x, y)) return false;
    }
    return true;
}

double line_cost(const FieldGrid& grid, Vec2 from, Vec2 to, std::uint32_t layer) noexcept {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    const auto is_inside = [&](Vec2 p) {
        return p.x >= 0 && p.y >= 0 && p.x < grid.width() && p.y < grid.height();
    };
    if (layer >= grid.layers() || !is_inside(from) || !is_inside(to)) return infinite;
    const Vec2 way = to - from;
    auto x = static_cast<std::uint32_t>(from.x), y = static_cast<std::uint32_t>(from.y);
    // The share of the way at which it leaves a cell by its vertical and by its horizontal side.
    const auto leaves_at = [](double begin, double along, std::uint32_t cell) {
        return along > 0 ? (cell + 1.0 - begin) / along : along < 0 ? (cell - begin) / along : infinite;
    };
    double share = 0, weighted = 0;
    while (true) {
        const double across_x = leaves_at(from.x, way.x, x), across_y = leaves_at(from.y, way.y, y);
        const double next = std::min({across_x, across_y, 1.0});
        const Weight weight = grid.weight(grid.cell(x, y, layer));
        if (weight == blocked) return infinite;
        weighted += std::max(next - share, 0.0) * weight;
        if (next >= 1) return weighted * length(way) * cell_cost;
        share = std::max(share, next);
        if (across_x <= across_y)
            x += way.x > 0 ? 1u : ~0u;
        else
            y += way.y > 0 ? 1u : ~0u;
        if (x >= grid.width() || y >= grid.height()) return weighted * length(way) * cell_cost;
    }
}

std::vector<Cell> corners_to_goal(const FieldGrid& grid, const GoalField& field, Cell cell) {
    const std::vector<Cell> cells = cells_to_goal(grid, field, cell);
    if (cells.size() < 3) return cells;
    std::vector<Cell> corners{cells.front()};
    for (std::size_t i = 1; i + 1 < cells.size(); ++i)
        if (!is_open_line(grid, corners.back(), cells[i + 1])) corners.push_back(cells[i]);
    corners.push_back(cells.back());
    return corners;
}

Vec2 direction_at(const FieldGrid& grid, const GoalField& field, const FieldFrame& frame, Vec2 place,
                  std::uint32_t layer) noexcept {
    const Cell at = frame.cell_at(grid, place, layer);
    if (at == no_cell) return {};
    const Cell next = next_cell(grid, field, at);
    if (next == no_cell) return {};
    if (next == at) return normalized(frame.center(grid, at) - place);
    if (grid.layer_of(next) == layer) {
        const Vec2 way = frame.center(grid, next) - place;
        const Vec2 slope = slope_between(grid, field, (place - frame.origin) / frame.cell, layer);
        // A ridge between two ways around something has no slope worth following.
        return dot(slope, way) > 0 ? normalized(slope) : normalized(way);
    }
    return normalized(frame.center(grid, at) - place);
}

}  // namespace wend::fields
