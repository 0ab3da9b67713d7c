#include "mesh/delaunay.hpp"

#include <algorithm>

#include "mesh/walk.hpp"

namespace wend::mesh {

Delaunay::Insertion Delaunay::insert(LatticePoint p, VertexIndex hint) {
    const VertexIndex start = hint != none ? hint : grid_.near(p);
    const TriangleIndex from = Arrays::triangle_of(arrays_.half_edge_from(start));
    const Location where = walk_to(arrays_, p, from);
    if (where.on == Location::On::vertex) return {arrays_.origin(where.half_edge), false};
    const VertexIndex v =
        where.on == Location::On::edge ? split_edge(where.half_edge, p) : split_triangle(where.triangle, p);
    settle_around(v);
    grid_.add(arrays_, v);
    journal_.created_vertex(v);
    return {v, true};
}

TriangleIndex Delaunay::new_triangle(TriangleIndex like) {
    const TriangleIndex t = arrays_.add_triangle();
    journal_.created(arrays_, t);
    arrays_.set_label(t, arrays_.label(like));
    return t;
}

VertexIndex Delaunay::split_triangle(TriangleIndex t, LatticePoint p) {
    journal_.touch(arrays_, t);
    const HalfEdge h = Arrays::half_edge(t, 0);
    const VertexIndex a = arrays_.origin(h), b = arrays_.origin(h + 1), c = arrays_.origin(h + 2);
    const HalfEdge beyond_bc = arrays_.twin(h + 1), beyond_ca = arrays_.twin(h + 2);
    const std::uint32_t uses_bc = arrays_.uses(h + 1), uses_ca = arrays_.uses(h + 2);
    const VertexIndex v = arrays_.add_vertex(p);
    const TriangleIndex tb = new_triangle(t), tc = new_triangle(t);
    arrays_.set_origins(t, a, b, v);
    arrays_.set_origins(tb, b, c, v);
    arrays_.set_origins(tc, c, a, v);
    const HalfEdge hb = Arrays::half_edge(tb, 0), hc = Arrays::half_edge(tc, 0);
    arrays_.join(hb, beyond_bc, uses_bc);
    arrays_.join(hc, beyond_ca, uses_ca);
    arrays_.join(h + 1, hb + 2, none);
    arrays_.join(hb + 1, hc + 2, none);
    arrays_.join(hc + 1, h + 2, none);
    arrays_.set_spoke(v, h + 2);
    arrays_.set_spoke(b, hb);
    arrays_.set_spoke(c, hc);
    arrays_.set_spoke(a, h);
    scratch_.suspects.assign({h, hb, hc});
    return v;
}

VertexIndex Delaunay::split_edge(HalfEdge h, LatticePoint p) {
    // abc is split into avc and vbc, its neighbour bad into bvd and vad.
    const HalfEdge g = arrays_.twin(h);
    const TriangleIndex t = Arrays::triangle_of(h), s = Arrays::triangle_of(g);
    journal_.touch(arrays_, t);
    journal_.touch(arrays_, s);
    const HalfEdge bc = Arrays::next(h), ad = Arrays::next(g);
    const VertexIndex a = arrays_.origin(h), b = arrays_.origin(g);
    const VertexIndex c = arrays_.apex(h), d = arrays_.apex(g);
    const HalfEdge beyond_bc = arrays_.twin(bc), beyond_ad = arrays_.twin(ad);
    const std::uint32_t uses_bc = arrays_.uses(bc), uses_ad = arrays_.uses(ad), uses = arrays_.uses(h);
    const HalfEdge ca_old = Arrays::previous(h), db_old = Arrays::previous(g);
    const HalfEdge beyond_ca = arrays_.twin(ca_old), beyond_db = arrays_.twin(db_old);
    const std::uint32_t uses_ca = arrays_.uses(ca_old), uses_db = arrays_.uses(db_old);
    const VertexIndex v = arrays_.add_vertex(p);
    const HalfEdge avc = Arrays::half_edge(t, 0), bvd = Arrays::half_edge(s, 0);
    const HalfEdge vbc = Arrays::half_edge(new_triangle(t), 0), vad = Arrays::half_edge(new_triangle(s), 0);
    arrays_.set_origins(t, a, v, c);
    arrays_.set_origins(s, b, v, d);
    arrays_.set_origins(Arrays::triangle_of(vbc), v, b, c);
    arrays_.set_origins(Arrays::triangle_of(vad), v, a, d);
    arrays_.join(avc, vad, uses);
    arrays_.join(bvd, vbc, segments_.copy(uses));
    arrays_.join(avc + 1, vbc + 2, none);
    arrays_.join(bvd + 1, vad + 2, none);
    arrays_.join(avc + 2, beyond_ca, uses_ca);
    arrays_.join(vbc + 1, beyond_bc, uses_bc);
    arrays_.join(bvd + 2, beyond_db, uses_db);
    arrays_.join(vad + 1, beyond_ad, uses_ad);
    arrays_.set_spoke(v, vbc);
    arrays_.set_spoke(a, avc);
    arrays_.set_spoke(b, bvd);
    arrays_.set_spoke(c, avc + 2);
    arrays_.set_spoke(d, bvd + 2);
    scratch_.suspects.assign({avc + 2, vbc + 1, bvd + 2, vad + 1});
    return v;
}

/// The edge ab of h, between c on its left and d on its right, gives way to cd. The triangle of h becomes
/// adc, its half-edges in the same places; that of the twin becomes bcd.
void Delaunay::flip(HalfEdge h) {
    const HalfEdge g = arrays_.twin(h);
    journal_.touch(arrays_, Arrays::triangle_of(h));
    journal_.touch(arrays_, Arrays::triangle_of(g));
    const HalfEdge bc = Arrays::next(h), ad = Arrays::next(g);
    const HalfEdge beyond_bc = arrays_.twin(bc), beyond_ad = arrays_.twin(ad);
    const std::uint32_t uses_bc = arrays_.uses(bc), uses_ad = arrays_.uses(ad);
    const VertexIndex c = arrays_.apex(h), d = arrays_.apex(g);
    arrays_.set_spoke(arrays_.origin(h), h);
    arrays_.set_spoke(arrays_.origin(g), g);
    arrays_.set_origin(bc, d);
    arrays_.set_origin(ad, c);
    arrays_.join(h, beyond_ad, uses_ad);
    arrays_.join(g, beyond_bc, uses_bc);
    arrays_.join(bc, ad, none);
}

bool Delaunay::should_flip(HalfEdge h) const noexcept {
    if (arrays_.is_constrained(h)) return false;
    const LatticePoint a = point(arrays_.origin(h)), b = point(arrays_.target(h));
    const LatticePoint c = point(arrays_.apex(h)), d = point(arrays_.apex(arrays_.twin(h)));
    return gives_way(a, b, c, d);
}

/// Opposite to a new vertex, suspects stay so: only edges at it are made.
void Delaunay::settle_around(VertexIndex fresh) {
    auto& suspects = scratch_.suspects;
    const LatticePoint c = point(fresh);
    while (!suspects.empty()) {
        const HalfEdge h = suspects.back(), g = arrays_.twin(h);
        const auto must_flip = [&] {
            return gives_way(point(arrays_.origin(h)), point(arrays_.origin(g)), c, point(arrays_.apex(g)));
        };
        if (arrays_.is_constrained(h) || !must_flip()) {
            suspects.pop_back();
            continue;
        }
        flip(h);
        suspects.push_back(Arrays::previous(g));
    }
}

void Delaunay::settle_suspects() {
    auto& suspects = scratch_.suspects;
    while (!suspects.empty()) {
        const HalfEdge h = suspects.back();
        if (!should_flip(h)) {
            suspects.pop_back();
            continue;
        }
        const HalfEdge g = arrays_.twin(h);
        flip(h);
        suspects.insert(suspects.end(), {Arrays::previous(g), g, Arrays::previous(h)});
    }
}

void Delaunay::constrain(VertexIndex a, VertexIndex b, SegmentIndex segment) {
    const HalfEdge h = find_edge(a, b);
    if (h == none) return force_edge(a, b, segments_.push(none, segment));
    journal_.touch(arrays_, Arrays::triangle_of(h));
    journal_.touch(arrays_, Arrays::triangle_of(arrays_.twin(h)));
    arrays_.set_uses(h, segments_.push(arrays_.uses(h), segment));
}

void Delaunay::release(VertexIndex a, VertexIndex b, SegmentIndex segment, bool leave_as_is) {
    const HalfEdge h = find_edge(a, b);
    journal_.touch(arrays_, Arrays::triangle_of(h));
    journal_.touch(arrays_, Arrays::triangle_of(arrays_.twin(h)));
    arrays_.set_uses(h, segments_.drop(arrays_.uses(h), segment));
    if (arrays_.uses(h) != none) return;
    if (leave_as_is) {
        scratch_.has_doubts = scratch_.has_doubts || should_flip(h);
        return;
    }
    scratch_.suspects.assign({h});
    settle_suspects();
}

HalfEdge Delaunay::find_edge(VertexIndex a, VertexIndex b) const noexcept {
    const HalfEdge first = arrays_.half_edge_from(a);
    HalfEdge h = first;
    do {
        if (arrays_.target(h) == b) return h;
        h = arrays_.twin(Arrays::previous(h));
    } while (h != first);
    return none;
}

}  // namespace wend::mesh
