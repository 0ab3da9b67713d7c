#include "wend/mesh/medial_axis.hpp"
#include "wend/mesh/triangulation.hpp"

namespace wend::mesh {

std::vector<MedialWall> walls_of(const Triangulation& mesh) {
    std::vector<MedialWall> walls;
    std::vector<bool> on_wall(mesh.vertex_bound(), false), in_free(mesh.vertex_bound(), false);
    for (TriangleIndex t = 0; t < mesh.triangle_bound(); ++t) {
        if (!mesh.is_triangle(t)) continue;
        for (std::uint32_t corner = 0; corner < 3; ++corner) {
            const HalfEdge h = Triangulation::half_edge(t, corner), twin = mesh.twin(h);
            const VertexIndex from = mesh.vertex(h), to = mesh.vertex(Triangulation::next(h));
            if (!mesh.is_blocked(t)) in_free[from] = true;
            if (!mesh.is_wall(h)) continue;
            on_wall[from] = on_wall[to] = true;
            if (twin != none && twin < h) continue;
            const bool right = twin != none && !mesh.is_blocked(Triangulation::triangle_of(twin));
            walls.push_back(
                {mesh.lattice_position(from), mesh.lattice_position(to), !mesh.is_blocked(t), right});
        }
    }
    for (VertexIndex v = 0; v < mesh.vertex_bound(); ++v)
        if (mesh.is_vertex(v) && in_free[v] && !on_wall[v])
            walls.push_back({mesh.lattice_position(v), mesh.lattice_position(v), true, true});
    return walls;
}

}  // namespace wend::mesh
