#pragma once

#include <limits>

namespace wend {

/// A closed interval, usually of time in seconds. Empty when high < low.
struct Interval {
    double low = 0;
    double high = std::numeric_limits<double>::infinity();

    friend constexpr bool operator==(const Interval&, const Interval&) = default;
    [[nodiscard]] constexpr bool is_empty() const noexcept { return high < low; }
    [[nodiscard]] constexpr bool contains(double t) const noexcept { return low <= t && t <= high; }
    [[nodiscard]] constexpr bool overlaps(Interval o) const noexcept {
        return low <= o.high && o.low <= high;
    }
    [[nodiscard]] constexpr double length() const noexcept { return high - low; }
};

}  // namespace wend
