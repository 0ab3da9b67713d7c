// Edits of walkable regions in a mesh with clearance: they change the floor (floor.hpp), and the mesh follows
// the boundary of that.

#include <algorithm>

#include "mesh/editor.hpp"
#include "mesh/floor.hpp"
#include "mesh/walk.hpp"

namespace wend::mesh {

Floor& Editor::floor() {
    if (!machinery_.floor) machinery_.floor = std::make_unique<Floor>(machinery_, settings_);
    return *machinery_.floor;
}

RegionId Editor::insert_floor(const LatticeRegion& region) {
    const RegionId id = machinery_.regions.add(region.role, region.area);
    floor().insert(region, id);
    follow_floor(false);
    return id;
}

std::vector<RegionId> Editor::insert_floor(std::span<const LatticeRegion> regions) {
    std::vector<RegionId> ids;
    for (const LatticeRegion& region : regions)
        ids.push_back(machinery_.regions.add(region.role, region.area));
    floor().insert_all(regions, ids);
    follow_floor(true);
    return ids;
}

void Editor::remove_floor(RegionId id) {
    floor().remove(id);
    machinery_.regions.remove(id);
    follow_floor(false);
}

/// Fills the scratch with the ground's segments that start at the point, in the order of their ends.
void Editor::collect_ground(LatticePoint start) {
    auto& present = machinery_.floor_scratch.present;
    present.clear();
    const HalfEdge first = spoke_at(arrays_, machinery_.grid, start);
    if (first == none) return;
    HalfEdge h = first;
    do {
        for (UseIndex use = arrays_.uses(h); use != none; use = machinery_.segments.next(use)) {
            const SegmentIndex s = machinery_.segments.segment_of(use);
            const Segment& segment = machinery_.segments[s];
            if (segment.region == ground_slot && segment.start == arrays_.origin(first))
                present.push_back({arrays_.point(segment.end), s});
        }
        h = arrays_.twin(Arrays::previous(h));
    } while (h != none && h != first);
    std::sort(present.begin(), present.end());
}

void Editor::follow_floor(bool everything) {
    auto& [wanted, present, gone, fresh, ends] = machinery_.floor_scratch;
    gone.clear();
    fresh.clear();
    ends.clear();
    if (!settings_.floor_everywhere)
        for (const LatticePoint start : machinery_.floor->changed()) {
            machinery_.floor->ends_from(start, wanted);
            collect_ground(start);
            for (const auto& [end, segment] : present)
                if (!std::ranges::binary_search(wanted, end)) gone.push_back(segment);
            for (const LatticePoint end : wanted)
                if (!std::ranges::binary_search(present, end, {}, &FloorScratch::Present::end))
                    fresh.insert(fresh.end(), {start, end});
        }
    for (const SegmentIndex s : gone)
        for (const VertexIndex v : {machinery_.segments[s].start, machinery_.segments[s].end})
            ends.push_back(arrays_.point(v));
    ends.insert(ends.end(), fresh.begin(), fresh.end());

    machinery_.ring_vertices.clear();
    machinery_.loose.clear();
    for (const SegmentIndex s : gone) arrangement_.remove(s, machinery_.loose);
    arrangement_.dissolve(machinery_.loose);
    if (everything)
        insert_vertices(fresh, false);
    else
        insert_nearby_vertices(fresh);
    for (std::size_t k = 0; k < fresh.size(); k += 2)
        arrangement_.add({machinery_.ring_vertices[k], machinery_.ring_vertices[k + 1], ground_slot, none});
    if (everything) return finish_everywhere();
    relabelling_.after_change(machinery_.regions.id_of(ground_slot), ends);
    finish();
}

}  // namespace wend::mesh
