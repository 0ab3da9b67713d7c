#include "wend/world/change_log.hpp"

#include <algorithm>

#include "world/cell.hpp"

namespace wend {
namespace {

/// Calls visit(key) for every cell a box lives in; boxes too wide for the grid share one cell.
template <class Visit>
void for_each_cell(std::uint32_t layer, const Box2& box, int level, Visit&& visit) {
    if (box.is_empty()) return;
    if (level == cell_levels) return visit(cell_key(layer, level, 0, 0));
    CellRange(box, level).for_each([&](auto x, auto y) { visit(cell_key(layer, level, x, y)); });
}

bool touches(const Change& change, std::uint32_t layer, const Box2& region, Interval window) {
    return change.layer == layer && change.region.overlaps(region) && change.window.overlaps(window);
}

}  // namespace

ChangeLog::ChangeLog(std::size_t capacity)
    : capacity_(std::max<std::size_t>(capacity, 1)), on_level_(cell_levels + 1) {}

void ChangeLog::add(const Change& change) {
    if (entries_.size() == capacity_) drop_oldest();
    entries_.push_back(change);
    last_ = change.stamp;
    const int level = level_of(change.region);
    ++on_level_[static_cast<std::size_t>(level)];
    for_each_cell(change.layer, change.region, level,
                  [&](std::uint64_t key) { cells_[key].stamps.push_back(change.stamp); });
}

void ChangeLog::drop_oldest() {
    const Change& oldest = entries_.front();
    const int level = level_of(oldest.region);
    --on_level_[static_cast<std::size_t>(level)];
    for_each_cell(oldest.layer, oldest.region, level, [&](std::uint64_t key) {
        const auto found = cells_.find(key);
        Cell& cell = found->second;
        if (++cell.head == cell.stamps.size()) {
            cells_.erase(found);
        } else if (cell.head > cell.stamps.size() / 2) {
            cell.stamps.erase(cell.stamps.begin(), cell.stamps.begin() + static_cast<long>(cell.head));
            cell.head = 0;
        }
    });
    dropped_ = oldest.stamp;
    entries_.pop_front();
}

ChangeLog::Entry ChangeLog::first_after(std::uint64_t stamp) const {
    return std::upper_bound(entries_.begin(), entries_.end(), stamp,
                            [](std::uint64_t s, const Change& change) { return s < change.stamp; });
}

std::vector<std::uint64_t> ChangeLog::stamps_near(std::uint64_t stamp, std::uint32_t layer,
                                                  const Box2& region) const {
    std::vector<std::uint64_t> stamps;
    for (int level = 0; level <= cell_levels; ++level) {
        if (on_level_[static_cast<std::size_t>(level)] == 0) continue;
        for_each_cell(layer, region, level, [&](std::uint64_t key) {
            const auto found = cells_.find(key);
            if (found == cells_.end()) return;
            const auto& all = found->second.stamps;
            for (auto it = all.rbegin(); it != all.rend() && *it > stamp; ++it) stamps.push_back(*it);
        });
    }
    std::sort(stamps.begin(), stamps.end());
    stamps.erase(std::unique(stamps.begin(), stamps.end()), stamps.end());
    return stamps;
}

Changes ChangeLog::since(std::uint64_t stamp, std::uint32_t layer, const Box2& region,
                         Interval window) const {
    if (stamp < dropped_) return {{}, true};
    Changes answer;
    double cells = 0;
    for (int level = 0; level < cell_levels; ++level)
        if (on_level_[static_cast<std::size_t>(level)] > 0) cells += CellRange(region, level).count();
    const Entry first = first_after(stamp);
    // Over a wide region, or about little news, reading the news itself is cheaper than reading the cells.
    if (cells >= static_cast<double>(entries_.end() - first)) {
        std::copy_if(first, entries_.end(), std::back_inserter(answer.items),
                     [&](const Change& change) { return touches(change, layer, region, window); });
        return answer;
    }
    for (const std::uint64_t near : stamps_near(stamp, layer, region)) {
        const Change& change = *first_after(near - 1);
        if (touches(change, layer, region, window)) answer.items.push_back(change);
    }
    return answer;
}

Changes ChangeLog::since(std::uint64_t stamp) const {
    if (stamp < dropped_) return {{}, true};
    return {{first_after(stamp), entries_.end()}, false};
}

}  // namespace wend
