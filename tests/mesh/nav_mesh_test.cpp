#include "wend/mesh/nav_mesh.hpp"

#include <array>
#include <cstdio>
#include <thread>

#include <gtest/gtest.h>

#include "wend/base/rng.hpp"
#include "wend/mesh/draw_svg.hpp"

#include "query_scenes.hpp"
#include "support/effort.hpp"

namespace wend::mesh {
namespace {

using test::QueryScene;
using test::SceneKind;

Triangulation empty_floor() {
    return test::build_mesh({{{0, 0}, {20, 20}}, 0.001, {}});
}

Path ask(const NavMesh& world, const NavQuery& query) {
    NavContext context;
    Budget budget = Budget::unlimited();
    Path path;
    world.find_path(query, context, budget, path);
    return path;
}

TEST(NavMesh, StairsJoinTwoStoreys) {
    NavMesh world;
    const std::uint32_t ground = world.add_layer(empty_floor(), 0), upper = world.add_layer(empty_floor(), 3);
    ASSERT_TRUE(world.add_portal({ground, upper, {20, 8}, {20, 12}, {0, 8}, {0, 12}, 5}).is_ok());
    const Path path = ask(world, {{{10, 10}, ground}, {{10, 10}, upper}, 0.5});
    ASSERT_EQ(path.status, StatusCode::ok);
    EXPECT_NEAR(path.length, 10 + 5 + 10, 1e-4);
    EXPECT_NEAR(path.lower_bound, 10 + 5 + 10, 1e-4) << "it is as long as through the air";
    ASSERT_EQ(path.pieces.size(), 3u);
    EXPECT_EQ(path.pieces[1].kind, PieceKind::portal);
    EXPECT_EQ(path.pieces[2].layer, upper);
    // From the corners the crossing moves to where the whole way is shortest, not just to a sampled place.
    const Path skew = ask(world, {{{15, 9.3}, ground}, {{5, 9.3}, upper}, 0.5});
    EXPECT_NEAR(skew.length, 15, 1e-4);
    EXPECT_EQ(ask(world, {{{10, 10}, ground}, {{10, 10}, upper}, 2.1}).status, StatusCode::unreachable);
}

/// The portal's edge may lie along a wall, with obstacles beside and in front of it.
TEST(NavMesh, PortalsAmongWalls) {
    NavMesh world;
    const std::uint32_t ground = world.add_layer(empty_floor(), 0), upper = world.add_layer(empty_floor(), 3);
    // A doorway of 2 m, from y = 9 to y = 11, at the end of a passage on the ground floor; upstairs the
    // stairs arrive beside a wall that reaches to the doorway's middle.
    for (const auto& [low, high] :
         {std::pair{Vec2{15, 11}, Vec2{20, 13}}, std::pair{Vec2{15, 7}, Vec2{20, 9}}})
        ASSERT_TRUE(world.insert(ground, {{low, {high.x, low.y}, high, {low.x, high.y}}, {}}).is_ok());
    ASSERT_TRUE(world.insert(upper, {{{1.5, 5}, {2, 5}, {2, 10}, {1.5, 10}}, {}}).is_ok());
    world.update();
    ASSERT_TRUE(world.add_portal({ground, upper, {20, 9}, {20, 11}, {0, 9}, {0, 11}, 4}).is_ok());
    NavContext context;
    for (const double radius : {0.0, 0.3, 0.6, 0.74}) {
        SCOPED_TRACE(radius);
        const Path path = ask(world, {{{5, 10}, ground}, {{10, 6}, upper}, radius});
        ASSERT_EQ(path.status, StatusCode::ok);
        int crossings = 0;
        for (const PathPiece& piece : path.pieces) {
            crossings += piece.kind == PieceKind::portal;
            if (piece.kind != PieceKind::straight) continue;
            EXPECT_TRUE(is_in_sight(world.layer(piece.layer), piece.from, piece.to,
                                    radius - 1e-6 * (radius > 0), context.query));
        }
        EXPECT_EQ(crossings, 1);
        // Straight through the doorway, around the wall's upper end, and no shorter than through the air.
        const double least =
            distance({5, 10}, {20, 10}) + 4 + distance({0, 10}, {2, 10}) + distance({2, 10}, {10, 6});
        EXPECT_GT(path.length, least - 1.2);
        EXPECT_LT(path.length, least + 3);
        const double air = distance({5, 10}, {20, 10}) + 4 + distance({0, 9}, {10, 6});
        EXPECT_LE(path.lower_bound, path.length);
        EXPECT_GE(path.lower_bound, air - 1e-9);
        const Path back = ask(world, {{{10, 6}, upper}, {{5, 10}, ground}, radius});
        ASSERT_EQ(back.status, StatusCode::ok);
        EXPECT_NEAR(back.length, path.length, 1e-3);
    }
    EXPECT_EQ(ask(world, {{{5, 10}, ground}, {{10, 6}, upper}, 1.1}).status, StatusCode::unreachable)
        << "wider than the doorway";
    // Shut upstairs: the portal leads into a closed room.
    const auto lid = world.insert(upper, {{{0, 12}, {2, 12}, {2, 12.5}, {0, 12.5}}, {}});
    const auto side = world.insert(upper, {{{1.5, 10}, {2, 10}, {2, 12}, {1.5, 12}}, {}});
    const auto sill = world.insert(upper, {{{0, 5}, {1.5, 5}, {1.5, 5.5}, {0, 5.5}}, {}});
    ASSERT_TRUE(lid.is_ok() && side.is_ok() && sill.is_ok());
    world.update();
    EXPECT_EQ(ask(world, {{{5, 10}, ground}, {{10, 6}, upper}, 0.3}).status, StatusCode::unreachable);
    ASSERT_TRUE(world.remove(upper, lid.value()).is_ok());
    world.update();
    EXPECT_EQ(ask(world, {{{5, 10}, ground}, {{10, 6}, upper}, 0.3}).status, StatusCode::ok);
}

/// Three floors in a row with two doorways between neighbours, and boxes that sometimes shut them.
struct FloorsInARow {
    NavMesh mesh;

    explicit FloorsInARow(std::uint64_t seed) {
        Rng rng(seed);
        for (std::uint32_t i = 0; i < 3; ++i) {
            std::vector<Polygon> boxes;
            for (std::size_t k = 10 + rng.below(25); k > 0; --k) {
                const Vec2 low{20.0 * i + rng.uniform(-0.2, 19), rng.uniform(-0.2, 19)};
                boxes.push_back({rectangle({low, low + Vec2{rng.uniform(0.3, 3), rng.uniform(0.3, 3)}}), {}});
            }
            if (rng.below(4) == 0)
                boxes.push_back({rectangle({{20.0 * i + 9, 0}, {20.0 * i + 9.5, 20}}), {}});
            auto floor = Triangulation::create({{20.0 * i, 0}, {20.0 * (i + 1), 20}});
            EXPECT_TRUE(floor.value().insert_all(boxes).is_ok());
            mesh.add_layer(std::move(floor).value(), 3 * i);
        }
        for (std::uint32_t i = 0; i < 2; ++i)
            for (int k = 0; k < 2; ++k) {
                const Vec2 low{20.0 * (i + 1), rng.uniform(10.0 * k, 10.0 * k + 6)}, high = low + Vec2{0, 3};
                EXPECT_TRUE(mesh.add_portal({i, i + 1, low, high, low, high, 0}).is_ok());
            }
    }
    MeshPoint draw(Rng& rng) const {
        const auto layer = static_cast<std::uint32_t>(rng.below(3));
        return {{20.0 * layer + rng.uniform(0.1, 19.9), rng.uniform(0.1, 19.9)}, layer};
    }
};

/// The pieces follow each other from start to goal, and straight ones keep clear of walls.
void expect_walkable(const NavMesh& mesh, const NavQuery& query, const Path& path, QueryContext& context) {
    ASSERT_FALSE(path.pieces.empty());
    EXPECT_LT(distance(path.pieces.front().from, query.from.at), 1e-6);
    EXPECT_LT(distance(path.pieces.back().to, query.to.at), 1e-6);
    double length = 0;
    for (std::size_t i = 0; i < path.pieces.size(); ++i) {
        const PathPiece& piece = path.pieces[i];
        length += piece.length;
        if (i > 0) {
            EXPECT_LT(distance(path.pieces[i - 1].to, piece.from), 1e-6);
        }
        if (piece.kind != PieceKind::straight) continue;
        EXPECT_TRUE(is_in_sight(mesh.layer(piece.layer), piece.from, piece.to, query.radius - 1e-6, context));
    }
    EXPECT_NEAR(length, path.length, 1e-9 * length);
}

/// What is kept from question to question must not change what is answered: each is asked in a context that
/// has answered all others, and in one that knows nothing.
TEST(NavMesh, FastPathsThroughDoorways) {
    int reachable = 0, unreachable = 0;
    double worst = 1;
    for (int seed = 0; seed < wend::test::rounds(12, 600); ++seed) {
        const FloorsInARow world(static_cast<std::uint64_t>(seed));
        Rng rng(static_cast<std::uint64_t>(seed) + 1000);
        NavContext context;
        QueryContext sight;
        const double radius = rng.uniform(0.2, 0.7);
        for (int k = 0; k < 30; ++k) {
            NavQuery query{world.draw(rng), world.draw(rng), radius};
            query.mode = PathMode::corridor;
            Budget budget = Budget::unlimited();
            Path fast;
            world.mesh.find_path(query, context, budget, fast);
            EXPECT_EQ(fast.status, ask(world.mesh, query).status) << "seed " << seed << " query " << k;
            query.mode = PathMode::shortest;
            const Path best = ask(world.mesh, query);
            ASSERT_EQ(fast.status, best.status) << "seed " << seed << " query " << k;
            unreachable += fast.status == StatusCode::unreachable;
            if (fast.status != StatusCode::ok || best.length < 0.1) continue;
            ++reachable;
            expect_walkable(world.mesh, query, fast, sight);
            // The crossings of a shortest path are moved from sampled ones, one after the other.
            EXPECT_GE(fast.length, best.length * 0.999);
            EXPECT_GT(fast.lower_bound, 0);
            EXPECT_LE(fast.lower_bound, best.length * (1 + 1e-9));
            worst = std::max(worst, fast.length / best.length);
        }
    }
    std::printf("%d fast paths, the worst %.3f times the shortest; %d unreachable\n", reachable, worst,
                unreachable);
    EXPECT_GT(reachable, 50);
    EXPECT_GT(unreachable, 5);
}

/// As long as every update has an edit before it, nothing is prepared; without one it is again.
TEST(NavMesh, RoadsStepAsideWhileSomethingMoves) {
    NavMesh world;
    const std::uint32_t floor = world.add_layer(empty_floor());
    ASSERT_TRUE(world.prepare(0.5).is_ok());
    const auto cart = [](double x) { return Polygon{rectangle({{x, 8}, {x + 2, 12}}), {}}; };
    const auto id = world.insert(floor, cart(3));
    ASSERT_TRUE(id.is_ok());
    Budget budget = Budget::unlimited();
    EXPECT_TRUE(world.update(budget)) << "the first of many edits, perhaps the only one";
    for (double x = 4; x < 12; x += 1) {
        ASSERT_TRUE(world.move(floor, id.value(), cart(x)).is_ok());
        EXPECT_FALSE(world.update(budget));
        const Path path = ask(world, {{{1, 10}, floor}, {{19, 10}, floor}, 0.5});
        ASSERT_EQ(path.status, StatusCode::ok);
        EXPECT_TRUE(path.is_proven_optimal());
    }
    EXPECT_TRUE(world.update(budget));
    EXPECT_TRUE(world.update(budget));
}

TEST(NavMesh, LinksHaveDirectionRadiusAndHours) {
    NavMesh world;
    const std::uint32_t ground = world.add_layer(empty_floor()), roof = world.add_layer(empty_floor(), 4);
    LinkSpec drop;
    drop.from = {{5, 5}, roof};
    drop.to = {{5, 6}, ground};
    drop.cost = 2;
    drop.max_radius = 0.4;
    drop.open = {{100, 200}};
    ASSERT_TRUE(world.add_link(drop).is_ok());
    NavQuery down{{{5, 1}, roof}, {{5, 10}, ground}, 0.3};
    down.time = 150;
    const Path path = ask(world, down);
    ASSERT_EQ(path.status, StatusCode::ok);
    EXPECT_NEAR(path.length, 4 + 2 + 4, 1e-9);
    EXPECT_TRUE(path.is_proven_optimal());
    down.time = 90;
    EXPECT_NEAR(ask(world, down).cost, 10 + (100 - 90 - 4 / 1.4) * 1.4, 1e-6);
    down.time = 300;
    EXPECT_EQ(ask(world, down).status, StatusCode::unreachable);
    down.time = 150;
    down.radius = 0.5;
    EXPECT_EQ(ask(world, down).status, StatusCode::unreachable);
    EXPECT_EQ(ask(world, {{{5, 10}, ground}, {{5, 1}, roof}, 0.3}).status, StatusCode::unreachable);
    drop.to.layer = 9;
    EXPECT_FALSE(world.add_link(drop).is_ok());
}

TEST(NavMesh, AreasCostMoreOrAreShut) {
    NavMesh world;
    world.add_layer(empty_floor());
    const Polygon swamp{{{8, 0}, {12, 0}, {12, 16}, {8, 16}}, {}};
    ASSERT_TRUE(world.add_area(0, swamp, 1).is_ok());
    const FilterIndex wader = world.add_filter({{1, 1.2}}).value();
    const FilterIndex cautious = world.add_filter({{1, 50}}).value();
    const FilterIndex never = world.add_filter({{1, AreaFilter::never}}).value();
    EXPECT_FALSE(world.add_filter({{1, 0.5}}).is_ok());
    NavQuery query{{{2, 8}, 0}, {{18, 8}, 0}, 0.3};
    EXPECT_NEAR(ask(world, query).length, 16, 1e-9);
    query.filter = wader;
    const Path waded = ask(world, query);
    EXPECT_NEAR(waded.cost, 16 + 4 * 0.2, 1e-6);
    EXPECT_FALSE(waded.has_bound()) << "the corridor search proves nothing about costs";
    EXPECT_FALSE(waded.is_proven_optimal());
    query.filter = never;
    const Path around = ask(world, query);
    ASSERT_EQ(around.status, StatusCode::ok);
    EXPECT_TRUE(around.is_proven_optimal());
    EXPECT_GT(around.length, 21);
    query.filter = cautious;
    const Path careful = ask(world, query);
    ASSERT_EQ(careful.status, StatusCode::ok);
    EXPECT_NEAR(careful.cost, around.length, 1e-9);
}

TEST(NavMesh, ObstaclesComeAndGoOnEveryCopy) {
    NavMesh world;
    world.add_layer(empty_floor());
    const FilterIndex never = world.add_filter({{1, AreaFilter::never}}).value();
    const Polygon wall{{{9, 0}, {11, 0}, {11, 20}, {9, 20}}, {}};
    for (int round = 0; round < 3; ++round) {
        const auto region = world.insert(0, wall);
        ASSERT_TRUE(region.is_ok());
        world.update();
        for (const FilterIndex filter : {FilterIndex{0}, never})
            EXPECT_EQ(ask(world, {{{2, 8}, 0}, {{18, 8}, 0}, 0.3, PathMode::shortest, filter}).status,
                      StatusCode::unreachable);
        ASSERT_TRUE(world.remove(0, region.value()).is_ok());
        world.update();
        for (const FilterIndex filter : {FilterIndex{0}, never})
            EXPECT_EQ(ask(world, {{{2, 8}, 0}, {{18, 8}, 0}, 0.3, PathMode::shortest, filter}).status,
                      StatusCode::ok);
    }
}

TEST(NavMesh, PreparedRadiiGiveTheSamePathsAsOthers) {
    Rng rng(8);
    const QueryScene scene = test::random_scene(rng, SceneKind::boxes, 25, 20);
    NavMesh plain, prepared, measured;
    const std::vector<NavMesh*> worlds{&plain, &prepared, &measured};
    for (NavMesh* world : worlds) {
        world->add_layer(test::build_mesh(scene));
        ASSERT_TRUE(world->add_area(0, {{{5, 5}, {9, 5}, {9, 9}, {5, 9}}, {}}, 1).is_ok());
    }
    ASSERT_TRUE(prepared.prepare(0.3).is_ok());
    ASSERT_TRUE(measured.prepare(0.3).is_ok());
    ASSERT_TRUE(measured.prepare(0.3, Preparation::ways).is_ok());
    for (NavMesh* world : worlds) ASSERT_TRUE(world->add_filter({{1, AreaFilter::never}}).is_ok());
    for (int round = 0; round < 20; ++round) {
        const Vec2 low{rng.uniform(0, 19), rng.uniform(0, 19)};
        const Polygon box{{low, {low.x + 1, low.y}, {low.x + 1, low.y + 1}, {low.x, low.y + 1}}, {}};
        std::vector<RegionId> regions;
        for (NavMesh* world : worlds) {
            const auto region = world->insert(0, box);
            ASSERT_TRUE(region.is_ok());
            regions.push_back(region.value());
            world->update();
        }
        for (const FilterIndex filter : {FilterIndex{0}, FilterIndex{1}}) {
            const NavQuery query{{test::random_point(rng, scene), 0},
                                 {test::random_point(rng, scene), 0},
                                 0.3,
                                 PathMode::shortest,
                                 filter};
            const Path expected = ask(plain, query);
            for (const NavMesh* world : {&prepared, &measured}) {
                const Path found = ask(*world, query);
                EXPECT_EQ(found.status, expected.status);
                EXPECT_NEAR(found.length, expected.length, 1e-9 * expected.length);
                EXPECT_NEAR(found.lower_bound, expected.lower_bound, 1e-9 * expected.length);
            }
        }
        if (round % 2 == 0) continue;
        for (std::size_t i = 0; i < worlds.size(); ++i) ASSERT_TRUE(worlds[i]->remove(0, regions[i]).is_ok());
    }
}

TEST(NavMesh, WaysAreMeasuredWithinABudget) {
    Rng rng(9);
    NavMesh world;
    world.add_layer(test::build_mesh(test::random_scene(rng, SceneKind::boxes, 25, 20)));
    ASSERT_TRUE(world.prepare(0.3, Preparation::ways).is_ok());
    ASSERT_TRUE(world.insert(0, {{{5, 5}, {6, 5}, {6, 6}}, {}}).is_ok());
    int calls = 1;
    for (Budget some = Budget::expansions(20); !world.update(some); ++calls) some = Budget::expansions(20);
    EXPECT_GT(calls, 3);
    Budget nothing = Budget::expansions(0);
    EXPECT_TRUE(world.update(nothing));
}

TEST(NavMesh, OnlyRealRadiiArePrepared) {
    NavMesh world;
    world.add_layer(empty_floor());
    for (const double radius :
         {-1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
        EXPECT_EQ(world.prepare(radius).code, StatusCode::invalid_input);
}

TEST(NavMesh, PlacesPointsByHeight) {
    NavMesh world;
    world.add_layer(empty_floor(), 0);
    world.add_layer(empty_floor(), 3);
    EXPECT_EQ(world.place({5, 5, 0.4}).layer, 0u);
    EXPECT_EQ(world.place({5, 5, 2.6}).layer, 1u);
    EXPECT_EQ(world.lift({{5, 5}, 1}), (Vec3{5, 5, 3}));
}

TEST(PathQuery, ThreadsGetTheSameAnswers) {
    Rng rng(5);
    const QueryScene scene = test::random_scene(rng, SceneKind::mixed, 40, 30);
    const Triangulation mesh = test::build_mesh(scene);
    const Connectivity connectivity(mesh);
    const Roadmap roadmap(mesh, 0.25);
    Roadmap tabulated(mesh, 0.4);
    Budget unlimited = Budget::unlimited();
    ASSERT_TRUE(tabulated.tabulate(mesh, unlimited).is_ok());
    struct Ask {
        PathQuery query;
        double length = 0;
        StatusCode status = StatusCode::ok;
    };
    std::vector<Ask> asks(200);
    for (Ask& a : asks) {
        a.query = {test::random_point(rng, scene), test::random_point(rng, scene),
                   std::array{0.25, 0.4, rng.uniform(0, 0.5)}[rng.below(3)],
                   rng.below(2) == 0 ? PathMode::shortest : PathMode::corridor};
    }
    const auto answer = [&](std::vector<Ask>& out) {
        QueryContext context;
        Path path;
        for (Ask& a : out) {
            Budget budget = Budget::unlimited();
            const Roadmap& map = a.query.radius == tabulated.radius() ? tabulated : roadmap;
            find_path(mesh, a.query, context, budget, path, &connectivity, &map);
            a.length = path.length;
            a.status = path.status;
        }
    };
    std::vector<Ask> alone = asks;
    answer(alone);
    std::vector<std::vector<Ask>> together(4, asks);
    std::vector<std::thread> threads;
    for (std::vector<Ask>& part : together) threads.emplace_back([&answer, &part] { answer(part); });
    for (std::thread& thread : threads) thread.join();
    for (const std::vector<Ask>& part : together)
        for (std::size_t i = 0; i < asks.size(); ++i) {
            EXPECT_EQ(part[i].length, alone[i].length);
            EXPECT_EQ(part[i].status, alone[i].status);
        }
}

TEST(PathQuery, PolylineStaysNearThePathAndOffTheVertex) {
    const Triangulation mesh =
        test::build_mesh({{{0, 0}, {10, 10}}, 0.001, {{{4, 0}, {6, 0}, {6, 5}, {4, 5}}}});
    QueryContext context(mesh);
    const Path path = find_path(mesh, {{2, 2}, {8, 2}, 0.7}, context);
    ASSERT_EQ(path.status, StatusCode::ok);
    const std::vector<Vec2> points = polyline(path, 0.01);
    double length = 0;
    for (std::size_t i = 1; i < points.size(); ++i) {
        length += distance(points[i - 1], points[i]);
        for (const Vec2 corner : {Vec2{4, 5}, Vec2{6, 5}})
            EXPECT_GE(distance(nearest_point(points[i - 1], points[i], corner), corner), 0.7 - 1e-9);
    }
    EXPECT_NEAR(length, path.length, 0.05);
    EXPECT_GE(length, path.length - 1e-9);
    EXPECT_LT(distance(path.at(0), {2, 2}), 1e-9);
    EXPECT_LT(distance(path.at(path.length), {8, 2}), 1e-9);
    const std::string drawing = draw_svg(mesh, {&path}, {.radius = 0.7});
    EXPECT_NE(drawing.find("<svg"), std::string::npos);
    EXPECT_NE(drawing.find("A"), std::string::npos);
    EXPECT_NE(drawing.find("</svg>"), std::string::npos);
}

}  // namespace
}  // namespace wend::mesh
