// Questions about the ground, against straight lines and each other.

#include "wend/nav/paths.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "wend/base/rng.hpp"
#include "wend/level/level.hpp"
#include "wend/nav/world.hpp"

#include "support/data.hpp"

namespace wend::nav {
namespace {

Scene room_with_wall() {
    Scene scene = empty_scene({0, 0}, {20, 10});
    scene.layers[0].blocked = {{{{9, 0}, {10, 0}, {10, 7}, {9, 7}}, {}}};
    return scene;
}

TEST(Paths, AreStraightWhereTheyCanBe) {
    const Ground ground = Ground::create(empty_scene({0, 0}, {20, 10})).value();
    Paths paths(ground);
    const Path path = paths.find({.from = {{2, 5}}, .to = {{18, 5}}});
    EXPECT_EQ(path.status, StatusCode::ok);
    EXPECT_EQ(path.proof, Proof::shortest);
    EXPECT_NEAR(path.length, 16, 1e-9);
    ASSERT_EQ(path.points.size(), 2u);
}

TEST(Paths, GoAroundAndStayOnTheGround) {
    Ground ground = Ground::create(room_with_wall()).value();
    Paths paths(ground);
    const Path path = paths.find({.from = {{2, 2}}, .to = {{18, 2}}});
    ASSERT_TRUE(path.has_way());
    EXPECT_GT(path.length, 18);
    EXPECT_LT(path.length, 24);
    for (const Vec3& point : path.points) EXPECT_TRUE(paths.is_free({point.xy()}, 0.2));
}

/// With the ends moved to where the disc can be; without, refused.
TEST(Paths, EndsInWallsAreMoved) {
    Ground ground = Ground::create(room_with_wall()).value();
    Paths paths(ground);
    Rng rng(5);
    int refused = 0;
    for (int i = 0; i < 200; ++i) {
        const Vec2 from{rng.uniform(0, 20), rng.uniform(0, 10)}, to{rng.uniform(0, 20), rng.uniform(0, 10)};
        const PathDef exact{.from = {from}, .to = {to}, .snap = 0}, moved{.from = {from}, .to = {to}};
        const Path path = paths.find(moved);
        ASSERT_TRUE(path.has_way());
        EXPECT_LE(distance(path.points.front().xy(), from), 1);
        EXPECT_LE(distance(path.points.back().xy(), to), 1);
        if (paths.find(exact).has_way()) continue;
        ++refused;
        EXPECT_TRUE(path.start_moved || path.goal_moved);
    }
    EXPECT_GT(refused, 10);
}

TEST(Paths, BadQuestionsAreAnswered) {
    Ground ground = Ground::create(room_with_wall()).value();
    Paths paths(ground);
    EXPECT_EQ(paths.find({.from = {{2, 2}, 7}, .to = {{3, 2}}}).status, StatusCode::invalid_input);
    EXPECT_EQ(paths.find({.from = {{2, 2}}, .to = {{3, 2}}, .radius = -1}).status, StatusCode::invalid_input);
    EXPECT_EQ(paths.find({.from = {{std::nan(""), 2}}, .to = {{3, 2}}}).status, StatusCode::invalid_input);
    EXPECT_EQ(paths.find({.from = {{2, 2}}, .to = {{3, 2}}, .radius = 20}).status, StatusCode::invalid_input);
    EXPECT_FALSE(paths.nearest_free({{2, 2}, 9}, 0.3));
    EXPECT_FALSE(paths.is_free({{2, 2}, 9}, 0.3));
    EXPECT_FALSE(paths.random_place(30, 1));
    EXPECT_FALSE(Ground::create(Scene{}));
}

TEST(Paths, NearestGoalsAreThoseOfALoopOverAll) {
    Ground ground = Ground::create(room_with_wall()).value();
    Paths paths(ground);
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        std::vector<Place> goals;
        for (std::uint64_t i = 0; i < 12; ++i) goals.push_back(*paths.random_place(0.25, seed * 100 + i));
        PathDef question;
        question.from = *paths.random_place(0.25, seed * 100 + 50);
        const std::vector<double> all = paths.distances(question, goals);
        const std::vector<Reached> nearest = paths.nearest_goals(question, goals, 3);
        ASSERT_EQ(nearest.size(), 3u);
        std::vector<double> sorted = all;
        std::sort(sorted.begin(), sorted.end());
        for (std::size_t i = 0; i < 3; ++i) {
            EXPECT_EQ(nearest[i].distance, sorted[i]);
            EXPECT_EQ(all[nearest[i].goal], nearest[i].distance);
        }
    }
}

TEST(Paths, RaysAndSightAgree) {
    Ground ground = Ground::create(room_with_wall()).value();
    Paths paths(ground);
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const Place a = *paths.random_place(0.1, 2 * seed), b = *paths.random_place(0.1, 2 * seed + 1);
        EXPECT_EQ(paths.ray(a, b.at).is_clear, paths.in_sight(a, b.at));
    }
    EXPECT_FALSE(paths.visible_from({{2, 2}}).empty());
    EXPECT_TRUE(paths.visible_from({{9.5, 2}}).empty());
}

TEST(Paths, PiecesComeAndGo) {
    Ground ground = Ground::create(empty_scene({0, 0}, {20, 10})).value();
    ASSERT_TRUE(ground.prepare(0.25).is_ok());
    ASSERT_TRUE(ground.prepare(0).is_ok());
    Paths paths(ground);
    const PathDef question{.from = {{2, 5}}, .to = {{18, 5}}};
    const auto piece = ground.insert(0, {{{9, 2}, {10, 2}, {10, 30}, {9, 30}}, {}});
    ASSERT_TRUE(piece) << "it reaches over the edge of the world";
    EXPECT_GT(paths.distance(question), 16.1);
    ASSERT_TRUE(ground.remove(piece.value()).is_ok());
    EXPECT_FALSE(ground.remove(piece.value()).is_ok());
    EXPECT_NEAR(paths.distance(question), 16, 1e-9);
}

/// A level that rises: z is the floor's, and no length in the plane is called proven.
TEST(Paths, SlopesCount) {
    level::Triangles triangles;
    triangles.points = {{0, 0, 0}, {20, 0, 5}, {20, 6, 5}, {0, 6, 0}};
    triangles.corners = {{0, 1, 2}, {0, 2, 3}};
    LevelSource source;
    const auto level = level::import_level(triangles, source);
    ASSERT_TRUE(level) << level.status().message;
    Scene scene = empty_scene({0, 0}, {1, 1});
    level.value().put_into(scene);
    const Ground ground = Ground::create(scene, level.value().floor()).value();
    Paths paths(ground);
    const Path path = paths.find({.from = {{3, 3}}, .to = {{17, 3}}});
    ASSERT_TRUE(path.has_way());
    EXPECT_NEAR(path.length, std::hypot(14, 3.5), 0.1);
    EXPECT_EQ(path.proof, Proof::none);
    EXPECT_NEAR(path.points.front().z, 0.75, 0.15);
    EXPECT_NEAR(path.points.back().z, 4.25, 0.15);
    EXPECT_NEAR(ground.lift({{10, 3}}).z, 2.5, 0.15);
    World world = World::create(scene, {.floor = level.value().floor()}).value();
    AgentDef def;
    def.place = {{3, 3}};
    def.goal = goal_at({{17, 3}});
    const AgentId agent = world.add_agent(def).value();
    for (int i = 0; i < 150; ++i) world.step();
    const Vec3 at = world.state(agent).value().position;
    EXPECT_GT(at.x, 5);
    EXPECT_NEAR(at.z, at.x / 4, 0.2);
}

}  // namespace
}  // namespace wend::nav
