#pragma once

// What the path queries read of a Triangulation. Coordinates are doubles in lattice units: whole numbers for
// vertices, so that differences and (inside 2^53) cross products of vertices are exact.

#include "wend/mesh/triangulation.hpp"

namespace wend::mesh {

class MeshView {
  public:
    explicit MeshView(const Triangulation& mesh) : mesh_(mesh), unit_(mesh.settings().lattice.unit) {}

    [[nodiscard]] const Triangulation& mesh() const noexcept { return mesh_; }
    [[nodiscard]] double unit() const noexcept { return unit_; }
    [[nodiscard]] Vec2 to_lattice(Vec2 metres) const noexcept { return metres / unit_; }
    [[nodiscard]] Vec2 to_metres(Vec2 units) const noexcept { return units * unit_; }

    [[nodiscard]] Vec2 at(VertexIndex v) const noexcept {
        const LatticePoint p = mesh_.lattice_position(v);
        return {static_cast<double>(p.x), static_cast<double>(p.y)};
    }
    [[nodiscard]] Vec2 origin(HalfEdge h) const noexcept { return at(mesh_.vertex(h)); }
    [[nodiscard]] Vec2 target(HalfEdge h) const noexcept { return at(mesh_.vertex(Triangulation::next(h))); }
    [[nodiscard]] VertexIndex apex(HalfEdge h) const noexcept {
        return mesh_.vertex(Triangulation::previous(h));
    }

    /// The next spoke counter-clockwise around vertex(spoke); `none` across the bounds.
    [[nodiscard]] HalfEdge turn_left(HalfEdge spoke) const noexcept {
        return mesh_.twin(Triangulation::previous(spoke));
    }
    /// The next spoke clockwise; `none` across the bounds.
    [[nodiscard]] HalfEdge turn_right(HalfEdge spoke) const noexcept {
        const HalfEdge other = mesh_.twin(spoke);
        return other == none ? none : Triangulation::next(other);
    }

    /// The most clockwise spoke of the vertex where the bounds cut its fan, else the given one.
    [[nodiscard]] HalfEdge first_spoke(HalfEdge spoke) const noexcept {
        HalfEdge first = spoke;
        for (HalfEdge s = turn_right(spoke); s != none && s != spoke; s = turn_right(s)) first = s;
        return first;
    }

    /// A spoke with a wall on it that begins a free sector of its vertex, counter-clockwise; first_spoke
    /// where there is none.
    [[nodiscard]] HalfEdge first_wall_spoke(HalfEdge spoke) const noexcept {
        const HalfEdge first = first_spoke(spoke);
        HalfEdge s = first;
        do {
            if (mesh_.is_wall(s) && !mesh_.is_blocked(Triangulation::triangle_of(s))) {
                // Across the bounds there is no way back to what lies clockwise of s.
                return mesh_.twin(first) == none ? first : s;
            }
            s = turn_left(s);
        } while (s != none && s != first);
        return first;
    }

    /// Calls visit(triangle) for every free triangle whose closure has the point, counter-clockwise.
    template <class Visit>
    void for_each_touching(const Location& where, Visit&& visit) const {
        const auto offer = [&](HalfEdge h) {
            if (h != none && !mesh_.is_blocked(Triangulation::triangle_of(h)))
                visit(Triangulation::triangle_of(h));
        };
        if (where.triangle == none) return;
        if (where.on != Location::On::vertex) {
            offer(Triangulation::half_edge(where.triangle, 0));
            if (where.on == Location::On::edge) offer(mesh_.twin(where.half_edge));
            return;
        }
        const HalfEdge first = first_spoke(where.half_edge);
        HalfEdge spoke = first;
        do {
            offer(spoke);
            spoke = turn_left(spoke);
        } while (spoke != none && spoke != first);
    }

    /// A free triangle whose closure has the point, or none.
    [[nodiscard]] TriangleIndex free_triangle(const Location& where) const {
        TriangleIndex found = none;
        for_each_touching(where, [&](TriangleIndex t) { found = t; });
        return found;
    }

  private:
    const Triangulation& mesh_;
    double unit_;
};

}  // namespace wend::mesh
