#pragma once

// What an edit touches, written down as it happens. The affected region R falls out of it, and so does the
// list of triangles whose labels, walls and clearance must be computed again.

#include <algorithm>
#include <vector>

#include "wend/mesh/arrays.hpp"

namespace wend::mesh {

class Journal {
  public:
    void begin() {
        if (++stamp_ == 0) stamp_ = 1;
        touched_.clear();
        region_.triangles_gone.clear();
        region_.triangles_new.clear();
        region_.vertices_gone.clear();
        region_.vertices_new.clear();
    }

    /// Before a triangle that is in the mesh changes.
    void touch(Arrays& arrays, TriangleIndex t) {
        if (arrays.stamp(t) == stamp_) return;
        arrays.set_stamp(t, stamp_);
        touched_.push_back(t);
        region_.triangles_gone.push_back(t);
    }
    /// After a triangle has been added.
    void created(Arrays& arrays, TriangleIndex t) {
        if (arrays.stamp(t) == stamp_) return;
        arrays.set_stamp(t, stamp_);
        touched_.push_back(t);
    }
    void created_vertex(VertexIndex v) { region_.vertices_new.push_back(v); }
    void removed_vertex(VertexIndex v) {
        auto& fresh = region_.vertices_new;
        const auto place = std::find(fresh.begin(), fresh.end(), v);
        if (place == fresh.end())
            region_.vertices_gone.push_back(v);
        else
            fresh.erase(place);
    }

    void finish(const Arrays& arrays) {
        for (const TriangleIndex t : touched_)
            if (arrays.is_triangle(t)) region_.triangles_new.push_back(t);
    }

    [[nodiscard]] bool is_touched(const Arrays& arrays, TriangleIndex t) const noexcept {
        return arrays.stamp(t) == stamp_;
    }
    /// Every triangle slot that changed, in the order met; some may be free by now.
    [[nodiscard]] const std::vector<TriangleIndex>& touched() const noexcept { return touched_; }
    [[nodiscard]] const AffectedRegion& region() const noexcept { return region_; }

  private:
    std::uint32_t stamp_ = 0;
    std::vector<TriangleIndex> touched_;
    AffectedRegion region_;
};

}  // namespace wend::mesh
