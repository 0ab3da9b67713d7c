#include "cgal_map.hpp"

#include <vector>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wfloat-conversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/Surface_mesh_shortest_path.h>
#pragma GCC diagnostic pop

namespace wend::test {

namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Surface = CGAL::Surface_mesh<Kernel::Point_3>;
using Traits = CGAL::Surface_mesh_shortest_path_traits<Kernel, Surface>;
using Paths = CGAL::Surface_mesh_shortest_path<Traits>;

}  // namespace

struct CgalMap::Impl {
    const mesh::Triangulation& mesh;
    Surface surface;
    std::vector<Surface::Vertex_index> vertices;
    std::vector<Surface::Face_index> faces;
    std::unique_ptr<Paths> paths;

    explicit Impl(const mesh::Triangulation& from)
        : mesh(from),
          vertices(from.vertex_bound(), Surface::null_vertex()),
          faces(from.triangle_bound(), Surface::null_face()) {
        for (mesh::TriangleIndex t = 0; t < from.triangle_bound(); ++t) {
            if (!from.is_triangle(t) || from.is_blocked(t)) continue;
            Surface::Vertex_index corners[3];
            for (std::uint32_t i = 0; i < 3; ++i) {
                const mesh::VertexIndex v = from.vertex(mesh::Triangulation::half_edge(t, i));
                const Vec2 at = from.position(v);
                if (vertices[v] == Surface::null_vertex())
                    vertices[v] = surface.add_vertex(Kernel::Point_3(at.x, at.y, 0));
                corners[i] = vertices[v];
            }
            faces[t] = surface.add_face(corners[0], corners[1], corners[2]);
        }
    }

    [[nodiscard]] Paths::Face_location locate(Vec2 place) const {
        const mesh::TriangleIndex t = mesh.locate(place).triangle;
        const Surface::Face_index face = faces[t];
        // Barycentric coordinates go by the face's own first half-edge.
        auto h = surface.halfedge(face);
        Vec2 corners[3];
        for (Vec2& corner : corners) {
            const auto& p = surface.point(surface.source(h));
            corner = {p.x(), p.y()};
            h = surface.next(h);
        }
        const double whole = cross(corners[1] - corners[0], corners[2] - corners[0]);
        const double a = cross(corners[1] - place, corners[2] - place) / whole;
        const double b = cross(corners[2] - place, corners[0] - place) / whole;
        return {face, {{a, b, 1 - a - b}}};
    }
};

CgalMap::CgalMap(const mesh::Triangulation& mesh) : impl_(std::make_unique<Impl>(mesh)) {}
CgalMap::~CgalMap() = default;

void CgalMap::build(Vec2 source) {
    impl_->paths = std::make_unique<Paths>(impl_->surface);
    const Paths::Face_location at = impl_->locate(source);
    impl_->paths->add_source_point(at.first, at.second);
    impl_->paths->build_sequence_tree();
}

double CgalMap::distance_at(mesh::VertexIndex v) const {
    if (impl_->vertices[v] == Surface::null_vertex()) return -1;
    return impl_->paths->shortest_distance_to_source_points(impl_->vertices[v]).first;
}

double CgalMap::distance_at(Vec2 place) const {
    const Paths::Face_location at = impl_->locate(place);
    return impl_->paths->shortest_distance_to_source_points(at.first, at.second).first;
}

}  // namespace wend::test
