// What a run is measured by, on walks whose figures are known.

#include <gtest/gtest.h>

#include "wend/io/recording.hpp"
#include "wend/verify/verify.hpp"

namespace wend::verify {
namespace {

constexpr double dt = 0.1;

struct Recorded {
    Scene scene;
    std::vector<AgentSpec> agents;
    std::vector<std::vector<Vec2>> ways;  ///< by agent, a place a frame

    explicit Recorded(std::vector<std::vector<Vec2>> made, std::vector<Vec2> goals) : ways(std::move(made)) {
        scene.name = "conduct";
        scene.bounds = {{-50, -50}, {50, 50}};
        scene.layers.resize(1);
        scene.time_step = dt;
        for (std::size_t i = 0; i < ways.size(); ++i) {
            AgentSpec agent;
            agent.name = "agent-" + std::to_string(i);
            agent.group = agent.name;
            agent.position = ways[i].front();
            agent.limits = {0.25, 1.8, 20, 1000, 1000};
            agent.goal.region = DiscRegion{goals[i], 0.25};
            agents.push_back(agent);
        }
    }
    [[nodiscard]] Report report() const {
        Verifier verifier(scene, agents);
        for (std::size_t k = 0; k < ways[0].size(); ++k) {
            io::Frame frame;
            frame.index = static_cast<std::uint32_t>(k);
            frame.time = dt * static_cast<double>(k);
            for (std::uint32_t i = 0; i < ways.size(); ++i)
                frame.agents.push_back({i, 0, io::AgentMode::walking, {ways[i][k].x, ways[i][k].y, 0}, 0});
            verifier.add(frame);
        }
        return verifier.finish();
    }
};

std::vector<Vec2> walk(const std::vector<Vec2>& corners) {
    std::vector<Vec2> places{corners.front()};
    for (std::size_t i = 1; i < corners.size(); ++i)
        for (int k = 1; k <= 20; ++k) places.push_back(lerp(corners[i - 1], corners[i], k / 20.0));
    return places;
}

TEST(Conduct, AStraightWayHasNoDeviationAndWholeEfficiency) {
    const Report report = Recorded({walk({{0, 0}, {2, 0}, {4, 0}})}, {{4, 0}}).report();
    EXPECT_TRUE(report.passed) << to_text(report);
    EXPECT_NEAR(report.measures.mean_deviation, 0, 1e-9);
    EXPECT_NEAR(report.measures.path_efficiency, 1, 1e-9);
    EXPECT_NEAR(report.measures.last_arrival, 3.8, 0.11);
    EXPECT_NEAR(report.measures.mean_turning, 0, 1e-9);
}

TEST(Conduct, EnergyIsThatOfStandingAndWalking) {
    // Two seconds at 1 m/s and two at 0: the goal is beyond, reached in the last frame.
    const Report report = Recorded({walk({{0, 0}, {2, 0}, {2, 0}, {2.5, 0}})}, {{2.5, 0}}).report();
    const double last = 0.25 / 0.25;  // metres to the goal's edge at 0.25 m/s
    EXPECT_NEAR(report.measures.mean_energy, 2.23 * (4 + last) + 1.26 * (2 * 1.0 + last * 0.25 * 0.25), 0.3);
}

TEST(Conduct, EachOnesLeastGapCounts) {
    // Three side by side, 1 m and 1.9 m between their centres.
    const Report report =
        Recorded({walk({{0, 0}, {4, 0}}), walk({{0, 1}, {4, 1}}), walk({{0, 2.9}, {4, 2.9}})},
                 {{4, 0}, {4, 1}, {4, 2.9}})
            .report();
    EXPECT_NEAR(report.measures.least_gap, 0.5, 1e-9);
    EXPECT_NEAR(report.measures.mean_least_gap, (0.5 + 0.5 + 1.4) / 3, 1e-9);
    EXPECT_EQ(Recorded({walk({{0, 0}, {4, 0}})}, {{4, 0}}).report().measures.mean_least_gap, -1);
}

TEST(Gauges, CrossingsAreCountedByDirectionAndTime) {
    // One goes forth, back and forth again at 2 m/s; one walks beside the line's end; one only up to it.
    Recorded run({walk({{-2, 0}, {2, 0}, {-2, 0}, {2, 0}}), walk({{-2, 3}, {2, 3}, {-2, 3}, {2, 3}}),
                  walk({{-2, -1}, {-0.01, -1}, {-2, -1}, {-0.01, -1}})},
                 {{2, 0}, {2, 3}, {-0.01, -1}});
    run.scene.gauges.lines = {{"line", 0, {{0, -2}, {0, 2}}}, {"turned", 0, {{0, 2}, {0, -2}}}};
    const auto lines = run.report().measures.lines;
    ASSERT_EQ(lines.size(), 2u);
    EXPECT_EQ(lines[0].name, "line");
    EXPECT_EQ(lines[0].forth, 2u);
    EXPECT_EQ(lines[0].back, 1u);
    EXPECT_NEAR(lines[0].flow, 2 / 4.0, 1e-9) << "three crossings, the first at 1 s and the last at 5 s";
    EXPECT_NEAR(lines[0].specific_flow, 2 / 4.0 / 4, 1e-9);
    EXPECT_EQ(lines[1].forth, 1u);
    EXPECT_EQ(lines[1].back, 2u);
}

TEST(Gauges, WhoStopsOnALineHasCrossedItOnce) {
    Recorded run({walk({{-2, 0}, {0, 0}, {0, 0}, {2, 0}})}, {{2, 0}});
    run.scene.gauges.lines = {{"line", 0, {{0, -2}, {0, 2}}}};
    EXPECT_EQ(run.report().measures.lines[0].forth, 1u);
    EXPECT_EQ(run.report().measures.lines[0].back, 0u);
}

TEST(Gauges, DensityIsThatOfThoseInside) {
    // One stands in two square metres all the time, one comes in for half of it.
    Recorded run({walk({{0, 0}, {0, 0}, {0, 0}}), walk({{0, 5}, {0, 5}, {0, 0.9}})}, {{9, 9}, {9, 9}});
    run.ways[1].assign(41, {0, 5});
    for (std::size_t i = 21; i < 41; ++i) run.ways[1][i] = {0, 0.9};
    run.scene.gauges.areas = {{"spot", 0, {{{-0.5, -1}, {0.5, -1}, {0.5, 1}, {-0.5, 1}}, {}}}};
    const auto areas = run.report().measures.areas;
    ASSERT_EQ(areas.size(), 1u);
    EXPECT_NEAR(areas[0].mean_density, 0.75, 0.05);
    EXPECT_NEAR(areas[0].most_density, 1, 1e-9);
}

TEST(Conduct, RetreatsAreCountedByTheMetre) {
    const auto there = walk({{0, 0}, {5, 0}, {3, 0}, {8, 0}, {7.5, 0}, {10, 0}});
    Recorded run({there}, {{10, 0}});
    EXPECT_EQ(run.report().measures.most_retreats, 1u) << "half a metre back is none";
    run.scene.success.max_retreats = 0;
    EXPECT_FALSE(run.report().passed);
    run.scene.success.max_retreats = 1;
    EXPECT_TRUE(run.report().passed);
}

TEST(Conduct, DeviationAndTimeAreJudged) {
    Recorded run({walk({{0, 0}, {2, 2}, {4, 0}})}, {{4, 0}});
    EXPECT_NEAR(run.report().measures.mean_deviation, 1, 0.1);
    EXPECT_NEAR(run.report().measures.mean_turning, 1.5708, 0.01);
    run.scene.success.max_deviation = 0.5;
    EXPECT_FALSE(run.report().passed);
    run.scene.success.max_deviation = 1.5;
    run.scene.success.max_time = 3;
    EXPECT_FALSE(run.report().passed);
    run.scene.success.max_time = 5;
    EXPECT_TRUE(run.report().passed);
}

TEST(Conduct, OneWayGroundIsForOneDirectionAtATime) {
    Recorded run({walk({{0, 0}, {10, 0}}), walk({{10, 1}, {0, 1}})}, {{10, 0}, {0, 1}});
    run.scene.success.one_way.push_back({0, {{{4, -2}, {6, -2}, {6, 2}, {4, 2}}, {}}, {{0, 0}, {1, 0}}});
    const Report both = run.report();
    EXPECT_EQ(both.both_directions, 1u);
    EXPECT_FALSE(both.passed);
    run.scene.success.one_way[0].polygon.outline = {{1, -2}, {2, -2}, {2, 2}, {1, 2}};
    EXPECT_EQ(run.report().both_directions, 0u) << "there they are at different times";
}

TEST(Conduct, MixingIsTheShareOfStrangersNearby) {
    Recorded run({walk({{0, 0}, {10, 0}}), walk({{0, 1}, {10, 1}}), walk({{0, 30}, {10, 30}})},
                 {{10, 0}, {10, 1}, {10, 30}});
    EXPECT_EQ(run.report().measures.mixing, 1);
    run.agents[1].group = run.agents[0].group;
    EXPECT_EQ(run.report().measures.mixing, 0);
    EXPECT_NEAR(run.report().measures.least_gap, 0.5, 1e-9);
}

}  // namespace
}  // namespace wend::verify
