#pragma once

// Portals and links as places: where a disc of one radius leaves a layer and where it appears. Their number
// and order depend on the mesh's portals and links alone, so that a gate keeps its number when obstacles come
// and go; one that has no footing is there but cannot be used.

#include <cstdint>
#include <span>
#include <vector>

#include "wend/mesh/nav_mesh.hpp"

namespace wend::domains {

/// The free triangle that has the point inside or on its sides; none when there is none.
[[nodiscard]] mesh::TriangleIndex free_triangle_at(const mesh::Triangulation& floor, Vec2 point) noexcept;

struct MeshGate {
    mesh::MeshPoint from;
    mesh::MeshPoint to;
    double cost = 0;                                 ///< metres of walking it is worth
    mesh::TriangleIndex from_triangle = mesh::none;  ///< none: cannot be used
    mesh::TriangleIndex to_triangle = mesh::none;

    [[nodiscard]] bool is_usable() const noexcept { return to_triangle != mesh::none; }
};

/// Layers laid over one plane such that gates lead nowhere far: the base of a lower bound that knows no
/// gates.
///
/// Every layer is shifted, and distances are shortened by a factor of at most 1, so that no gate's ends are
/// farther apart than it costs. A walk on one layer is at least as long as its straight distance, a gate
/// costs at least the distance of its ends, so by the triangle inequality no way is cheaper than the distance
/// of its ends: `distance` is admissible. It is a metric (up to points that fall on each other), hence
/// consistent in both directions.
class LayerEmbedding {
  public:
    /// `links`: more of them than the mesh has.
    explicit LayerEmbedding(const mesh::NavMesh& mesh, std::span<const mesh::LinkSpec> links = {});

    [[nodiscard]] double distance(const mesh::MeshPoint& a, const mesh::MeshPoint& b) const noexcept {
        return scale_ * wend::distance(a.at + offsets_[a.layer], b.at + offsets_[b.layer]);
    }
    [[nodiscard]] double scale() const noexcept { return scale_; }

  private:
    std::vector<Vec2> offsets_;
    double scale_ = 1;
};

class MeshGates {
  public:
    /// Each portal may be crossed at `portal_samples` places. `links` count like the mesh's own.
    MeshGates(const mesh::NavMesh& mesh, std::span<const mesh::LinkSpec> links, double radius,
              mesh::FilterIndex filter, std::uint32_t portal_samples, const LayerEmbedding& embedding);

    [[nodiscard]] std::size_t size() const noexcept { return gates_.size(); }
    [[nodiscard]] const MeshGate& operator[](std::size_t gate) const noexcept { return gates_[gate]; }

    /// What the gate is made of: a portal or link, by its number in the mesh, in one direction. Further links
    /// are numbered after the mesh's.
    struct Origin {
        bool is_portal = false;
        std::size_t index = 0;
        bool is_forward = true;
        friend bool operator==(const Origin&, const Origin&) = default;
    };
    [[nodiscard]] Origin origin(std::size_t gate) const noexcept;

    /// Finds new footings for the gates with an end on the layer.
    void refresh(std::uint32_t layer);

  private:
    [[nodiscard]] MeshGate make(std::size_t gate);
    [[nodiscard]] MeshGate raw(std::size_t gate) const;
    void find_footing(mesh::MeshPoint& end, double& cost, mesh::TriangleIndex& triangle);

    [[nodiscard]] const mesh::LinkSpec& link(std::size_t index) const noexcept {
        const std::size_t own = mesh_->links().size();
        return index < own ? mesh_->links()[index] : links_[index - own];
    }

    const mesh::NavMesh* mesh_;
    std::span<const mesh::LinkSpec> links_;
    double radius_;
    mesh::FilterIndex filter_;
    std::uint32_t samples_;
    const LayerEmbedding* embedding_;
    mesh::QueryContext query_;
    std::vector<MeshGate> gates_;
};

}  // namespace wend::domains
