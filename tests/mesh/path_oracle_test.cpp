// Paths against the oracle: reachability always, lengths to 1e-6, clearance everywhere.

#include "path_oracle.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "wend/mesh/query.hpp"

#include "query_scenes.hpp"
#include "support/effort.hpp"

namespace wend::mesh {
namespace {

using test::PathOracle;
using test::QueryScene;
using test::SceneKind;

/// Least distance of the path to any wall, by the oracle's walls.
double path_clearance(const PathOracle& oracle, const Path& path) {
    double least = std::numeric_limits<double>::infinity();
    for (const PathPiece& piece : path.pieces) {
        if (piece.kind == PieceKind::straight) {
            least = std::min(least, oracle.clearance(piece.from, piece.to));
            continue;
        }
        for (int i = 0; i <= 64; ++i) {
            const Vec2 spoke = rotated(piece.from - piece.center, piece.turn * i / 64);
            least = std::min(least, oracle.clearance(piece.center + spoke));
        }
    }
    return least;
}

void expect_connected(const Path& path, Vec2 from, Vec2 to) {
    ASSERT_FALSE(path.pieces.empty());
    EXPECT_LT(distance(path.pieces.front().from, from), 1e-9);
    EXPECT_LT(distance(path.pieces.back().to, to), 1e-9);
    double length = 0;
    for (std::size_t i = 0; i < path.pieces.size(); ++i) {
        length += path.pieces[i].length;
        if (i == 0) continue;
        EXPECT_LT(distance(path.pieces[i - 1].to, path.pieces[i].from), 1e-7);
    }
    EXPECT_NEAR(length, path.length, 1e-9 * (1 + length));
}

Path ask(const Triangulation& mesh, const PathQuery& query, QueryContext& context, const Roadmap& roadmap) {
    Path path;
    Budget budget = Budget::unlimited();
    find_path(mesh, query, context, budget, path, nullptr, &roadmap);
    return path;
}

/// With all roads found beforehand answers are the same, and quick ones have a bound.
void check_prepared(const PathOracle& oracle, const Triangulation& mesh, QueryContext& context, Vec2 from,
                    Vec2 to, double radius, const Roadmap& roadmap, const Path& plain) {
    const Path path = ask(mesh, {from, to, radius, PathMode::shortest}, context, roadmap);
    const Path quick = ask(mesh, {from, to, radius, PathMode::corridor}, context, roadmap);
    ASSERT_EQ(path.status, plain.status);
    ASSERT_EQ(quick.status, plain.status);
    if (!plain.has_route()) return;
    expect_connected(path, from, to);
    expect_connected(quick, from, to);
    EXPECT_NEAR(path.length / plain.length, 1, 1e-9);
    EXPECT_TRUE(path.is_proven_optimal());
    EXPECT_GE(quick.length, plain.length * (1 - 1e-9));
    EXPECT_LE(quick.lower_bound, plain.length * (1 + 1e-9));
    EXPECT_LE(quick.length, quick.lower_bound * 1.02 * (1 + 1e-9));
    EXPECT_GE(path_clearance(oracle, path), radius - 1e-8);
    EXPECT_GE(path_clearance(oracle, quick), radius - 1e-8);
}

struct Tally {
    int reachable = 0;
    int unreachable = 0;
    double worst = 1;  ///< of fast paths, by shortest ones
};

void check_query(const PathOracle& oracle, const Triangulation& mesh, QueryContext& context, Vec2 from,
                 Vec2 to, double radius, Tally& tally) {
    const auto optimum = oracle.shortest(from, to, radius);
    ++(optimum ? tally.reachable : tally.unreachable);
    const Path path = find_path(mesh, {from, to, radius, PathMode::shortest}, context);
    const Connectivity connectivity(mesh);
    Path told;
    Budget budget = Budget::unlimited();
    find_path(mesh, {from, to, radius, PathMode::corridor}, context, budget, told, &connectivity);
    EXPECT_EQ(told.status, path.status);
    const Path quick = find_path(mesh, {from, to, radius, PathMode::corridor}, context);
    ASSERT_EQ(path.status, optimum ? StatusCode::ok : StatusCode::unreachable);
    ASSERT_EQ(quick.status, path.status);
    if (radius > 0) {
        Roadmap roadmap(mesh, radius);
        check_prepared(oracle, mesh, context, from, to, radius, roadmap, path);
        ASSERT_TRUE(roadmap.tabulate(mesh, budget).is_ok());
        SCOPED_TRACE("tabulated");
        check_prepared(oracle, mesh, context, from, to, radius, roadmap, path);
    }
    if (!optimum) return;
    expect_connected(path, from, to);
    expect_connected(quick, from, to);
    EXPECT_NEAR(path.length / *optimum, 1, 1e-6);
    EXPECT_TRUE(path.is_proven_optimal());
    EXPECT_GE(quick.length, *optimum * (1 - 1e-6));
    EXPECT_LE(quick.length, *optimum * 3);
    EXPECT_LE(quick.lower_bound, *optimum * (1 + 1e-6));
    EXPECT_LE(quick.length, quick.lower_bound * 3 * (1 + 1e-9));
    tally.worst = std::max(tally.worst, quick.length / *optimum);
    if (radius == 0) return;
    EXPECT_GE(path_clearance(oracle, path), radius - 1e-8);
    EXPECT_GE(path_clearance(oracle, quick), radius - 1e-8);
}

void compare(SceneKind kind, std::uint64_t seed, int scenes, double smallest, double largest) {
    Tally tally;
    for (int round = 0; round < scenes; ++round) {
        Rng rng = Rng(seed).split(static_cast<std::uint64_t>(round));
        const QueryScene scene = test::random_scene(rng, kind, 2 + static_cast<int>(rng.below(9)), 10);
        const PathOracle oracle(scene.bounds, scene.obstacles);
        const Triangulation mesh = test::build_mesh(scene);
        QueryContext context(mesh);
        for (int query = 0; query < 4; ++query) {
            const double radius = rng.uniform(smallest, largest);
            Vec2 from, to;
            bool found = true;
            for (Vec2* p : {&from, &to}) {
                int attempts = 0;
                do *p = test::random_point(rng, scene);
                while (oracle.clearance(*p) < radius + 1e-4 && ++attempts < 200);
                found = found && attempts < 200;
            }
            if (!found) continue;
            SCOPED_TRACE(testing::Message()
                         << "round " << round << " query " << query << " radius " << radius);
            check_query(oracle, mesh, context, from, to, radius, tally);
            if (testing::Test::HasFatalFailure()) return;
        }
    }
    std::printf("reachable %d, unreachable %d, fast ones at most %.3f times as long\n", tally.reachable,
                tally.unreachable, tally.worst);
    EXPECT_GT(tally.reachable, 0);
}

TEST(PathOracle, PointsAmongBoxes) {
    compare(SceneKind::boxes, 1, test::rounds(60, 1000), 0, 0);
}
TEST(PathOracle, PointsAmongPolygons) {
    compare(SceneKind::polygons, 2, test::rounds(60, 1000), 0, 0);
}
TEST(PathOracle, PointsAmongThinWalls) {
    compare(SceneKind::thin, 3, test::rounds(60, 1000), 0, 0);
}
TEST(PathOracle, SmallDiscs) {
    compare(SceneKind::mixed, 4, test::rounds(80, 2000), 0.01, 0.2);
}
TEST(PathOracle, DiscsAmongBoxes) {
    compare(SceneKind::boxes, 5, test::rounds(80, 2000), 0.1, 0.8);
}
TEST(PathOracle, DiscsAmongPolygons) {
    compare(SceneKind::polygons, 6, test::rounds(80, 2000), 0.1, 0.8);
}
TEST(PathOracle, DiscsAmongThinWalls) {
    compare(SceneKind::thin, 7, test::rounds(80, 2000), 0.1, 0.8);
}
TEST(PathOracle, DiscsAmongPillars) {
    compare(SceneKind::pillars, 8, test::rounds(2000, 20000), 0.1, 1.5);
}
// Corners less than a radius behind the edges in front of them: tangents end before they cross those.
TEST(PathOracle, DiscsAmongJaggedRings) {
    compare(SceneKind::jagged, 10, test::rounds(5, 600), 0.2, 0.7);
}
TEST(PathOracle, LargeDiscsAmongJaggedRings) {
    compare(SceneKind::jagged, 11, test::rounds(5, 600), 0.5, 1.5);
}

TEST(PathOracle, PointsInRooms) {
    compare(SceneKind::rooms, 13, test::rounds(40, 1000), 0, 0);
}
TEST(PathOracle, DiscsInRooms) {
    compare(SceneKind::rooms, 14, test::rounds(80, 2000), 0.02, 0.5);
}

/// Where there is no other way, a path around corners is proven without a search.
TEST(PathOracle, TheOnlyWayIsProvenAtOnce) {
    int bent = 0, at_once = 0;
    for (int round = 0; round < 40; ++round) {
        Rng rng = Rng(15).split(static_cast<std::uint64_t>(round));
        const QueryScene scene = test::random_scene(rng, SceneKind::rooms, 6, 10);
        const Triangulation mesh = test::build_mesh(scene);
        QueryContext context(mesh);
        Path path;
        Budget budget = Budget::unlimited();
        find_path(mesh, {test::random_point(rng, scene), test::random_point(rng, scene), 0.1}, context,
                  budget, path);
        if (!path.is_proven_optimal() || path.pieces.size() == 1) continue;
        ++bent;
        at_once += budget.spent() == 0;
    }
    EXPECT_GT(bent, 10);
    EXPECT_GT(at_once, bent / 4);
    EXPECT_LT(at_once, bent);
}

/// What a context remembers of one mesh and radius must not reach answers about another.
TEST(PathOracle, AContextServesManyMeshesAndRadii) {
    QueryContext context;
    for (int round = 0; round < test::rounds(60, 600); ++round) {
        Rng rng = Rng(12).split(static_cast<std::uint64_t>(round));
        const QueryScene scene = test::random_scene(rng, SceneKind::mixed, 8, 10);
        Triangulation mesh = test::build_mesh(scene);
        Connectivity connectivity(mesh);
        for (int query = 0; query < 80; ++query) {
            if (query % 40 == 20) {
                const Vec2 low = test::random_point(rng, scene) * 0.8;
                ASSERT_TRUE(mesh.insert(Ring{low, low + Vec2{2, 0}, low + Vec2{2, 2}, low + Vec2{0, 2}}));
                connectivity.note_edit(mesh);
                connectivity.update(mesh);
            }
            const double radius = query % 10 == 9 ? 0.4 : 0.7;
            const PathQuery asked{test::random_point(rng, scene), test::random_point(rng, scene), radius};
            Path used, fresh;
            Budget budget = Budget::unlimited();
            find_path(mesh, asked, context, budget, used, &connectivity);
            QueryContext anew(mesh);
            find_path(mesh, asked, anew, budget, fresh);
            ASSERT_EQ(used.status, fresh.status) << "round " << round << " query " << query;
            EXPECT_EQ(used.length, fresh.length) << "round " << round << " query " << query;
        }
    }
}

TEST(PathOracle, LargeDiscs) {
    compare(SceneKind::mixed, 9, test::rounds(200, 2000), 0.5, 2.0);
}

}  // namespace
}  // namespace wend::mesh
