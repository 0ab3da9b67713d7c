#pragma once

// What an edit touches, written down as it happens. The affected region R falls out of it. An edit has
// stages; the triangles touched in the current one are those whose labels, walls and clearance must be
// computed again.

#include <algorithm>
#include <vector>

#include "wend/mesh/arrays.hpp"

namespace wend::mesh {

class Journal {
  public:
    void begin_edit(Arrays& arrays) {
        if (stage_ > none / 2) restart(arrays);
        touched_.clear();
        region_.triangles_gone.clear();
        region_.triangles_new.clear();
        region_.vertices_gone.clear();
        region_.vertices_new.clear();
        points_gone_.clear();
        begin_stage();
        first_stage_ = stage_;
    }
    void begin_stage() {
        ++stage_;
        stage_touched_.clear();
    }

    /// Before a triangle that is in the mesh changes.
    void touch(Arrays& arrays, TriangleIndex t) {
        if (arrays.stamp(t) != stage_) touch_first(arrays, t);
    }
    /// After a triangle has been added.
    void created(Arrays& arrays, TriangleIndex t) {
        if (arrays.stamp(t) != stage_) enter(arrays, t);
    }
    void created_vertex(VertexIndex v) { region_.vertices_new.push_back(v); }
    void removed_vertex(VertexIndex v, LatticePoint point) {
        points_gone_.push_back(point);
        auto& fresh = region_.vertices_new;
        const auto place = std::find(fresh.begin(), fresh.end(), v);
        if (place == fresh.end())
            region_.vertices_gone.push_back(v);
        else
            fresh.erase(place);
    }

    void finish_edit(const Arrays& arrays) {
        for (const TriangleIndex t : touched_)
            if (arrays.is_triangle(t)) region_.triangles_new.push_back(t);
    }

    /// In this stage.
    [[nodiscard]] bool is_touched(const Arrays& arrays, TriangleIndex t) const noexcept {
        return arrays.stamp(t) == stage_;
    }
    /// Every triangle slot that changed in this stage, in the order met; some may be free by now.
    [[nodiscard]] const std::vector<TriangleIndex>& touched() const noexcept { return stage_touched_; }
    [[nodiscard]] const AffectedRegion& region() const noexcept { return region_; }
    /// Where vertices were removed in this edit, in the order met.
    [[nodiscard]] const std::vector<LatticePoint>& points_gone() const noexcept { return points_gone_; }

  private:
    void touch_first(Arrays& arrays, TriangleIndex t);
    void enter(Arrays& arrays, TriangleIndex t);
    void restart(Arrays& arrays);

    std::uint32_t stage_ = 0;
    std::uint32_t first_stage_ = 0;
    std::vector<TriangleIndex> touched_;
    std::vector<TriangleIndex> stage_touched_;
    std::vector<LatticePoint> points_gone_;
    AffectedRegion region_;
};

}  // namespace wend::mesh
