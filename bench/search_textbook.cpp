#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "search_peers.hpp"

namespace wend::bench {

TextbookAStar::TextbookAStar(const search::Grid& grid) : pitch_(static_cast<std::int32_t>(grid.width()) + 2) {
    const std::size_t cells = static_cast<std::size_t>(pitch_) * (grid.height() + 2);
    free_.assign(cells, 0);
    g_.resize(cells);
    parent_.resize(cells);
    closed_.resize(cells);
    stamp_.assign(cells, 0);
    for (std::uint32_t y = 0; y < grid.height(); ++y)
        for (std::uint32_t x = 0; x < grid.width(); ++x)
            free_[(y + 1) * static_cast<std::size_t>(pitch_) + x + 1] = !grid.is_blocked(grid.state(x, y));
}

double TextbookAStar::solve(std::uint32_t start_x, std::uint32_t start_y, std::uint32_t goal_x,
                            std::uint32_t goal_y, float weight) {
    constexpr float diagonal = 1.41421356f;
    const auto cell_at = [&](std::uint32_t x, std::uint32_t y) {
        return (static_cast<std::int32_t>(y) + 1) * pitch_ + static_cast<std::int32_t>(x) + 1;
    };
    const std::int32_t start = cell_at(start_x, start_y), goal = cell_at(goal_x, goal_y);
    const std::int32_t to_x = goal % pitch_, to_y = goal / pitch_;
    const auto bound = [&](std::int32_t x, std::int32_t y) {
        const std::int32_t dx = std::abs(x - to_x), dy = std::abs(y - to_y);
        return static_cast<float>(std::max(dx, dy)) + (diagonal - 1) * static_cast<float>(std::min(dx, dy));
    };
    const auto touch = [&](std::int32_t cell) {
        const auto i = static_cast<std::size_t>(cell);
        if (stamp_[i] == query_) return;
        stamp_[i] = query_;
        g_[i] = std::numeric_limits<float>::infinity();
        closed_[i] = 0;
    };

    ++query_;
    heap_.clear();
    touch(start);
    g_[static_cast<std::size_t>(start)] = 0;
    heap_.push_back({0, 0, start});
    while (!heap_.empty()) {
        std::pop_heap(heap_.begin(), heap_.end());
        const std::int32_t cell = heap_.back().cell;
        heap_.pop_back();
        const auto at = static_cast<std::size_t>(cell);
        if (closed_[at] != 0) continue;
        closed_[at] = 1;
        ++expansions_;
        if (cell == goal) return g_[at];
        const std::int32_t x = cell % pitch_, y = cell / pitch_;
        for (std::int32_t dy = -1; dy <= 1; ++dy) {
            for (std::int32_t dx = -1; dx <= 1; ++dx) {
                const std::int32_t next = cell + dy * pitch_ + dx;
                const auto to = static_cast<std::size_t>(next);
                if (free_[to] == 0 || next == cell) continue;
                const bool slanted = dx != 0 && dy != 0;
                if (slanted && (free_[static_cast<std::size_t>(cell + dx)] == 0 ||
                                free_[static_cast<std::size_t>(cell + dy * pitch_)] == 0))
                    continue;
                touch(next);
                const float g = g_[at] + (slanted ? diagonal : 1.0f);
                if (closed_[to] != 0 || g >= g_[to]) continue;
                g_[to] = g;
                parent_[to] = cell;
                heap_.push_back({g + weight * bound(x + dx, y + dy), g, next});
                std::push_heap(heap_.begin(), heap_.end());
            }
        }
    }
    return -1;
}

}  // namespace wend::bench
