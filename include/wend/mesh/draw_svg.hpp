#pragma once

#include <string>
#include <vector>

#include "wend/mesh/path.hpp"
#include "wend/mesh/triangulation.hpp"

namespace wend::mesh {

struct SvgOptions {
    double width = 900;       ///< pixels
    bool triangles = true;    ///< draw the edges that are not walls
    std::uint32_t layer = 0;  ///< draw the pieces of the paths that are on this layer
    double radius = 0;        ///< of the disc drawn at both ends of a path
};

/// A drawing of the mesh and paths on it; y points up as in the world.
[[nodiscard]] std::string draw_svg(const Triangulation& mesh, const std::vector<const Path*>& paths,
                                   const SvgOptions& options = {});

}  // namespace wend::mesh
