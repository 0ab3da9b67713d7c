#pragma once

// Recast and Detour on the same walls, as the peer of path queries.

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "wend/geometry/polygon.hpp"

class dtNavMesh;

namespace wend::bench {

class DetourPeer {
  public:
    /// Voxelises flat ground with the convex rings as holes; throws std::runtime_error on failure.
    DetourPeer(const Box2& bounds, const std::vector<Ring>& obstacles, double radius, double cell_size);
    /// The same of a flat floor, given as counter-clockwise triangles: three points each.
    DetourPeer(const Box2& bounds, std::span<const Vec2> floor, double radius, double cell_size);
    DetourPeer(DetourPeer&&) noexcept;
    ~DetourPeer();

    /// A polygon reference and a point on it, or reference 0 when the mesh is more than 0.01 m away.
    struct Place {
        std::uint64_t polygon = 0;
        float position[3] = {};
    };
    [[nodiscard]] Place place(Vec2 point) const;

    /// findPath + findStraightPath. Length, or -1 when the goal was not reached.
    double find_path(const Place& from, const Place& to);
    [[nodiscard]] int polygon_count() const;
    /// Processor time that making the mesh took.
    [[nodiscard]] double building_seconds() const;
    /// For whatever else of Detour works on the same mesh.
    [[nodiscard]] dtNavMesh* native_mesh() const;

  private:
    struct Parts;
    void load(const Box2& bounds, std::span<const Vec2> floor, const std::vector<Ring>& obstacles,
              double radius, double cell_size);

    std::unique_ptr<Parts> parts_;
};

}  // namespace wend::bench
