// Links through walls, on which nobody can stop: whatever an agent is told, and whenever, it comes to rest on
// ground.

#include <gtest/gtest.h>

#include "wend/sim/rollout.hpp"

#include "random_world.hpp"
#include "support/effort.hpp"
#include "verified_run.hpp"

namespace wend {
namespace {

using test::walker;

const AgentLimits limits{};
constexpr double dt = 1.0 / 30;

/// Eight metres along x, a leap from 3 to 5.
Route over_a_leap() {
    return {{{{0, 0}}, {{3, 0}, 0, true, true}, {{5, 0}}, {{8, 0}}}, limits, dt};
}

TEST(Leaps, NobodyComesToRestOnOne) {
    const Route route = over_a_leap();
    for (std::uint32_t ticks = 0; ticks < 240; ++ticks)
        for (const double stop : {0.5, 2.9, 3.1, 4.0, 4.9, 5.5, 100.0}) {
            const auto walk = roll_out(route, {}, limits, dt, {1.2, ticks, 600, stop});
            if (walk.empty()) continue;
            const double rest = walk.back().walk.station;
            ASSERT_EQ(walk.back().walk.speed, 0);
            ASSERT_FALSE(route.leap_at(rest))
                << "at " << rest << " after " << ticks << " ticks, stop " << stop;
            ASSERT_FALSE(stop < 5 && rest > std::min(stop, 3.0) + 1e-6) << rest << " for a stop at " << stop;
        }
}

TEST(Leaps, WhoIsOnOneLandsFirst) {
    const Route route = over_a_leap();
    for (double station = 3.01; station < 5; station += 0.01)
        for (const double speed : {0.0, 0.1, 0.7, 1.4}) {
            const auto walk = roll_out(route, {station, speed, 0}, limits, dt, {speed, 0});
            ASSERT_FALSE(walk.empty());
            ASSERT_GE(walk.back().walk.station, 5 - 1e-6) << "from " << station << " at " << speed;
        }
}

TEST(Leaps, WhoIsTooFastToStopBeforeOneLandsBehindIt) {
    const Route route = over_a_leap();
    AgentLimits slow = limits;
    slow.max_acceleration = 1;
    for (double station = 1; station < 5; station += 0.05)
        for (double stop = 1; stop < 6; stop += 0.1) {
            const auto walk = roll_out(route, {station, 1.4, 0}, slow, dt, {1.4, 60, 600, stop});
            if (walk.empty()) continue;
            const double rest = walk.back().walk.station;
            ASSERT_FALSE(route.leap_at(rest)) << "at " << rest << " from " << station << ", stop " << stop;
        }
}

/// A wall with a jump through it and a door far away; two go to and fro.
Scene wall_with_a_jump() {
    Scene scene = test::hall({walker("ann", {7, 4}, {13, 4}), walker("bob", {13, 4.5}, {7, 4.5})}, 25);
    scene.layers[0].blocked = {test::box({9.5, 0}, {10.5, 9})};
    Link jump;
    jump.name = "jump";
    jump.from = {9, 4};
    jump.to = {11, 4};
    jump.two_way = true;
    scene.links = {jump};
    return scene;
}

void expect_clean(const verify::Report& report) {
    EXPECT_EQ(report.overlaps, 0u) << verify::to_text(report);
    EXPECT_EQ(report.wall_crossings, 0u) << verify::to_text(report);
    EXPECT_EQ(report.limit_violations, 0u) << verify::to_text(report);
    EXPECT_EQ(report.inconsistencies, 0u) << verify::to_text(report);
}

TEST(Leaps, WhatIsSaidInMidLeapWaitsForTheLanding) {
    const int step = test::rounds(2, 1);
    for (int frame = 10; frame < 130; frame += step) {
        SCOPED_TRACE(frame);
        const double time = frame * dt;
        Goal back;
        back.region = DiscRegion{{7, 4}, 0.3};
        for (int kind = 0; kind < 3; ++kind) {
            Scene scene = wall_with_a_jump();
            if (kind == 0) scene.events.push_back({time, PauseEvent{"ann"}});
            if (kind == 1) scene.events.push_back({time, GoalEvent{"ann", back}});
            if (kind == 2) scene.events.push_back({time, AppearEvent{test::crate("crate", {13, 6}, 0.3)}});
            expect_clean(test::verified_run(scene));
        }
        if (HasFailure()) return;
    }
}

TEST(Leaps, TheSlowestMakeTheLongest) {
    Scene scene = test::hall({walker("snail", {7, 4}, {14, 4})}, 80);
    scene.agents[0].limits.max_speed = 0.2;
    scene.layers[0].blocked = {test::box({8.5, 0}, {11.5, 10})};
    Link jump;
    jump.name = "jump";
    jump.from = {8, 4};
    jump.to = {12, 4};
    scene.links = {jump};
    const verify::Report report = test::verified_run(scene);
    expect_clean(report);
    EXPECT_EQ(report.arrived, 1u);
}

/// Told long before it begins, and slow: whoever stands in its way has all the time there is.
TEST(Leaps, WhatIsAnnouncedLongBeforeHitsNobodyWhoStands) {
    Scene scene = test::hall({walker("ann", {4, 5}, {4, 5}), walker("bob", {8, 5.2}, {2, 5.2})}, 60);
    ObstacleSpec barrel = test::crate("barrel", {18, 5}, 0);
    barrel.shape = DiscShape{0.5};
    scene.obstacles = {barrel};
    scene.events = {{1, MoveEvent{"barrel", {{{10, {{18, 5}, 0}}, {40, {{2, 5}, 0}}}, false}}},
                    {58, PauseEvent{"bob"}}};
    expect_clean(test::verified_run(scene));
}

}  // namespace
}  // namespace wend
