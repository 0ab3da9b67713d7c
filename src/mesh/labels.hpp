#pragma once

// What covers a triangle: the winding number of every region around it, where not zero. Triangles share
// labels: a label is stored once and named by its index, so that comparing two coverings is comparing two
// numbers and moving across a constraint edge is one lookup.

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "mesh/regions.hpp"

namespace wend::mesh {

struct Cover {
    RegionId region;
    std::int32_t winding;
    std::uint16_t area;
    RingRole role;
    friend bool operator==(const Cover&, const Cover&) = default;
};

using LabelIndex = std::uint32_t;

class Labels {
  public:
    static constexpr LabelIndex empty = 0;

    explicit Labels(bool floor_everywhere);

    /// The label with these windings added; `changes` may name a region more than once.
    LabelIndex with(LabelIndex label, std::span<const Cover> changes);
    /// The label without the region.
    LabelIndex without(LabelIndex label, RegionId region);

    [[nodiscard]] bool is_blocked(LabelIndex label) const noexcept { return labels_[label].blocked; }
    [[nodiscard]] std::uint16_t area(LabelIndex label) const noexcept { return labels_[label].area; }
    [[nodiscard]] std::span<const Cover> covers(LabelIndex label) const noexcept {
        return {covers_.data() + labels_[label].first, labels_[label].count};
    }
    [[nodiscard]] bool has(LabelIndex label, RegionId region) const noexcept {
        return std::ranges::any_of(covers(label), [&](const Cover& c) { return c.region == region; });
    }
    [[nodiscard]] std::size_t size() const noexcept { return labels_.size(); }

    /// Forgets labels that no triangle has, and renames the others in the arrays. Worth its time once there
    /// are more labels than triangles.
    void collect_garbage(Arrays& arrays);
    [[nodiscard]] std::size_t memory() const noexcept {
        return labels_.capacity() * sizeof(Label) + covers_.capacity() * sizeof(Cover) +
               table_.capacity() * sizeof(LabelIndex) + draft_.capacity() * sizeof(Cover);
    }

  private:
    struct Label {
        std::uint32_t first;
        std::uint32_t count;
        std::uint64_t hash;
        std::uint16_t area;
        bool blocked;
    };
    LabelIndex intern_draft();
    void grow_table();

    bool floor_everywhere_;
    std::vector<Label> labels_;
    std::vector<Cover> covers_;
    std::vector<LabelIndex> table_;  ///< open addressing, a power of two
    std::vector<Cover> draft_;
};

}  // namespace wend::mesh
