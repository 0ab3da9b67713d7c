#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "wend/base/ids.hpp"

namespace wend {

/// Values addressed by generational ids. Slots are reused, ids never are (until a slot has been reused 2^32 -
/// 1 times). Iteration is in index order, so it does not depend on the history of the ids' hashes.
template <class T, class IdType>
class SlotMap {
  public:
    IdType insert(T value) {
        if (free_.empty()) {
            slots_.push_back({1, std::move(value)});
            return {static_cast<std::uint32_t>(slots_.size() - 1), 1};
        }
        const std::uint32_t index = free_.back();
        free_.pop_back();
        slots_[index].value = std::move(value);
        return {index, slots_[index].generation};
    }

    /// Returns false when the id is not alive.
    bool erase(IdType id) {
        if (!find(id)) return false;
        Slot& slot = slots_[id.index];
        slot.value.reset();
        if (++slot.generation == 0) slot.generation = 1;
        free_.push_back(id.index);
        return true;
    }

    [[nodiscard]] T* find(IdType id) noexcept {
        return const_cast<T*>(static_cast<const SlotMap&>(*this).find(id));
    }
    [[nodiscard]] const T* find(IdType id) const noexcept {
        if (id.is_null() || id.index >= slots_.size()) return nullptr;
        const Slot& slot = slots_[id.index];
        return slot.generation == id.generation && slot.value ? &*slot.value : nullptr;
    }

    [[nodiscard]] std::size_t size() const noexcept { return slots_.size() - free_.size(); }
    [[nodiscard]] bool empty() const noexcept { return size() == 0; }

    /// Calls visit(id, value) for every living value, in index order.
    template <class Visit>
    void for_each(Visit&& visit) const {
        for (std::uint32_t i = 0; i < slots_.size(); ++i)
            if (slots_[i].value) visit(IdType{i, slots_[i].generation}, *slots_[i].value);
    }
    template <class Visit>
    void for_each(Visit&& visit) {
        for (std::uint32_t i = 0; i < slots_.size(); ++i)
            if (slots_[i].value) visit(IdType{i, slots_[i].generation}, *slots_[i].value);
    }

  private:
    struct Slot {
        std::uint32_t generation;
        std::optional<T> value;
    };
    std::vector<Slot> slots_;
    std::vector<std::uint32_t> free_;
};

}  // namespace wend
