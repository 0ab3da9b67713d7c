// Bodies against walls: grazes of a millimetre, tunnelling, standing inside, floors that end, stairs,
// platforms.

#include <gtest/gtest.h>

#include "faults.hpp"
#include "support/effort.hpp"

namespace wend::verify {
namespace {

using test::check;
using test::of_kind;

constexpr double dt = 1.0 / 30;

Ring box(Vec2 low, Vec2 high) {
    return {low, {high.x, low.y}, high, {low.x, high.y}};
}

/// One walker on a field of 100 m with the given path, one position a frame.
test::Walkers on_path(const std::vector<Vec2>& path, double radius = 0.3) {
    auto run =
        test::make_walkers(1, {.count = 1, .frames = static_cast<std::uint32_t>(path.size()), .patch = 100});
    run.agents[0].limits.radius = radius;
    run.agents[0].limits.max_speed = run.agents[0].limits.max_acceleration = 1e6;
    run.agents[0].position = path.front();
    for (std::uint32_t f = 0; f < path.size(); ++f) test::place(run, f, 0, path[f]);
    return run;
}

TEST(PlantedWalls, ACornerGrazedByAMillimetreForATenthOfAFrameIsFound) {
    for (int seed = 0; seed < test::rounds(300, 3000); ++seed) {
        Rng rng(static_cast<std::uint64_t>(seed));
        const Vec2 corner{rng.uniform(20, 80), rng.uniform(20, 80)};
        const double angle = rng.uniform(-3, 3), r = 0.3;
        for (const double depth : {0.001, -1e-6}) {
            const test::Pass pass{depth, 0.1, rng.uniform(0.2, 0.8), angle};
            const auto [from, to] = test::passing_line(r, pass);
            // The block lies behind its corner, seen from the path.
            const Vec2 back = -unit_vector(angle), side = perpendicular(back);
            auto run = on_path({corner + from, corner + to}, r);
            run.scene.layers[0].blocked = {
                {{corner, corner + back - 0.5 * side, corner + 2.0 * back, corner + back + 0.5 * side}, {}}};
            const auto found = of_kind(check(run), FindingKind::wall_crossing);
            ASSERT_EQ(found.size(), depth > 0 ? 1u : 0u) << seed;
            if (depth < 0) continue;
            ASSERT_NEAR(found[0].amount, 0.001, 1e-9);
            ASSERT_NEAR(found[0].end - found[0].begin, 0.1 * dt, 1e-5);
        }
    }
}

TEST(PlantedWalls, TunnellingThroughAThinWallIsFound) {
    for (int seed = 0; seed < test::rounds(300, 3000); ++seed) {
        Rng rng(static_cast<std::uint64_t>(seed));
        const Vec2 at{rng.uniform(30, 70), rng.uniform(30, 70)};
        const Vec2 along = unit_vector(rng.uniform(-3, 3)), across = perpendicular(along);
        const double jump = rng.uniform(1, 20), thick = 0.001;
        auto run = on_path({at - jump * along, at + jump * along}, 0.1);
        run.scene.layers[0].blocked = {
            {{at - 2.0 * across, at + 2.0 * across, at + 2.0 * across + thick * along,
              at - 2.0 * across + thick * along},
             {}}};
        const Report report = check(run);
        ASSERT_EQ(report.wall_crossings, 1u) << seed;
        ASSERT_GE(of_kind(report, FindingKind::wall_crossing)[0].amount, 0.1 - 1e-9);
    }
}

TEST(PlantedWalls, StandingInsideIsFoundEvenFarFromAnyEdge) {
    auto run = on_path({{50, 50}, {50, 50}, {50, 50}});
    run.scene.layers[0].blocked = {{box({30, 30}, {70, 70}), {}}};
    const auto found = of_kind(check(run), FindingKind::wall_crossing);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_GE(found[0].amount, 5.0);
    run.scene.layers[0].blocked = {{box({30, 30}, {70, 70}), {box({45, 45}, {55, 55})}}};
    EXPECT_EQ(check(run).wall_crossings, 0u) << "a hole in what is blocked is free";
}

TEST(PlantedWalls, TheFloorEndsWhereNothingIsWalkable) {
    const std::vector<Polygon> two_rooms{{box({10, 10}, {50, 50}), {}}, {box({49, 20}, {90, 40}), {}}};
    auto inside = on_path({{40, 30}, {60, 30}, {80, 30}});
    inside.scene.layers[0].walkable = two_rooms;
    EXPECT_EQ(check(inside).wall_crossings, 0u) << "walkable polygons that overlap are one floor";
    auto touching = on_path({{40, 30}, {60, 30}});
    touching.scene.layers[0].walkable = {{box({10, 10}, {50, 50}), {}}, {box({50, 20}, {90, 40}), {}}};
    EXPECT_EQ(check(touching).wall_crossings, 0u) << "and so are polygons that touch";
    auto apart = touching;
    apart.scene.layers[0].walkable[1].outline = box({50.01, 20}, {90, 40});
    EXPECT_EQ(check(apart).wall_crossings, 1u);
    auto around = on_path({{40, 45}, {60, 35}});
    around.scene.layers[0].walkable = two_rooms;
    EXPECT_EQ(check(around).wall_crossings, 1u) << "the corner between the rooms is cut off";
    auto outside = on_path({{5, 5}, {6, 6}});
    outside.scene.layers[0].walkable = two_rooms;
    EXPECT_EQ(check(outside).wall_crossings, 1u);
    auto bounds = on_path({{99.8, 50}, {99.8, 51}}, 0.25);
    EXPECT_NEAR(of_kind(check(bounds), FindingKind::wall_crossing).at(0).amount, 0.05, 1e-9);
    auto touches_bounds = on_path({{99.75, 50}, {99.75, 51}}, 0.25);
    EXPECT_EQ(check(touches_bounds).wall_crossings, 0u);
}

TEST(PlantedWalls, TheAirborneNeedNoFloor) {
    auto run = on_path({{40, 30}, {44, 30}, {56, 30}, {60, 30}});
    run.scene.layers[0].walkable = {{box({10, 10}, {45, 50}), {}}, {box({55, 20}, {90, 40}), {}}};
    EXPECT_EQ(check(run).wall_crossings, 1u);
    for (const std::uint32_t f : {1u, 2u}) test::recorded(run, f, 0).mode = io::AgentMode::airborne;
    EXPECT_EQ(check(run).wall_crossings, 0u);
}

test::Walkers two_storeys(const std::vector<std::pair<Vec2, std::uint32_t>>& path) {
    std::vector<Vec2> places;
    for (const auto& [place, layer] : path) places.push_back(place);
    auto run = on_path(places);
    run.agents[0].limits.max_speed = 100;
    run.scene.layers = {Layer{"lower", 0, {{box({10, 10}, {50, 50}), {}}}, {}},
                        Layer{"upper", 3, {{box({60, 10}, {90, 50}), {}}}, {}}};
    run.scene.portals = {{"stairs", 0, 1, {{50, 28}, {50, 32}}, {{60, 28}, {60, 32}}, 4}};
    for (std::uint32_t f = 0; f < path.size(); ++f) test::recorded(run, f, 0).layer = path[f].second;
    return run;
}

TEST(PlantedWalls, PortalsAreTheOnlyWayBetweenLayers) {
    auto jumps = two_storeys({{{49, 30}, 0}, {{61, 30}, 1}, {{63, 30}, 1}});
    EXPECT_EQ(check(jumps).wall_crossings, 0u) << to_text(check(jumps));
    EXPECT_EQ(check(jumps).limit_violations, 0u) << to_text(check(jumps));
    auto walks = two_storeys(
        {{{49, 30}, 0}, {{51, 30}, 0}, {{54, 30}, 0}, {{56, 30}, 1}, {{59, 30}, 1}, {{61, 30}, 1}});
    EXPECT_EQ(check(walks).wall_crossings, 0u) << to_text(check(walks));
    EXPECT_EQ(check(walks).limit_violations, 0u) << to_text(check(walks));
    auto beside = two_storeys({{{49, 40}, 0}, {{61, 40}, 1}});
    EXPECT_EQ(of_kind(check(beside), FindingKind::teleport).size(), 1u);
    auto through_the_edge = two_storeys({{{49, 40}, 0}, {{51, 40}, 0}});
    EXPECT_EQ(check(through_the_edge).wall_crossings, 1u);
}

/// A ferry between two banks, 10 m apart, docks flush on both sides.
test::Walkers ferry(const std::vector<Vec2>& path) {
    auto run = on_path(path);
    run.scene.layers[0].walkable = {{box({10, 10}, {40, 50}), {}}, {box({50, 10}, {90, 50}), {}}};
    const double end = static_cast<double>(path.size() - 3) * dt;
    run.scene.platforms = {
        {"ferry", 0, box({-2, -2}, {2, 2}), {{{2 * dt, {{42, 30}, 0}}, {end, {{48, 30}, 0}}}, false}}};
    return run;
}

std::vector<Vec2> ferry_ride(double beside) {
    std::vector<Vec2> path{{39, 30 + beside}, {41, 30 + beside}, {42, 30 + beside}};
    for (int i = 1; i <= 10; ++i) path.push_back({42 + 0.6 * i, 30 + beside});
    path.push_back({49, 30 + beside});
    path.push_back({51, 30 + beside});
    return path;
}

TEST(PlantedWalls, PlatformsCarryOverWhereThereIsNoFloor) {
    const auto rides = ferry(ferry_ride(0));
    EXPECT_EQ(check(rides).wall_crossings, 0u) << to_text(check(rides));
    const auto overhangs = ferry(ferry_ride(1.9));
    EXPECT_EQ(check(overhangs).wall_crossings, 1u) << to_text(check(overhangs));
    EXPECT_NEAR(of_kind(check(overhangs), FindingKind::wall_crossing).at(0).amount, 0.2, 0.01);
    const auto at_the_edge = ferry(ferry_ride(1.7));
    EXPECT_EQ(check(at_the_edge).wall_crossings, 0u) << to_text(check(at_the_edge));
    auto misses = ferry(ferry_ride(0));
    for (std::uint32_t f = 3; f <= 12; ++f) test::place(misses, f, 0, {46, 30});
    EXPECT_GE(check(misses).wall_crossings, 1u) << "the ferry is not there yet";
}

TEST(PlantedWalls, SpeedOnAPlatformIsRelativeToIt) {
    auto run = ferry(ferry_ride(0));
    run.agents[0].limits.max_speed = 70;  // steps of 2 m on and off; the ferry itself makes 18 m/s
    for (std::uint32_t f = 2; f <= 12; ++f) test::recorded(run, f, 0).mode = io::AgentMode::riding;
    EXPECT_EQ(check(run).limit_violations, 0u) << to_text(check(run));
    run.agents[0].limits.max_speed = 10;
    for (const Finding& finding : of_kind(check(run), FindingKind::overspeed))
        EXPECT_TRUE(finding.end <= 2.01 * dt || finding.begin >= 11.9 * dt) << to_text(check(run));
}

}  // namespace
}  // namespace wend::verify
