#include "mesh/editor.hpp"

#include <algorithm>
#include <bit>

#include "mesh/clearance.hpp"
#include "mesh/hilbert.hpp"

namespace wend::mesh {
namespace {

/// Of point k, in a pseudo-random order: seven of eight are in round 7, seven of eight others in round 6 ...
std::uint64_t insertion_round(std::size_t k) {
    std::uint64_t draw = (k + 1) * 0x9e3779b97f4a7c15;
    draw = (draw ^ draw >> 31) * 0xbf58476d1ce4e5b9;
    return 7 - std::min<std::uint64_t>(7, static_cast<std::uint64_t>(std::countr_zero(draw >> 7)) / 3);
}

}  // namespace

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
                  machinery.cut_search_scratch) {
    machinery.journal.begin_edit(arrays);
}

RegionId Editor::insert(const LatticeRegion& region) {
    if (is_merged(region.role)) return insert_floor(region);
    const RegionId id = machinery_.regions.add(region.role, region.area);
    insert_vertices(region);
    lay(id, region, 0, nullptr);
    relabelling_.after_insertion(id, arrangement_.has_bent());
    finish();
    return id;
}

std::vector<RegionId> Editor::insert_all(std::span<const LatticeRegion> regions) {
    if (!regions.empty() && is_merged(regions.front().role)) return insert_floor(regions);
    const bool has_only_frame = machinery_.regions.count() <= ground_slot + 1;
    std::vector<RegionId> ids;
    ids.reserve(regions.size());
    machinery_.regions.reserve(regions.size());
    for (const LatticeRegion& region : regions)
        ids.push_back(machinery_.regions.add(region.role, region.area));
    std::vector<LatticePoint> points;
    for (const LatticeRegion& region : regions)
        for (const auto& ring : region.rings) points.insert(points.end(), ring.begin(), ring.end());
    if (!has_only_frame || !lay_overlay(regions, ids, points)) {
        insert_vertices(points, has_only_frame);
        lay_all(regions, ids, nullptr);
    }
    finish_everywhere();
    return ids;
}

/// Lays the regions with all their vertices and crossings found beforehand. False, and nothing done, where
/// that would be no faster.
bool Editor::lay_overlay(std::span<const LatticeRegion> regions, std::span<const RegionId> ids,
                         std::vector<LatticePoint>& points) {
    std::vector<Overlay::Line> lines;
    lines.reserve(points.size());
    for (const LatticeRegion& region : regions)
        for (const auto& ring : region.rings) {
            const std::uint32_t first = static_cast<std::uint32_t>(lines.size());
            const std::uint32_t last = first + static_cast<std::uint32_t>(ring.size()) - 1;
            for (std::uint32_t k = first; k < last; ++k) lines.push_back({k, k + 1});
            lines.push_back({last, first});
        }
    if (lines.empty()) return false;
    Overlay overlay(points, std::move(lines));
    if (overlay.is_crowded()) return false;
    const std::vector<LatticePoint> crossings = overlay.crossings();
    const std::size_t first_crossing = points.size();
    points.insert(points.end(), crossings.begin(), crossings.end());
    const LatticePoint low = machinery_.low, high = machinery_.high;
    points.insert(points.end(), {low, {high.x, low.y}, high, {low.x, high.y}});
    insert_vertices(points, true);
    const std::span<const VertexIndex> vertices = machinery_.ring_vertices;
    for (const VertexIndex v : vertices.subspan(first_crossing, crossings.size()))
        arrangement_.count_crossing(v);
    overlay.find_stops(vertices);
    lay_all(regions, ids, &overlay);
    return true;
}

void Editor::finish_everywhere() {
    for (TriangleIndex t = 0; t < arrays_.triangle_bound(); ++t)
        if (arrays_.is_triangle(t)) machinery_.journal.touch(arrays_, t);
    relabelling_.everywhere();
    machinery_.labels_in_use = machinery_.labels.size();
    finish();
    machinery_.ring_vertices = {};
}

/// Near ones after each other: vertices are numbered in such an order.
void Editor::lay_all(std::span<const LatticeRegion> regions, std::span<const RegionId> ids,
                     Overlay* overlay) {
    struct Part {
        VertexIndex first_vertex;
        std::uint32_t region;
        std::size_t offset;
        auto operator<=>(const Part&) const = default;
    };
    std::vector<Part> parts;
    std::size_t offset = 0;
    for (std::uint32_t k = 0; k < regions.size(); ++k) {
        parts.push_back({machinery_.ring_vertices[offset], k, offset});
        for (const auto& ring : regions[k].rings) offset += ring.size();
    }
    std::sort(parts.begin(), parts.end());
    for (const Part& part : parts) lay(ids[part.region], regions[part.region], part.offset, overlay);
}

void Editor::insert_vertices(const LatticeRegion& region) {
    machinery_.ring_vertices.clear();
    for (const auto& ring : region.rings) insert_nearby_vertices(ring);
}

/// After those that are there already. Each is near the one before it.
void Editor::insert_nearby_vertices(std::span<const LatticePoint> points) {
    auto& vertices = machinery_.ring_vertices;
    VertexIndex hint = vertices.empty() ? none : vertices.back();
    for (const LatticePoint p : points) vertices.push_back(hint = arrangement_.require_vertex(p, hint));
}

/// All vertices first, in rounds that grow eightfold, each along a Hilbert curve (Amenta, Choi and Rote 2003,
/// "Incremental constructions con BRIO"). Along the curve walks are short; and since every round begins in a
/// mesh of a sample of all points, there are no long thin triangles ahead of the curve to be flipped again
/// and again.
void Editor::insert_vertices(std::span<const LatticePoint> points, bool has_only_frame) {
    const HilbertOrder curve(machinery_.low, machinery_.high);
    std::vector<std::uint64_t> items;
    items.reserve(points.size());
    for (std::size_t k = 0; k < points.size(); ++k)
        items.push_back(insertion_round(k) << 61 | std::uint64_t{curve.key(points[k]) >> 3} << 32 | k);
    std::sort(items.begin(), items.end());
    arrays_.reserve(arrays_.vertex_bound() + items.size());
    machinery_.segments.reserve(items.size());
    machinery_.needs.reserve(arrays_.vertex_bound() + items.size());
    machinery_.ring_vertices.resize(items.size());
    machinery_.grid.reserve(arrays_, arrays_.vertex_count() + static_cast<std::uint32_t>(items.size()));
    VertexIndex hint = none;
    for (const std::uint64_t item : items) {
        const std::size_t k = item & 0xffffffff;
        const bool is_alone = has_only_frame && is_off_frame(points[k]);
        hint = is_alone ? arrangement_.require_plain_vertex(points[k], hint)
                        : arrangement_.require_vertex(points[k], hint);
        machinery_.ring_vertices[k] = hint;
    }
}

/// No segment of the frame comes near.
bool Editor::is_off_frame(LatticePoint p) const noexcept {
    const LatticePoint low = machinery_.low, high = machinery_.high;
    return p.x > low.x + 1 && p.y > low.y + 1 && p.x < high.x - 1 && p.y < high.y - 1;
}

void Editor::lay(RegionId id, const LatticeRegion& region, std::size_t offset, Overlay* overlay) {
    SegmentIndex chain = none;
    const std::span<const VertexIndex> vertices = machinery_.ring_vertices;
    for (const auto& ring : region.rings) {
        for (std::size_t k = 0; k < ring.size(); ++k) {
            const Segment segment{vertices[offset + k], vertices[offset + (k + 1) % ring.size()], id.index,
                                  chain};
            chain = overlay == nullptr
                        ? arrangement_.add(segment)
                        : arrangement_.add(segment,
                                           overlay->route(static_cast<std::uint32_t>(offset + k), vertices));
        }
        offset += ring.size();
    }
    machinery_.regions[id.index].first_segment = chain;
}

void Editor::remove(RegionId id) {
    if (is_merged(machinery_.regions[id.index].role)) return remove_floor(id);
    take_out(id);
    machinery_.regions.remove(id);
    relabelling_.after_removal(id, arrangement_.has_bent());
    finish();
}

void Editor::take_out(RegionId id) {
    auto& segments = machinery_.segments;
    machinery_.loose.clear();
    for (SegmentIndex s = machinery_.regions[id.index].first_segment; s != none;) {
        const SegmentIndex next = segments[s].next;
        arrangement_.remove(s, machinery_.loose);
        s = next;
    }
    arrangement_.dissolve(machinery_.loose);
}

/// Walls and clearance, where most of the time goes, are found once for both places.
void Editor::move(RegionId id, const LatticeRegion& to) {
    take_out(id);
    machinery_.regions[id.index].first_segment = none;
    relabelling_.after_removal(id, arrangement_.has_bent());
    insert_vertices(to);
    lay(id, to, 0, nullptr);
    relabelling_.after_insertion(id, arrangement_.has_bent());
    finish();
}

void Editor::finish() {
    refresh_walls();
    if (settings_.clearance) refine();
    machinery_.journal.finish_edit(arrays_);
    refresh_clearances(arrays_, machinery_.journal.region().triangles_new, settings_);
    if (machinery_.labels.size() > 2 * machinery_.labels_in_use + 256) {
        machinery_.labels.collect_garbage(arrays_);
        machinery_.labels_in_use = machinery_.labels.size();
    }
}

void Editor::refresh_walls() {
    mesh::refresh_walls(arrays_, machinery_.journal, machinery_.segments, machinery_.regions,
                        machinery_.labels);
}

void Editor::refine() {
    machinery_.loose.clear();
    refinement_.review(machinery_.journal, machinery_.loose);
    if (!machinery_.loose.empty()) straighten_loose();
    auto& doubtful = machinery_.doubtful_feet;
    doubtful.clear();
    add_feet(doubtful);
    std::ranges::sort(doubtful, {}, [&](VertexIndex v) { return arrays_.point(v); });
    doubtful.erase(std::unique(doubtful.begin(), doubtful.end()), doubtful.end());
    for (std::size_t k = 0, count = doubtful.size(); k < count; ++k)
        if (arrays_.is_vertex(doubtful[k]) && refinement_.give_up(doubtful[k])) {
            machinery_.journal.begin_stage();
            machinery_.loose.assign({doubtful[k]});
            straighten_loose();
            add_feet(doubtful);
        }
}

void Editor::straighten_loose() {
    arrangement_.dissolve(machinery_.loose);
    relabelling_.after_bending();
    refresh_walls();
}

/// Until no cut needs another one. Those that came, and those near them, need no longer serve: the first to
/// come may do for others.
void Editor::add_feet(std::vector<VertexIndex>& doubtful) {
    while (refinement_.find_candidates(machinery_.journal)) {
        machinery_.journal.begin_stage();
        if (!refinement_.insert_feet()) return;
        relabelling_.after_bending();
        refresh_walls();
        refinement_.collect_feet(machinery_.journal, doubtful);
    }
}

}  // namespace wend::mesh
