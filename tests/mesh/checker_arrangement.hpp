#pragma once

// The checker's own snap rounding and union of polygons, by brute force.

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "wend/geometry/lattice.hpp"

namespace wend::mesh::test {

/// A segment of the input and its polyline in the arrangement.
struct Path {
    LatticePoint start, end;
    int region;  ///< index into Expected::regions, or one of the two below
    std::vector<LatticePoint> stops;
};
inline constexpr int the_frame = -1, the_ground = -2;  ///< the ground: all walkable regions, merged

struct Arrangement {
    std::set<LatticePoint> hot;
    std::vector<Path> paths;

    void add(const std::vector<LatticePoint>& ring, int region);
    void add_crossings();
};

/// Those of the vertices that the path runs through.
void find_stops(Path& path, const std::vector<LatticePoint>& vertices);

/// A point with coordinates x / times, y / times.
struct Fraction {
    std::int64_t x, y, times;
};

/// What the directed edge adds to the winding around the point: 1, -1 or 0, by a ray to the right, just above
/// the point or just below.
[[nodiscard]] int crossing_of_ray(LatticePoint from, LatticePoint to, Fraction point, bool above = true);

/// The edges of the arrangement with a region other than the frame around their left side and none around
/// their right side.
[[nodiscard]] std::vector<std::pair<LatticePoint, LatticePoint>> boundary_of_union(Arrangement arrangement);

}  // namespace wend::mesh::test
