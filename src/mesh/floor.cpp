#include "mesh/floor.hpp"

#include <algorithm>

#include "mesh/frame.hpp"
#include "mesh/walk.hpp"

namespace wend::mesh {

Floor::Floor(const Machinery& mesh, const Settings& settings)
    : settings_{settings.lattice, false, false}, machinery_(mesh.low, mesh.high, settings_) {
    lay_frame(arrays_, machinery_, settings_);
}

void Floor::remember(RegionId id, RegionId inside) {
    if (inside_.size() <= id.index) inside_.resize(id.index + 1);
    inside_[id.index] = inside;
}

void Floor::insert(const LatticeRegion& region, RegionId id) {
    remember(id, Editor(arrays_, machinery_, settings_).insert(region));
}

void Floor::insert_all(std::span<const LatticeRegion> regions, std::span<const RegionId> ids) {
    const std::vector<RegionId> inside = Editor(arrays_, machinery_, settings_).insert_all(regions);
    for (std::size_t k = 0; k < ids.size(); ++k) remember(ids[k], inside[k]);
}

void Floor::remove(RegionId id) {
    Editor(arrays_, machinery_, settings_).remove(inside_[id.index]);
}

std::vector<LatticePoint> Floor::changed() const {
    std::vector<LatticePoint> points = machinery_.journal.points_gone();
    for (const TriangleIndex t : machinery_.journal.region().triangles_new)
        for (std::uint32_t k = 0; k < 3; ++k)
            points.push_back(arrays_.point(arrays_.origin(Arrays::half_edge(t, k))));
    std::sort(points.begin(), points.end());
    points.erase(std::unique(points.begin(), points.end()), points.end());
    return points;
}

void Floor::ends_from(LatticePoint start, std::vector<LatticePoint>& ends) const {
    ends.clear();
    const HalfEdge first = spoke_at(arrays_, machinery_.grid, start);
    if (first == none) return;
    HalfEdge h = first;
    do {
        const HalfEdge twin = arrays_.twin(h), before = arrays_.twin(Arrays::previous(h));
        if (twin != none && !arrays_.is_blocked(Arrays::triangle_of(h)) &&
            arrays_.is_blocked(Arrays::triangle_of(twin)))
            ends.push_back(arrays_.point(arrays_.target(h)));
        h = before;
    } while (h != none && h != first);
    std::sort(ends.begin(), ends.end());
}

std::size_t Floor::memory() const noexcept {
    return arrays_.memory() + machinery_.memory() + inside_.capacity() * sizeof(RegionId);
}

}  // namespace wend::mesh
