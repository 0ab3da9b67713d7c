#include "mesh/arrangement.hpp"

#include <algorithm>
#include <cstdlib>

#include "wend/geometry/predicates.hpp"

#include "mesh/growth.hpp"

namespace wend::mesh {
namespace {

template <class T>
void sort_unique(std::vector<T>& items) {
    std::sort(items.begin(), items.end());
    items.erase(std::unique(items.begin(), items.end()), items.end());
}

/// The strip of points within one unit, in x and in y, of the segment ab; perhaps a bit more. One unit is
/// what it takes: a polyline stays within half a unit of its segment, a pixel reaches half a unit.
class Strip {
  public:
    Strip(LatticePoint a, LatticePoint b)
        : a_(a),
          b_(b),
          low_{std::min(a.x, b.x) - 1, std::min(a.y, b.y) - 1},
          high_{std::max(a.x, b.x) + 1, std::max(a.y, b.y) + 1},
          reach_(std::abs(std::int64_t{b.x} - a.x) + std::abs(std::int64_t{b.y} - a.y)) {}

    /// Whether the edge pq does not meet the strip: a line along a side of its box, or along one of the two,
    /// keeps them apart. The box is the cheapest and mostly enough.
    [[nodiscard]] bool is_missed_by(LatticePoint p, LatticePoint q) const {
        if (std::max(p.x, q.x) < low_.x || std::min(p.x, q.x) > high_.x || std::max(p.y, q.y) < low_.y ||
            std::min(p.y, q.y) > high_.y)
            return true;
        const std::int64_t to_p = orientation(a_, b_, p), to_q = orientation(a_, b_, q);
        if (std::max(to_p, to_q) < -reach_ || std::min(to_p, to_q) > reach_) return true;
        const std::int64_t reach = std::abs(std::int64_t{q.x} - p.x) + std::abs(std::int64_t{q.y} - p.y);
        const std::int64_t to_a = orientation(p, q, a_), to_b = orientation(p, q, b_);
        return std::min(to_a, to_b) > reach || std::max(to_a, to_b) < -reach;
    }

  private:
    LatticePoint a_, b_, low_, high_;
    std::int64_t reach_;
};

}  // namespace

std::int64_t Arrangement::along(SegmentIndex s, VertexIndex v) const noexcept {
    return dot(start(s), end(s), point(v));
}

/// Visits the edges that meet the strip, from one side or both, out of all that can be reached over such
/// edges from a vertex in the strip. Every vertex in the strip is where one of them starts.
template <class Strip, class VisitEdge>
void Arrangement::flood(VertexIndex from, const Strip& strip, VisitEdge&& visit) {
    auto& stack = scratch_.stack;
    const std::uint32_t mark = arrays_.next_mark();
    const auto follow = [&](HalfEdge edge) {
        if (strip.is_missed_by(point(arrays_.origin(edge)), point(arrays_.target(edge)))) return;
        visit(edge);
        const HalfEdge entered = arrays_.twin(edge);
        if (entered == none || arrays_.mark(Arrays::triangle_of(entered)) == mark) return;
        arrays_.set_mark(Arrays::triangle_of(entered), mark);
        stack.push_back(entered);
    };
    const HalfEdge first = arrays_.half_edge_from(from);
    HalfEdge h = first;
    do {
        visit(h);
        arrays_.set_mark(Arrays::triangle_of(h), mark);
        h = arrays_.twin(Arrays::previous(h));
    } while (h != first);
    stack.clear();
    do {
        follow(Arrays::next(h));
        h = arrays_.twin(Arrays::previous(h));
    } while (h != first);
    while (!stack.empty()) {
        const HalfEdge entered = stack.back();
        stack.pop_back();
        follow(Arrays::next(entered));
        follow(Arrays::previous(entered));
    }
}

VertexIndex Arrangement::require_plain_vertex(LatticePoint p, VertexIndex hint) {
    const Delaunay::Insertion inserted = delaunay_.insert(p, hint);
    if (inserted.is_new) {
        while (needs_.size() < arrays_.vertex_bound()) {
            make_room(needs_);
            needs_.emplace_back();
        }
        needs_[inserted.vertex] = {};
    }
    return inserted.vertex;
}

VertexIndex Arrangement::require_vertex(LatticePoint p, VertexIndex hint) {
    const std::uint32_t before = arrays_.vertex_count();
    const VertexIndex v = require_plain_vertex(p, hint);
    if (arrays_.vertex_count() != before) bend_through(v);
    return v;
}

/// Whether an edge opposite to v in a triangle around it comes near, so that there can be constraints beyond.
bool Arrangement::has_near_edge(VertexIndex v) const noexcept {
    const LatticePoint p = point(v);
    const HalfEdge first = arrays_.half_edge_from(v);
    HalfEdge h = first;
    LatticePoint a = point(arrays_.target(h));
    do {
        h = arrays_.twin(Arrays::previous(h));
        const LatticePoint b = point(arrays_.target(h));
        if (orientation(a, b, p) <= std::abs(std::int64_t{b.x} - a.x) + std::abs(std::int64_t{b.y} - a.y))
            return true;
        a = b;
    } while (h != first);
    return false;
}

void Arrangement::bend_through(VertexIndex v) {
    if (!has_near_edge(v)) return;
    const LatticePoint p = point(v);
    auto& detours = scratch_.detours;
    detours.clear();
    const auto visit = [&](HalfEdge h) {
        const VertexIndex a = arrays_.origin(h), b = arrays_.target(h);
        if (a == v || b == v) return;
        for (UseIndex use = arrays_.uses(h); use != none; use = segments_.next(use)) {
            const SegmentIndex s = segments_.segment_of(use);
            const bool forward = along(s, a) < along(s, b);
            const VertexIndex from = forward ? a : b, to = forward ? b : a;
            if (along(s, from) < along(s, v) && along(s, v) < along(s, to) &&
                meets_pixel(start(s), end(s), p))
                detours.push_back({s, from, to});
        }
    };
    flood(v, Strip(p, p), visit);
    sort_unique(detours);
    has_bent_ |= !detours.empty();
    for (const auto& d : detours) delaunay_.release(d.from, d.to, d.segment, false);
    for (const auto& d : detours) {
        delaunay_.constrain(d.from, v, d.segment);
        delaunay_.constrain(v, d.to, d.segment);
    }
}

/// If the edge ab is in the mesh and nothing else comes near it but edges at a and b, then these are all
/// there is to see. That is the usual case, and much cheaper than a flood.
bool Arrangement::scan_ends(VertexIndex a, VertexIndex b) {
    const LatticePoint from = point(a), to = point(b);
    const Strip strip(from, to);
    bool joined = false;
    for (const VertexIndex v : {a, b}) {
        const HalfEdge first = arrays_.half_edge_from(v);
        HalfEdge h = first;
        const VertexIndex other_end = v == a ? b : a;
        do {
            if (arrays_.uses(h) != none) collect_uses(h);
            const VertexIndex w = arrays_.target(h), next = arrays_.apex(h);
            joined |= w == other_end;
            if (w != other_end && next != other_end && !strip.is_missed_by(point(w), point(next)))
                return false;
            h = arrays_.twin(Arrays::previous(h));
        } while (h != first);
        if (!joined) return false;
    }
    scratch_.stops.assign({{0, a}, {dot(from, to, to), b}});
    return true;
}

void Arrangement::collect_uses(HalfEdge h) {
    for (UseIndex use = arrays_.uses(h); use != none; use = segments_.next(use))
        scratch_.near.push_back(segments_.segment_of(use));
}

/// Fills `near` with the segments that may cross ab, and `stops` with the vertices whose pixels ab meets.
void Arrangement::scan_strip(VertexIndex a, VertexIndex b) {
    const LatticePoint from = point(a), to = point(b);
    scratch_.near.clear();
    if (!scan_ends(a, b)) {
        scratch_.near.clear();
        scratch_.stops.clear();
        const auto visit = [&](HalfEdge h) {
            collect_uses(h);
            const VertexIndex v = arrays_.origin(h);
            if (meets_pixel(from, to, point(v))) scratch_.stops.push_back({dot(from, to, point(v)), v});
        };
        flood(a, Strip(from, to), visit);
    }
    sort_unique(scratch_.near);
}

/// Makes a vertex of every crossing of ab with another segment.
void Arrangement::cross_neighbours(VertexIndex a, VertexIndex b) {
    const LatticePoint from = point(a), to = point(b);
    for (const SegmentIndex other : scratch_.near) {
        if (segments_[other].start == b || segments_[other].end == a) continue;  // as neighbours in a ring do
        if (meeting(from, to, start(other), end(other)) != Meeting::crossing) continue;
        const VertexIndex v = require_vertex(rounded_crossing(from, to, start(other), end(other)), a);
        ++needs_[v].crossings;
        scratch_.stops.push_back({dot(from, to, point(v)), v});
    }
    sort_unique(scratch_.stops);
}

SegmentIndex Arrangement::add(const Segment& segment) {
    scratch_.route.clear();
    if (segment.start != segment.end) {
        scan_strip(segment.start, segment.end);
        cross_neighbours(segment.start, segment.end);
        for (const auto& stop : scratch_.stops) scratch_.route.push_back(stop.vertex);
    }
    return add(segment, scratch_.route);
}

SegmentIndex Arrangement::add(const Segment& segment, std::span<const VertexIndex> route) {
    const SegmentIndex s = segments_.add(segment);
    ++needs_[segment.start].ends;
    ++needs_[segment.end].ends;
    for (std::size_t k = 0; k + 1 < route.size(); ++k)
        if (route[k] != route[k + 1]) delaunay_.constrain(route[k], route[k + 1], s);
    return s;
}

VertexIndex Arrangement::next_on_route(SegmentIndex s, VertexIndex v, VertexIndex before) const noexcept {
    HalfEdge h = arrays_.half_edge_from(v);
    while (arrays_.target(h) == before || !segments_.contains(arrays_.uses(h), s))
        h = arrays_.twin(Arrays::previous(h));
    return arrays_.target(h);
}

void Arrangement::trace_route(SegmentIndex s) {
    scratch_.route.assign({segments_[s].start});
    VertexIndex before = none;
    while (scratch_.route.back() != segments_[s].end) {
        const VertexIndex v = scratch_.route.back();
        scratch_.route.push_back(next_on_route(s, v, before));
        before = v;
    }
}

/// Fills `near` with the segments that run through v.
void Arrangement::collect_segments_at(VertexIndex v) {
    scratch_.near.clear();
    const HalfEdge first = arrays_.half_edge_from(v);
    HalfEdge h = first;
    do {
        collect_uses(h);
        h = arrays_.twin(Arrays::previous(h));
    } while (h != first);
    sort_unique(scratch_.near);
}

void Arrangement::forget_crossings(SegmentIndex s, VertexIndex v) {
    if (needs_[v].crossings == 0) return;
    collect_segments_at(v);
    for (const SegmentIndex other : scratch_.near) {
        if (segments_[other].start == segments_[s].end || segments_[other].end == segments_[s].start)
            continue;
        if (meeting(start(s), end(s), start(other), end(other)) != Meeting::crossing) continue;
        if (rounded_crossing(start(s), end(s), start(other), end(other)) == point(v)) --needs_[v].crossings;
    }
}

void Arrangement::remove(SegmentIndex s, std::vector<VertexIndex>& loose) {
    const Segment segment = segments_[s];
    --needs_[segment.start].ends;
    --needs_[segment.end].ends;
    trace_route(s);
    for (const VertexIndex v : scratch_.route) {
        forget_crossings(s, v);
        forget_feet_on(s, v);
        loose.push_back(v);
    }
    for (std::size_t k = 0; k + 1 < scratch_.route.size(); ++k) {
        const VertexIndex a = scratch_.route[k], b = scratch_.route[k + 1];
        delaunay_.release(a, b, s, !needs_[a].is_needed() || !needs_[b].is_needed());
    }
    segments_.free(s);
}

void Arrangement::forget_feet_on(SegmentIndex s, VertexIndex v) {
    for (FootIndex k = needs_[v].first_foot; k != none;) {
        const FootIndex next = feet_[k].next_here;
        if (feet_[k].segment == s) feet_.remove(needs_, k);
        k = next;
    }
}

void Arrangement::dissolve(std::vector<VertexIndex>& loose) {
    for (std::size_t i = 0; i < loose.size(); ++i) {
        const VertexIndex v = loose[i];
        if (!arrays_.is_vertex(v) || needs_[v].is_genuine()) continue;
        while (needs_[v].first_caused != none) {
            loose.push_back(feet_[needs_[v].first_caused].vertex);
            feet_.remove(needs_, needs_[v].first_caused);
        }
        if (!needs_[v].is_needed()) straighten_over(v);
    }
    delaunay_.forget_doubts();
    loose.clear();
}

void Arrangement::straighten_over(VertexIndex v) {
    auto& detours = scratch_.detours;
    detours.clear();
    collect_segments_at(v);
    for (const SegmentIndex s : scratch_.near) {
        const VertexIndex from = next_on_route(s, v, none);
        detours.push_back({s, from, next_on_route(s, v, from)});
    }
    has_bent_ |= !detours.empty();
    for (const auto& d : detours) {
        delaunay_.release(d.from, v, d.segment, true);
        delaunay_.release(v, d.to, d.segment, true);
    }
    delaunay_.remove(v);
    for (const auto& d : detours) delaunay_.constrain(d.from, d.to, d.segment);
}

}  // namespace wend::mesh
