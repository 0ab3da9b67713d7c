#pragma once

// From a plan on the mesh to the way itself: the shortest string through the triangles of the plan for the
// agent's radius (COURSE 2.2.1), layer by layer, with the time at which each corner is reached at a constant
// speed (MD 6.1).

#include <span>

#include "wend/domains/course.hpp"
#include "wend/domains/static_mesh_graph.hpp"
#include "wend/mesh/query.hpp"

namespace wend::domains {

/// Makes courses; keeps the scratch memory for it. One per thread.
class CourseMaker {
  public:
    /// The course of a plan's path. Legs whose string does not fit are replaced by the mesh's own shortest
    /// path, or, where there is none, by the crossings of the plan.
    [[nodiscard]] Course make(const MeshGraph& graph, std::span<const StateId> path, const CoursePace& pace);

    /// The indices of the places of the last course that are reached by a portal or link, and not on foot.
    [[nodiscard]] const std::vector<std::size_t>& crossings() const noexcept { return crossings_; }

    static constexpr double arc_tolerance = 0.01;  ///< metres by which arcs are left, on the outside

  private:
    void walk(const MeshGraph& graph, const mesh::MeshPoint& from, const mesh::MeshPoint& to);
    void append(std::uint32_t layer, Vec2 point);
    void cross(const MeshGate& gate);

    mesh::QueryContext query_;
    mesh::Path path_;
    std::vector<mesh::HalfEdge> corridor_;
    std::vector<Vec2> edges_;  ///< where the plan crosses those of the corridor
    Course course_;
    std::vector<double> fixed_;
    std::vector<std::size_t> crossings_;
};

}  // namespace wend::domains
