#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "wend/nav/ids.hpp"

namespace wend::nav {

/// Values by handle: 16 bits of a handle name the world, 24 the times its slot was given, 24 the slot. A slot
/// that has been given so often that its count is used up is left alone.
template <class T, class Tag>
class Slots {
  public:
    using Id = Handle<Tag>;
    static constexpr std::uint32_t most = (1u << 24) - 1;

    explicit Slots(std::uint16_t world) : world_(world) {}

    /// A null handle when all slots are taken.
    Id insert(T value) {
        std::uint32_t at = 0;
        if (!free_.empty()) {
            at = free_.back();
            free_.pop_back();
        } else if (slots_.size() >= most) {
            return {};
        } else {
            at = static_cast<std::uint32_t>(slots_.size());
            slots_.emplace_back();
        }
        slots_[at].value = std::move(value);
        ++count_;
        return id_of(at);
    }
    void erase(Id id) {
        if (!find(id)) return;
        Slot& slot = slots_[index_of(id)];
        slot.value.reset();
        --count_;
        if (slot.generation < most) ++slot.generation, free_.push_back(index_of(id));
    }
    void clear() noexcept {
        slots_.clear();
        free_.clear();
        count_ = 0;
    }
    [[nodiscard]] T* find(Id id) noexcept {
        if (id.value >> 48 != world_) return nullptr;
        const std::uint32_t at = index_of(id);
        if (at >= slots_.size()) return nullptr;
        Slot& slot = slots_[at];
        return slot.value && (id.value >> 24 & most) == slot.generation ? &*slot.value : nullptr;
    }
    [[nodiscard]] const T* find(Id id) const noexcept { return const_cast<Slots*>(this)->find(id); }
    [[nodiscard]] std::uint32_t size() const noexcept { return count_; }

    [[nodiscard]] std::uint16_t world() const noexcept { return world_; }

    friend void describe(auto& archive, Slots& slots) {
        archive(slots.world_, slots.count_, slots.slots_, slots.free_);
    }
    /// After reading: all of it is of one piece.
    [[nodiscard]] bool is_sound() const noexcept {
        std::size_t taken = 0;
        for (const Slot& slot : slots_) taken += slot.value.has_value();
        return taken == count_ && slots_.size() <= most &&
               std::all_of(free_.begin(), free_.end(), [this](std::uint32_t at) {
                   return at < slots_.size() && !slots_[at].value && slots_[at].generation <= most;
               });
    }

    /// In the order of slots.
    template <class Visit>
    void for_each(Visit&& visit) {
        for (std::uint32_t at = 0; at < slots_.size(); ++at)
            if (slots_[at].value) visit(id_of(at), *slots_[at].value);
    }
    template <class Visit>
    void for_each(Visit&& visit) const {
        for (std::uint32_t at = 0; at < slots_.size(); ++at)
            if (slots_[at].value) visit(id_of(at), *slots_[at].value);
    }

  private:
    struct Slot {
        std::uint32_t generation = 1;
        std::optional<T> value;
        friend void describe(auto& archive, Slot& slot) { archive(slot.generation, slot.value); }
    };
    [[nodiscard]] Id id_of(std::uint32_t at) const noexcept {
        return {std::uint64_t{world_} << 48 | std::uint64_t{slots_[at].generation} << 24 | at};
    }
    static std::uint32_t index_of(Id id) noexcept { return static_cast<std::uint32_t>(id.value & most); }

    std::uint16_t world_;
    std::uint32_t count_ = 0;
    std::vector<Slot> slots_;
    std::vector<std::uint32_t> free_;
};

}  // namespace wend::nav
