#pragma once

// The parts of one mesh that a disc of one radius cannot leave. Whoever keeps asking the same mesh about the
// same radius gets them written down once, in time proportional to the mesh, and every further question is
// answered from there; after an edit the first questions go to the maintained pyramid again (Connectivity).

#include "wend/mesh/triangulation.hpp"

#include "mesh/connectivity_sets.hpp"

namespace wend::mesh {

class ComponentMemo {
  public:
    /// Counts the question; true when the parts are known. A way of clearance `least` is open.
    [[nodiscard]] bool is_ready(const Triangulation& mesh, double least) {
        if (content_ != mesh.content() || least_ != least) {
            content_ = mesh.content();
            least_ = least;
            asked_ = 0;
        }
        if (asked_ > patience) return true;
        if (++asked_ <= patience) return false;
        write_down(mesh);
        return true;
    }
    /// The parts are known, without counting a question.
    [[nodiscard]] bool knows(const Triangulation& mesh, double least) const noexcept {
        return asked_ > patience && content_ == mesh.content() && least_ == least;
    }
    [[nodiscard]] std::uint32_t part_of(std::uint32_t edge) noexcept { return parts_.find(edge); }

  private:
    /// Questions until the parts of a mesh are worth writing down.
    static constexpr std::uint32_t patience = 32;

    void write_down(const Triangulation& mesh) {
        parts_.resize(mesh.half_edge_bound());
        parts_.clear();
        for (TriangleIndex t = 0; t < mesh.triangle_bound(); ++t) {
            if (!mesh.is_triangle(t) || mesh.is_blocked(t)) continue;
            for (std::uint32_t i = 0; i < 3; ++i) {
                const HalfEdge h = Triangulation::half_edge(t, i), before = Triangulation::previous(h);
                if (mesh.is_wall(h) || mesh.is_wall(before) || mesh.corner_clearance(h) < least_) continue;
                parts_.unite(std::min(h, mesh.twin(h)), std::min(before, mesh.twin(before)));
            }
        }
    }

    std::uint64_t content_ = 0;
    double least_ = 0;
    std::uint32_t asked_ = 0;
    EdgeSets parts_;
};

}  // namespace wend::mesh
