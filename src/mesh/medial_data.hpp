#pragma once

#include <vector>

#include "wend/mesh/medial_axis.hpp"

#include "mesh/medial_curve.hpp"
#include "mesh/wall_index.hpp"

namespace wend::mesh {

/// All that a MedialAxis keeps: flat arrays, positions in metres.
struct MedialAxis::Data {
    std::vector<MedialWall> walls;
    Lattice lattice;
    WallIndex index;
    std::vector<LatticePoint> ends;                       ///< of walls, each once, ascending
    std::vector<std::uint32_t> walls_at_first, walls_at;  ///< walls by end
    std::vector<MedialVertex> vertices;
    std::vector<MedialEdge> edges;
    std::vector<MedialCurve> curves;                                ///< of the edges
    std::vector<std::uint32_t> edges_at_first, edges_at;            ///< edges by vertex
    std::vector<std::uint32_t> edges_of_site_first, edges_of_site;  ///< edges by site
    double widest = 0;                                              ///< largest clearance on the axis

    [[nodiscard]] std::uint32_t end_index(LatticePoint p) const;
    [[nodiscard]] bool is_end(MedialSite site) const { return site >= walls.size(); }
    [[nodiscard]] Vec2 end_position(MedialSite site) const {
        return lattice.metres(ends[site - walls.size()]);
    }
    /// The point of a site nearest to p.
    [[nodiscard]] Vec2 nearest_on(MedialSite site, Vec2 p) const;
    /// Whether one may walk at p, whose nearest site is given and which is not on it.
    [[nodiscard]] bool is_free(MedialSite site, Vec2 p) const;
    /// The site on which a wall's nearest point to p lies.
    [[nodiscard]] MedialSite site_of(std::uint32_t wall, Vec2 p) const;
};

/// Fills vertices, edges and curves from the Voronoi diagram of the walls.
void build_medial_graph(MedialAxis::Data& data);

}  // namespace wend::mesh
