#pragma once

// At which ends of a Roadmap's corners a leg from inside a triangle may arrive, told for the triangle as a
// whole. A leg is of use only if its direction lies to one side of a wall or road at the corner:
//
//            d              A tangent in direction u, turned from d by no more than half a turn to that
//       p ---u--->(c)       side, comes from a point p with cross(c - p, d) >= -r. That is half a plane: an
//                           end without use for a triangle's corners is of none for all of it.

#include <span>
#include <vector>

#include "mesh/mesh_view.hpp"
#include "mesh/roads.hpp"

namespace wend::mesh {

class Arrivals {
  public:
    void make(const MeshView& view, const Roadmap::Roads& roads);

    /// Where a path may go on by a road.
    [[nodiscard]] std::span<const std::uint32_t> leading_on(TriangleIndex t) const noexcept {
        return part(2 * t);
    }
    /// Where it may only turn towards a point that sees the corner, too.
    [[nodiscard]] std::span<const std::uint32_t> others(TriangleIndex t) const noexcept {
        return part(2 * t + 1);
    }
    [[nodiscard]] std::size_t memory() const noexcept {
        return (ends_.capacity() + begins_.capacity()) * sizeof(std::uint32_t);
    }

  private:
    [[nodiscard]] std::span<const std::uint32_t> part(std::size_t i) const noexcept {
        return {ends_.data() + begins_[i], ends_.data() + begins_[i + 1]};
    }

    std::vector<std::uint32_t> ends_;
    std::vector<std::uint32_t> begins_;  ///< of both parts of each triangle, and one more
};

}  // namespace wend::mesh
