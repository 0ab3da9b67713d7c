#pragma once

// The mesh for the page, in square parts, so that an edit of the world costs the transfer of the parts it
// touched and not of the whole mesh. Which disc fits through an edge follows Kallmann (2014, local clearance
// triangulations), see triangulation.hpp.

#include <cstdint>
#include <map>
#include <vector>

#include "wend/mesh/nav_mesh.hpp"
#include "wend/view/messages.hpp"

namespace wend::view {

/// The largest radius of a disc that can cross the edge on its way from one other edge to another; into a
/// dead end, half the edge. 0 for walls and where both sides are blocked.
[[nodiscard]] double crossing_radius(const mesh::Triangulation& mesh, mesh::HalfEdge h) noexcept;

/// Channel "mesh", by part: lines of x, y, z, crossing radius, two points an edge; walls have radius -1.
class MeshTiles {
  public:
    /// The parts that are not as they were told last. The larger the mesh, the less often it is looked at:
    /// ten thousand edges every 0.08 s of the world's time.
    [[nodiscard]] std::vector<ChannelSample> update(const mesh::NavMesh& mesh, std::uint32_t frame,
                                                    double time);

    static constexpr std::uint32_t tiles_a_side = 12;

  private:
    std::vector<Box2> boxes_;  ///< by layer, what the first mesh covered: parts keep their places
    std::map<std::uint32_t, std::vector<float>> told_;
    std::uint64_t version_ = 0;
    double next_time_ = 0;
    bool has_told_ = false;
};

}  // namespace wend::view
