#include "mesh/refinement.hpp"

#include <algorithm>

#include "wend/geometry/predicates.hpp"

namespace wend::mesh {

void Refinement::review(const Journal& journal, std::vector<VertexIndex>& loose) {
    for (const TriangleIndex t : journal.touched()) {
        if (!arrays_.is_triangle(t)) continue;
        for (std::uint32_t k = 0; k < 3; ++k) {
            const VertexIndex v = arrays_.origin(Arrays::half_edge(t, k));
            if (needs_[v].first_foot != none && give_up(v)) loose.push_back(v);
        }
    }
}

bool Refinement::give_up(VertexIndex v) {
    bool any = false;
    for (FootIndex f = needs_[v].first_foot; f != none;) {
        const FootIndex next = feet_[f].next_here;
        if (!serves(feet_[f])) {
            feet_.remove(needs_, f);
            any = true;
        }
        f = next;
    }
    return any;
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

/// Whether, without the foot, the wall would be in a triangle with another vertex than the source. There may
/// be no wall any more: the frame is none where there is no floor.
bool Refinement::would_cross(HalfEdge to_source) const noexcept {
    HalfEdge left = to_source, right = to_source;
    while (!arrays_.is_wall(left)) {
        left = arrays_.twin(Arrays::previous(left));
        if (left == to_source) return false;
    }
    while (!arrays_.is_wall(right)) right = Arrays::next(arrays_.twin(right));
    const LatticePoint a = point(arrays_.target(left)), b = point(arrays_.target(right));
    const LatticePoint v = point(arrays_.target(to_source));
    if (left == right || orientation(a, b, v) <= 0) return true;
    for (HalfEdge h = right; h != left; h = arrays_.twin(Arrays::previous(h)))
        if (h != right && h != to_source && in_circle(a, b, v, point(arrays_.target(h))) >= 0) return true;
    return false;
}

bool Refinement::find_candidates(const Journal& journal) {
    CutSearch(arrays_, segments_, needs_, scratch_).run(journal);
    return !scratch_.candidates.empty();
}

bool Refinement::insert_feet() {
    bool any = false;
    for (const auto& [source, segment] : scratch_.candidates) {
        const LatticePoint start = point(segments_[segment].start), end = point(segments_[segment].end);
        const LatticePoint place = rounded_foot(start, end, point(source));
        if (any && is_opposite(source, segment, place)) continue;
        const std::uint32_t before = arrays_.vertex_count();
        const VertexIndex foot = arrangement_.require_vertex(place, source);
        if (arrays_.vertex_count() == before) continue;
        feet_.add(needs_, source, foot, segment);
        any = true;
    }
    return any;
}

void Refinement::collect_feet(const Journal& journal, std::vector<VertexIndex>& feet) const {
    for (const TriangleIndex t : journal.touched())
        for (std::uint32_t k = 0; k < 3 && arrays_.is_triangle(t); ++k) {
            const VertexIndex v = arrays_.origin(Arrays::half_edge(t, k));
            if (needs_[v].first_foot != none) feet.push_back(v);
        }
}

/// Whether the source and the segment, at this place, are in one triangle by now.
bool Refinement::is_opposite(VertexIndex source, SegmentIndex segment, LatticePoint place) const noexcept {
    const HalfEdge first = arrays_.half_edge_from(source);
    HalfEdge h = first;
    do {
        const HalfEdge opposite = Arrays::next(h);
        if (segments_.contains(arrays_.uses(opposite), segment)) {
            const LatticePoint a = point(arrays_.origin(opposite)), b = point(arrays_.target(opposite));
            if (dot(a, b, place) > 0 && dot(b, a, place) > 0) return true;
        }
        h = arrays_.twin(Arrays::previous(h));
    } while (h != first);
    return false;
}

}  // namespace wend::mesh
