#pragma once

// Shortest paths over portals, proven. NavMesh::find_path samples where portals are crossed; the map of a
// goal (structures/goal_map.hpp) crosses them anywhere, straight on. Making one is far more work than a
// search (milliseconds for a building), so it is for those who ask for it.

#include "wend/mesh/nav_mesh.hpp"

namespace wend::mesh {

/// NavMesh::find_path; a shortest path over portals is then the map's, and proven. The context keeps the map
/// for the next question with this goal, radius and version. Portals whose two lines differ in length, links
/// with opening times and ground that costs more than its length leave the path as it was found.
///
/// The map crosses a line where the disc can stand on it, or at right angles where it lies along a wall;
/// find_path tries crossings aslant as well, from where the disc can stand beside the line. Where such a path
/// is shorter than the map's it stays, with its bound and without a proof.
void find_proven_path(const NavMesh& mesh, const NavQuery& query, NavContext& context, Budget& budget,
                      Path& path);

}  // namespace wend::mesh
