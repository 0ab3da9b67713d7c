// Agents against moving obstacles: discs, polygons that slide, polygons that turn, keyframes inside a frame.

#include <gtest/gtest.h>

#include "faults.hpp"
#include "support/effort.hpp"

namespace wend::verify {
namespace {

using test::check;
using test::of_kind;
using test::Pass;

constexpr double dt = 1.0 / 30;

/// Obstacle `name` moves from p to q during frame f and stands before and after.
ObstacleSpec moving(const std::string& name, const Shape& shape, std::uint32_t f, Pose p, Pose q) {
    ObstacleSpec obstacle;
    obstacle.name = name;
    obstacle.shape = shape;
    obstacle.motion = {{{f * dt, p}, {(f + 1) * dt, q}}, false};
    return obstacle;
}

/// A run with one walker that stands in the middle of a large field.
test::Walkers lone_stander(std::uint64_t seed) {
    auto run = test::make_walkers(seed, {.count = 1, .frames = 20, .patch = 100});
    for (std::uint32_t f = 0; f < 20; ++f) test::place(run, f, 0, run.agents[0].position);
    return run;
}

TEST(PlantedObstacles, ADiscThatGrazesByAMillimetreIsFound) {
    for (int seed = 0; seed < test::rounds(200, 2000); ++seed) {
        Rng rng(static_cast<std::uint64_t>(seed));
        auto run = lone_stander(rng.next());
        const auto f = static_cast<std::uint32_t>(rng.below(19));
        const double radius = rng.uniform(0.2, 1.5);
        for (const double depth : {0.001, -1e-6}) {
            const Pass pass{depth, 0.1, rng.uniform(0.2, 0.8), rng.uniform(-3, 3)};
            const auto [from, to] = test::passing_line(run.agents[0].limits.radius + radius, pass);
            const Vec2 at = run.agents[0].position;
            run.scene.obstacles = {moving("ball", DiscShape{radius}, f, {at + from, 0}, {at + to, 0})};
            // It must be out of the way while it stands.
            run.scene.obstacles[0].present = {f * dt, (f + 1) * dt};
            const auto found = of_kind(check(run), FindingKind::obstacle_overlap);
            ASSERT_EQ(found.size(), depth > 0 ? 1u : 0u) << seed;
            if (depth > 0) {
                ASSERT_NEAR(found[0].amount, 0.001, 1e-9);
                ASSERT_EQ(found[0].whom, "ball");
            }
        }
    }
}

/// A square slides past, corner first, in a straight line that leaves `gap` between corner and body.
TEST(PlantedObstacles, ASlidingPolygonThatGrazesByAMillimetreIsFound) {
    for (int seed = 0; seed < test::rounds(200, 2000); ++seed) {
        Rng rng(static_cast<std::uint64_t>(seed));
        auto run = lone_stander(rng.next());
        const double half = rng.uniform(0.2, 1.0), r = run.agents[0].limits.radius;
        const PolygonShape square{{{-half, -half}, {half, -half}, {half, half}, {-half, half}}};
        const double angle = rng.uniform(-3, 3), speed = rng.uniform(1, 40);
        for (const double depth : {0.001, -1e-6}) {
            // The side faces the body and slides along it.
            const Vec2 away = unit_vector(angle), along = perpendicular(away);
            const Vec2 nearest = run.agents[0].position + (r + half - depth) * away;
            const Vec2 travel = (speed * dt + 2 * half + 2 * r) * along;
            run.scene.obstacles = {
                moving("box", square, 7, {nearest - travel, angle}, {nearest + travel, angle})};
            run.scene.obstacles[0].present = {7 * dt, 8 * dt};
            const auto found = of_kind(check(run), FindingKind::obstacle_overlap);
            ASSERT_EQ(found.size(), depth > 0 ? 1u : 0u) << seed << " by " << found.size();
            if (depth > 0) {
                ASSERT_NEAR(found[0].amount, 0.001, 1e-9);
            }
        }
    }
}

/// The tip of a turning bar passes the body; it is inside for a small part of a frame only.
TEST(PlantedObstacles, ATurningBarWhoseTipGrazesByAMillimetreIsFound) {
    for (int seed = 0; seed < test::rounds(200, 2000); ++seed) {
        Rng rng(static_cast<std::uint64_t>(seed));
        auto run = lone_stander(rng.next());
        const double reach = rng.uniform(0.5, 3), r = run.agents[0].limits.radius;
        const PolygonShape bar{{{0, -0.02}, {reach, 0}, {0, 0.02}}};
        const double meets = rng.uniform(-3, 3), turn = rng.uniform(0.2, 6) * (rng.below(2) ? 1 : -1);
        const double share = rng.uniform(0.1, 0.9);
        for (const double depth : {0.001, -1e-5}) {
            const Vec2 origin = run.agents[0].position - (reach + r - depth) * unit_vector(meets);
            run.scene.obstacles = {
                moving("bar", bar, 7, {origin, meets - share * turn}, {origin, meets + (1 - share) * turn})};
            run.scene.obstacles[0].present = {7 * dt, 8 * dt};
            const auto found = of_kind(check(run), FindingKind::obstacle_overlap);
            ASSERT_EQ(found.size(), depth > 0 ? 1u : 0u) << seed << " turn " << turn;
            if (depth > 0) {
                ASSERT_NEAR(found[0].amount, 0.001, 1e-4);
            }
        }
    }
}

/// The obstacle comes and goes back within one frame: at every frame it is far away.
TEST(PlantedObstacles, KeyframesInsideAFrameCount) {
    auto run = lone_stander(4);
    const Vec2 at = run.agents[0].position;
    ObstacleSpec ball;
    ball.name = "ball";
    ball.shape = DiscShape{0.5};
    ball.motion = {
        {{7 * dt, {at + Vec2{5, 0}, 0}}, {7.5 * dt, {at + Vec2{0.5, 0}, 0}}, {8 * dt, {at + Vec2{5, 0}, 0}}},
        false};
    run.scene.obstacles = {ball};
    EXPECT_EQ(check(run).overlaps, 1u);
    run.scene.obstacles[0].motion.keyframes[1].pose.position = at + Vec2{2, 0};
    EXPECT_EQ(check(run).overlaps, 0u);
    run.scene.obstacles[0].motion.keyframes[1].pose.position = at;
    run.scene.obstacles[0].present = {0, 7.2 * dt};
    EXPECT_EQ(check(run).overlaps, 0u);
}

TEST(PlantedObstacles, EventsMakeObstaclesAppearMoveAndGo) {
    auto run = lone_stander(5);
    const Vec2 at = run.agents[0].position;
    ObstacleSpec ball;
    ball.name = "ball";
    ball.shape = DiscShape{0.5};
    ball.motion = {{{0, {at, 0}}}, false};
    run.scene.events = {{0.2, AppearEvent{ball}}, {0.3, DisappearEvent{"ball"}}};
    const auto found = of_kind(check(run), FindingKind::obstacle_overlap);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_NEAR(found[0].begin, 0.2, 1e-9);
    EXPECT_NEAR(found[0].end, 0.3, 1e-9);
    run.scene.events = {{0.2, AppearEvent{ball}},
                        {0.25, MoveEvent{"ball", {{{0, {at + Vec2{9, 0}, 0}}}, false}}}};
    const auto moved = of_kind(check(run), FindingKind::obstacle_overlap);
    ASSERT_EQ(moved.size(), 1u);
    EXPECT_NEAR(moved[0].end, 0.25, 1e-9);
}

TEST(PlantedObstacles, RecordedPosesMustAgreeWithTheScene) {
    auto run = lone_stander(6);
    const Vec2 at = run.agents[0].position;
    run.scene.obstacles = {moving("cart", DiscShape{0.4}, 3, {at + Vec2{9, 0}, 0}, {at + Vec2{9, 2}, 0})};
    for (io::Frame& frame : run.recording.frames) {
        const double share = std::clamp((frame.time - 3 * dt) / dt, 0.0, 1.0);
        frame.obstacles = {{0, {at + Vec2{9, 2 * share}, 0}}};
        if (frame.index == 0) frame.identities = {{0, io::RecordedKind::obstacle, "cart", 0, DiscShape{0.4}}};
    }
    EXPECT_TRUE(check(run).findings.empty()) << to_text(check(run));
    run.recording.frames[10].obstacles[0].pose.position.x += 0.01;
    const auto found = of_kind(check(run), FindingKind::obstacle_mismatch);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_NEAR(found[0].amount, 0.01, 1e-9);
    EXPECT_EQ(found[0].who, "cart");
    EXPECT_FALSE(check(run).passed);
    run.recording.frames[10].obstacles.clear();
    EXPECT_EQ(of_kind(check(run), FindingKind::obstacle_mismatch).size(), 1u);
}

TEST(PlantedObstacles, ObstaclesThatOnlyTheRecordingKnowsCount) {
    auto run = lone_stander(7);
    const Vec2 at = run.agents[0].position;
    for (io::Frame& frame : run.recording.frames)
        frame.obstacles = {{4, {at + Vec2{frame.index % 2 ? 5.0 : -5.0, 0}, 0}}};
    EXPECT_EQ(check(run).overlaps, 0u) << "a number that nobody introduced says nothing";
    run.recording.frames[12].identities = {{4, io::RecordedKind::obstacle, "stray", 0, DiscShape{0.2}}};
    EXPECT_EQ(check(run).overlaps, 8u) << "introduced in frame 12 it was there in frame 11 already";
}

}  // namespace
}  // namespace wend::verify
