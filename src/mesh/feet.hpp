#pragma once

// Which refinement vertex is there for whose sake: a foot is put on a segment for a source vertex that comes
// close to it. It goes with its source or with its segment, whichever goes first.

#include <cstdint>
#include <vector>

#include "mesh/segments.hpp"

namespace wend::mesh {

using FootIndex = std::uint32_t;

/// Why a vertex is in the mesh.
struct VertexNeeds {
    std::uint32_t ends = 0;         ///< of segments
    std::uint32_t crossings = 0;    ///< pairs of segments
    FootIndex first_foot = none;    ///< this vertex is that foot, and the others in the list
    FootIndex first_caused = none;  ///< this vertex is the source of that foot, and of the others in the list

    /// Part of the input's geometry, not put there by refinement alone.
    [[nodiscard]] bool is_genuine() const noexcept { return ends != 0 || crossings != 0; }
    [[nodiscard]] bool is_needed() const noexcept { return is_genuine() || first_foot != none; }
};

struct Foot {
    VertexIndex source;
    VertexIndex vertex;
    SegmentIndex segment;
    FootIndex next_here;    ///< with the same vertex
    FootIndex next_caused;  ///< with the same source
};

class Feet {
  public:
    [[nodiscard]] const Foot& operator[](FootIndex k) const noexcept { return feet_[k]; }

    void add(std::vector<VertexNeeds>& needs, VertexIndex source, VertexIndex vertex, SegmentIndex segment) {
        FootIndex k = static_cast<FootIndex>(feet_.size());
        if (free_.empty()) {
            feet_.emplace_back();
        } else {
            k = free_.back();
            free_.pop_back();
        }
        feet_[k] = {source, vertex, segment, needs[vertex].first_foot, needs[source].first_caused};
        needs[vertex].first_foot = needs[source].first_caused = k;
    }
    void remove(std::vector<VertexNeeds>& needs, FootIndex k) {
        unlink(needs[feet_[k].vertex].first_foot, k, &Foot::next_here);
        unlink(needs[feet_[k].source].first_caused, k, &Foot::next_caused);
        free_.push_back(k);
    }
    [[nodiscard]] std::size_t memory() const noexcept {
        return feet_.capacity() * sizeof(Foot) + free_.capacity() * sizeof(FootIndex);
    }

  private:
    void unlink(FootIndex& first, FootIndex k, FootIndex Foot::*next) {
        FootIndex* link = &first;
        while (*link != k) link = &(feet_[*link].*next);
        *link = feet_[k].*next;
    }

    std::vector<Foot> feet_;
    std::vector<FootIndex> free_;
};

}  // namespace wend::mesh
