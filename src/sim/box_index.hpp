#pragma once

// Boxes filed under the cells of a grid that they touch: is there one near another?

#include <cmath>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "wend/geometry/box.hpp"

namespace wend {

/// Values with the room they take, by cells as wide as most of the boxes.
template <class Value>
class BoxIndex {
  public:
    explicit BoxIndex(double cell_size) : cell_size_(cell_size) {}

    void add(std::uint32_t layer, const Box2& box, const Value& value) {
        for_each_cell(layer, box, [&](std::uint64_t key) { cells_[key].push_back({box, value}); });
    }
    /// Calls visit(value) for all whose boxes overlap, some of them more than once; stops when it says true.
    template <class Visit>
    bool any(std::uint32_t layer, const Box2& box, Visit&& visit) const {
        bool is_found = false;
        for_each_cell(layer, box, [&](std::uint64_t key) {
            const auto cell = is_found ? cells_.end() : cells_.find(key);
            if (cell == cells_.end()) return;
            for (const Item& item : cell->second)
                is_found = is_found || (item.box.overlaps(box) && visit(item.value));
        });
        return is_found;
    }

  private:
    struct Item {
        Box2 box;
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

    double cell_size_;
    std::unordered_map<std::uint64_t, std::vector<Item>> cells_;
};

}  // namespace wend
