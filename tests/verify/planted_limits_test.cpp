// Limits exceeded by one hundredth in a single frame, goals and windows missed, agents stuck.

#include <gtest/gtest.h>

#include "faults.hpp"
#include "support/effort.hpp"

namespace wend::verify {
namespace {

using test::check;
using test::of_kind;

constexpr double dt = 1.0 / 30;

struct Spot {
    std::uint32_t agent, frame;
};

Spot random_spot(Rng& rng) {
    return {static_cast<std::uint32_t>(rng.below(9)), static_cast<std::uint32_t>(1 + rng.below(57))};
}

void expect_one(const Report& report, FindingKind kind, const Spot& spot, double amount) {
    const auto found = of_kind(report, kind);
    ASSERT_EQ(found.size(), 1u) << to_text(report);
    ASSERT_EQ(found[0].who, "walker" + std::to_string(spot.agent));
    ASSERT_NEAR(found[0].begin, spot.frame * dt, 1e-9);
    ASSERT_NEAR(found[0].amount, amount, 1e-6);
}

TEST(PlantedLimits, OnePercentTooFastIsFound) {
    for (int seed = 0; seed < test::rounds(300, 3000); ++seed) {
        Rng rng(static_cast<std::uint64_t>(seed));
        const Spot spot = random_spot(rng);
        auto run = test::make_walkers(rng.next());
        const double limit = run.agents[spot.agent].limits.max_speed;
        test::set_step(run, spot.frame, spot.agent, 1.01 * limit * dt);
        expect_one(check(run), FindingKind::overspeed, spot, 0.01 * limit);
        test::set_step(run, spot.frame, spot.agent, limit * dt);
        ASSERT_TRUE(of_kind(check(run), FindingKind::overspeed).empty()) << "the limit itself is allowed";
    }
}

TEST(PlantedLimits, SpeedingUpOnePercentTooFastIsFound) {
    int tried = 0;
    for (int seed = 0; seed < test::rounds(300, 3000); ++seed) {
        Rng rng(static_cast<std::uint64_t>(seed));
        const Spot spot = random_spot(rng);
        auto run = test::make_walkers(rng.next());
        const AgentLimits& limits = run.agents[spot.agent].limits;
        const double before = test::speed(run, spot.frame - 1, spot.agent);
        const double now = before + 1.01 * limits.max_acceleration * dt;
        if (now > limits.max_speed) continue;
        ++tried;
        test::set_step(run, spot.frame, spot.agent, now * dt);
        const auto found = of_kind(check(run), FindingKind::acceleration);
        ASSERT_GE(found.size(), 1u) << seed;
        ASSERT_NEAR(found[0].begin, spot.frame * dt, 1e-9);
        ASSERT_TRUE(of_kind(check(run), FindingKind::overspeed).empty());
    }
    EXPECT_GT(tried, 50);
}

TEST(PlantedLimits, EnteringAtSpeedIsFound) {
    auto run = test::make_walkers(3);
    test::set_step(run, 0, 2, 1.01 * run.agents[2].limits.max_acceleration * dt * dt);
    expect_one(check(run), FindingKind::acceleration, {2, 0}, 0.01 * run.agents[2].limits.max_acceleration);
}

TEST(PlantedLimits, TurningOnePercentTooFastIsFound) {
    for (int seed = 0; seed < test::rounds(300, 3000); ++seed) {
        Rng rng(static_cast<std::uint64_t>(seed));
        const Spot spot = random_spot(rng);
        auto run = test::make_walkers(rng.next());
        const double limit = run.agents[spot.agent].limits.max_turn_rate;
        const double turned = test::recorded(run, spot.frame + 1, spot.agent).heading -
                              test::recorded(run, spot.frame, spot.agent).heading;
        const double shift = (rng.below(2) ? 1.01 : -1.01) * limit * dt - turned;
        for (std::uint32_t f = spot.frame + 1; f < 60; ++f)
            test::recorded(run, f, spot.agent).heading += shift + 6.283185307179586;
        expect_one(check(run), FindingKind::turn_rate, spot, 0.01 * limit);
    }
}

TEST(PlantedLimits, TeleportsAreFound) {
    auto run = test::make_walkers(4);
    test::set_step(run, 20, 3, 3);
    const Report report = check(run);
    ASSERT_EQ(of_kind(report, FindingKind::teleport).size(), 1u);
    EXPECT_NEAR(of_kind(report, FindingKind::teleport)[0].amount, 3, 1e-9);
    EXPECT_GE(report.limit_violations, 1u);
    EXPECT_FALSE(report.passed);
}

TEST(PlantedGoals, MissedGoalsAndWindowsAreFound) {
    auto run = test::make_walkers(5);
    run.agents[2].goal.region = DiscRegion{{1, 1}, 0.5};
    run.agents[4].goal.window = Interval{5, 6};
    run.agents[6].goal.window = Interval{0.5, 0.6};
    const Report report = check(run);
    EXPECT_EQ(report.arrived, 8u);
    EXPECT_EQ(report.missed_goals, 1u);
    EXPECT_EQ(report.missed_windows, 1u);
    EXPECT_EQ(of_kind(report, FindingKind::missed_goal)[0].who, "walker2");
    EXPECT_EQ(of_kind(report, FindingKind::missed_window)[0].who, "walker4");
    EXPECT_FALSE(report.passed);
    run.scene.success.arrived_share = 0.8;
    run.scene.success.missed_windows = true;
    EXPECT_TRUE(check(run).passed);
}

TEST(PlantedGoals, CrossingAGoalBetweenFramesIsArriving) {
    auto run = test::make_walkers(6, {.count = 1, .frames = 3, .patch = 100});
    for (std::uint32_t f = 0; f < 3; ++f) test::place(run, f, 0, {50.0 + 4 * f, 50});
    run.agents[0].goal.region = DiscRegion{{52, 50.2}, 0.25};
    EXPECT_EQ(check(run).arrived, 1u);
    run.agents[0].goal.region = Polygon{{{51, 49}, {51.5, 49}, {51.5, 51}, {51, 51}}, {}};
    EXPECT_EQ(check(run).arrived, 1u);
    run.agents[0].goal.window = Interval{0, 0.25 * dt};
    EXPECT_EQ(check(run).missed_windows, 0u) << "the region is entered after a quarter of the frame";
    run.agents[0].goal.window = Interval{0, 0.24 * dt};
    EXPECT_EQ(check(run).missed_windows, 1u);
    run.agents[0].goal.window = Interval{0.376 * dt, 9};
    EXPECT_EQ(check(run).missed_windows, 1u) << "it was left before the window opened";
    run.agents[0].goal.window = Interval{0.37 * dt, 9};
    EXPECT_EQ(check(run).missed_windows, 0u);
    run.agents[0].goal.layer = 1;
    EXPECT_EQ(check(run).arrived, 0u);
}

TEST(PlantedGoals, TheGoalThatWasGivenLastCounts) {
    auto run = test::make_walkers(7);
    Goal far;
    far.region = DiscRegion{{1, 1}, 0.3};
    run.scene.events = {{1.0, GoalEvent{"walker3", far}}};
    EXPECT_EQ(check(run).arrived, 8u);
    test::keep_only(run, 3, 0, 20);
    EXPECT_EQ(check(run).arrived, 9u) << "it had arrived and left before the change";
    run.scene.events = {{0.1, GoalEvent{"walker3", far}}};
    EXPECT_EQ(check(run).arrived, 8u);
}

TEST(PlantedGoals, StuckAgentsAreFound) {
    auto run = test::make_walkers(8, {.count = 4, .frames = 300, .walk_until = 0.4});
    EXPECT_EQ(check(run).deadlocked, 0u) << "who has arrived may stand";
    run.agents[1].goal.region = DiscRegion{{1, 1}, 0.3};
    const auto found = of_kind(check(run), FindingKind::deadlocked);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].who, "walker1");
    EXPECT_GT(found[0].amount, 5);
    run.agents[1].goal.window = Interval{100, 110};
    EXPECT_EQ(check(run).deadlocked, 0u) << "it waits for its window";
    auto moving = test::make_walkers(8, {.count = 4, .frames = 300});
    moving.agents[1].goal.region = DiscRegion{{1, 1}, 0.3};
    EXPECT_EQ(check(moving).deadlocked, 0u);
    EXPECT_EQ(check(moving).missed_goals, 1u);
}

TEST(PlantedGoals, WhoTwitchesInAJamIsStuckToo) {
    auto run = test::make_walkers(8, {.count = 4, .frames = 330, .walk_until = 0.4});
    run.agents[1].goal.region = DiscRegion{{1, 1}, 0.3};
    const Vec2 stands = test::position(run, 329, 1);
    for (std::uint32_t f = 150; f < 330; ++f)
        test::place(run, f, 1, stands + Vec2{0, (f / 15) % 2 == 0 ? 0.0 : 0.25});
    const Report report = check(run);
    EXPECT_EQ(of_kind(report, FindingKind::deadlocked).size(), 1u);
    ASSERT_FALSE(report.measures.jammed.empty());
    EXPECT_EQ(report.measures.jammed.front().share, 0) << "it still walked";
    EXPECT_EQ(report.measures.jammed.back().share, 1) << "the only one who has not arrived";
    EXPECT_EQ(report.measures.most_jammed, 1);
}

TEST(PlantedNonsense, IsReportedAndSurvived) {
    auto run = test::make_walkers(9);
    test::recorded(run, 10, 2).position.x = std::numeric_limits<double>::quiet_NaN();
    run.recording.frames[20].agents.push_back({77, 0, io::AgentMode::walking, {1, 1, 0}, 0});
    run.recording.frames[30].time = run.recording.frames[29].time;
    run.recording.frames[40].agents[0].layer = 1000;
    run.recording.frames[50].time = std::numeric_limits<double>::infinity();
    const Report report = check(run);
    EXPECT_FALSE(report.passed);
    EXPECT_GE(of_kind(report, FindingKind::bad_frame).size(), 3u);
    EXPECT_EQ(of_kind(report, FindingKind::unknown_agent).size(), 1u);
    EXPECT_GE(report.wall_crossings, 1u);
    EXPECT_EQ(verify(run.scene, run.agents, io::Recording{}).agents, 9u);
}

TEST(PlantedNonsense, AWrongStartIsFound) {
    auto run = test::make_walkers(10);
    run.agents[1].position.x += 1;
    run.agents[2].enters = 0.5;
    run.agents[3].layer = 1;
    EXPECT_EQ(of_kind(check(run), FindingKind::wrong_start).size(), 3u);
}

}  // namespace
}  // namespace wend::verify
