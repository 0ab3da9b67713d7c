// Days on which much goes wrong. Within the assumptions of docs/safety.md nobody overlaps anything; outside
// of them agents still keep off each other, the walls and their limits.

#include <set>

#include <gtest/gtest.h>

#include "wend/io/scene_file.hpp"

#include "bad_world.hpp"
#include "support/data.hpp"
#include "support/effort.hpp"
#include "verified_run.hpp"

namespace wend {
namespace {

using verify::FindingKind;

std::size_t count(const verify::Report& report, FindingKind kind) {
    return static_cast<std::size_t>(
        std::count_if(report.findings.begin(), report.findings.end(),
                      [kind](const auto& finding) { return finding.kind == kind; }));
}

/// What holds whatever happens.
void expect_nobody_harmed(const verify::Report& report) {
    EXPECT_EQ(count(report, FindingKind::agent_overlap), 0u) << verify::to_text(report);
    EXPECT_EQ(report.wall_crossings, 0u) << verify::to_text(report);
    EXPECT_EQ(report.limit_violations, 0u) << verify::to_text(report);
    EXPECT_EQ(report.inconsistencies, 0u) << verify::to_text(report);
}

/// Things that were announced hit nobody.
void expect_hit_by_surprise_only(const Scene& scene, const verify::Report& report) {
    std::set<std::string> known;
    for (const ObstacleSpec& obstacle : scene.obstacles)
        if (obstacle.knowledge == Knowledge::known) known.insert(obstacle.name);
    for (const verify::Finding& finding : report.findings)
        if (finding.kind == FindingKind::obstacle_overlap)
            EXPECT_FALSE(known.contains(finding.whom)) << finding.who << " at " << finding.begin;
}

TEST(BadDays, NothingOverlapsWhereNobodyIsSurprised) {
    for (int seed = 1; seed <= test::rounds(10, 2000); ++seed) {
        SCOPED_TRACE(seed);
        const Scene scene = test::bad_world(static_cast<std::uint64_t>(seed), {false, false, 14});
        const verify::Report report = test::verified_run(scene);
        expect_nobody_harmed(report);
        EXPECT_EQ(report.overlaps, 0u) << verify::to_text(report);
    }
}

TEST(BadDays, AgentsDoNotMeetForTheSakeOfThings) {
    std::size_t hits = 0;
    for (int seed = 1; seed <= test::rounds(25, 20'000); ++seed) {
        SCOPED_TRACE(seed);
        const Scene scene = test::bad_world(static_cast<std::uint64_t>(seed));
        const verify::Report report = test::verified_run(scene);
        expect_nobody_harmed(report);
        expect_hit_by_surprise_only(scene, report);
        hits += count(report, FindingKind::obstacle_overlap);
    }
    std::printf("things hit somebody %zu times\n", hits);
}

TEST(BadDays, KnownOnes) {
    WEND_NEEDS_DATA("bad-days");
    for (const char* name : {"agent-overlap-1020", "limit-2052"}) {
        SCOPED_TRACE(name);
        const auto scene = io::load_scene(test::data_dir() / "bad-days" / (std::string(name) + ".json"));
        ASSERT_TRUE(scene) << scene.status().message;
        expect_nobody_harmed(test::verified_run(scene.value()));
    }
}

TEST(BadDays, AGoalAcrossAWallIsReachedOnTheNearSide) {
    Scene scene;
    scene.bounds = {{0, 0}, {20, 10}};
    scene.layers.resize(1);
    scene.layers[0].blocked.push_back(test::box({9.9, 0}, {10.1, 10}));
    scene.duration = 20;
    scene.agents.push_back(test::walker("a", {2, 5}, {10.5, 5}));
    scene.agents[0].goal.region = DiscRegion{{10.5, 5}, 2};
    EXPECT_TRUE(test::verified_run(scene).passed);
}

/// Discs that appear among agents, more of them than a frame has time for.
TEST(BadDays, ManyThingsDroppedAtOnceTakeManyFrames) {
    WEND_NEEDS_DATA("bad-days");
    auto scene = io::load_scene(test::data_dir() / "bad-days/slow-frame-1000-drops.json");
    ASSERT_TRUE(scene) << scene.status().message;
    scene.value().duration = 4;
    scene.value().budget = {0.05, std::nullopt};
    auto made = Simulation::create(scene.value(), {1, 1, {}});
    ASSERT_TRUE(made) << made.status().message;
    std::vector<double> costs;
    while (!made.value().is_finished()) {
        made.value().step();
        costs.push_back(made.value().cost().seconds);
    }
    std::sort(costs.begin(), costs.end());
    std::printf("frames of 50 ms: median %.1f ms, worst %.1f ms\n", 1e3 * costs[costs.size() / 2],
                1e3 * costs.back());
}

}  // namespace
}  // namespace wend
