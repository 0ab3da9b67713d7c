#include "view/mesh_tiles.hpp"

#include <set>

#include <gtest/gtest.h>

#include "wend/base/rng.hpp"
#include "wend/sim/scene_mesh.hpp"

namespace wend::view {
namespace {

Polygon box(double x0, double y0, double x1, double y1) {
    return {{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}, {}};
}

/// A hall with a wall across it that has one gap of this width.
Scene hall_with_gap(double width) {
    Scene scene;
    scene.bounds = {{0, 0}, {20, 10}};
    scene.layers = {{"hall", 1.5, {}, {box(9, 0, 10, 4), box(9, 4 + width, 10, 10)}}};
    return scene;
}

std::vector<float> all_edges(const mesh::NavMesh& mesh) {
    std::vector<float> edges;
    for (const ChannelSample& tile : MeshTiles().update(mesh, 0, 0))
        edges.insert(edges.end(), tile.drawings[0].values.begin(), tile.drawings[0].values.end());
    return edges;
}

TEST(MeshTiles, AGapLetsHalfItsWidthThrough) {
    for (const double width : {0.4, 1.0, 1.7}) {
        const auto made = mesh_of(hall_with_gap(width));
        ASSERT_TRUE(made);
        const std::vector<float> edges = all_edges(made.value().mesh);
        double widest = 0;
        int crossing = 0;
        for (std::size_t i = 0; i < edges.size(); i += 8) {
            EXPECT_EQ(edges[i + 2], 1.5f) << "at the floor's height";
            const bool spans_gap = edges[i] >= 9 && edges[i] <= 10 && edges[i + 4] >= 9 &&
                                   edges[i + 4] <= 10 && std::abs(edges[i + 1] - edges[i + 5]) > width / 2;
            if (!spans_gap || edges[i + 3] < 0) continue;
            ++crossing;
            widest = std::max(widest, static_cast<double>(edges[i + 3]));
        }
        EXPECT_GT(crossing, 0) << width;
        EXPECT_NEAR(widest, width / 2, 0.002) << width;
    }
}

/// What the colours say must be what the planner does: who is too wide for every edge of a cut cannot pass.
TEST(MeshTiles, SaysWhoFits) {
    const auto made = mesh_of(hall_with_gap(1));
    ASSERT_TRUE(made);
    const mesh::NavMesh& mesh = made.value().mesh;
    mesh::NavContext context;
    for (const double radius : {0.3, 0.49, 0.51, 0.9}) {
        Budget budget = Budget::unlimited();
        mesh::Path path;
        mesh.find_path({{{2, 5}, 0}, {{18, 5}, 0}, radius}, context, budget, path);
        EXPECT_EQ(path.has_route(), radius < 0.5) << radius;
    }
}

TEST(MeshTiles, AnEditTellsOnlyThePartsItTouches) {
    auto made = mesh_of(hall_with_gap(2));
    ASSERT_TRUE(made);
    mesh::NavMesh& mesh = made.value().mesh;
    Rng rng(4);
    for (int i = 0; i < 60; ++i) {
        const double x = rng.uniform(0.5, 8), y = rng.uniform(0.5, 9);
        ASSERT_TRUE(mesh.insert(0, box(x, y, x + 0.2, y + 0.2)));
    }
    mesh.update();
    MeshTiles tiles;
    const std::size_t whole = tiles.update(mesh, 0, 0).size();
    EXPECT_GT(whole, 20u);
    EXPECT_TRUE(tiles.update(mesh, 1, 1).empty()) << "nothing has changed";
    ASSERT_TRUE(mesh.insert(0, box(2, 2, 2.3, 2.3)));
    mesh.update();
    const auto news = tiles.update(mesh, 2, 2);
    EXPECT_GT(news.size(), 0u);
    EXPECT_LT(news.size(), whole / 2);
    for (const ChannelSample& tile : news) EXPECT_EQ(tile.frame, 2u);
}

}  // namespace
}  // namespace wend::view
