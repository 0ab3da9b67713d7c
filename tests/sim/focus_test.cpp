// Agents in focus: planned for in space and time among others, within the rules that hold for everybody.

#include <numbers>

#include <gtest/gtest.h>

#include "wend/io/recording_hash.hpp"
#include "wend/io/scene_file.hpp"
#include "wend/sim/simulation.hpp"
#include "wend/verify/verify.hpp"

#include "halls.hpp"
#include "support/data.hpp"
#include "support/effort.hpp"

namespace wend {
namespace {

using test::crate;
using test::hall;
using test::walker;

struct Outcome {
    verify::Report report;
    std::uint64_t hash = 0;
    bool deviated = false;
};

FocusSpec focus_on(const std::string& target, PlannerChain chain, double spacing = 10) {
    FocusSpec focus;
    focus.target = target;
    focus.chain = chain;
    focus.spacing = spacing;
    return focus;
}

Scene in_focus(Scene scene, PlannerChain chain) {
    scene.budget.expansions = 2000;
    scene.duration = 40;
    for (const AgentSpec& agent : scene.agents) scene.planner.focus.push_back(focus_on(agent.name, chain));
    return scene;
}

template <class EachFrame>
Outcome run(const Scene& scene, std::uint32_t threads, EachFrame&& each_frame) {
    SimulationOptions options;
    options.threads = threads;
    auto made = Simulation::create(scene, options);
    EXPECT_TRUE(made) << made.status().message;
    Simulation& simulation = made.value();
    verify::Verifier verifier(scene, simulation.agents());
    io::RecordingHash hash;
    Outcome result;
    const auto take = [&] {
        verifier.add(simulation.frame());
        hash.add(simulation.frame());
        for (const auto& event : simulation.frame().events)
            result.deviated = result.deviated || event.kind == "plan_deviation";
    };
    take();
    while (!simulation.is_finished()) {
        each_frame(simulation);
        simulation.step();
        take();
    }
    result.report = verifier.finish();
    result.hash = hash.value();
    return result;
}

Outcome run(const Scene& scene, std::uint32_t threads = 1) {
    return run(scene, threads, [](Simulation&) {});
}

void expect_sound(const Outcome& run) {
    EXPECT_TRUE(run.report.passed) << verify::to_text(run.report);
}

Scene two_meet(PlannerChain chain) {
    return in_focus(hall({walker("ann", {2, 5}, {18, 6}), walker("bob", {18, 5}, {2, 6})}), chain);
}

TEST(Focus, TwoWhoMeetPassEachOtherByTunnels) {
    expect_sound(run(two_meet(PlannerChain::tunnels)));
}

TEST(Focus, TwoWhoMeetPassEachOtherByWaypoints) {
    expect_sound(run(two_meet(PlannerChain::waypoints)));
}

/// Each stands where the other wants to be: nobody's goal is free until somebody leaves without a plan for
/// all of the way.
TEST(Focus, TwoWhoStandOnEachOthersGoalsChangePlaces) {
    for (const PlannerChain chain : {PlannerChain::tunnels, PlannerChain::waypoints})
        expect_sound(
            run(in_focus(hall({walker("ann", {4, 5}, {14, 5}), walker("bob", {14, 5}, {4, 5})}), chain)));
}

TEST(Focus, TheThreadsChangeNothing) {
    Scene scene = two_meet(PlannerChain::tunnels);
    scene.agents.push_back(walker("eve", {18, 3}, {2, 7}));  // one of the crowd
    const Outcome one = run(scene, 1);
    expect_sound(one);
    EXPECT_EQ(run(scene, 2).hash, one.hash);
    EXPECT_EQ(run(scene, 8).hash, one.hash);
}

TEST(Focus, ArrivesInItsWindow) {
    Scene scene = in_focus(hall({walker("ann", {2, 5}, {18, 5})}, 40, 0.1), PlannerChain::tunnels);
    scene.agents[0].goal.window = Interval{18, 19};  // at full speed it would be there at 12
    expect_sound(run(scene));
}

TEST(Focus, WhoHasNoWayStandsSafely) {
    Scene scene = in_focus(hall({walker("ann", {2, 5}, {18, 5})}), PlannerChain::tunnels);
    scene.layers[0].blocked.push_back({{{9, -1}, {10, -1}, {10, 11}, {9, 11}}, {}});
    scene.duration = 3;
    const Outcome result = run(scene);
    EXPECT_FALSE(result.report.passed);
    EXPECT_EQ(result.report.arrived, 0u);
    EXPECT_EQ(result.report.overlaps, 0u);
    EXPECT_EQ(result.report.limit_violations, 0u);
}

TEST(Focus, ABudgetOfNothingMovesNobody) {
    Scene scene = two_meet(PlannerChain::tunnels);
    scene.budget.expansions = 0;
    scene.duration = 1;
    EXPECT_EQ(run(scene).report.overlaps, 0u);
}

TEST(Focus, AnObstacleOutOfNowhereIsBrakedForAndPassed) {
    const Scene scene = in_focus(hall({walker("ann", {2, 5}, {18, 5})}), PlannerChain::tunnels);
    bool is_dropped = false;
    const Outcome result = run(scene, 1, [&](Simulation& simulation) {
        const Vec2 at = simulation.frame().agents.at(0).position.xy();
        if (is_dropped || at.x < 6) return;
        is_dropped = true;
        EXPECT_TRUE(simulation.apply({0, AppearEvent{crate("crate", {at.x + 1.2, 5}, 0.5)}}).is_ok());
    });
    EXPECT_TRUE(is_dropped);
    expect_sound(result);
}

TEST(Focus, WhoIsPausedStopsSoon) {
    const Scene scene = in_focus(hall({walker("ann", {2, 5}, {18, 5})}), PlannerChain::tunnels);
    auto made = Simulation::create(scene, {});
    ASSERT_TRUE(made);
    Simulation& simulation = made.value();
    while (simulation.frame().agents.at(0).position.x < 6) simulation.step();
    ASSERT_TRUE(simulation.apply({0, PauseEvent{"ann"}}).is_ok());
    for (int i = 0; i < 30; ++i) simulation.step();
    const double stood = simulation.frame().agents.at(0).position.x;
    for (int i = 0; i < 30; ++i) simulation.step();
    EXPECT_EQ(simulation.frame().agents.at(0).position.x, stood);
    ASSERT_TRUE(simulation.apply({0, ResumeEvent{"ann"}}).is_ok());
    while (!simulation.is_finished()) simulation.step();
    EXPECT_EQ(simulation.view(0).mode, io::AgentMode::arrived);
}

TEST(Focus, AFerryCarriesAcrossTheWater) {
    Scene scene = hall({walker("ann", {2, 5}, {18, 5})});
    scene.layers[0].walkable = {{{{0, 0}, {7, 0}, {7, 10}, {0, 10}}, {}},
                                {{{13, 0}, {20, 0}, {20, 10}, {13, 10}}, {}}};
    scene.platforms.push_back({"ferry",
                               0,
                               {{-1.5, -1.5}, {1.5, -1.5}, {1.5, 1.5}, {-1.5, 1.5}},
                               {{{0, {{8.5, 5}, 0}}, {8, {{8.5, 5}, 0}}, {10, {{11.5, 5}, 0}}}, false}});
    scene = in_focus(scene, PlannerChain::tunnels);
    scene.planner.focus[0].stages = {{PlannerDomain::static_mesh},
                                     {.domain = PlannerDomain::space_time, .inflation = 6}};
    expect_sound(run(scene));
}

TEST(Focus, HighwaysStandInForTheGrid) {
    Scene scene = hall({walker("ann", {2, 5}, {18, 5})});
    scene.layers[0].blocked = {{{{9, 2}, {11, 2}, {11, 8}, {9, 8}}, {}}};
    scene = in_focus(scene, PlannerChain::tunnels);
    scene.planner.focus[0].stages = {{PlannerDomain::static_mesh},
                                     {.domain = PlannerDomain::hybrid, .inflation = 2, .width = 8},
                                     {.domain = PlannerDomain::space_time, .inflation = 2.5}};
    auto made = Simulation::create(scene, {1, 1, {}});
    ASSERT_TRUE(made) << made.status().message;
    while (made.value().frame().agents.at(0).position.x < 4) made.value().step();
    const auto domains = made.value().replans().domains;
    ASSERT_EQ(domains.size(), 3u);
    EXPECT_EQ(domains[1].domain, "hybrid");
    expect_sound(run(scene));
}

/// The domains that kept their searches repair them when something comes to stand on the plan, as Sigma 1
/// does that knows the one mesh; nobody begins again.
TEST(Focus, PlansAreRepairedAroundWhatIsDropped) {
    const Scene scene = in_focus(hall({walker("ann", {2, 5}, {18, 5})}), PlannerChain::tunnels);
    auto made = Simulation::create(scene, {1, 1, {}});
    ASSERT_TRUE(made);
    Simulation& simulation = made.value();
    while (simulation.frame().agents.at(0).position.x < 4) simulation.step();
    const auto before = simulation.replans().domains;
    ASSERT_EQ(before.size(), 4u);
    ASSERT_TRUE(simulation.apply({0, AppearEvent{crate("crate", {10, 5}, 0.8)}}).is_ok());
    for (int i = 0; i < 30; ++i) simulation.step();
    const auto after = simulation.replans().domains;
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_GT(after[i].repaired, before[i].repaired) << after[i].domain;
        EXPECT_EQ(after[i].restarted, before[i].restarted) << after[i].domain;
    }
    const domains::Course course = simulation.inspect(0)->planner.tasks.at(0).course;
    ASSERT_GE(course.size(), 3u);
    const Ring crate_ring{{9.2, 4.2}, {10.8, 4.2}, {10.8, 5.8}, {9.2, 5.8}};
    for (std::size_t i = 1; i < course.size(); ++i)
        for (double share = 0; share <= 1; share += 0.01) {
            const Vec2 p = lerp(course[i - 1].position, course[i].position, share);
            EXPECT_GE(boundary_distance(crate_ring, p), scene.agents[0].limits.radius - 1e-2);
        }
    while (!simulation.is_finished()) simulation.step();
    EXPECT_EQ(simulation.view(0).mode, io::AgentMode::arrived);
}

/// Streams that cross in front of a block, everybody planned for in space and time.
Scene plaza(std::size_t count, PlannerChain chain, double spacing) {
    Scene scene;
    scene.name = "plaza";
    scene.bounds = {{0, 0}, {40, 24}};
    scene.layers.resize(1);
    for (const Vec2 low : {Vec2{18, 9}, Vec2{8, 11.4}, Vec2{28, 11.4}})
        scene.layers[0].blocked.push_back({{low, low + Vec2{4, 0}, low + Vec2{4, 3}, low + Vec2{0, 3}}, {}});
    for (std::size_t i = 0; i < count; ++i) {
        const double row = static_cast<double>(i / 2 % 10), rank = static_cast<double>(i / 20);
        const double up = 3 + 2 * row, away = 1.5 + 1.2 * rank;
        const bool is_east = i % 2 == 0;
        AgentSpec agent = walker("walker " + std::to_string(i), {is_east ? away : 40 - away, up},
                                 {is_east ? 40 - away : away, 24 - up});
        agent.heading = is_east ? 0 : std::numbers::pi;
        scene.agents.push_back(agent);
        scene.planner.focus.push_back(focus_on(agent.name, chain, spacing));
    }
    scene.planner.share = 0.8;
    scene.budget.expansions = 40 * count;
    // One after the other through the middle.
    scene.duration = std::max(45.0, 2.2 * static_cast<double>(count));
    return scene;
}

void expect_no_violation(const Outcome& run) {
    EXPECT_EQ(run.report.overlaps, 0u) << verify::to_text(run.report);
    EXPECT_EQ(run.report.wall_crossings, 0u) << verify::to_text(run.report);
    EXPECT_EQ(run.report.limit_violations, 0u) << verify::to_text(run.report);
}

/// The legs of a plan are made one by one; where somebody has taken a place on one of them since, the plan is
/// not walked on from behind that.
TEST(Focus, ManyLegsAreWalkedWithoutAJump) {
    Scene scene = plaza(static_cast<std::size_t>(test::rounds(8, 16)), PlannerChain::waypoints, 4);
    scene.duration = test::rounds(8, 15);
    expect_no_violation(run(scene));
}

/// All ways lead past the corner of one block: whoever gets through does so in turn.
TEST(Focus, AFewWhoseWaysCrossInOnePointGetThere) {
    Scene scene = plaza(8, PlannerChain::tunnels, 10);
    const Outcome outcome = run(scene);
    expect_no_violation(outcome);
    EXPECT_EQ(outcome.report.arrived, 8u);
}

TEST(Focus, AHundredInFocusKeepTheirLimits) {
    if (!test::is_long_run()) GTEST_SKIP() << "WEND_LONG_TESTS is not set";
    for (const std::size_t count : {50u, 100u})
        for (const PlannerChain chain : {PlannerChain::tunnels, PlannerChain::waypoints}) {
            const Outcome outcome = run(plaza(count, chain, 10), 2);
            expect_no_violation(outcome);
            EXPECT_EQ(outcome.report.arrived, count);
        }
}

/// Everybody in focus where only turns, ranks and making room help.
void expect_all_to_arrive(const std::string& name) {
    for (const PlannerChain chain : {PlannerChain::tunnels, PlannerChain::waypoints}) {
        auto loaded = io::load_scene(test::source_dir() / "scenes" / (name + ".json"));
        ASSERT_TRUE(loaded) << loaded.status().message;
        Scene scene = loaded.value();
        scene.budget.expansions = 2000;
        scene.duration = std::max(scene.duration, 120.0);
        scene.planner.share = 0.8;
        for (const AgentSpec& agent : scene.agents)
            scene.planner.focus.push_back(focus_on(agent.name, chain));
        for (const GroupSpec& group : scene.groups)
            scene.planner.focus.push_back(focus_on(group.name, chain));
        const Outcome outcome = run(scene);
        expect_no_violation(outcome);
        EXPECT_EQ(outcome.report.arrived, outcome.report.agents) << verify::to_text(outcome.report);
    }
}

TEST(Focus, FourWhoWantEachOthersPlacesGetThere) {
    expect_all_to_arrive("four-way-deadlock");
}

TEST(Focus, BothSidesOfANarrowPassageGetThrough) {
    if (!test::is_long_run()) GTEST_SKIP() << "WEND_LONG_TESTS is not set";
    expect_all_to_arrive("deadlock-passage");
}

TEST(Focus, PapersScenesWithEverybodyInFocus) {
    if (!test::is_long_run()) GTEST_SKIP() << "WEND_LONG_TESTS is not set";
    for (const char* name : {"lane-selection", "two-storeys", "hello", "choke-point", "road-crossing",
                             "moving-obstacles", "unpredictable", "four-way-crossing"})
        expect_all_to_arrive(name);
}

TEST(Focus, WhatThePlannerKnowsCanBeSeen) {
    const Scene scene = two_meet(PlannerChain::tunnels);
    auto made = Simulation::create(scene, {});
    ASSERT_TRUE(made);
    Simulation& simulation = made.value();
    EXPECT_TRUE(simulation.is_in_focus(0));
    EXPECT_FALSE(simulation.inspect(0));
    simulation.watch(0, true);
    std::size_t executions = 0, events = 0;
    for (int i = 0; i < 30; ++i) {
        simulation.step();
        const auto view = simulation.inspect(0);
        if (view) executions += view->trace.executions.size(), events += view->trace.events.size();
    }
    const auto view = simulation.inspect(0);
    ASSERT_TRUE(view);
    ASSERT_EQ(view->planner.tasks.size(), 4u);
    EXPECT_EQ(view->planner.tasks.back().domain, "space_time");
    EXPECT_TRUE(view->planner.tasks.back().status.has_plan);
    EXPECT_GT(executions, 0u);
    EXPECT_GT(events, 0u);
    EXPECT_TRUE(simulation.inspect(1)->trace.executions.empty());
    EXPECT_GT(simulation.view(0).plan_length, 10);
}

}  // namespace
}  // namespace wend
