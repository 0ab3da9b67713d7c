#pragma once

// The walkable cells of a level as one flat graph, in wend's frame: columns run along +x, rows along +y.

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "wend/geometry/vec.hpp"

#include "level/voxels.hpp"

namespace wend::level {

inline constexpr std::uint32_t no_span = std::numeric_limits<std::uint32_t>::max();

/// Directions: 0 is -x, 1 is +y, 2 is +x, 3 is -y.
inline constexpr std::array<int, 4> step_x{-1, 0, 1, 0};
inline constexpr std::array<int, 4> step_y{0, 1, 0, -1};
[[nodiscard]] constexpr int opposite(int direction) noexcept {
    return direction ^ 2;
}

/// A walkable cell: the floor over one column of the grid.
struct Span {
    int x = 0;
    int y = 0;
    int floor = 0;  ///< in cell heights above the base
    std::array<std::uint32_t, 4> next{no_span, no_span, no_span, no_span};  ///< where one step leads
};

struct Floors {
    int width = 0;
    int height = 0;
    Vec2 origin;  ///< lower left corner of column (0, 0)
    double base = 0;
    double cell = 1;
    double cell_height = 1;
    std::vector<Span> spans;           ///< by column, from below to above
    std::vector<std::uint32_t> first;  ///< of each column, and the end of the last

    [[nodiscard]] std::size_t column(int x, int y) const noexcept {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
    }
    [[nodiscard]] bool has_column(int x, int y) const noexcept {
        return x >= 0 && y >= 0 && x < width && y < height;
    }
    [[nodiscard]] double height_of(const Span& span) const noexcept {
        return base + span.floor * cell_height;
    }
};

/// Steps are kept only where they lead back as well. The voxels' box must be a snapped one.
[[nodiscard]] Floors floors_of(const rcCompactHeightfield& open, const LevelSource& source);

/// Keeps the spans whose `keep` is set; steps to the others end.
[[nodiscard]] Floors filtered(const Floors& floors, const std::vector<bool>& keep);

/// Numbers the pieces that steps connect, in the order of their first spans; returns how many there are.
/// With `group`, only steps inside one group count.
std::uint32_t connected_pieces(const Floors& floors, const std::vector<std::uint32_t>* group,
                               std::vector<std::uint32_t>& piece);

}  // namespace wend::level
