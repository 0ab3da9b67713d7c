#pragma once

#include <algorithm>
#include <limits>

#include "wend/geometry/vec.hpp"

namespace wend {

/// An axis-aligned box; the default is empty and grows with what is added to it.
struct Box2 {
    Vec2 low{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    Vec2 high{-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};

    /// Everything within `margin` metres of p along either axis.
    [[nodiscard]] static constexpr Box2 around(Vec2 p, double margin) noexcept {
        return Box2{p, p}.grown(margin);
    }

    friend constexpr bool operator==(const Box2&, const Box2&) = default;
    [[nodiscard]] constexpr bool is_empty() const noexcept { return !(low.x <= high.x && low.y <= high.y); }
    [[nodiscard]] constexpr bool contains(Vec2 p) const noexcept {
        return low.x <= p.x && p.x <= high.x && low.y <= p.y && p.y <= high.y;
    }
    [[nodiscard]] constexpr bool overlaps(const Box2& o) const noexcept {
        return low.x <= o.high.x && o.low.x <= high.x && low.y <= o.high.y && o.low.y <= high.y;
    }
    constexpr void add(Vec2 p) noexcept {
        low = {std::min(low.x, p.x), std::min(low.y, p.y)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y)};
    }
    constexpr void add(const Box2& o) noexcept {
        if (o.is_empty()) return;
        add(o.low);
        add(o.high);
    }
    /// Grown by `margin` metres on every side.
    [[nodiscard]] constexpr Box2 grown(double margin) const noexcept {
        return {{low.x - margin, low.y - margin}, {high.x + margin, high.y + margin}};
    }
};

}  // namespace wend
