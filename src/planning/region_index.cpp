#include "wend/planning/region_index.hpp"

#include <algorithm>
#include <cmath>

namespace wend::planning {
namespace {

constexpr double finest = 4;  ///< metres of a cell's side; four times as many a level

double side_of(int level) {
    return finest * std::pow(4.0, level);
}

double cells_in(const Box2& box, int level) {
    const double side = side_of(level);
    return (std::floor(box.high.x / side) - std::floor(box.low.x / side) + 1) *
           (std::floor(box.high.y / side) - std::floor(box.low.y / side) + 1);
}

}  // namespace

/// The finest level on which the box touches few cells.
int RegionIndex::level_of(const Box2& box) noexcept {
    constexpr double few = 9;
    for (int level = 0; level + 1 < levels; ++level)
        if (cells_in(box, level) <= few) return level;
    return levels - 1;
}

template <class Visit>
void RegionIndex::for_each_cell(std::uint32_t layer, const Box2& box, int level, Visit&& visit) {
    const Cell base = Cell{layer} << 52 ^ static_cast<Cell>(level) << 48;
    if (level == levels - 1) return visit(base);
    const double side = side_of(level);
    const auto cell = [&](double x) { return static_cast<std::int64_t>(std::floor(x / side)); };
    for (std::int64_t x = cell(box.low.x); x <= cell(box.high.x); ++x)
        for (std::int64_t y = cell(box.low.y); y <= cell(box.high.y); ++y)
            visit(base | (static_cast<Cell>(x) & 0xFFFFFF) << 24 | (static_cast<Cell>(y) & 0xFFFFFF));
}

void RegionIndex::set(Client client, std::span<const SeenRegion> regions) {
    std::vector<SeenRegion>& known = regions_[client];
    for (const SeenRegion& old : known) {
        const int level = level_of(old.box);
        for_each_cell(old.layer, old.box, level, [&](Cell cell) {
            const auto at = cells_.find(cell);
            if (at == cells_.end()) return;  // two of its boxes lay in that cell
            on_level_[static_cast<std::size_t>(level)] -=
                std::erase_if(at->second, [&](const Entry& entry) { return entry.client == client; });
            if (at->second.empty()) cells_.erase(at);
        });
    }
    known.clear();
    for (const SeenRegion& region : regions) {
        if (region.box.is_empty() || region.times.is_empty()) continue;
        known.push_back(region);
        const int level = level_of(region.box);
        for_each_cell(region.layer, region.box, level, [&](Cell cell) {
            cells_[cell].push_back({client, region});
            ++on_level_[static_cast<std::size_t>(level)];
        });
    }
    if (known.empty()) regions_.erase(client);
}

std::vector<RegionIndex::Client> RegionIndex::concerned(std::uint32_t layer, const Box2& box,
                                                        Interval times) const {
    std::vector<Client> found;
    const auto look = [&](const std::vector<Entry>& entries) {
        for (const Entry& entry : entries)
            if (entry.region.layer == layer && entry.region.box.overlaps(box) &&
                entry.region.times.overlaps(times))
                found.push_back(entry.client);
    };
    for (int level = 0; level < levels; ++level) {
        if (on_level_[static_cast<std::size_t>(level)] == 0) continue;
        if (level + 1 < levels && !(cells_in(box, level) <= static_cast<double>(cells_.size()))) {
            for (const auto& [cell, entries] : cells_)
                if ((cell >> 48 & 15) == static_cast<Cell>(level)) look(entries);
            continue;
        }
        for_each_cell(layer, box, level, [&](Cell cell) {
            if (const auto at = cells_.find(cell); at != cells_.end()) look(at->second);
        });
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

}  // namespace wend::planning
