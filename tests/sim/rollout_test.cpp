#include "wend/sim/rollout.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "wend/base/rng.hpp"

namespace wend {
namespace {

constexpr double dt = 1.0 / 30;

std::vector<RoutePoint> random_polyline(Rng& rng, int corners, double leg_low, double leg_high) {
    std::vector<RoutePoint> points{{{0, 0}, 0}};
    double heading = rng.uniform(-3, 3);
    for (int i = 0; i < corners; ++i) {
        points.push_back({points.back().position + unit_vector(heading) * rng.uniform(leg_low, leg_high), 0});
        heading += rng.uniform(-2.5, 2.5);
    }
    return points;
}

/// Limits are looked at from outside: by the positions and headings that come out, nothing else.
void expect_within_limits(Vec2 begin, WalkState from, const std::vector<Tick>& ticks,
                          const AgentLimits& limits) {
    Vec2 position = begin;
    double speed = from.speed, heading = from.heading;
    for (const Tick& tick : ticks) {
        const double now = distance(position, tick.position) / dt;
        ASSERT_LE(now, limits.max_speed * (1 + 1e-7));
        ASSERT_LE(std::abs(now - speed), limits.max_acceleration * dt * (1 + 1e-7));
        const double turn = std::abs(wrapped_angle(tick.walk.heading - heading));
        ASSERT_LE(turn, limits.max_turn_rate * dt * (1 + 1e-7));
        position = tick.position;
        speed = now;
        heading = tick.walk.heading;
    }
    EXPECT_NEAR(speed, 0, 1e-6);
}

TEST(Rollout, ReachesTheEndOfAStraightRouteInAboutTheBestTime) {
    const AgentLimits limits;
    const Route route({{{0, 0}, 0}, {{10, 0}, 0}}, limits, dt);
    const auto ticks = roll_out(route, {}, limits, dt, {limits.max_speed, 600, 900});
    ASSERT_FALSE(ticks.empty());
    EXPECT_NEAR(ticks.back().position.x, 10, 1e-5);
    const double best = 10 / limits.max_speed + limits.max_speed / limits.max_acceleration;
    EXPECT_LT(static_cast<double>(ticks.size()) * dt, best + 0.4);
    expect_within_limits({0, 0}, {}, ticks, limits);
}

TEST(Rollout, BrakesWithinTheBrakingDistance) {
    const AgentLimits limits;
    const Route route({{{0, 0}, 0}, {{10, 0}, 0}}, limits, dt);
    const auto ticks = roll_out(route, {0, 1.4, 0}, limits, dt, {0, 0, 100});
    ASSERT_FALSE(ticks.empty());
    EXPECT_NEAR(ticks.back().position.x, braking_distance(1.4, limits, dt), 1e-9);
}

TEST(Rollout, SaysSoWhenTheStateCannotFollowTheRoute) {
    const AgentLimits limits;
    const Route backward({{{0, 0}, 0}, {{-10, 0}, 0}}, limits, dt);
    EXPECT_TRUE(roll_out(backward, {0, 1.4, 0}, limits, dt, {1.4, 30, 300}).empty());
}

TEST(Rollout, TurnsOnTheSpotWhenTheRouteStartsBehind) {
    const AgentLimits limits;
    const Route backward({{{0, 0}, 0}, {{-3, 0}, 0}}, limits, dt);
    const auto ticks = roll_out(backward, {0, 0, 0}, limits, dt, {1.4, 600, 900});
    ASSERT_FALSE(ticks.empty());
    EXPECT_NEAR(ticks.back().position.x, -3, 1e-5);
    expect_within_limits({0, 0}, {}, ticks, limits);
}

RC_GTEST_PROP(Rollout, StaysWithinLimitsAndOnTheRoute, (std::uint32_t seed)) {
    Rng rng(seed);
    AgentLimits limits;
    limits.max_speed = rng.uniform(0.5, 3);
    limits.max_acceleration = rng.uniform(1, 10);
    limits.max_turn_rate = rng.uniform(1, 8);
    const Route route(random_polyline(rng, 1 + static_cast<int>(rng.below(12)), 0.02, 3), limits, dt);
    const bool to_the_end = rng.below(2) == 0;
    const auto ticks_to_walk = to_the_end ? 60000 : static_cast<std::uint32_t>(rng.below(500));
    const Pace pace{rng.uniform(0.1, 1) * limits.max_speed, ticks_to_walk, 60000};
    const auto ticks = roll_out(route, {}, limits, dt, pace);
    RC_ASSERT(!ticks.empty());
    expect_within_limits(route.points().front().position, {}, ticks, limits);
    for (const Tick& tick : ticks)
        RC_ASSERT(distance(tick.position, route.position_at(tick.walk.station)) < 1e-12);
    if (to_the_end) RC_ASSERT(std::abs(ticks.back().walk.station - route.length()) < 1e-5);
}

/// Any prefix of a rollout can be braked from: a plan may be cut short at every tick.
RC_GTEST_PROP(Rollout, CanBrakeFromEveryTick, (std::uint32_t seed)) {
    Rng rng(seed);
    AgentLimits limits;
    limits.max_turn_rate = rng.uniform(2, 8);
    const Route route(random_polyline(rng, 6, 0.05, 2), limits, dt);
    const auto ticks = roll_out(route, {}, limits, dt, {limits.max_speed, 300, 2000});
    RC_ASSERT(!ticks.empty());
    for (std::size_t i = 0; i < ticks.size(); i += 7) {
        const auto tail = roll_out(route, ticks[i].walk, limits, dt, {0, 0, 2000});
        RC_ASSERT(!tail.empty());
        expect_within_limits(ticks[i].position, ticks[i].walk, tail, limits);
    }
}

}  // namespace
}  // namespace wend
