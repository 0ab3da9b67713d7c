#pragma once

// Grid maps and problem sets of the MovingAI benchmarks (Sturtevant, "Benchmarks for Grid-Based Pathfinding",
// IEEE Transactions on Computational Intelligence and AI in Games, 2012).

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "wend/base/status.hpp"
#include "wend/geometry/polygon.hpp"

namespace wend::io {

struct GridMap {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::vector<bool> blocked;  ///< row by row, the file's first row first

    [[nodiscard]] bool is_blocked(std::uint32_t column, std::uint32_t row) const {
        return blocked[std::size_t{row} * width + column];
    }
};

/// '.', 'G' and 'S' can be walked on; '@', 'O', 'T' and 'W' cannot; any other character is an error.
Result<GridMap> parse_map(std::string_view text, std::string_view name);
Result<GridMap> load_map(const std::filesystem::path& path);

/// The blocked cells as polygons: one for each set of cells joined by their sides, with a hole for whatever
/// it encloses; corners only where the outline turns. The cell in column c and row r covers [c, c + 1] x [r,
/// r + 1] times cell_size, from `origin`: y is the row, counted from the top of the file, as in the problem
/// sets. Seen with y up, the map is upside down compared with its text.
[[nodiscard]] std::vector<Polygon> trace_blocked(const GridMap& map, double cell_size, Vec2 origin = {});

struct GridProblem {
    std::uint32_t bucket = 0;
    std::string map;
    std::uint32_t map_width = 0;
    std::uint32_t map_height = 0;
    std::uint32_t start_column = 0;
    std::uint32_t start_row = 0;
    std::uint32_t goal_column = 0;
    std::uint32_t goal_row = 0;
    double optimal_length = 0;  ///< octile, in cells
};

Result<std::vector<GridProblem>> parse_problems(std::string_view text, std::string_view name);
Result<std::vector<GridProblem>> load_problems(const std::filesystem::path& path);

}  // namespace wend::io
