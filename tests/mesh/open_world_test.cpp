// Ends that are not free, radius 0, shapes over the edge, and a layer that was empty when it was added.

#include <ctime>

#include <gtest/gtest.h>

#include "wend/base/rng.hpp"
#include "wend/mesh/nav_mesh.hpp"

namespace wend::mesh {
namespace {

Polygon box(double x, double y, double half) {
    return {{{x - half, y - half}, {x + half, y - half}, {x + half, y + half}, {x - half, y + half}}, {}};
}

NavMesh empty_world(double size) {
    NavMesh mesh;
    mesh.add_layer(Triangulation::create({{0, 0}, {size, size}}).value());
    return mesh;
}

Path ask(const NavMesh& mesh, const NavQuery& query) {
    NavContext context;
    Budget budget = Budget::unlimited();
    Path path;
    mesh.find_path(query, context, budget, path);
    return path;
}

TEST(OpenWorld, EndsAreMovedWithinTheirLeash) {
    NavMesh mesh = empty_world(20);
    ASSERT_TRUE(mesh.insert(0, box(10, 10, 2)));
    mesh.update();
    NavQuery query{{{10.5, 10}, 0}, {{2, 10}, 0}, 0.3};
    EXPECT_EQ(ask(mesh, query).status, StatusCode::invalid_input);
    query.snap = 1;
    EXPECT_EQ(ask(mesh, query).status, StatusCode::invalid_input) << "it is farther out than that";
    query.snap = 3;
    const Path path = ask(mesh, query);
    ASSERT_EQ(path.status, StatusCode::ok);
    EXPECT_TRUE(path.is_proven_optimal());
    EXPECT_NEAR(distance(path.pieces.front().from, {10.5, 10}), 1.8, 1e-3);
    query.radius = 11;
    EXPECT_EQ(ask(mesh, query).status, StatusCode::invalid_input) << "nowhere is room for that";
}

TEST(OpenWorld, RadiusZeroCanBePrepared) {
    NavMesh mesh = empty_world(40);
    Rng rng(3);
    for (int i = 0; i < 60; ++i)
        ASSERT_TRUE(mesh.insert(0, box(rng.uniform(2, 38), rng.uniform(2, 38), rng.uniform(0.3, 1.2))));
    mesh.update();
    NavMesh prepared = mesh;
    ASSERT_TRUE(prepared.prepare(0).is_ok());
    EXPECT_FALSE(prepared.prepare(-1).is_ok());
    int asked = 0;
    for (int i = 0; i < 200; ++i) {
        const NavQuery query{{{rng.uniform(0, 40), rng.uniform(0, 40)}, 0},
                             {{rng.uniform(0, 40), rng.uniform(0, 40)}, 0}};
        const Path plain = ask(mesh, query), quick = ask(prepared, query);
        ASSERT_EQ(plain.status, quick.status) << i;
        if (!plain.has_route()) continue;
        ++asked;
        EXPECT_NEAR(plain.length, quick.length, 1e-6) << i;
    }
    EXPECT_GT(asked, 100);
}

/// Nothing outside changes anything inside: a shape and what is left of it block the same.
TEST(OpenWorld, ShapesAreCutOffAtTheEdge) {
    Rng rng(11);
    for (int round = 0; round < 20; ++round) {
        NavMesh clipped = empty_world(20);
        NavMesh wide;  // the same ground in a world that has room for all of it
        Settings settings;
        settings.floor_everywhere = false;
        Triangulation ground = Triangulation::create({{-20, -20}, {40, 40}}, settings).value();
        ASSERT_TRUE(ground.insert(Polygon{rectangle({{0, 0}, {20, 20}}), {}}, {RegionKind::walkable, 0}));
        wide.add_layer(std::move(ground));
        for (int i = 0; i < 12; ++i) {
            Polygon shape = box(rng.uniform(-0.4, 20.4), rng.uniform(-0.4, 20.4), rng.uniform(0.5, 2));
            bool is_outside = false;
            if (i % 3 == 0) {  // an L, so that some fall apart at the edge
                const Vec2 at{rng.uniform(-3, 19), rng.uniform(-3, 19)};
                is_outside = (at.y + 1 <= 0 || at.x + 4 <= 0) && (at.x + 1 <= 0 || at.y + 4 <= 0);
                shape.outline = {
                    at, at + Vec2{4, 0}, at + Vec2{4, 1}, at + Vec2{1, 1}, at + Vec2{1, 4}, at + Vec2{0, 4}};
            }
            ASSERT_EQ(static_cast<bool>(clipped.insert(0, shape)), !is_outside)
                << "what is wholly outside is refused";
            ASSERT_TRUE(wide.insert(0, shape));
        }
        clipped.update();
        wide.update();
        for (int i = 0; i < 40; ++i) {
            const NavQuery query{{{rng.uniform(0, 20), rng.uniform(0, 20)}, 0},
                                 {{rng.uniform(0, 20), rng.uniform(0, 20)}, 0},
                                 0.2};
            const Path a = ask(clipped, query), b = ask(wide, query);
            ASSERT_EQ(a.status, b.status) << "round " << round;
            if (!a.has_route()) continue;
            EXPECT_NEAR(a.length, b.length, 0.005) << "round " << round;
        }
    }
    NavMesh mesh = empty_world(20);
    const auto outside = mesh.insert(0, box(40, 40, 1));
    EXPECT_EQ(outside.status().code, StatusCode::invalid_input);
}

/// An edit costs the same whether the layer was empty when it was added or not.
TEST(OpenWorld, ALayerFilledLaterIsUpdatedAsQuickly) {
    constexpr int boxes = 1500;
    constexpr double size = 200;
    std::vector<Polygon> shapes;
    Rng rng(7);
    for (int i = 0; i < boxes; ++i) shapes.push_back(box(rng.uniform(2, 198), rng.uniform(2, 198), 0.6));
    NavMesh before;
    Triangulation full = Triangulation::create({{0, 0}, {size, size}}).value();
    ASSERT_TRUE(full.insert_all(shapes));
    before.add_layer(std::move(full));
    NavMesh later = empty_world(size);
    for (const Polygon& shape : shapes) ASSERT_TRUE(later.insert(0, shape));
    later.update();
    const auto seconds = [](NavMesh& mesh) {
        Rng places(9);
        const std::clock_t began = std::clock();
        for (int i = 0; i < 100; ++i) {
            const auto region = mesh.insert(0, box(places.uniform(5, 195), places.uniform(5, 195), 0.5));
            EXPECT_TRUE(region);
            mesh.update();
            EXPECT_TRUE(mesh.remove(0, region.value()).is_ok());
            mesh.update();
        }
        return static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
    };
    const double usual = seconds(before), filled = seconds(later);
    EXPECT_LT(filled, 4 * usual) << usual << " s against " << filled << " s";
}

}  // namespace
}  // namespace wend::mesh
