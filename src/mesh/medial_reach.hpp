#pragma once

// Which cells of the Voronoi diagram walls that come will take something of.
//
// A new wall's cell hangs together, and whoever goes from one old cell to another within it crosses the
// border between them where it is nearer to the new wall than to either. So the cells are found one after the
// other, beginning with the one that the wall comes to lie in: a neighbour is reached where some point of the
// common border is nearer to the new walls than its clearance. Borders between a wall and its own end are no
// edges of the axis, and are asked on their own. Where it is not clear whether a border is touched, it counts
// as touched: a cell too many costs time only.

#include <span>
#include <vector>

#include "mesh/medial_data.hpp"

namespace wend::mesh {

/// Sites of the axis whose cells the walls reach, others among them, in no order; the walls are not there
/// yet. `begin`: sites that are to be looked at anyway.
[[nodiscard]] std::vector<MedialSite> sites_reached(const MedialAxis::Data& data,
                                                    std::span<const MedialWall> added,
                                                    std::span<const MedialSite> begin);

}  // namespace wend::mesh
