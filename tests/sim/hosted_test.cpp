// What a program may do to a simulation that was made by code and runs without an end.

#include <cmath>
#include <limits>
#include <map>

#include <gtest/gtest.h>

#include "wend/sim/simulation.hpp"
#include "wend/verify/verify.hpp"

#include "halls.hpp"
#include "support/effort.hpp"

namespace wend {
namespace {

using test::hall;
using test::walker;

std::string refusal(const Scene& scene) {
    const auto made = Simulation::create(scene, {});
    return made ? "" : made.status().message;
}

TEST(Hosted, ScenesMadeByCodeAreChecked) {
    EXPECT_NE(refusal(Scene{}), "");
    Scene scene = hall({walker("ann", {2, 5}, {18, 5})});
    EXPECT_EQ(refusal(scene), "");
    for (const double wrong : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
        Scene bad = scene;
        bad.time_step = wrong;
        EXPECT_NE(refusal(bad), "") << wrong;
        bad = scene;
        bad.agents[0].position.x = wrong > 0 ? wrong : std::nan("");
        EXPECT_NE(refusal(bad), "") << wrong;
        bad = scene;
        bad.agents[0].limits.max_speed = wrong;
        EXPECT_NE(refusal(bad), "") << wrong;
    }
    Scene bad = scene;
    bad.agents[0].layer = 3;
    EXPECT_NE(refusal(bad), "");
    bad = scene;
    bad.obstacles.push_back({});
    EXPECT_NE(refusal(bad), "") << "an obstacle that is nowhere";
    bad = scene;
    bad.agents.push_back(bad.agents[0]);
    EXPECT_NE(refusal(bad), "") << "two of one name";
    scene.duration = std::numeric_limits<double>::infinity();
    EXPECT_EQ(refusal(scene), "") << "a run may have no end";
}

TEST(Hosted, ALevelThatWasNotImportedIsNoFloor) {
    Scene scene = hall({});
    scene.level = LevelSource{"somewhere.obj"};
    EXPECT_NE(refusal(scene).find("somewhere.obj"), std::string::npos);
}

TEST(Hosted, NumbersThatNobodyHasAreAnswered) {
    auto made = Simulation::create(hall({walker("ann", {2, 5}, {18, 5})}), {});
    ASSERT_TRUE(made);
    Simulation& crowd = made.value();
    EXPECT_EQ(crowd.view(999).mode, AgentMode::absent);
    EXPECT_EQ(crowd.view(999).plan.code, StatusCode::invalid_input);
    EXPECT_TRUE(crowd.published(999).empty());
    EXPECT_TRUE(crowd.route(999).empty());
    EXPECT_FALSE(crowd.is_in_focus(999));
    EXPECT_FALSE(crowd.inspect(999));
    EXPECT_FALSE(crowd.leave(999).is_ok());
    EXPECT_FALSE(crowd.set_limits(999, {}).is_ok());
}

TEST(Hosted, EventsAreHeldToTheirRanges) {
    auto made = Simulation::create(hall({walker("ann", {2, 5}, {18, 5})}), {});
    ASSERT_TRUE(made);
    Simulation& crowd = made.value();
    const auto refused = [&](decltype(TimedEvent::what) what) {
        return !crowd.apply({0, std::move(what)}).is_ok();
    };
    EXPECT_TRUE(refused(GoalEvent{"ann", {0, DiscRegion{{40, 5}, 0.3}, {}}})) << "outside";
    EXPECT_TRUE(refused(GoalEvent{"ann", {7, DiscRegion{{4, 5}, 0.3}, {}}})) << "no such layer";
    EXPECT_TRUE(refused(GoalEvent{"ann", {0, DiscRegion{{std::nan(""), 5}, 0.3}, {}}}));
    EXPECT_TRUE(refused(AppearEvent{ObstacleSpec{}})) << "without a place";
    EXPECT_TRUE(refused(AppearEvent{test::crate("crate", {std::nan(""), 5}, 1)}));
    AgentSpec guest = walker("guest", {10, 2}, {50, 2});
    EXPECT_TRUE(refused(EnterEvent{guest})) << "its goal is outside";
    guest = walker("guest", {10, 2}, {12, 2});
    EXPECT_FALSE(refused(EnterEvent{guest}));
}

TEST(Hosted, NamesAndPlacesAreFreeAgain) {
    SimulationOptions options;
    options.forgets = true;
    auto made = Simulation::create(hall({}, std::numeric_limits<double>::infinity()), options);
    ASSERT_TRUE(made);
    Simulation& crowd = made.value();
    std::map<std::uint32_t, int> numbers;
    for (int life = 0; life < test::rounds(300, 30'000); ++life) {
        ASSERT_TRUE(crowd.apply({0, EnterEvent{walker("ann", {2, 5}, {18, 5})}}).is_ok()) << life;
        crowd.step();
        ASSERT_EQ(crowd.frame().agents.size(), 1u);
        EXPECT_EQ(++numbers[crowd.frame().agents[0].agent], 1) << "numbers in recordings are not given again";
        ASSERT_TRUE(crowd.apply({0, LeaveEvent{"ann"}}).is_ok());
        crowd.step();
    }
    EXPECT_LE(crowd.body_slots(), 4u);
    EXPECT_TRUE(crowd.agents().empty());
}

/// Two simulations of one process, one of them told to use one thread.
TEST(Hosted, ThreadsAreEachOnesOwn) {
    const Scene scene = hall({walker("ann", {2, 5}, {18, 5}), walker("bob", {18, 4}, {2, 4})});
    SimulationOptions alone, many;
    alone.threads = 1;
    many.threads = 4;
    auto first = Simulation::create(scene, alone), second = Simulation::create(scene, many);
    ASSERT_TRUE(first && second);
    for (int i = 0; i < 100; ++i) {
        first.value().step();
        second.value().step();
        ASSERT_EQ(first.value().frame(), second.value().frame());
    }
}

/// Those without a way look for one in turn, not all in one frame, and still all find it.
TEST(Hosted, WhoeverIsShutOutTriesAgainInItsOwnFrames) {
    Scene scene = hall({}, 100);
    scene.layers[0].blocked = {{{{9, 0}, {10, 0}, {10, 4}, {9, 4}}, {}},
                               {{{9, 6}, {10, 6}, {10, 10}, {9, 10}}, {}}};
    scene.obstacles = {test::crate("plug", {9.5, 5}, 1.2)};
    for (int i = 0; i < 60; ++i)
        scene.agents.push_back(walker(std::string("w").append(std::to_string(i)),
                                      {0.6 + 0.7 * (i / 12), 1 + 0.7 * (i % 12)}, {15, 5}));
    for (AgentSpec& agent : scene.agents) std::get<DiscRegion>(agent.goal.region).radius = 4;
    auto made = Simulation::create(scene, {});
    ASSERT_TRUE(made) << made.status().message;
    Simulation& crowd = made.value();
    for (int i = 0; i < 60; ++i) crowd.step();
    std::uint64_t most = 0, before = crowd.replans().routes;
    for (int i = 0; i < 90; ++i) {
        crowd.step();
        most = std::max(most, crowd.replans().routes - before);
        before = crowd.replans().routes;
    }
    EXPECT_LE(most, 20u) << "of sixty";
    ASSERT_TRUE(crowd.apply({0, DisappearEvent{"plug"}}).is_ok());
    while (!crowd.is_finished()) crowd.step();
    std::size_t there = 0;
    for (const RecordedAgent& agent : crowd.frame().agents) there += agent.mode == AgentMode::arrived;
    EXPECT_GE(there, 55u);
}

/// Limits go up and down while it walks; the recording says from when which ones hold, and verifies.
TEST(Hosted, ChangesOfLimitsVerify) {
    const Scene scene = hall({walker("ann", {2, 5}, {18, 5}), walker("bob", {18, 4}, {2, 4})}, 60);
    auto made = Simulation::create(scene, {});
    ASSERT_TRUE(made);
    Simulation& crowd = made.value();
    verify::Verifier verifier(scene, crowd.agents());
    verifier.add(crowd.frame());
    const double speeds[] = {1.4, 0.6, 2.5, 0.4, 1.4};
    for (int i = 0; i < 1200 && !crowd.is_finished(); ++i) {
        if (i % 45 == 30) {
            AgentLimits limits;
            limits.max_speed = speeds[i / 45 % 5];
            limits.radius = i / 45 % 2 == 0 ? 0.25 : 0.3;
            ASSERT_TRUE(crowd.set_limits(0, limits).is_ok());
        }
        crowd.step();
        verifier.add(crowd.frame());
    }
    const verify::Report report = verifier.finish();
    EXPECT_EQ(report.overlaps, 0u) << verify::to_text(report);
    EXPECT_EQ(report.limit_violations, 0u) << verify::to_text(report);
    EXPECT_EQ(report.wall_crossings, 0u) << verify::to_text(report);
}

}  // namespace
}  // namespace wend
