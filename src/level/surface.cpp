#include "level/surface.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace wend::level {
namespace {

constexpr float nothing = std::numeric_limits<float>::quiet_NaN();

/// The columns whose centres a triangle may cover.
struct ColumnRange {
    int left, right, bottom, top;
};

ColumnRange columns_under(const Floors& floors, const std::array<Vec3, 3>& t) {
    Box2 box;
    for (const Vec3& p : t) box.add((p.xy() - floors.origin) / floors.cell);
    const auto clamp = [](double value, int limit) {
        return static_cast<int>(std::clamp(std::floor(value), 0.0, static_cast<double>(limit - 1)));
    };
    return {clamp(box.low.x, floors.width), clamp(box.high.x, floors.width), clamp(box.low.y, floors.height),
            clamp(box.high.y, floors.height)};
}

/// Raises the span nearest above `height` in a column to it, when it can be that span's surface.
void offer(const Floors& floors, std::size_t column, double height, double reach,
           std::vector<float>& heights) {
    for (std::uint32_t i = floors.first[column]; i < floors.first[column + 1]; ++i) {
        const double top = floors.height_of(floors.spans[i]);
        if (height > top + floors.cell_height || height < top - reach) continue;
        if (std::isnan(heights[i]) || heights[i] < height) heights[i] = static_cast<float>(height);
    }
}

}  // namespace

std::vector<float> surface_heights(const Floors& floors, const Triangles& triangles, double max_slope) {
    std::vector<float> heights(floors.spans.size(), nothing);
    const double reach = floors.cell * std::tan(std::min(max_slope, 1.5)) + floors.cell_height;
    for (std::size_t number = 0; number < triangles.corners.size(); ++number) {
        const std::array<Vec3, 3> t = triangles.at(number);
        const Vec2 u = t[1].xy() - t[0].xy(), v = t[2].xy() - t[0].xy();
        const double area = cross(u, v);
        if (!(area > 0)) continue;  // vertical, or facing down
        const ColumnRange range = columns_under(floors, t);
        for (int y = range.bottom; y <= range.top; ++y)
            for (int x = range.left; x <= range.right; ++x) {
                const Vec2 centre = floors.origin + Vec2{x + 0.5, y + 0.5} * floors.cell - t[0].xy();
                const double s = cross(centre, v) / area, r = cross(u, centre) / area;
                if (s < 0 || r < 0 || s + r > 1) continue;
                const double height = t[0].z + s * (t[1].z - t[0].z) + r * (t[2].z - t[0].z);
                offer(floors, floors.column(x, y), height, reach, heights);
            }
    }
    for (std::size_t i = 0; i < heights.size(); ++i)
        if (std::isnan(heights[i])) heights[i] = static_cast<float>(floors.height_of(floors.spans[i]));
    return heights;
}

std::vector<HeightSampler::Grid> height_grids(const Floors& floors, const std::vector<std::uint32_t>& layer,
                                              std::uint32_t layer_count, const std::vector<float>& heights,
                                              int margin) {
    std::vector<HeightSampler::Grid> grids(layer_count);
    std::vector<std::vector<std::uint32_t>> members(layer_count);
    for (std::uint32_t i = 0; i < layer.size(); ++i) members[layer[i]].push_back(i);
    for (std::uint32_t number = 0; number < layer_count; ++number) {
        HeightSampler::Grid& grid = grids[number];
        int right = std::numeric_limits<int>::min(), top = right;
        grid.left = grid.bottom = std::numeric_limits<int>::max();
        for (const std::uint32_t i : members[number]) {
            grid.left = std::min(grid.left, floors.spans[i].x - margin);
            grid.bottom = std::min(grid.bottom, floors.spans[i].y - margin);
            right = std::max(right, floors.spans[i].x + margin);
            top = std::max(top, floors.spans[i].y + margin);
        }
        grid.width = right - grid.left + 1;
        grid.height = top - grid.bottom + 1;
        const auto size = static_cast<std::size_t>(grid.width) * static_cast<std::size_t>(grid.height);
        grid.heights.assign(size, nothing);
        grid.inside.assign(size, false);

        struct Cell {
            int x, y;
            std::uint32_t span;  ///< no_span where the floor is only thought on
            int rings;
        };
        std::vector<Cell> open;
        const auto place = [&](int x, int y) {
            return static_cast<std::size_t>(y - grid.bottom) * static_cast<std::size_t>(grid.width) +
                   static_cast<std::size_t>(x - grid.left);
        };
        for (const std::uint32_t i : members[number]) {
            const Span& span = floors.spans[i];
            grid.heights[place(span.x, span.y)] = heights[i];
            grid.inside[place(span.x, span.y)] = true;
            open.push_back({span.x, span.y, i, 0});
        }
        for (std::size_t head = 0; head < open.size(); ++head) {
            const Cell at = open[head];
            if (at.rings == margin) continue;
            for (int d = 0; d < 4; ++d) {
                const int x = at.x + step_x[d], y = at.y + step_y[d];
                if (!std::isnan(grid.heights[place(x, y)])) continue;
                const std::uint32_t next = at.span == no_span ? no_span : floors.spans[at.span].next[d];
                grid.heights[place(x, y)] = next == no_span ? grid.heights[place(at.x, at.y)] : heights[next];
                open.push_back({x, y, next, at.rings + 1});
            }
        }
    }
    return grids;
}

}  // namespace wend::level
