#pragma once

// One edit of a Triangulation, from the rings' vertices to the clearance of the last triangle touched.

#include <span>
#include <vector>

#include "mesh/machinery.hpp"
#include "mesh/overlay.hpp"

namespace wend::mesh {

/// A region on the lattice: rings without repeated neighbours.
struct LatticeRegion {
    RingRole role = RingRole::obstacle;
    std::uint16_t area = 0;
    std::vector<std::vector<LatticePoint>> rings;
};

class Editor {
  public:
    Editor(Arrays& arrays, Machinery& machinery, const Settings& settings);

    RegionId insert(const LatticeRegion& region);
    std::vector<RegionId> insert_all(std::span<const LatticeRegion> regions);
    void remove(RegionId region);
    /// Not for regions that are merged.
    void move(RegionId region, const LatticeRegion& to);

  private:
    void take_out(RegionId id);
    void insert_vertices(const LatticeRegion& region);
    void insert_nearby_vertices(std::span<const LatticePoint> points);
    void insert_vertices(std::span<const LatticePoint> points, bool has_only_frame);
    [[nodiscard]] bool is_off_frame(LatticePoint p) const noexcept;
    bool lay_overlay(std::span<const LatticeRegion> regions, std::span<const RegionId> ids,
                     std::vector<LatticePoint>& points);
    /// With an overlay of all of them, or one by one.
    void lay_all(std::span<const LatticeRegion> regions, std::span<const RegionId> ids, Overlay* overlay);
    /// Its vertices are the ring_vertices from `offset` on, ring after ring.
    void lay(RegionId id, const LatticeRegion& region, std::size_t offset, Overlay* overlay);
    /// Walkable regions of a mesh with clearance: floor.hpp.
    [[nodiscard]] bool is_merged(RingRole role) const noexcept {
        return role == RingRole::walkable && settings_.clearance;
    }
    RegionId insert_floor(const LatticeRegion& region);
    std::vector<RegionId> insert_floor(std::span<const LatticeRegion> regions);
    void remove_floor(RegionId id);
    [[nodiscard]] Floor& floor();
    /// Makes the ground what the floor is, of which nearly `everything` has changed or little.
    void follow_floor(bool everything);
    void collect_ground(LatticePoint start);
    void finish_everywhere();
    void finish();
    void refresh_walls();
    void refine();
    void straighten_loose();
    void add_feet(std::vector<VertexIndex>& doubtful);

    Arrays& arrays_;
    Machinery& machinery_;
    const Settings& settings_;
    Delaunay delaunay_;
    Arrangement arrangement_;
    Relabelling relabelling_;
    Refinement refinement_;
};

}  // namespace wend::mesh
