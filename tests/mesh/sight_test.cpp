// Rays, lines of sight, visibility polygons and nearest free points against brute force over the walls.

#include <cmath>

#include <gtest/gtest.h>

#include "wend/mesh/query.hpp"

#include "path_oracle.hpp"
#include "query_scenes.hpp"
#include "support/effort.hpp"

namespace wend::mesh {
namespace {

using test::OracleWall;
using test::PathOracle;
using test::QueryScene;
using test::SceneKind;

/// Share of the way up to the first wall; 1 when there is none.
double first_hit(const PathOracle& oracle, Vec2 from, Vec2 to) {
    double share = 1;
    for (const OracleWall& wall : oracle.walls()) {
        const Vec2 way = to - from, along = wall.b - wall.a;
        const double facing = cross(way, along);
        if (facing == 0) continue;
        const double t = cross(wall.a - from, along) / facing, s = cross(wall.a - from, way) / facing;
        if (t >= 0 && s >= 0 && s <= 1) share = std::min(share, t);
    }
    return share;
}

struct World {
    explicit World(std::uint64_t seed, SceneKind kind = SceneKind::mixed)
        : rng(seed),
          scene(test::random_scene(rng, kind, 10, 10)),
          oracle(scene.bounds, scene.obstacles),
          mesh(test::build_mesh(scene)),
          context(mesh) {}

    Vec2 free_point(double radius = 1e-3) {
        for (;;) {
            const Vec2 p = test::random_point(rng, scene);
            if (oracle.clearance(p) > radius) return p;
        }
    }

    Rng rng;
    QueryScene scene;
    PathOracle oracle;
    Triangulation mesh;
    QueryContext context;
};

/// Walls are bent by less than a lattice unit (1e-6) where the mesh has put vertices on them; a ray that
/// meets one at a small angle ends so much sooner or later.
double slant(const Triangulation& mesh, const RayHit& hit, Vec2 from, Vec2 to) {
    if (hit.wall == none) return 1;
    const Vec2 a = mesh.position(mesh.vertex(hit.wall));
    const Vec2 b = mesh.position(mesh.vertex(Triangulation::next(hit.wall)));
    return std::abs(cross(normalized(to - from), normalized(b - a)));
}

TEST(Sight, RaysEndAtTheFirstWall) {
    for (int round = 0; round < test::rounds(40, 1000); ++round) {
        World world(static_cast<std::uint64_t>(round) + 100);
        for (int i = 0; i < 20; ++i) {
            const Vec2 from = world.free_point(), to = world.free_point();
            const RayHit hit = cast_ray(world.mesh, from, to);
            const double share = first_hit(world.oracle, from, to);
            EXPECT_LT(std::abs(hit.distance - share * distance(from, to)) * slant(world.mesh, hit, from, to),
                      1e-6);
            EXPECT_EQ(hit.is_clear, share == 1);
            EXPECT_EQ(hit.wall == none, hit.is_clear);
        }
    }
}

TEST(Sight, DiscsNeedRoomOnTheWay) {
    int clear = 0, blocked = 0;
    for (int round = 0; round < test::rounds(40, 1000); ++round) {
        World world(static_cast<std::uint64_t>(round) + 200);
        for (int i = 0; i < 20; ++i) {
            const double radius = world.rng.uniform(0.05, 0.5);
            const Vec2 from = world.free_point(), to = world.free_point();
            const double room = world.oracle.clearance(from, to);
            if (std::abs(room - radius) < 1e-5) continue;
            EXPECT_EQ(is_in_sight(world.mesh, from, to, radius, world.context), room > radius);
            ++(room > radius ? clear : blocked);
        }
    }
    EXPECT_GT(clear, 20);
    EXPECT_GT(blocked, 20);
}

TEST(Sight, VisibilityPolygonHoldsWhatIsSeen) {
    for (int round = 0; round < test::rounds(30, 600); ++round) {
        World world(static_cast<std::uint64_t>(round) + 300);
        const Vec2 from = world.free_point();
        const Ring seen = visibility_polygon(world.mesh, from);
        ASSERT_GE(seen.size(), 3u);
        EXPECT_GT(signed_area(seen), 0);
        for (int i = 0; i < 60; ++i) {
            const Vec2 p = world.free_point();
            if (boundary_distance(seen, p) < 1e-5) continue;
            EXPECT_EQ(contains(seen, p), first_hit(world.oracle, from, p) == 1) << "round " << round;
        }
    }
}

TEST(Sight, VisibilityPolygonFromCornersOfWalls) {
    int compared = 0;
    for (int round = 0; round < test::rounds(30, 600); ++round) {
        World world(static_cast<std::uint64_t>(round) + 350);
        for (const auto& wall : world.oracle.walls()) {
            const Ring seen = visibility_polygon(world.mesh, wall.a);
            ASSERT_GE(seen.size(), 3u) << "round " << round;
            EXPECT_GT(signed_area(seen), 0) << "round " << round;
            for (int i = 0; i < 10; ++i) {
                const Vec2 p = world.free_point();
                if (boundary_distance(seen, p) < 1e-5) continue;
                EXPECT_EQ(contains(seen, p), cast_ray(world.mesh, wall.a, p).is_clear) << "round " << round;
                ++compared;
            }
        }
    }
    EXPECT_GT(compared, 1000);
}

TEST(NearestFreePoint, IsFreeAndNoneIsNearer) {
    for (int round = 0; round < test::rounds(30, 600); ++round) {
        World world(static_cast<std::uint64_t>(round) + 400);
        for (int i = 0; i < 5; ++i) {
            const double radius = world.rng.uniform(0, 0.8);
            const Vec2 wanted = test::random_point(world.rng, world.scene);
            const auto found = nearest_free_point(world.mesh, wanted, radius, world.context);
            double nearest = std::numeric_limits<double>::infinity();
            for (int x = 0; x < 100; ++x)
                for (int y = 0; y < 100; ++y) {
                    const Vec2 p{x * 0.1 + 0.05, y * 0.1 + 0.05};
                    if (distance(p, wanted) < nearest && world.oracle.clearance(p) > radius)
                        nearest = distance(p, wanted);
                }
            if (!found) {
                EXPECT_EQ(nearest, std::numeric_limits<double>::infinity()) << "round " << round;
                continue;
            }
            EXPECT_LE(distance(*found, wanted), nearest + 1e-6) << "round " << round;
            EXPECT_GE(world.oracle.clearance(*found), radius - 1e-6) << "round " << round;
            EXPECT_TRUE(is_free(world.mesh, *found, radius, world.context)) << "round " << round;
        }
    }
}

TEST(PathQuery, EndsWithoutRoomAreSaidSoWithAnOffer) {
    QueryScene scene{{{0, 0}, {10, 10}}, 0.001, {{{4, 4}, {6, 4}, {6, 6}, {4, 6}}}};
    const Triangulation mesh = test::build_mesh(scene);
    QueryContext context(mesh);
    const Path inside = find_path(mesh, {{1, 1}, {4.5, 5}, 0.5}, context);
    EXPECT_EQ(inside.status, StatusCode::invalid_input);
    EXPECT_FALSE(inside.nearest_start.has_value());
    ASSERT_TRUE(inside.nearest_goal.has_value());
    EXPECT_NEAR(distance(*inside.nearest_goal, {3.5, 5}), 0, 1e-9);
    const Path outside = find_path(mesh, {{-3, 5}, {1, 1}, 0.5}, context);
    EXPECT_EQ(outside.status, StatusCode::invalid_input);
    ASSERT_TRUE(outside.nearest_start.has_value());
    EXPECT_NEAR(distance(*outside.nearest_start, {0.5, 5}), 0, 1e-9);
}

TEST(PathQuery, BudgetEndsWithAnHonestBound) {
    World world(77, SceneKind::boxes);
    int partial = 0;
    for (int i = 0; i < 40; ++i) {
        const Vec2 from = world.free_point(0.11), to = world.free_point(0.11);
        const Path best = find_path(world.mesh, {from, to, 0.1}, world.context);
        ASSERT_EQ(best.status, StatusCode::ok);
        for (std::uint64_t limit = 1; limit < 200; limit *= 3) {
            Path path;
            Budget budget = Budget::expansions(limit);
            find_path(world.mesh, {from, to, 0.1}, world.context, budget, path);
            EXPECT_LE(budget.spent(), limit);
            EXPECT_LE(path.lower_bound, best.length * (1 + 1e-9));
            if (path.has_route()) {
                EXPECT_GE(path.length, best.length * (1 - 1e-9));
            }
            if (path.status == StatusCode::ok) {
                EXPECT_NEAR(path.length, best.length, 1e-9 * best.length);
            }
            partial += path.status == StatusCode::partial;
        }
    }
    EXPECT_GT(partial, 0);
}

TEST(Sight, PointsThatDifferInTheirLastBitSeeEachOther) {
    const Triangulation mesh = test::build_mesh({{{0, 0}, {20, 20}}, 0.001, {}});
    QueryContext context;
    for (int i = 2; i < 198; ++i) {
        const Vec2 from{0.1 * i * 0.993, 7.3};
        const Vec2 to{std::nextafter(from.x, 100), from.y};
        EXPECT_TRUE(is_in_sight(mesh, from, to, 0.1, context)) << i;
    }
}

}  // namespace
}  // namespace wend::mesh
