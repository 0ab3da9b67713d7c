#pragma once

// The grounds that path queries are measured on: ours as a NavMesh, the peer's as the triangles that Recast
// makes its mesh of. Every ground has closed pens, for queries that have no answer.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "wend/base/rng.hpp"
#include "wend/level/level.hpp"
#include "wend/mesh/nav_mesh.hpp"

#include "benchmark.hpp"

namespace wend::bench {

struct Ground {
    mesh::NavMesh mesh;
    Box2 bounds;
    level::Triangles floor;                         ///< z up
    std::vector<Vec2> pens;                         ///< centres of those that are no longer open
    std::unique_ptr<level::HeightSampler> heights;  ///< of levels; flat ground has height 0
    bool is_level = false;
    double making_seconds = 0;  ///< of the mesh alone

    [[nodiscard]] double height_at(const mesh::MeshPoint& point) const;
};

struct NamedGround {
    std::string name;
    std::function<Ground()> make;
};

/// All that the data folder and the seed give; `missing` names what the folder does not have.
[[nodiscard]] std::vector<NamedGround> all_grounds(const Options& options, std::vector<std::string>& missing);

/// The walls of a pen around a point: four boxes, together closed.
[[nodiscard]] std::vector<Ring> pen_around(Vec2 center);

/// Flat ground inside `bounds` without the obstacles, or only on the floor where there is one.
[[nodiscard]] Ground flat_ground(const Box2& bounds, const std::vector<Polygon>& floor,
                                 std::vector<Polygon> obstacles, Rng rng);
/// What the importer makes of the triangles, with some pens through all storeys.
[[nodiscard]] Ground level_ground(level::Triangles triangles, double cell_size, Rng rng);

/// Storeys of rooms and corridors with stairs between them.
[[nodiscard]] level::Triangles make_office(Rng rng);

/// A box from `low` to `high` in height above the convex ring, as triangles.
void add_box(level::Triangles& triangles, const Ring& ring, double low, double high);

}  // namespace wend::bench
