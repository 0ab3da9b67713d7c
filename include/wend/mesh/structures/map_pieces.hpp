#pragma once

// A shortest path map cut into triangles of one cell each, for drawing, measuring and checking it: where
// cells meet inside of a triangle it is halved until it is no larger than `finest`.

#include <vector>

#include "wend/mesh/path.hpp"
#include "wend/mesh/structures/shortest_path_map.hpp"

namespace wend::mesh {

struct MapPiece {
    Vec2 corners[3];
    double distances[3];  ///< metres, at the corners; infinity where unknown
    std::uint32_t generator = none;
    std::uint32_t source = none;
};

/// Pieces with a way to a source, over all free triangles. For a disc only where it can stand.
[[nodiscard]] std::vector<MapPiece> cut_into_pieces(const Triangulation& mesh, const ShortestPathMap& map,
                                                    double finest, QueryContext& context);

/// A place on the border of two cells.
struct BorderPlace {
    Vec2 at;
    std::uint32_t one = none;
    std::uint32_t two = none;
};
/// Where the sides of pieces cross borders.
[[nodiscard]] std::vector<BorderPlace> find_borders(const Triangulation& mesh, const ShortestPathMap& map,
                                                    double finest, QueryContext& context);

struct MapDrawing {
    double width = 900;   ///< pixels
    double isolines = 0;  ///< metres between lines of equal distance; 0: a fortieth of the mesh
    std::uint32_t layer = 0;
};
/// Cells coloured by generator, lines of equal distance, the tree of corners, sources and paths.
[[nodiscard]] std::string draw_map_svg(const Triangulation& mesh, const ShortestPathMap& map,
                                       const std::vector<const Path*>& paths, const MapDrawing& drawing,
                                       QueryContext& context);

}  // namespace wend::mesh
