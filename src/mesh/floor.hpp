#pragma once

// The walkable regions of a mesh with clearance, merged.
//
// Where walkable regions overlap or touch, their outlines are no walls inside the others. A mesh with
// clearance takes every vertex and every constraint for a wall, so it must not have them: it has the boundary
// of the union instead, as the segments of one region of its own (the ground). This is where the union comes
// from: a second triangulation, without clearance, of the walkable regions alone. What an edit changes there
// tells which segments of the boundary come and go, so the work stays local.

#include <span>
#include <vector>

#include "mesh/editor.hpp"

namespace wend::mesh {

class Floor {
  public:
    /// No floor anywhere, in the same bounds as that mesh.
    Floor(const Machinery& mesh, const Settings& settings);

    /// `ids` are the names that the regions have outside.
    void insert(const LatticeRegion& region, RegionId id);
    void insert_all(std::span<const LatticeRegion> regions, std::span<const RegionId> ids);
    void remove(RegionId id);

    /// Where boundary edges may have come or gone with the last edit: all their starts. Sorted.
    [[nodiscard]] std::vector<LatticePoint> changed() const;
    /// The ends, sorted, of the boundary edges that start at the point; floor is on the left of each.
    void ends_from(LatticePoint start, std::vector<LatticePoint>& ends) const;

    [[nodiscard]] std::size_t memory() const noexcept;

  private:
    void remember(RegionId id, RegionId inside);

    Settings settings_;
    Arrays arrays_;
    Machinery machinery_;
    std::vector<RegionId> inside_;  ///< the name here, by the index of the name outside
};

}  // namespace wend::mesh
