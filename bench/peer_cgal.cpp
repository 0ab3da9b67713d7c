#include "peer_cgal.hpp"

#include <CGAL/Constrained_Delaunay_triangulation_2.h>
#include <CGAL/Constrained_triangulation_plus_2.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>

namespace wend::bench {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Triangles =
    CGAL::Constrained_Delaunay_triangulation_2<Kernel, CGAL::Default, CGAL::Exact_predicates_tag>;
using Dynamic = CGAL::Constrained_triangulation_plus_2<Triangles>;
using Point = Kernel::Point_2;

Ring frame_of(const BoxWorld& world) {
    const auto& [low, high] = world.bounds;
    return {low, {high.x, low.y}, high, {low.x, high.y}};
}

std::vector<Point> closed(const Ring& ring) {
    std::vector<Point> points;
    for (const Vec2 p : ring) points.emplace_back(p.x, p.y);
    points.push_back(points.front());
    return points;
}

}  // namespace

std::size_t cgal_bulk_build(const BoxWorld& world) {
    std::vector<Point> points;
    std::vector<std::pair<std::size_t, std::size_t>> edges;
    const auto add = [&](const Ring& ring) {
        const std::size_t first = points.size();
        for (std::size_t k = 0; k < ring.size(); ++k) {
            points.emplace_back(ring[k].x, ring[k].y);
            edges.emplace_back(first + k, first + (k + 1) % ring.size());
        }
    };
    add(frame_of(world));
    for (const Ring& box : world.boxes) add(box);
    Triangles triangles;
    triangles.insert_constraints(points.begin(), points.end(), edges.begin(), edges.end());
    return triangles.number_of_faces();
}

struct CgalDynamic::Impl {
    Dynamic triangles;
};

CgalDynamic::CgalDynamic(const BoxWorld& world) : impl_(std::make_unique<Impl>()) {
    const auto frame = closed(frame_of(world));
    impl_->triangles.insert_constraint(frame.begin(), frame.end());
    for (const Ring& box : world.boxes) {
        const auto points = closed(box);
        impl_->triangles.insert_constraint(points.begin(), points.end());
    }
}

CgalDynamic::~CgalDynamic() = default;

void CgalDynamic::insert_and_remove(const Ring& ring) {
    const auto points = closed(ring);
    const auto id = impl_->triangles.insert_constraint(points.begin(), points.end());
    impl_->triangles.remove_constraint(id);
}

std::size_t CgalDynamic::vertices() const {
    return impl_->triangles.number_of_vertices();
}

}  // namespace wend::bench
