// Taking a vertex out: edges at it are flipped away until four or three are left, then its star is closed and
// the edges inside the hole are made Delaunay.

#include <algorithm>
#include <limits>

#include "wend/geometry/predicates.hpp"

#include "mesh/delaunay.hpp"

namespace wend::mesh {

void Delaunay::collect_spokes(VertexIndex v) {
    scratch_.spokes.clear();
    const LatticePoint centre = point(v);
    const HalfEdge first = arrays_.half_edge_from(v);
    HalfEdge h = first;
    do {
        const LatticePoint p = point(arrays_.target(h));
        const std::int64_t x = p.x - centre.x, y = p.y - centre.y;
        scratch_.spokes.push_back({h, x, y, static_cast<double>(x * x + y * y), 0});
        h = arrays_.twin(Arrays::previous(h));
    } while (h != first);
}

/// Of the spoke from v to b, between its neighbours a and c: how far v can be lifted off the paraboloid over
/// the plane before the spoke must give way to ac. Infinite if it cannot.
void Delaunay::measure_ear(std::size_t spoke) noexcept {
    auto& spokes = scratch_.spokes;
    const auto& a = spokes[spoke == 0 ? spokes.size() - 1 : spoke - 1];
    const auto& c = spokes[spoke + 1 == spokes.size() ? 0 : spoke + 1];
    auto& b = spokes[spoke];
    const std::int64_t ab = a.x * b.y - a.y * b.x, bc = b.x * c.y - b.y * c.x, ca = c.x * a.y - c.y * a.x;
    const auto real = [](std::int64_t number) { return static_cast<double>(number); };
    b.height = ab + bc + ca > 0 && ca < 0
                   ? (a.square * real(bc) + b.square * real(ca) + c.square * real(ab)) / real(ab + bc + ca)
                   : std::numeric_limits<double>::infinity();
}

/// The lowest ear is Delaunay once v is gone (Devillers 1999, "On deletion in Delaunay triangulations"), but
/// for rounding. Around the hole nothing changes if all was Delaunay before.
void Delaunay::remove(VertexIndex v) {
    grid_.remove(arrays_, v);
    scratch_.suspects.clear();
    collect_spokes(v);
    auto& spokes = scratch_.spokes;
    if (spokes.size() > 4)
        for (std::size_t k = 0; k < spokes.size(); ++k) measure_ear(k);
    while (spokes.size() > 4) {
        const auto lowest = std::ranges::min_element(spokes, {}, &DelaunayScratch::Spoke::height);
        const auto place = lowest - spokes.begin();
        const HalfEdge h = lowest->half_edge, ear = arrays_.twin(h);
        flip(h);
        if (scratch_.has_doubts)
            scratch_.suspects.insert(scratch_.suspects.end(), {ear, Arrays::previous(ear)});
        else
            scratch_.suspects.push_back(Arrays::next(ear));
        spokes.erase(lowest);
        const std::size_t after = static_cast<std::size_t>(place) % spokes.size();
        const std::size_t before = (after + spokes.size() - 1) % spokes.size();
        spokes[before].half_edge = h;
        if (spokes.size() == 4) break;
        measure_ear(before);
        measure_ear(after);
    }
    close_star();
    settle_suspects();
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
        const HalfEdge h = scratch_.spokes[k].half_edge;
        journal_.touch(arrays_, Arrays::triangle_of(h));
        corner[k] = arrays_.target(h);
        outside[k] = arrays_.twin(Arrays::next(h));
        uses[k] = arrays_.uses(Arrays::next(h));
    }
    const TriangleIndex t = Arrays::triangle_of(scratch_.spokes[0].half_edge);
    const TriangleIndex s = Arrays::triangle_of(scratch_.spokes[1].half_edge);
    const HalfEdge th = Arrays::half_edge(t, 0), sh = Arrays::half_edge(s, 0);
    for (std::size_t k = 2; k < count; ++k)
        arrays_.free_triangle(Arrays::triangle_of(scratch_.spokes[k].half_edge));
    if (count == 3) {
        arrays_.free_triangle(s);
        arrays_.set_origins(t, corner[0], corner[1], corner[2]);
        for (std::uint32_t k = 0; k < 3; ++k) arrays_.join(th + k, outside[k], uses[k]);
        for (std::uint32_t k = 0; k < 3; ++k) arrays_.set_spoke(corner[k], th + k);
        if (scratch_.has_doubts) scratch_.suspects.insert(scratch_.suspects.end(), {th, th + 1, th + 2});
        return;
    }
    const LatticePoint a = point(corner[0]), b = point(corner[1]), c = point(corner[2]), d = point(corner[3]);
    const bool may_ac = orientation(a, b, c) > 0 && orientation(c, d, a) > 0;
    const bool may_bd = orientation(b, c, d) > 0 && orientation(d, a, b) > 0;
    const std::size_t k = may_ac && !(may_bd && gives_way(c, a, b, d)) ? 0 : 1;
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
    if (scratch_.has_doubts) scratch_.suspects.insert(scratch_.suspects.end(), {th, th + 1, sh, sh + 1});
}

}  // namespace wend::mesh
