#pragma once

// Near-convex cells (NEOGEN, Oliva and Pelechano 2013; [COURSE §2.5]): triangles are joined, longest shared
// edge first, while no corner of the joined outline lies deeper than a tolerance inside its convex hull. A
// search over a few cells finds a first route sooner than one over all triangles; the route is then pulled
// tight within the cells' triangles. It has no bound.

#include <cstdint>
#include <vector>

#include "wend/mesh/path.hpp"
#include "wend/mesh/query_context.hpp"
#include "wend/mesh/triangulation.hpp"

namespace wend::mesh {

class NearConvexCells {
  public:
    /// `deepest` metres, at least 0: how far a notch may reach into a cell.
    NearConvexCells(const Triangulation& mesh, double deepest);

    /// Routes need the mesh that the cells were made of, unedited.
    [[nodiscard]] bool is_about(const Triangulation& mesh) const noexcept {
        return content_ == mesh.content();
    }
    [[nodiscard]] std::size_t cell_count() const noexcept { return cells_.size(); }
    [[nodiscard]] std::size_t triangle_count() const noexcept { return triangle_count_; }
    /// Metres, of all cells.
    [[nodiscard]] double deepest_notch() const noexcept { return deepest_found_; }
    /// none: blocked.
    [[nodiscard]] std::uint32_t cell_of(TriangleIndex t) const noexcept { return cell_of_[t]; }
    [[nodiscard]] const std::vector<VertexIndex>& outline(std::uint32_t cell) const noexcept {
        return cells_[cell].outline;
    }

    /// A first route: A* over cells, from gate to gate. ok, unreachable over cells for that radius (a search
    /// over triangles may still find one), or invalid_input.
    StatusCode find_route(const Triangulation& mesh, Vec2 from, Vec2 to, double radius, QueryContext& context,
                          Path& path) const;

  private:
    /// An edge between two cells.
    struct Gate {
        HalfEdge leaves;
        std::uint32_t to;
        Vec2 middle;
        double width;
    };
    struct Cell {
        std::vector<VertexIndex> outline;  ///< counter-clockwise
        std::vector<Gate> gates;
    };

    void join(const Triangulation& mesh, double deepest);
    void collect(const Triangulation& mesh);
    [[nodiscard]] std::vector<std::uint32_t> cells_between(std::uint32_t from, std::uint32_t to, Vec2 start,
                                                           Vec2 goal, double radius) const;
    [[nodiscard]] bool list_corridor(const Triangulation& mesh, TriangleIndex from, TriangleIndex to,
                                     const std::vector<std::uint32_t>& cells, Vec2 goal, double radius,
                                     std::vector<HalfEdge>& corridor) const;

    std::uint64_t content_ = 0;
    std::size_t triangle_count_ = 0;
    double deepest_found_ = 0;
    std::vector<std::uint32_t> cell_of_;
    std::vector<Cell> cells_;
};

}  // namespace wend::mesh
