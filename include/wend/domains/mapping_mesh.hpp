#pragma once

// The mapping lambda of MD 6.1, Eq. 4, between the mesh domains and the grid: for a state of one domain the
// states of the next that are contained in it, 1 : n, as functions with names.

#include <optional>
#include <vector>

#include "wend/domains/density_mesh_domain.hpp"

namespace wend::domains {

/// Static to density, states: the parts of the same edge, the gates of the same portal or link in the same
/// direction, the present start or goal. Both graphs are of the same mesh.
[[nodiscard]] std::vector<StateId> static_to_density(const MeshGraph& coarse, StateId state,
                                                     const MeshGraph& fine);

/// Static to density, ground: the polygons inside the triangle that the state stands on or enters.
[[nodiscard]] std::vector<DensityPolygon> static_to_density(const MeshGraph& coarse, StateId state,
                                                            const DensityPolygons& polygons);

/// A grid of square cells; `origin` is the centre of cell (0, 0).
struct GridFrame {
    Vec2 origin;
    double cell = 0.8;  ///< metres
};

/// Density to grid: the centres of the cells that lie in the polygon, row by row.
[[nodiscard]] std::vector<Place> density_to_grid(const DensityPolygons& polygons,
                                                 const DensityPolygon& polygon, const GridFrame& frame);
/// The same for a state: the cells of the triangle that it stands on or enters, with the times at which they
/// are reached.
[[nodiscard]] std::vector<Place> density_to_grid(const DensityMeshDomain& domain, StateId state,
                                                 const GridFrame& frame);

/// The one candidate of MD 6.2: where the edge is crossed, if a disc can stand there, else the nearest point
/// where it can, with the time at which it is reached. None when there is no such point within `reach`
/// metres.
[[nodiscard]] std::optional<Place> grid_candidate(const DensityMeshDomain& domain, StateId state,
                                                  mesh::QueryContext& query, double reach = 2);

}  // namespace wend::domains
