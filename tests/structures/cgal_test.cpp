// The map against CGAL's exact geodesics on the same triangles: all vertices and random places.

#include <cmath>

#include <gtest/gtest.h>

#include "wend/base/rng.hpp"
#include "wend/mesh/query.hpp"
#include "wend/mesh/structures/shortest_path_map.hpp"

#include "cgal_map.hpp"
#include "support/effort.hpp"

namespace wend::mesh {
namespace {

/// Boxes that stand apart: CGAL's surfaces have no vertices where walls only touch.
Triangulation boxes(Rng& rng, int side, double size) {
    Triangulation mesh = Triangulation::create({{0, 0}, {size, size}}).value();
    std::vector<Polygon> polygons;
    const double cell = size / side;
    for (int x = 0; x < side; ++x)
        for (int y = 0; y < side; ++y) {
            const Vec2 middle{cell * (x + 0.5), cell * (y + 0.5)};
            const double turn = rng.uniform(0, 3), reach = cell * rng.uniform(0.1, 0.45);
            Ring ring;
            const int corners = 3 + static_cast<int>(rng.below(4));
            for (int k = 0; k < corners; ++k)
                ring.push_back(middle + unit_vector(turn + k * 6.283185307179586 / corners) * reach);
            polygons.push_back({ring, {}});
        }
    EXPECT_TRUE(mesh.insert_all(polygons));
    return mesh;
}

void compare(std::uint64_t seed, int side, int places) {
    Rng rng(seed);
    const Triangulation mesh = boxes(rng, side, 60);
    QueryContext context(mesh);
    const auto draw = [&] {
        for (;;) {
            const Vec2 at{rng.uniform(0, 60), rng.uniform(0, 60)};
            if (is_free(mesh, at, 0, context)) return at;
        }
    };
    const Vec2 source = draw();
    test::CgalMap peer(mesh);
    peer.build(source);
    const auto map = ShortestPathMap::create(mesh, 0, {{source, source, 0}});
    ASSERT_TRUE(map);
    for (VertexIndex v = 0; v < mesh.vertex_bound(); ++v) {
        if (!mesh.is_vertex(v)) continue;
        const double expected = peer.distance_at(v);
        if (expected < 0) continue;
        ASSERT_NEAR(map.value().find(mesh, mesh.position(v), context).distance, expected, 1e-9);
    }
    for (int i = 0; i < places; ++i) {
        const Vec2 place = draw();
        ASSERT_NEAR(map.value().find(mesh, place, context).distance, peer.distance_at(place), 1e-9);
    }
}

TEST(CgalGeodesics, SmallWorlds) {
    for (int seed = 0; seed < test::rounds(12, 100); ++seed)
        compare(static_cast<std::uint64_t>(seed) + 40, 3 + seed % 8, 1000);
}

/// A million places in a long run.
TEST(CgalGeodesics, ManyPlaces) {
    compare(7, 14, test::rounds(20'000, 1'000'000));
}

}  // namespace
}  // namespace wend::mesh
