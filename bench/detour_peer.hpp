#pragma once

// Recast and Detour on the same walls, as the peer of path queries.

#include <cstdint>
#include <memory>
#include <vector>

#include "wend/geometry/polygon.hpp"
#include "wend/level/triangles.hpp"

class dtNavMesh;

namespace wend::bench {

class DetourPeer {
  public:
    /// Voxelises flat ground with the convex rings as holes; throws std::runtime_error on failure.
    DetourPeer(const Box2& bounds, const std::vector<Ring>& obstacles, double radius, double cell_size);
    /// The same on flat ground of that shape.
    DetourPeer(const Box2& bounds, const level::Triangles& floor, const std::vector<Ring>& obstacles,
               double radius, double cell_size);
    /// The same of whatever of these triangles, z up, can be walked on; with `is_level` they are solid, and
    /// steps and head room are those that our importer takes by itself.
    DetourPeer(const Box2& bounds, const level::Triangles& floor, bool is_level, double radius,
               double cell_size);
    DetourPeer(DetourPeer&&) noexcept;
    ~DetourPeer();

    /// A polygon reference and a point on it, or reference 0 when the mesh is more than 0.01 m away.
    struct Place {
        std::uint64_t polygon = 0;
        float position[3] = {};
    };
    [[nodiscard]] Place place(Vec2 point, double height = 0) const;

    /// findPath + findStraightPath. Length, or -1 when the goal was not reached.
    double find_path(const Place& from, const Place& to);
    [[nodiscard]] int polygon_count() const;
    /// Queries begin with memory that has not been used.
    void forget();
    /// Processor time that making the mesh took.
    [[nodiscard]] double building_seconds() const;
    /// For whatever else of Detour works on the same mesh.
    [[nodiscard]] dtNavMesh* native_mesh() const;

  private:
    struct Parts;
    struct Source;
    void load(const Source& source);

    std::unique_ptr<Parts> parts_;
};

}  // namespace wend::bench
