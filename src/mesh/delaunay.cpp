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
    settle_around_new_vertex();
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

void Delaunay::flip(HalfEdge h) {
    // ab with apexes c (left) and d (right) becomes dc: abc -> dca... kept in the two slots.
    const HalfEdge g = arrays_.twin(h);
    const TriangleIndex t = Arrays::triangle_of(h), s = Arrays::triangle_of(g);
    journal_.touch(arrays_, t);
    journal_.touch(arrays_, s);
    const HalfEdge bc = Arrays::next(h), ca = Arrays::previous(h);
    const HalfEdge ad = Arrays::next(g), db = Arrays::previous(g);
    const VertexIndex a = arrays_.origin(h), b = arrays_.origin(g);
    const VertexIndex c = arrays_.origin(ca), d = arrays_.origin(db);
    const HalfEdge out_bc = arrays_.twin(bc), out_ca = arrays_.twin(ca);
    const HalfEdge out_ad = arrays_.twin(ad), out_db = arrays_.twin(db);
    const std::uint32_t uses_bc = arrays_.uses(bc), uses_ca = arrays_.uses(ca);
    const std::uint32_t uses_ad = arrays_.uses(ad), uses_db = arrays_.uses(db);
    const HalfEdge th = Arrays::half_edge(t, 0), sh = Arrays::half_edge(s, 0);
    arrays_.set_origins(t, d, c, a);
    arrays_.set_origins(s, c, d, b);
    arrays_.join(th, sh, none);
    arrays_.join(th + 1, out_ca, uses_ca);
    arrays_.join(th + 2, out_ad, uses_ad);
    arrays_.join(sh + 1, out_db, uses_db);
    arrays_.join(sh + 2, out_bc, uses_bc);
    arrays_.set_spoke(a, th + 2);
    arrays_.set_spoke(b, sh + 2);
    arrays_.set_spoke(c, sh);
    arrays_.set_spoke(d, th);
}

bool Delaunay::should_flip(HalfEdge h) const noexcept {
    if (arrays_.is_constrained(h)) return false;
    const LatticePoint a = point(arrays_.origin(h)), b = point(arrays_.target(h));
    const LatticePoint c = point(arrays_.apex(h)), d = point(arrays_.apex(arrays_.twin(h)));
    const int inside = in_circle(a, b, c, d);
    return inside > 0 || (inside == 0 && std::min(c, d) < std::min(a, b));
}

/// Suspects are edges opposite to one new vertex, and stay so: only edges at it are made.
void Delaunay::settle_around_new_vertex() {
    auto& suspects = scratch_.suspects;
    while (!suspects.empty()) {
        const HalfEdge h = suspects.back();
        suspects.pop_back();
        if (!should_flip(h)) continue;
        const TriangleIndex t = Arrays::triangle_of(h), s = Arrays::triangle_of(arrays_.twin(h));
        flip(h);
        suspects.push_back(Arrays::half_edge(t, 2));
        suspects.push_back(Arrays::half_edge(s, 1));
    }
}

void Delaunay::settle_suspects() {
    auto& suspects = scratch_.suspects;
    while (!suspects.empty()) {
        const HalfEdge h = suspects.back();
        suspects.pop_back();
        if (!should_flip(h)) continue;
        const TriangleIndex t = Arrays::triangle_of(h), s = Arrays::triangle_of(arrays_.twin(h));
        flip(h);
        for (const TriangleIndex k : {t, s}) {
            suspects.push_back(Arrays::half_edge(k, 1));
            suspects.push_back(Arrays::half_edge(k, 2));
        }
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
    if (leave_as_is || arrays_.uses(h) != none) return;
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
