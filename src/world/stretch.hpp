#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "wend/world/occupancy.hpp"

#include "world/cell.hpp"

namespace wend {

/// Length of a slice of time, seconds. Of 2, 4, 8 and 16 with cells of 2 and 4 m, this answers soonest with
/// cells of 2 m for walking crowds; 4 m would halve the memory and cost half as much again per conflict.
inline constexpr double slice_length = 8;
/// The drawer of stretches that are not filed by time.
inline constexpr std::int64_t any_slice = std::numeric_limits<std::int64_t>::min();
/// Stretches that last for more slices than this are filed under any_slice.
inline constexpr std::int64_t most_slices = 3;

[[nodiscard]] inline std::int64_t slice_of(double time) noexcept {
    return static_cast<std::int64_t>(std::floor(std::clamp(time / slice_length, -1e15, 1e15)));
}
[[nodiscard]] inline double slice_end(std::int64_t slice) noexcept {
    return static_cast<double>(slice + 1) * slice_length;
}

inline constexpr std::uint32_t no_slot = 0xFFFFFFFFu;
/// Marks, in an entry's piece, that its stretch repeats.
inline constexpr std::uint32_t repeating = 0x80000000u;

/// What an entry is filed under: 27 bits that tell drawers apart and the level, which its removal needs. Two
/// drawers may share a key; what is found there is tested anyway. The drawers of four by four cells lie side
/// by side, so that a question about neighbouring cells reads few lines of memory.
[[nodiscard]] inline std::uint32_t drawer_key(std::uint32_t layer, int level, std::int64_t x, std::int64_t y,
                                              std::int64_t slice) noexcept {
    const std::uint64_t block = cell_key(layer, level, x >> 2, y >> 2, slice) >> 41;
    const auto within = static_cast<std::uint32_t>((x & 3) | (y & 3) << 2);
    return static_cast<std::uint32_t>(block) << 4 | within | static_cast<std::uint32_t>(level) << 27;
}
[[nodiscard]] inline std::size_t level_in(std::uint32_t key) noexcept {
    return key >> 27;
}

/// A run of a body's way that is filed as one.
struct Occupancy::Stretch {
    Interval span;            ///< on the body's own clock
    std::uint32_t piece = 0;  ///< the first that reaches into it
    Box2 box;                 ///< everything the body touches meanwhile
};

}  // namespace wend
