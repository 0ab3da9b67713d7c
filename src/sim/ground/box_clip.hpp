#pragma once

#include <algorithm>
#include <optional>

#include "wend/geometry/box.hpp"
#include "wend/world/scene.hpp"

namespace wend {

/// The part of the segment in the box, its sides included. (Cut by one pair of sides after the other.)
[[nodiscard]] inline std::optional<Segment> part_in(const Box2& box, Vec2 from, Vec2 to) {
    double begin = 0, end = 1;
    const auto clip = [&](double start, double way, double low, double high) {
        if (way == 0) return start >= low && start <= high;
        const double a = (low - start) / way, b = (high - start) / way;
        begin = std::max(begin, std::min(a, b));
        end = std::min(end, std::max(a, b));
        return begin <= end;
    };
    if (!clip(from.x, to.x - from.x, box.low.x, box.high.x)) return std::nullopt;
    if (!clip(from.y, to.y - from.y, box.low.y, box.high.y)) return std::nullopt;
    return Segment{lerp(from, to, begin), lerp(from, to, end)};
}

}  // namespace wend
