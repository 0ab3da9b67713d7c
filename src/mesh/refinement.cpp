#include "mesh/refinement.hpp"

#include <algorithm>

#include "wend/geometry/predicates.hpp"

namespace wend::mesh {

/// v projects onto the inside of the edge.
bool Refinement::faces(VertexIndex v, HalfEdge edge) const noexcept {
    const LatticePoint a = point(arrays_.origin(edge)), b = point(arrays_.target(edge)), p = point(v);
    return dot(a, b, p) > 0 && dot(b, a, p) > 0;
}

void Refinement::review(const Journal& journal, std::vector<VertexIndex>& loose) {
    for (const TriangleIndex t : journal.touched()) {
        if (!arrays_.is_triangle(t)) continue;
        for (std::uint32_t k = 0; k < 3; ++k) {
            const VertexIndex v = arrays_.origin(Arrays::half_edge(t, k));
            for (FootIndex f = needs_[v].first_foot; f != none;) {
                const FootIndex next = feet_[f].next_here;
                if (!serves(feet_[f])) {
                    feet_.remove(needs_, f);
                    loose.push_back(v);
                }
                f = next;
            }
        }
    }
}

bool Refinement::serves(const Foot& foot) const noexcept {
    const HalfEdge first = arrays_.half_edge_from(foot.vertex);
    HalfEdge h = first;
    while (arrays_.target(h) != foot.source) {
        h = arrays_.twin(Arrays::previous(h));
        if (h == first) return false;
    }
    const LatticePoint q = point(foot.vertex), v = point(foot.source);
    const bool is_shortest =
        dot(point(arrays_.apex(h)), q, v) >= 0 && dot(point(arrays_.apex(arrays_.twin(h))), q, v) >= 0;
    return is_shortest && would_cross(h);
}

/// Whether, without the foot, the wall would be in a triangle with another vertex than the source.
bool Refinement::would_cross(HalfEdge to_source) const noexcept {
    HalfEdge left = to_source, right = to_source;
    while (!arrays_.is_wall(left)) left = arrays_.twin(Arrays::previous(left));
    while (!arrays_.is_wall(right)) right = Arrays::next(arrays_.twin(right));
    const LatticePoint a = point(arrays_.target(left)), b = point(arrays_.target(right));
    const LatticePoint v = point(arrays_.target(to_source));
    if (left == right || orientation(a, b, v) <= 0) return true;
    for (HalfEdge h = right; h != left; h = arrays_.twin(Arrays::previous(h)))
        if (h != right && h != to_source && in_circle(a, b, v, point(arrays_.target(h))) >= 0) return true;
    return false;
}

bool Refinement::find_candidates(const Journal& journal) {
    scratch_.candidates.clear();
    for (const TriangleIndex t : journal.touched()) {
        if (!arrays_.is_triangle(t) || arrays_.is_blocked(t)) continue;
        for (std::uint32_t k = 0; k < 3; ++k) {
            const HalfEdge h = Arrays::half_edge(t, k);
            search_from(h);
            if (arrays_.is_wall(h)) continue;
            const HalfEdge twin = arrays_.twin(h);
            if (journal.is_touched(arrays_, Arrays::triangle_of(twin))) continue;
            scratch_.behind.assign({twin});
            search_back(twin);
        }
    }
    return !scratch_.candidates.empty();
}

/// Cuts from the vertex at this corner through the opposite edge.
void Refinement::search_from(HalfEdge corner) {
    const VertexIndex v = arrays_.origin(corner);
    const HalfEdge opposite = Arrays::next(corner);
    if (arrays_.is_wall(opposite) || !faces(v, opposite) || !needs_[v].is_genuine()) return;
    if (leans_on_wall(corner)) return;
    scratch_.crossed.assign({opposite});
    search_over(v, arrays_.twin(opposite), arrays_.target(opposite), arrays_.origin(opposite));
}

/// Whether every way through this corner makes an acute angle with a wall at v that bounds it. Such a cut is
/// not shortest: it gets shorter when its end moves along that wall.
bool Refinement::leans_on_wall(HalfEdge corner) const noexcept {
    if (!arrays_.is_wall(corner) && !arrays_.is_wall(Arrays::previous(corner))) return false;
    return dot(point(arrays_.origin(corner)), point(arrays_.target(corner)), point(arrays_.apex(corner))) > 0;
}

/// The same for a way in this direction, and all walls at v.
bool Refinement::leans_on_wall(VertexIndex v, std::int64_t dx, std::int64_t dy) const noexcept {
    const LatticePoint p = point(v);
    const HalfEdge first = arrays_.half_edge_from(v);
    HalfEdge h = first;
    do {
        const LatticePoint w = point(arrays_.target(h));
        if (arrays_.is_wall(h) && (std::int64_t{w.x} - p.x) * dx + (std::int64_t{w.y} - p.y) * dy > 0)
            return true;
        h = arrays_.twin(Arrays::previous(h));
    } while (h != first);
    return false;
}

/// `left` and `right` bound what v sees through the edges crossed so far.
void Refinement::search_over(VertexIndex source, HalfEdge entered, VertexIndex left, VertexIndex right) {
    const VertexIndex apex = arrays_.apex(entered);
    const LatticePoint v = point(source), z = point(apex);
    for (const HalfEdge edge : {Arrays::next(entered), Arrays::previous(entered)}) {
        if (!faces(source, edge)) continue;
        if (arrays_.is_wall(edge)) {
            if (is_cut(source, edge, left, right))
                scratch_.candidates.push_back({source, segments_.segment_of(arrays_.uses(edge))});
            continue;
        }
        // Seen from v, the next edge ends on the left at the apex, the previous one begins on the right at
        // it.
        VertexIndex new_left = left, new_right = right;
        if (edge == Arrays::next(entered)) {
            if (orientation(v, point(left), z) < 0) new_left = apex;
        } else {
            if (orientation(v, point(right), z) > 0) new_right = apex;
        }
        if (orientation(v, point(new_right), point(new_left)) <= 0) continue;
        scratch_.crossed.push_back(edge);
        search_over(source, arrays_.twin(edge), new_left, new_right);
        scratch_.crossed.pop_back();
    }
}

/// The foot on the wall is seen from the source, and the disc between them is empty.
bool Refinement::is_cut(VertexIndex source, HalfEdge wall, VertexIndex left,
                        VertexIndex right) const noexcept {
    const LatticePoint v = point(source), a = point(arrays_.origin(wall)), b = point(arrays_.target(wall));
    // The wall has v on its left, so its right normal points from v to the foot.
    const std::int64_t nx = std::int64_t{b.y} - a.y, ny = std::int64_t{a.x} - b.x;
    const auto turn_to_normal = [&](LatticePoint p) {
        return (std::int64_t{p.x} - v.x) * ny - (std::int64_t{p.y} - v.y) * nx;
    };
    if (turn_to_normal(point(right)) < 0 || turn_to_normal(point(left)) > 0) return false;
    const double squared_span = static_cast<double>(squared_distance(a, b));
    const double area = static_cast<double>(orientation(a, b, v));
    const auto in_disc = [&](LatticePoint w) {
        const std::int64_t along = (std::int64_t{w.x} - v.x) * nx + (std::int64_t{w.y} - v.y) * ny;
        return static_cast<double>(squared_distance(v, w)) * squared_span < static_cast<double>(along) * area;
    };
    const bool is_empty = std::ranges::none_of(scratch_.crossed, [&](HalfEdge h) {
        return in_disc(point(arrays_.origin(h))) || in_disc(point(arrays_.target(h)));
    });
    return is_empty && !leans_on_wall(source, nx, ny);
}

/// Sources behind an edge that lies on the border of what was touched: `entered` looks into an untouched
/// triangle.
void Refinement::search_back(HalfEdge entered) {
    const VertexIndex apex = arrays_.apex(entered);
    if (std::ranges::all_of(scratch_.behind, [&](HalfEdge h) { return faces(apex, h); }))
        search_from(Arrays::previous(entered));
    for (const HalfEdge edge : {Arrays::next(entered), Arrays::previous(entered)}) {
        if (arrays_.is_wall(edge) || !can_lead_back(edge)) continue;
        scratch_.behind.push_back(arrays_.twin(edge));
        search_back(arrays_.twin(edge));
        scratch_.behind.pop_back();
    }
}

/// Whether the edge has a point that projects onto all edges crossed so far, as the point where a cut crosses
/// it does.
bool Refinement::can_lead_back(HalfEdge edge) const noexcept {
    const LatticePoint a = point(arrays_.origin(edge)), b = point(arrays_.target(edge));
    for (const HalfEdge h : scratch_.behind) {
        const LatticePoint c = point(arrays_.origin(h)), d = point(arrays_.target(h));
        if ((dot(c, d, a) <= 0 && dot(c, d, b) <= 0) || (dot(d, c, a) <= 0 && dot(d, c, b) <= 0))
            return false;
    }
    if (scratch_.behind.size() == 1) return true;
    double low = 0, high = 1;
    for (const HalfEdge h : scratch_.behind) {
        const LatticePoint c = point(arrays_.origin(h)), d = point(arrays_.target(h));
        // Position along cd of the point at t between a and b: from + t * step, to be within (0, span).
        const double from = static_cast<double>(dot(c, d, a)),
                     step = static_cast<double>(dot(c, d, b)) - from;
        const double span = static_cast<double>(squared_distance(c, d));
        if (step == 0) {
            if (from <= 0 || from >= span) return false;
            continue;
        }
        const double enter = -from / step, leave = (span - from) / step;
        low = std::max(low, std::min(enter, leave));
        high = std::min(high, std::max(enter, leave));
    }
    return low < high;
}

bool Refinement::insert_feet() {
    bool any = false;
    for (const auto& [source, segment] : scratch_.candidates) {
        const LatticePoint start = point(segments_[segment].start), end = point(segments_[segment].end);
        const std::uint32_t before = arrays_.vertex_count();
        const VertexIndex foot = arrangement_.require_vertex(rounded_foot(start, end, point(source)), source);
        if (arrays_.vertex_count() == before) continue;
        feet_.add(needs_, source, foot, segment);
        any = true;
    }
    return any;
}

}  // namespace wend::mesh
