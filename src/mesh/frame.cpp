#include "mesh/frame.hpp"

#include <utility>

#include "mesh/editor.hpp"

namespace wend::mesh {
namespace {

void fill_outer_box(Arrays& arrays, Machinery& machinery) {
    const LatticePoint low{machinery.low.x - frame_margin, machinery.low.y - frame_margin};
    const LatticePoint high{machinery.high.x + frame_margin, machinery.high.y + frame_margin};
    const VertexIndex a = arrays.add_vertex(low), b = arrays.add_vertex({high.x, low.y});
    const VertexIndex c = arrays.add_vertex(high), d = arrays.add_vertex({low.x, high.y});
    const HalfEdge h = Arrays::half_edge(arrays.add_triangle(), 0);
    const HalfEdge g = Arrays::half_edge(arrays.add_triangle(), 0);
    arrays.set_origins(Arrays::triangle_of(h), a, b, d);
    arrays.set_origins(Arrays::triangle_of(g), c, d, b);
    arrays.join(h + 1, g + 1, none);
    const std::pair<VertexIndex, HalfEdge> spokes[] = {{a, h}, {b, h + 1}, {c, g}, {d, g + 1}};
    for (const auto& [v, spoke] : spokes) {
        arrays.set_spoke(v, spoke);
        machinery.grid.add(arrays, v);
    }
    machinery.needs.resize(arrays.vertex_bound());
}

}  // namespace

void lay_frame(Arrays& arrays, Machinery& machinery, const Settings& settings) {
    fill_outer_box(arrays, machinery);
    const LatticePoint low = machinery.low, high = machinery.high;
    const LatticeRegion frame{RingRole::frame, 0, {{low, {high.x, low.y}, high, {low.x, high.y}}}};
    Editor(arrays, machinery, settings).insert_all({&frame, 1});
    machinery.regions.add(RingRole::walkable, 0);
}

}  // namespace wend::mesh
