#pragma once

// Values by number, for few of many numbers: what a query looks at stays together in memory, and a large
// mesh costs nothing before it is asked about.

#include <cstdint>
#include <vector>

#include "wend/mesh/types.hpp"

namespace wend::mesh {

template <class T>
class Sparse {
  public:
    void clear() {
        table_.assign(first_size, {});
        items_.clear();
    }
    /// The value of the number, or nothing. Valid until another one is added.
    [[nodiscard]] T* find(std::uint32_t key) noexcept {
        if (table_.empty()) return nullptr;
        const Entry& entry = table_[place_of(key)];
        return entry.key == key ? &items_[entry.item] : nullptr;
    }
    /// For a number that has none.
    T& add(std::uint32_t key, const T& value) {
        if (2 * (items_.size() + 1) > table_.size()) grow();
        table_[place_of(key)] = {key, static_cast<std::uint32_t>(items_.size())};
        items_.push_back(value);
        return items_.back();
    }
    [[nodiscard]] std::size_t size() const noexcept { return items_.size(); }

  private:
    static constexpr std::size_t first_size = 128;
    struct Entry {
        std::uint32_t key = none;
        std::uint32_t item = none;
    };
    /// Where the number is, or would be.
    [[nodiscard]] std::size_t place_of(std::uint32_t key) const noexcept {
        const std::size_t wrap = table_.size() - 1;
        std::size_t place = (key * std::uint64_t{0x9e3779b97f4a7c15} >> 32) & wrap;
        while (table_[place].key != key && table_[place].key != none) place = (place + 1) & wrap;
        return place;
    }
    void grow() {
        std::vector<Entry> old(table_.empty() ? first_size : 2 * table_.size());
        old.swap(table_);
        for (const Entry& entry : old)
            if (entry.key != none) table_[place_of(entry.key)] = entry;
    }

    std::vector<Entry> table_;  ///< open addressing, a power of two
    std::vector<T> items_;
};

}  // namespace wend::mesh
