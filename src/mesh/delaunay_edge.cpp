// Forcing an edge in: the triangles it crosses are taken out, and the two halves of the hole are filled one
// Delaunay triangle at a time (Anglada 1997, "An improved incremental algorithm for constructing restricted
// Delaunay triangulations"). Both halves are chains of edges seen from inside, from the end of the base edge
// back to its start; an edge that pokes into the hole is in its chain twice, once for each side.

#include <algorithm>

#include "wend/geometry/predicates.hpp"

#include "mesh/delaunay.hpp"

namespace wend::mesh {
namespace {

constexpr std::uint32_t in_cavity = none;  ///< mark of a triangle that has been taken out

}  // namespace

HalfEdge Delaunay::first_crossed(VertexIndex a, VertexIndex b) const noexcept {
    const LatticePoint from = point(a), to = point(b);
    HalfEdge h = arrays_.half_edge_from(a);
    while (!(orientation(from, point(arrays_.target(h)), to) > 0 &&
             orientation(from, point(arrays_.apex(h)), to) < 0))
        h = arrays_.twin(Arrays::previous(h));
    return Arrays::next(h);
}

void Delaunay::add_to_chain(Chain& chain, HalfEdge h) {
    chain.push_back({arrays_.origin(h), h, arrays_.twin(h), arrays_.uses(h), none});
}

void Delaunay::empty_cavity(VertexIndex a, VertexIndex b) {
    const auto take_out = [&](TriangleIndex t) {
        journal_.touch(arrays_, t);
        arrays_.set_mark(t, in_cavity);
        scratch_.cavity.push_back(t);
    };
    scratch_.cavity.clear();
    scratch_.left.clear();
    scratch_.right.clear();
    HalfEdge crossed = first_crossed(a, b);  // from right to left of ab
    take_out(Arrays::triangle_of(crossed));
    add_to_chain(scratch_.right, Arrays::previous(crossed));
    add_to_chain(scratch_.left, Arrays::next(crossed));
    const LatticePoint from = point(a), to = point(b);
    for (;;) {
        const HalfEdge entered = arrays_.twin(crossed);  // from left to right
        take_out(Arrays::triangle_of(entered));
        const HalfEdge on_right = Arrays::next(entered), on_left = Arrays::previous(entered);
        const VertexIndex apex = arrays_.origin(on_left);
        const std::int64_t side = orientation(from, to, point(apex));
        if (apex == b || side > 0) add_to_chain(scratch_.left, on_left);
        if (apex == b || side < 0) add_to_chain(scratch_.right, on_right);
        if (apex == b) return;
        crossed = side > 0 ? on_right : on_left;
    }
}

HalfEdge Delaunay::fill_chain(Chain& chain, std::size_t first, std::size_t last, VertexIndex start,
                              VertexIndex end) {
    std::size_t best = first + 1;
    for (std::size_t k = best + 1; k <= last; ++k)
        if (in_circle(point(start), point(end), point(chain[best].origin), point(chain[k].origin)) > 0)
            best = k;
    const TriangleIndex t = scratch_.slots.back();
    scratch_.slots.pop_back();
    const HalfEdge h = Arrays::half_edge(t, 0);
    const VertexIndex apex = chain[best].origin;
    arrays_.set_origins(t, start, end, apex);
    arrays_.set_spoke(start, h);
    arrays_.set_spoke(end, h + 1);
    arrays_.set_spoke(apex, h + 2);
    attach(chain, first, best - 1, h + 1);
    attach(chain, best, last, h + 2);
    for (std::uint32_t k = 0; k < 3; ++k) scratch_.suspects.push_back(h + k);
    return h;
}

void Delaunay::attach(Chain& chain, std::size_t first, std::size_t last, HalfEdge h) {
    if (first == last)
        chain[first].inner = h;
    else
        arrays_.join(h, fill_chain(chain, first, last, arrays_.target(h), arrays_.origin(h)), none);
}

void Delaunay::connect_chain(const Chain& chain) {
    for (const auto& edge : chain) {
        HalfEdge outer = edge.outer;
        if (outer != none && arrays_.mark(Arrays::triangle_of(outer)) == in_cavity)
            for (const auto& other : chain)
                if (other.old_inner == outer) {
                    outer = other.inner;
                    break;
                }
        arrays_.join(edge.inner, outer, edge.uses);
    }
}

void Delaunay::force_edge(VertexIndex a, VertexIndex b, UseIndex uses) {
    empty_cavity(a, b);
    // Collected from a to b; the left half's chain runs from b to a, the right half's from a to b.
    Chain& left = scratch_.left;
    Chain& right = scratch_.right;
    std::reverse(left.begin(), left.end());
    scratch_.slots = scratch_.cavity;
    scratch_.suspects.clear();
    const HalfEdge above = fill_chain(left, 0, left.size() - 1, a, b);
    const HalfEdge below = fill_chain(right, 0, right.size() - 1, b, a);
    connect_chain(left);
    connect_chain(right);
    arrays_.join(above, below, uses);
    for (const TriangleIndex t : scratch_.cavity) arrays_.set_mark(t, 0);
    settle_suspects();
}

}  // namespace wend::mesh
