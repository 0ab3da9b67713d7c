#include "mesh/editor.hpp"

#include <algorithm>

#include "mesh/clearance.hpp"
#include "mesh/hilbert.hpp"

namespace wend::mesh {

Editor::Editor(Arrays& arrays, Machinery& machinery, const Settings& settings)
    : arrays_(arrays),
      machinery_(machinery),
      settings_(settings),
      delaunay_(arrays, machinery.journal, machinery.grid, machinery.segments, machinery.delaunay_scratch),
      arrangement_(arrays, machinery.segments, delaunay_, machinery.feet, machinery.needs,
                   machinery.arrangement_scratch),
      relabelling_(arrays, machinery.journal, machinery.segments, machinery.regions, machinery.labels,
                   machinery.relabel_scratch),
      refinement_(arrays, machinery.segments, arrangement_, machinery.feet, machinery.needs,
                  machinery.refinement_scratch) {
    machinery.journal.begin_edit(arrays);
}

RegionId Editor::insert(const LatticeRegion& region) {
    const RegionId id = lay(region);
    relabelling_.after_insertion(id);
    finish();
    return id;
}

std::vector<RegionId> Editor::insert_all(std::span<const LatticeRegion> regions) {
    std::vector<RegionId> ids;
    ids.reserve(regions.size());
    insert_vertices(regions);
    for (const LatticeRegion& region : regions) ids.push_back(lay(region));
    for (TriangleIndex t = 0; t < arrays_.triangle_bound(); ++t)
        if (arrays_.is_triangle(t)) machinery_.journal.touch(arrays_, t);
    relabelling_.everywhere();
    finish();
    return ids;
}

/// All vertices first, in an order in which neighbours follow each other: walks are short then.
void Editor::insert_vertices(std::span<const LatticeRegion> regions) {
    std::vector<HilbertItem> items;
    for (const LatticeRegion& region : regions)
        for (const auto& ring : region.rings)
            for (const LatticePoint p : ring) items.push_back({hilbert_key(p), p});
    std::sort(items.begin(), items.end());
    arrays_.reserve(arrays_.vertex_bound() + items.size());
    machinery_.segments.reserve(items.size());
    machinery_.regions.reserve(regions.size());
    VertexIndex hint = none;
    for (const HilbertItem& item : items) hint = arrangement_.require_vertex(item.point, hint);
}

RegionId Editor::lay(const LatticeRegion& region) {
    const RegionId id = machinery_.regions.add(region.role, region.area);
    SegmentIndex chain = none;
    VertexIndex hint = none;
    for (const auto& ring : region.rings) {
        auto& vertices = machinery_.ring_vertices;
        vertices.clear();
        for (const LatticePoint p : ring) vertices.push_back(hint = arrangement_.require_vertex(p, hint));
        for (std::size_t k = 0; k < vertices.size(); ++k)
            chain = arrangement_.add({vertices[k], vertices[(k + 1) % vertices.size()], id.index, chain});
    }
    machinery_.regions[id.index].first_segment = chain;
    return id;
}

void Editor::remove(RegionId id) {
    auto& segments = machinery_.segments;
    machinery_.loose.clear();
    for (SegmentIndex s = machinery_.regions[id.index].first_segment; s != none;) {
        const SegmentIndex next = segments[s].next;
        arrangement_.remove(s, machinery_.loose);
        s = next;
    }
    arrangement_.dissolve(machinery_.loose);
    machinery_.regions.remove(id);
    relabelling_.after_removal(id);
    finish();
}

void Editor::finish() {
    refresh();
    if (settings_.clearance) refine();
    machinery_.journal.finish_edit(arrays_);
    if (machinery_.labels.size() > 2 * machinery_.labels_in_use + 256) {
        machinery_.labels.collect_garbage(arrays_);
        machinery_.labels_in_use = machinery_.labels.size();
    }
}

void Editor::refresh() {
    refresh_touched(arrays_, machinery_.journal, machinery_.segments, machinery_.regions, machinery_.labels,
                    settings_);
}

void Editor::refine() {
    while (refinement_.find_candidates(machinery_.journal)) {
        machinery_.journal.begin_stage();
        if (!refinement_.insert_feet()) return;
        relabelling_.after_bending();
        refresh();
    }
}

}  // namespace wend::mesh
