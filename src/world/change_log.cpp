#include "wend/world/change_log.hpp"

#include "world/cell.hpp"

namespace wend {
namespace {

constexpr std::size_t fewest_chains = 256;

/// The level that a region is filed on: one where it lies in no more than four cells. Rounding can make a box
/// that just fits a cell reach into three columns.
std::size_t filing_level(const Box2& region) {
    const int level = level_of(region);
    const bool is_split = level < cell_levels && !region.is_empty() && CellRange(region, level).count() > 4;
    return static_cast<std::size_t>(is_split ? level + 1 : level);
}

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
    if (ring_.size() < capacity_) {
        ring_.push_back({change, {}});
    } else {
        Entry& oldest = ring_[static_cast<std::size_t>(count_ % capacity_)];
        dropped_ = oldest.change.stamp;
        --on_level_[filing_level(oldest.change.region)];
        oldest = {change, {}};
    }
    ++count_;
    ++on_level_[filing_level(change.region)];
    if (newest_.size() < ring_.size())
        file_all();
    else
        file(count_ - 1);
}

/// Enters a change that is in the ring at the head of the chains it belongs to.
void ChangeLog::file(std::uint64_t number) {
    Entry& entry = ring_[static_cast<std::size_t>(number % capacity_)];
    const Change& change = entry.change;
    auto link = entry.links.begin();
    const int level = static_cast<int>(filing_level(change.region));
    for_each_cell(change.layer, change.region, level, [&](std::uint64_t key) {
        const std::size_t chain = key & (newest_.size() - 1);
        std::uint64_t& newest = newest_[chain];
        // Two cells of one change may share a chain.
        if (newest == number + 1) return;
        const std::uint64_t back = newest == 0 ? 0 : number + 1 - newest;
        *link++ = {static_cast<std::uint32_t>(chain),
                   static_cast<std::uint32_t>(back < capacity_ ? back : 0)};
        newest = number + 1;
    });
}

void ChangeLog::file_all() {
    newest_.assign(std::max(fewest_chains, newest_.size() * 2), 0);
    for (std::uint64_t number = oldest(); number < count_; ++number) {
        ring_[static_cast<std::size_t>(number % capacity_)].links = {};
        file(number);
    }
}

std::uint64_t ChangeLog::first_after(std::uint64_t stamp) const noexcept {
    std::uint64_t low = oldest(), high = count_;
    while (low < high) {
        const std::uint64_t middle = low + (high - low) / 2;
        if (at(middle).stamp > stamp)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

std::vector<std::uint64_t> ChangeLog::near(std::uint64_t first, std::uint32_t layer,
                                           const Box2& region) const {
    std::vector<std::uint64_t> numbers;
    const auto follow = [&](std::uint64_t key) {
        const std::size_t chain = key & (newest_.size() - 1);
        // One more than the number, so that it never falls below 0.
        for (std::uint64_t next = newest_[chain]; next > first;) {
            numbers.push_back(next - 1);
            const auto& links = entry(next - 1).links;
            const auto link =
                std::find_if(links.begin(), links.end(), [&](const Link& l) { return l.chain == chain; });
            if (link->back == 0) break;
            next -= link->back;
        }
    };
    for (int level = 0; level <= cell_levels; ++level)
        if (on_level_[static_cast<std::size_t>(level)] > 0) for_each_cell(layer, region, level, follow);
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return numbers;
}

Changes ChangeLog::since(std::uint64_t stamp, std::uint32_t layer, const Box2& region,
                         Interval window) const {
    if (stamp < dropped_) return {{}, true};
    Changes answer;
    const auto tell = [&](const Change& change) {
        if (touches(change, layer, region, window)) answer.items.push_back(change);
    };
    double cells = 0;
    for (int level = 0; level < cell_levels; ++level)
        if (on_level_[static_cast<std::size_t>(level)] > 0) cells += CellRange(region, level).count();
    const std::uint64_t first = first_after(stamp);
    // Over a wide region, or about little news, reading the news itself is cheaper than reading the cells.
    if (cells >= static_cast<double>(count_ - first))
        visit_since(stamp, tell);
    else
        for (const std::uint64_t number : near(first, layer, region)) tell(at(number));
    return answer;
}

Changes ChangeLog::since(std::uint64_t stamp) const {
    Changes answer;
    answer.overflowed = !visit_since(stamp, [&](const Change& change) { answer.items.push_back(change); });
    return answer;
}

}  // namespace wend
