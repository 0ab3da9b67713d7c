#pragma once

// What has been inserted: one record per region, with the chain of its segments.

#include <cstdint>
#include <vector>

#include "wend/mesh/types.hpp"

#include "mesh/segments.hpp"

namespace wend::mesh {

/// RegionKind, and the side walls of the mesh as one more kind of ring: outside of it everything is blocked.
enum class RingRole : std::uint8_t { obstacle, walkable, area, frame };

struct Region {
    std::uint32_t generation = 0;
    SegmentIndex first_segment = none;
    std::uint16_t area = 0;
    RingRole role = RingRole::obstacle;
    bool is_alive = false;
};

/// Slots of the regions that every mesh has: its frame, and its ground (floor.hpp).
inline constexpr std::uint32_t frame_slot = 0, ground_slot = 1;

class Regions {
  public:
    RegionId add(RingRole role, std::uint16_t area) {
        std::uint32_t slot = static_cast<std::uint32_t>(slots_.size());
        if (free_.empty()) {
            slots_.emplace_back();
        } else {
            slot = free_.back();
            free_.pop_back();
        }
        Region& region = slots_[slot];
        if (++region.generation == 0) region.generation = 1;
        region = {region.generation, none, area, role, true};
        ++count_;
        return {slot, region.generation};
    }
    void remove(RegionId id) {
        slots_[id.index].is_alive = false;
        free_.push_back(id.index);
        --count_;
    }
    [[nodiscard]] bool contains(RegionId id) const noexcept {
        return id.index < slots_.size() && slots_[id.index].is_alive &&
               slots_[id.index].generation == id.generation;
    }
    [[nodiscard]] Region& operator[](std::uint32_t slot) noexcept { return slots_[slot]; }
    [[nodiscard]] const Region& operator[](std::uint32_t slot) const noexcept { return slots_[slot]; }
    [[nodiscard]] RegionId id_of(std::uint32_t slot) const noexcept {
        return {slot, slots_[slot].generation};
    }
    [[nodiscard]] std::size_t count() const noexcept { return count_; }
    void reserve(std::size_t regions) { slots_.reserve(slots_.size() + regions); }
    [[nodiscard]] std::size_t memory() const noexcept {
        return slots_.capacity() * sizeof(Region) + free_.capacity() * sizeof(std::uint32_t);
    }

  private:
    std::vector<Region> slots_;
    std::vector<std::uint32_t> free_;
    std::size_t count_ = 0;
};

}  // namespace wend::mesh
