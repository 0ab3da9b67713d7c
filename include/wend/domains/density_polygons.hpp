#pragma once

// The polygons over which density is counted: the mesh's triangles, or, where the field is kept finer than
// the mesh (MD 4.1), the parts of them inside the cells of a square grid. A part belongs to one triangle, and
// its name says which, so the mapping between the two needs no table.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "wend/geometry/polygon.hpp"
#include "wend/mesh/nav_mesh.hpp"

namespace wend::domains {

struct DensityPolygon {
    std::uint32_t layer = 0;
    mesh::TriangleIndex triangle = 0;
    std::uint16_t column = 0;  ///< of the cell, from the lower corner of the layer's bounds
    std::uint16_t row = 0;
    friend auto operator<=>(const DensityPolygon&, const DensityPolygon&) = default;
};

class DensityPolygons {
  public:
    static constexpr double whole_triangles = std::numeric_limits<double>::infinity();
    static constexpr double least_area = 1;  ///< square metres: a sliver is no more crowded than its people

    /// `cell`: side of a cell, metres; at most 65535 of them lie across a layer.
    DensityPolygons(const mesh::NavMesh& mesh, mesh::FilterIndex filter, double cell);

    [[nodiscard]] const mesh::Triangulation& floor(std::uint32_t layer) const {
        return mesh_->layer(layer, filter_);
    }
    [[nodiscard]] std::size_t layer_count() const noexcept { return mesh_->layer_count(); }
    [[nodiscard]] double cell() const noexcept { return cell_; }
    [[nodiscard]] bool is_fine() const noexcept { return cell_ < whole_triangles; }

    [[nodiscard]] DensityPolygon at(std::uint32_t layer, mesh::TriangleIndex triangle, Vec2 point) const;
    /// Counter-clockwise; empty when cell and triangle do not meet.
    [[nodiscard]] Ring outline(const DensityPolygon& polygon) const;
    /// Square metres, at least `least_area`.
    [[nodiscard]] double area(const DensityPolygon& polygon) const;
    /// All polygons inside a triangle, by row and column.
    [[nodiscard]] std::vector<DensityPolygon> inside(std::uint32_t layer, mesh::TriangleIndex triangle) const;

    /// Calls visit(polygon, low, high) for the parameters between which the segment is in each polygon of one
    /// triangle, in order. [low, high] is where it is in the triangle.
    template <class Visit>
    void for_each_part(std::uint32_t layer, mesh::TriangleIndex triangle, Vec2 from, Vec2 to, double low,
                       double high, Visit&& visit) const {
        while (is_fine()) {
            const double cut = next_cut(layer, from, to, low);
            if (!(cut < high)) break;
            visit(at(layer, triangle, lerp(from, to, 0.5 * (low + cut))), low, cut);
            low = cut;
        }
        visit(at(layer, triangle, lerp(from, to, 0.5 * (low + high))), low, high);
    }

    /// Calls visit(triangle, low, high) for every triangle, free or not, that the segment passes; what lies
    /// outside the bounds is left out.
    template <class Visit>
    void for_each_triangle(std::uint32_t layer, Vec2 from, Vec2 to, Visit&& visit) const;

  private:
    /// The first parameter after `after` where the segment crosses a line of the grid; infinity: none.
    [[nodiscard]] double next_cut(std::uint32_t layer, Vec2 from, Vec2 to, double after) const noexcept;

    const mesh::NavMesh* mesh_;
    mesh::FilterIndex filter_;
    double cell_;
};

/// The part of the segment inside a box; empty when they do not meet.
[[nodiscard]] Interval clip_to(const Box2& box, Vec2 from, Vec2 to) noexcept;

template <class Visit>
void DensityPolygons::for_each_triangle(std::uint32_t layer, Vec2 from, Vec2 to, Visit&& visit) const {
    using Mesh = mesh::Triangulation;
    const Mesh& mesh = floor(layer);
    const Interval part = clip_to(mesh.bounds(), from, to);
    if (part.is_empty()) return;
    const Vec2 way = to - from;
    const Vec2 first = lerp(from, to, part.low);  // rounding may put it outside
    const Box2& box = mesh.bounds();
    const Vec2 start{std::clamp(first.x, box.low.x, box.high.x), std::clamp(first.y, box.low.y, box.high.y)};
    mesh::TriangleIndex triangle = mesh.locate(start).triangle;
    double at = part.low;
    // An edge is left only towards its outer side, so that no triangle is entered twice.
    for (std::uint32_t left = mesh.triangle_count(); triangle != mesh::none && left > 0; --left) {
        double end = part.high;
        mesh::HalfEdge exit = mesh::none;
        for (std::uint32_t corner = 0; corner < 3; ++corner) {
            const mesh::HalfEdge h = Mesh::half_edge(triangle, corner);
            const Vec2 a = mesh.position(mesh.vertex(h));
            const Vec2 along = mesh.position(mesh.vertex(Mesh::next(h))) - a;
            const double speed = cross(along, way);
            if (!(speed < 0)) continue;
            const double leaves = std::max(at, cross(along, from - a) / -speed);
            if (leaves < end) end = leaves, exit = h;
        }
        if (end > at || part.low == part.high || (way.x == 0 && way.y == 0)) visit(triangle, at, end);
        if (exit == mesh::none) return;
        at = end;
        const mesh::HalfEdge twin = mesh.twin(exit);
        triangle = twin == mesh::none ? mesh::none : Mesh::triangle_of(twin);
    }
}

}  // namespace wend::domains
