#include "wend/domains/mesh_edits.hpp"

#include "wend/domains/static_mesh_graph.hpp"

namespace wend::domains {

void MeshEdits::note(const mesh::NavMesh& mesh, mesh::FilterIndex filter, std::uint32_t layer, BodyId who) {
    using Floor = mesh::Triangulation;
    const Floor& floor = mesh.layer(layer, filter);
    MeshEdit edit{who, layer, floor.affected(), {}};
    std::vector<mesh::TriangleIndex> near = edit.region.triangles_new;
    std::erase_if(near, [&](mesh::TriangleIndex triangle) { return !floor.is_triangle(triangle); });
    MeshGraph::add_near(floor, near, MeshGraph::pocket_depth + 1);
    for (const mesh::TriangleIndex triangle : near)
        for (std::uint32_t corner = 0; corner < 3; ++corner)
            edit.box.add(floor.position(floor.vertex(Floor::half_edge(triangle, corner))));
    kept_.push_back(std::move(edit));
    if (kept_.size() <= most_kept) return;
    kept_.pop_front();
    ++first_;
}

}  // namespace wend::domains
