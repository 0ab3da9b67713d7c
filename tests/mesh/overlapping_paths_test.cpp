// Shortest paths among obstacles that overlap, touch, repeat each other or have no area, against the oracle;
// and the same query asked again and again, while the context gets to know its surroundings.

#include <cmath>

#include <gtest/gtest.h>

#include "wend/mesh/query.hpp"

#include "path_oracle.hpp"
#include "query_scenes.hpp"
#include "support/effort.hpp"

namespace wend::test {
namespace {

/// Corners of the coarse grid are shared by many obstacles.
Ring random_obstacle(Rng& rng, double size, bool is_on_grid) {
    const auto draw = [&](double low, double high) {
        const double value = rng.uniform(low, high);
        return is_on_grid ? std::round(value * 2) / 2 : std::round(value * 1e6) / 1e6;
    };
    const Vec2 at{draw(0.5, size - 3), draw(0.5, size - 3)};
    const double width = draw(0.2, 2.5), height = draw(0.2, 2.5);
    switch (rng.below(6)) {
        case 0:
            return {at};
        case 1:
            return {at, at + Vec2{width, height}};
        case 2:
            return {at, at + Vec2{width, 0}, at + Vec2{0, height}};
        default:
            return {at, at + Vec2{width, 0}, at + Vec2{width, height}, at + Vec2{0, height}};
    }
}

QueryScene crowded_scene(Rng& rng, bool is_on_grid) {
    QueryScene scene;
    scene.bounds = {{0, 0}, {10, 10}};
    const int count = 4 + static_cast<int>(rng.below(16));
    for (int i = 0; i < count; ++i) {
        Ring ring = random_obstacle(rng, 10, is_on_grid);
        if (ring.size() > 1 && ring[0] == ring[1]) ring.resize(1);
        const bool is_flat = ring.size() > 2 && (ring[0].x == ring[1].x || ring[1].y == ring.back().y);
        if (is_flat) continue;
        scene.obstacles.push_back(ring);
        if (rng.below(8) == 0) scene.obstacles.push_back(ring);
    }
    return scene;
}

bool draw_free(Rng& rng, const QueryScene& scene, const PathOracle& oracle, double radius, Vec2& p) {
    for (int attempt = 0; attempt < 200; ++attempt) {
        p = random_point(rng, scene);
        if (oracle.clearance(p) >= radius + 1e-4) return true;
    }
    return false;
}

void compare(std::uint64_t seed, int scenes, double smallest, double largest, bool is_on_grid) {
    int reachable = 0;
    for (int round = 0; round < scenes; ++round) {
        Rng rng = Rng(seed).split(static_cast<std::uint64_t>(round));
        const QueryScene scene = crowded_scene(rng, is_on_grid);
        const PathOracle oracle(scene.bounds, scene.obstacles);
        const mesh::Triangulation mesh = build_mesh(scene);
        mesh::QueryContext context;
        const double radius = rng.uniform(smallest, largest);
        std::vector<mesh::Roadmap> roadmaps;  // with roads alone, and with all ways measured
        if (radius > 0) {
            Budget budget = Budget::unlimited();
            roadmaps.assign(2, mesh::Roadmap(mesh, radius));
            ASSERT_TRUE(roadmaps[1].tabulate(mesh, budget).is_ok());
        }
        for (int query = 0; query < 4; ++query) {
            SCOPED_TRACE(::testing::Message() << "seed " << seed << " round " << round << " query " << query);
            Vec2 from, to;
            if (!draw_free(rng, scene, oracle, radius, from) || !draw_free(rng, scene, oracle, radius, to))
                continue;
            const auto optimum = oracle.shortest(from, to, radius);
            reachable += optimum.has_value();
            for (int again = 0; again < 5; ++again) {
                const mesh::Path path = mesh::find_path(mesh, {from, to, radius}, context);
                ASSERT_EQ(path.status, optimum ? StatusCode::ok : StatusCode::unreachable) << again;
                if (!optimum) continue;
                EXPECT_NEAR(path.length / *optimum, 1, 1e-6) << again;
                EXPECT_TRUE(path.is_proven_optimal()) << again;
            }
            for (const mesh::Roadmap& roadmap : roadmaps) {
                mesh::Path prepared;
                Budget budget = Budget::unlimited();
                mesh::find_path(mesh, {from, to, radius}, context, budget, prepared, nullptr, &roadmap);
                ASSERT_EQ(prepared.status, optimum ? StatusCode::ok : StatusCode::unreachable);
                if (optimum) {
                    EXPECT_NEAR(prepared.length / *optimum, 1, 1e-6) << roadmap.is_tabulated();
                }
            }
        }
    }
    EXPECT_GT(reachable, scenes);
}

TEST(OverlappingPaths, Points) {
    compare(21, rounds(60, 1500), 0, 0, false);
}
TEST(OverlappingPaths, SmallDiscs) {
    compare(22, rounds(60, 1500), 0.02, 0.2, false);
}
TEST(OverlappingPaths, Discs) {
    compare(23, rounds(80, 2000), 0.1, 0.8, false);
}
TEST(OverlappingPaths, DiscsAmongTouchingObstacles) {
    compare(24, rounds(80, 2000), 0.05, 0.7, true);
}

}  // namespace
}  // namespace wend::test
