#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "wend/base/rng.hpp"
#include "wend/geometry/box.hpp"

// A hierarchical grid (Ericson, Real-Time Collision Detection, section 7.2): level k has cells of
// smallest_cell * 2^k metres, and a box lives on the first level whose cells are no smaller than it, so that
// it lies in at most four of them whatever its size. A question looks at its own range on every level in use.

namespace wend {

inline constexpr double smallest_cell = 2;  ///< metres
inline constexpr int cell_levels = 16;      ///< the widest cells measure 65 km

[[nodiscard]] inline double cell_size(int level) noexcept {
    return std::ldexp(smallest_cell, level);
}

/// The level a box lives on; cell_levels when it is too wide for any.
[[nodiscard]] inline int level_of(const Box2& box) noexcept {
    const double extent = std::max(box.high.x - box.low.x, box.high.y - box.low.y);
    int level = 0;
    while (level < cell_levels && !(extent <= cell_size(level))) ++level;
    return level;
}

/// The cells of one level that a box touches.
struct CellRange {
    std::int64_t low_x, low_y, high_x, high_y;

    CellRange(const Box2& box, int level) noexcept {
        const double scale = 1 / cell_size(level);
        const auto column = [&](double x) {
            // Beyond 2^31 cells everything shares the outermost one.
            return static_cast<std::int64_t>(std::floor(std::clamp(x * scale, -2147483648.0, 2147483647.0)));
        };
        low_x = column(box.low.x);
        low_y = column(box.low.y);
        high_x = column(box.high.x);
        high_y = column(box.high.y);
    }
    [[nodiscard]] double count() const noexcept {
        return static_cast<double>(high_x - low_x + 1) * static_cast<double>(high_y - low_y + 1);
    }
    template <class Visit>
    void for_each(Visit&& visit) const {
        for (std::int64_t y = low_y; y <= high_y; ++y)
            for (std::int64_t x = low_x; x <= high_x; ++x) visit(x, y);
    }
};

/// A key for a cell of a level of a layer, and a slice of time where there is one.
[[nodiscard]] inline std::uint64_t cell_key(std::uint32_t layer, int level, std::int64_t x, std::int64_t y,
                                            std::int64_t slice = 0) noexcept {
    constexpr std::uint64_t a = 0x9E3779B97F4A7C15u, b = 0xC2B2AE3D27D4EB4Fu, c = 0x165667B19E3779F9u;
    const auto place = static_cast<std::uint64_t>(x) * a ^ static_cast<std::uint64_t>(y) * b ^
                       static_cast<std::uint64_t>(slice) * c;
    return scatter(place + (std::uint64_t{layer} << 8 | static_cast<std::uint64_t>(level)));
}

}  // namespace wend
