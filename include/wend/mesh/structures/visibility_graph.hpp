#pragma once

// The visibility graph of a mesh [COURSE §2.2.2]. *Full*: all pairs of wall vertices that see each other.
// *Reduced*: only what a shortest path can be made of, tangents between corners that bend outwards and are
// taut at both ends; for a disc between circles of its radius. The reduced graph is what a Roadmap keeps
// under edits (Roadmap::note_edit, update); `visibility_graph(mesh, roadmap)` exports it as it is.

#include <cstdint>
#include <string>
#include <vector>

#include "wend/mesh/roadmap.hpp"
#include "wend/mesh/triangulation.hpp"

namespace wend::mesh {

struct VisibilityEdge {
    std::uint32_t from = none;  ///< corners
    std::uint32_t to = none;
    Vec2 leaves;  ///< for a disc where the tangent touches the circles; else the corners
    Vec2 arrives;
    double length = 0;  ///< metres
};

struct VisibilityGraph {
    double radius = 0;
    std::vector<Vec2> corners;
    std::vector<VisibilityEdge> edges;  ///< each pair of places once
};

/// Of points, on demand.
[[nodiscard]] VisibilityGraph full_visibility_graph(const Triangulation& mesh);
/// Of the roadmap's radius, 0 included. The roadmap must be up to date.
[[nodiscard]] VisibilityGraph visibility_graph(const Triangulation& mesh, const Roadmap& roadmap);

/// One line an edge: from, to, x, y, x, y, length.
[[nodiscard]] std::string to_csv(const VisibilityGraph& graph);
[[nodiscard]] std::string draw_svg(const Triangulation& mesh, const VisibilityGraph& graph,
                                   double width = 900);

}  // namespace wend::mesh
