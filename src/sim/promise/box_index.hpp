#pragma once

// Boxes filed under the cells of a grid that they touch: is there one near another? Cells are chains through
// one array, found by a hash, so that an index that is cleared and filled anew every frame allocates nothing.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "wend/base/rng.hpp"
#include "wend/geometry/box.hpp"

namespace wend {

/// Values with the room they take, by cells as wide as most of the boxes.
template <class Value>
class BoxIndex {
  public:
    explicit BoxIndex(double cell_size) : cell_size_(cell_size) {}

    void clear() {
        items_.clear();
        std::fill(newest_.begin(), newest_.end(), 0);
    }
    void add(std::uint32_t layer, const Box2& box, const Value& value) {
        for_each_cell(layer, box, [&](std::uint64_t cell) {
            if (items_.size() >= newest_.size()) grow();
            items_.push_back({box, cell, 0, value});
            chain(items_.size());
        });
    }
    /// Calls visit(value) for all whose boxes overlap, some of them more than once; stops when it says true.
    template <class Visit>
    bool any(std::uint32_t layer, const Box2& box, Visit&& visit) const {
        if (items_.empty()) return false;
        bool is_found = false;
        for_each_cell(layer, box, [&](std::uint64_t cell) {
            for (std::size_t at = newest_[drawer(cell)]; at != 0 && !is_found; at = items_[at - 1].next) {
                const Item& item = items_[at - 1];
                is_found = item.cell == cell && item.box.overlaps(box) && visit(item.value);
            }
        });
        return is_found;
    }

  private:
    struct Item {
        Box2 box;
        std::uint64_t cell = 0;
        std::uint32_t next = 0;  ///< index + 1 of an older one in the same drawer; 0: there is none
        Value value;
    };
    template <class Visit>
    void for_each_cell(std::uint32_t layer, const Box2& box, Visit&& visit) const {
        const auto cell = [this](double x) { return static_cast<std::int64_t>(std::floor(x / cell_size_)); };
        for (std::int64_t x = cell(box.low.x); x <= cell(box.high.x); ++x)
            for (std::int64_t y = cell(box.low.y); y <= cell(box.high.y); ++y)
                visit(static_cast<std::uint64_t>(layer) << 56 ^
                      (static_cast<std::uint64_t>(x) & 0xFFFFFFF) << 28 ^
                      (static_cast<std::uint64_t>(y) & 0xFFFFFFF));
    }
    [[nodiscard]] std::size_t drawer(std::uint64_t cell) const noexcept {
        return static_cast<std::size_t>(scatter(cell)) & (newest_.size() - 1);
    }
    void chain(std::size_t number) {
        std::uint32_t& newest = newest_[drawer(items_[number - 1].cell)];
        items_[number - 1].next = newest;
        newest = static_cast<std::uint32_t>(number);
    }
    void grow() {
        constexpr std::size_t fewest = 256;
        newest_.assign(std::max(fewest, 2 * newest_.size()), 0);
        for (std::size_t number = 1; number <= items_.size(); ++number) chain(number);
    }

    double cell_size_;
    std::vector<Item> items_;
    std::vector<std::uint32_t> newest_;  ///< by drawer: index + 1, or 0; a power of two of them
};

}  // namespace wend
