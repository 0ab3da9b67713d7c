// What a lattice finds is not walked as it was found, and keeps everything that it was found with.

#include <numbers>

#include <gtest/gtest.h>

#include "wend/base/rng.hpp"
#include "wend/world/world.hpp"

#include "halls.hpp"
#include "sim/focus/smoothing.hpp"
#include "sim/promise/traffic.hpp"
#include "support/effort.hpp"

namespace wend {
namespace {

using test::hall;

Polygon box(Vec2 low, Vec2 high) {
    return {{low, {high.x, low.y}, high, {low.x, high.y}}, {}};
}

constexpr double dt = 0.1;
constexpr std::size_t move = 10;  ///< ticks

/// Somebody in a world, and a walk of his in moves of a second.
struct Walked {
    explicit Walked(const Scene& scene)
        : world(scene), id(world.add_agent(scene.agents[0])), limits(scene.agents[0].limits) {
        steps.walls = &world.walls();
        steps.platforms = &world.platforms();
        steps.limits = &limits;
        steps.time_step = dt;
        steps.here.position = scene.agents[0].position;
        steps.here.walk = {0, 0, scene.agents[0].heading};
    }
    /// One more move; false, and nothing done, where walls stand in its way.
    bool go(double heading, double speed) {
        const Vec2 from = steps.after(steps.ticks.size()).position;
        const Vec2 way = unit_vector(heading) * speed * (dt * move);
        if (!world.walls().ground(0).fits_along(from, from + way, limits.radius)) return false;
        std::vector<domains::WalkFrame> frames(move + 1);
        for (std::size_t i = 0; i <= move; ++i)
            frames[i] = {0, 0, from + way * (static_cast<double>(i) / move), heading, {}};
        steps.append(frames);
        return true;
    }
    void smoothen() {
        Neighbourhood around(world.occupancy(), 0, id);
        wend::smoothen(steps, {0, steps.ticks.size(), move}, id, around);
    }
    std::optional<Meeting> meeting() {
        Neighbourhood around(world.occupancy(), 0, id);
        return first_meeting_within(
            around, {id, limits.radius, {steps.here.position, 0}, steps.ticks, 0, dt, 0}, -1e-8);
    }
    [[nodiscard]] std::vector<Vec2> places() const {
        std::vector<Vec2> all;
        for (std::size_t i = 0; i <= steps.ticks.size(); ++i) all.push_back(steps.after(i).position);
        return all;
    }
    /// Radians that its direction turns by, altogether.
    [[nodiscard]] double turning() const {
        const std::vector<Vec2> all = places();
        double sum = 0;
        for (std::size_t i = 2; i < all.size(); ++i)
            sum += std::abs(
                wrapped_angle(direction_of(all[i] - all[i - 1]) - direction_of(all[i - 1] - all[i - 2])));
        return sum;
    }
    void expect_limits() const {
        for (std::size_t i = 1; i <= steps.ticks.size(); ++i) {
            const Tick &before = steps.after(i - 1), &tick = steps.after(i);
            EXPECT_NEAR(tick.walk.speed, distance(before.position, tick.position) / dt, 1e-6);
            EXPECT_LE(tick.walk.speed, limits.max_speed + 1e-6);
            EXPECT_LE(std::abs(tick.walk.speed - before.walk.speed), limits.max_acceleration * dt + 1e-6);
            EXPECT_LE(std::abs(wrapped_angle(tick.walk.heading - before.walk.heading)),
                      limits.max_turn_rate * dt + 1e-6);
        }
    }

    World world;
    AgentId id;
    AgentLimits limits;
    Footsteps steps;
};

TEST(FocusSmoothing, AStaircaseInTheOpenBecomesAStraightWay) {
    Walked walked(hall({test::walker("ann", {2, 2}, {18, 8})}));
    for (const double speed : {0.4, 0.8}) ASSERT_TRUE(walked.go(0, speed));
    for (int i = 0; i < 4; ++i) {
        ASSERT_TRUE(walked.go(std::numbers::pi / 8, 1.2));
        ASSERT_TRUE(walked.go(0, 1.2));
    }
    const double before = walked.turning();
    const Vec2 end = walked.places().back();
    walked.smoothen();
    walked.expect_limits();
    EXPECT_LT(walked.turning(), before / 4);
    EXPECT_EQ(walked.places().back(), end);
}

TEST(FocusSmoothing, WhoeverIsInTheWayOfTheStraightOneIsWalkedAround) {
    Scene scene = hall({test::walker("ann", {2, 5}, {18, 5}), test::walker("bob", {8, 5}, {8, 5})});
    Walked walked(scene);
    walked.world.add_agent(scene.agents[1]);
    for (const double speed : {0.4, 0.8}) ASSERT_TRUE(walked.go(0, speed));
    for (const double up : {1.0, 1.0, 0.0, 0.0, 0.0, -1.0, -1.0}) ASSERT_TRUE(walked.go(up * 0.39, 1.2));
    ASSERT_FALSE(walked.meeting());
    const double before = walked.turning();
    walked.smoothen();
    walked.expect_limits();
    EXPECT_FALSE(walked.meeting());
    EXPECT_LT(walked.turning(), before);
}

TEST(FocusSmoothing, RandomWalksKeepWhatTheyWereFoundWith) {
    const int rounds = test::rounds(60, 5000);
    int changed = 0;
    for (int round = 1; round <= rounds; ++round) {
        Rng rng(static_cast<std::uint64_t>(round));
        Scene scene = hall({test::walker("ann", {1, 5}, {18, 5})});
        for (int i = 0; i < 6; ++i) {
            const Vec2 low{rng.uniform(2, 17), rng.uniform(0, 9)};
            scene.layers[0].blocked.push_back(box(low, low + Vec2{rng.uniform(0.2, 2), rng.uniform(0.2, 2)}));
        }
        if (!World(scene).walls().ground(0).fits(scene.agents[0].position, 0.3)) continue;
        Walked walked(scene);
        for (int i = 0; i < 5; ++i) {
            AgentSpec other = test::walker("other", {rng.uniform(2, 18), rng.uniform(1, 9)}, {1, 1});
            walked.world.add_agent(other);
        }
        int heading = 0, level = 0;
        for (int i = 0; i < 40 && walked.steps.ticks.size() < 10 * move; ++i) {
            const int turned = heading + static_cast<int>(rng.below(5)) - 2;
            const int faster = std::min(level + 1, 3);
            if (walked.go(turned * std::numbers::pi / 8, 0.4 * faster))
                heading = turned, level = faster;
            else
                heading += 2;
        }
        if (walked.steps.ticks.size() < 3 * move) continue;
        const std::vector<Vec2> before = walked.places();
        const auto met = walked.meeting();
        walked.smoothen();
        const std::vector<Vec2> after = walked.places();
        changed += before != after;
        walked.expect_limits();
        EXPECT_TRUE(walked.world.walls().ground(0).is_clear_along(after, walked.limits.radius)) << round;
        EXPECT_EQ(before.back(), after.back()) << round;
        const auto meets = walked.meeting();
        EXPECT_TRUE(!meets || (met && met->time <= meets->time + 1e-9)) << round;
        if (testing::Test::HasFailure()) return;
    }
    EXPECT_GT(changed, rounds / 4);
}

}  // namespace
}  // namespace wend
