#pragma once

// The segments of all rings, and for every constraint edge the list of segments that run along it. An edge
// keeps the index of its first use; lists are short, mostly of one.

#include <cstdint>
#include <vector>

#include "wend/mesh/arrays.hpp"

#include "mesh/growth.hpp"

namespace wend::mesh {

using SegmentIndex = std::uint32_t;
using UseIndex = std::uint32_t;

struct Segment {
    VertexIndex start;
    VertexIndex end;       ///< equal to start: a pillar, which runs along no edge
    std::uint32_t region;  ///< slot of the region it belongs to
    SegmentIndex next;     ///< in its region
};

class Segments {
  public:
    SegmentIndex add(const Segment& segment) {
        if (free_.empty()) {
            make_room(segments_);
            segments_.push_back(segment);
            return static_cast<SegmentIndex>(segments_.size() - 1);
        }
        const SegmentIndex index = free_.back();
        free_.pop_back();
        segments_[index] = segment;
        return index;
    }
    void free(SegmentIndex index) { free_.push_back(index); }
    [[nodiscard]] const Segment& operator[](SegmentIndex index) const noexcept { return segments_[index]; }

    /// The list `first` with one more segment in front.
    UseIndex push(UseIndex first, SegmentIndex segment) {
        if (free_use_ == none) {
            make_room(uses_);
            uses_.push_back({segment, first});
            return static_cast<UseIndex>(uses_.size() - 1);
        }
        const UseIndex use = free_use_;
        free_use_ = uses_[use].next;
        uses_[use] = {segment, first};
        return use;
    }
    /// The list `first` without the segment, which is in it.
    UseIndex drop(UseIndex first, SegmentIndex segment) {
        UseIndex* link = &first;
        while (uses_[*link].segment != segment) link = &uses_[*link].next;
        const UseIndex use = *link;
        *link = uses_[use].next;
        uses_[use].next = free_use_;
        free_use_ = use;
        return first;
    }
    UseIndex copy(UseIndex first) {
        UseIndex result = none;
        for (; first != none; first = uses_[first].next) result = push(result, uses_[first].segment);
        return result;
    }
    [[nodiscard]] bool contains(UseIndex first, SegmentIndex segment) const noexcept {
        while (first != none && uses_[first].segment != segment) first = uses_[first].next;
        return first != none;
    }
    [[nodiscard]] SegmentIndex segment_of(UseIndex use) const noexcept { return uses_[use].segment; }
    [[nodiscard]] UseIndex next(UseIndex use) const noexcept { return uses_[use].next; }

    void reserve(std::size_t segments) {
        segments_.reserve(segments_.size() + segments);
        uses_.reserve(uses_.size() + segments);
    }
    [[nodiscard]] std::size_t memory() const noexcept {
        return segments_.capacity() * sizeof(Segment) + uses_.capacity() * sizeof(Use) +
               free_.capacity() * sizeof(SegmentIndex);
    }

  private:
    struct Use {
        SegmentIndex segment;
        UseIndex next;
    };
    std::vector<Segment> segments_;
    std::vector<SegmentIndex> free_;
    std::vector<Use> uses_;
    UseIndex free_use_ = none;
};

}  // namespace wend::mesh
