#pragma once

// Random worlds for path queries: coordinates are whole lattice units, so the oracle and the mesh see exactly
// the same walls.

#include <vector>

#include "wend/base/rng.hpp"
#include "wend/geometry/polygon.hpp"
#include "wend/mesh/triangulation.hpp"

namespace wend::test {

struct QueryScene {
    Box2 bounds;
    double unit = 1e-6;
    std::vector<Ring> obstacles;
};

enum class SceneKind {
    boxes,
    polygons,
    thin,
    pillars,
    mixed,
    jagged,  ///< many short edges: corners close behind one another, in notches and on teeth
    rooms,   ///< one behind the other, with a door or two between, and a few boxes in them
};

/// Obstacles that do not touch each other (`thin` ones may touch the bounds, boxes in rooms each other).
QueryScene random_scene(Rng& rng, SceneKind kind, int obstacle_count, double size);
mesh::Triangulation build_mesh(const QueryScene& scene);
Vec2 random_point(Rng& rng, const QueryScene& scene);

}  // namespace wend::test
