// Taking a vertex out: edges at it are flipped away until four or three are left, then its star is closed and
// the edges inside the hole are made Delaunay.

#include <algorithm>
#include <limits>

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

/// Of the edge from v to b, with a before and c after it around v: how far v can be lifted off the paraboloid
/// over the plane before the edge must give way to ac. Infinite if it cannot.
double Delaunay::ear_height(HalfEdge h) const noexcept {
    const LatticePoint v = point(arrays_.origin(h)), b = point(arrays_.target(h));
    const LatticePoint a = point(arrays_.apex(arrays_.twin(h))), c = point(arrays_.apex(h));
    const std::int64_t ab = orientation(v, a, b), bc = orientation(v, b, c), ca = orientation(v, c, a);
    if (ab + bc + ca <= 0 || ca >= 0) return std::numeric_limits<double>::infinity();
    const auto square = [&](LatticePoint p) { return static_cast<double>(squared_distance(v, p)); };
    const auto real = [](std::int64_t x) { return static_cast<double>(x); };
    return (square(a) * real(bc) + square(b) * real(ca) + square(c) * real(ab)) / real(ab + bc + ca);
}

/// The ear that is lowest is Delaunay once v is gone (Devillers 1999, "On deletion in Delaunay
/// triangulations"), but for rounding, so hardly anything is left to flip afterwards.
void Delaunay::remove(VertexIndex v) {
    grid_.remove(arrays_, v);
    scratch_.suspects.clear();
    collect_spokes(v);
    auto& spokes = scratch_.spokes;
    auto& heights = scratch_.heights;
    heights.clear();
    if (spokes.size() > 4)
        for (const HalfEdge h : spokes) heights.push_back(ear_height(h));
    while (spokes.size() > 4) {
        const auto lowest = std::min_element(heights.begin(), heights.end());
        const auto place = lowest - heights.begin();
        const HalfEdge h = spokes[static_cast<std::size_t>(place)], ear = arrays_.twin(h);
        flip(h);
        scratch_.suspects.insert(scratch_.suspects.end(), {ear, Arrays::previous(ear)});
        spokes.erase(spokes.begin() + place);
        heights.erase(lowest);
        const std::size_t after = static_cast<std::size_t>(place) % spokes.size();
        const std::size_t before = (after + spokes.size() - 1) % spokes.size();
        spokes[before] = h;  // the half-edge is now that of the spoke before
        heights[before] = ear_height(h);
        heights[after] = ear_height(spokes[after]);
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
    scratch_.suspects.insert(scratch_.suspects.end(), {th, th + 1, sh, sh + 1});
}

}  // namespace wend::mesh
