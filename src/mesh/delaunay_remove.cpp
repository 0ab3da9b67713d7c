// Taking a vertex out: edges at it are flipped away until four or three are left, then its star is closed and
// the edges inside the hole are made Delaunay.

#include "wend/geometry/predicates.hpp"

#include "mesh/delaunay.hpp"

namespace wend::mesh {

void Delaunay::collect_spokes(VertexIndex v) {
    scratch_.spokes.clear();
    const HalfEdge first = arrays_.half_edge_from(v);
    HalfEdge h = first;
    do {
        scratch_.spokes.push_back(h);
        h = arrays_.twin(Arrays::previous(h));
    } while (h != first);
}

/// Whether the edge from v to b, with a before and c after it around v, can be flipped to ac.
bool Delaunay::is_ear(std::size_t spoke) const noexcept {
    const HalfEdge h = scratch_.spokes[spoke];
    const LatticePoint v = point(arrays_.origin(h)), b = point(arrays_.target(h));
    const LatticePoint a = point(arrays_.apex(arrays_.twin(h))), c = point(arrays_.apex(h));
    return orientation(a, b, c) > 0 && orientation(a, c, v) > 0;
}

void Delaunay::remove(VertexIndex v) {
    grid_.remove(arrays_, v);
    scratch_.suspects.clear();
    collect_spokes(v);
    std::vector<HalfEdge>& spokes = scratch_.spokes;
    std::size_t look = 0;
    while (spokes.size() > 4) {
        while (!is_ear(look)) look = look + 1 == spokes.size() ? 0 : look + 1;
        const HalfEdge h = spokes[look];
        const HalfEdge ear = Arrays::half_edge(Arrays::triangle_of(arrays_.twin(h)), 0);
        flip(h);
        scratch_.suspects.insert(scratch_.suspects.end(), {ear, ear + 1, ear + 2});
        // The half-edge is now that of the spoke before.
        spokes[look == 0 ? spokes.size() - 1 : look - 1] = h;
        spokes.erase(spokes.begin() + static_cast<std::ptrdiff_t>(look));
        if (look == spokes.size()) look = 0;
    }
    close_star();
    settle_suspects(Suspects::anywhere);
    arrays_.free_vertex(v);
    journal_.removed_vertex(v, point(v));
}

void Delaunay::close_star() {
    // Corner k of the hole and the edge from it to the next one, seen from outside.
    VertexIndex corner[4];
    HalfEdge outside[4];
    std::uint32_t uses[4];
    const std::size_t count = scratch_.spokes.size();
    for (std::size_t k = 0; k < count; ++k) {
        const HalfEdge h = scratch_.spokes[k];
        journal_.touch(arrays_, Arrays::triangle_of(h));
        corner[k] = arrays_.target(h);
        outside[k] = arrays_.twin(Arrays::next(h));
        uses[k] = arrays_.uses(Arrays::next(h));
    }
    const TriangleIndex t = Arrays::triangle_of(scratch_.spokes[0]);
    const TriangleIndex s = Arrays::triangle_of(scratch_.spokes[1]);
    const HalfEdge th = Arrays::half_edge(t, 0), sh = Arrays::half_edge(s, 0);
    for (std::size_t k = 2; k < count; ++k) arrays_.free_triangle(Arrays::triangle_of(scratch_.spokes[k]));
    if (count == 3) {
        arrays_.free_triangle(s);
        arrays_.set_origins(t, corner[0], corner[1], corner[2]);
        for (std::uint32_t k = 0; k < 3; ++k) arrays_.join(th + k, outside[k], uses[k]);
        for (std::uint32_t k = 0; k < 3; ++k) arrays_.set_spoke(corner[k], th + k);
        scratch_.suspects.insert(scratch_.suspects.end(), {th, th + 1, th + 2});
        return;
    }
    const LatticePoint a = point(corner[0]), b = point(corner[1]), c = point(corner[2]), d = point(corner[3]);
    const std::size_t k = orientation(a, b, c) > 0 && orientation(c, d, a) > 0 ? 0 : 1;
    const std::size_t k1 = k + 1, k2 = k + 2, k3 = (k + 3) % 4;
    arrays_.set_origins(t, corner[k], corner[k1], corner[k2]);
    arrays_.set_origins(s, corner[k2], corner[k3], corner[k]);
    arrays_.join(th, outside[k], uses[k]);
    arrays_.join(th + 1, outside[k1], uses[k1]);
    arrays_.join(sh, outside[k2], uses[k2]);
    arrays_.join(sh + 1, outside[k3], uses[k3]);
    arrays_.join(th + 2, sh + 2, none);
    arrays_.set_spoke(corner[k], th);
    arrays_.set_spoke(corner[k1], th + 1);
    arrays_.set_spoke(corner[k2], sh);
    arrays_.set_spoke(corner[k3], sh + 1);
    scratch_.suspects.insert(scratch_.suspects.end(), {th, th + 1, th + 2, sh, sh + 1});
}

}  // namespace wend::mesh
