// Days on which much goes wrong. Within the assumptions of docs/safety.md nobody overlaps anything; outside
// of them agents still keep off each other, the walls and their limits.

#include <algorithm>
#include <ctime>
#include <set>

#include <gtest/gtest.h>

#include "wend/io/recording.hpp"
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
    for (const verify::Finding& finding : report.findings) {
        if (finding.kind != FindingKind::obstacle_overlap) continue;
        EXPECT_FALSE(known.contains(finding.whom)) << finding.who << " at " << finding.begin;
    }
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
    for (int seed = 1; seed <= test::rounds(25, 40'000); ++seed) {
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

double processor_seconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// What the frames of a run cost. They are measured in processor time: what else the machine does is not
/// theirs.
struct Costs {
    std::vector<double> frames;  ///< seconds, ascending
    std::string slowest;         ///< stages that ran over
};

Costs costs_of(const Scene& scene) {
    Costs costs;
    auto made = Simulation::create(scene, {1, 1, {}});
    EXPECT_TRUE(made) << made.status().message;
    while (!made.value().is_finished()) {
        const double began = processor_seconds();
        made.value().step();
        costs.frames.push_back(processor_seconds() - began);
        for (const io::RecordedEvent& event : made.value().frame().events)
            if (event.kind == "frame_over_budget")
                costs.slowest += event.subject + ": " + event.detail + "\n";
    }
    std::sort(costs.frames.begin(), costs.frames.end());
    return costs;
}

void expect_no_frame_stalls(const Scene& scene, double budget) {
    const Costs costs = costs_of(scene);
    std::printf("%s: median %.1f ms, worst %.1f ms of processor time\n%s", scene.name.c_str(),
                1e3 * costs.frames[costs.frames.size() / 2], 1e3 * costs.frames.back(),
                costs.slowest.c_str());
    EXPECT_LT(costs.frames.back(), 2 * budget) << costs.slowest;
}

/// Discs that appear among a crowd, more of them than a frame has time for.
TEST(BadDays, ManyThingsDroppedAtOnceStallNoFrame) {
    constexpr double budget = 0.05;
    for (const int drops : {100, 1000}) {
        Scene scene = test::hall({}, 3, 0.1);
        scene.name = std::to_string(drops) + " drops";
        scene.budget = {budget, std::nullopt};
        scene.groups.push_back(test::crossers("east", 75, {0.5, 0.5}, {9, 9.5}, {15, 1}, {19, 9}));
        scene.groups.push_back(test::crossers("west", 75, {11, 0.5}, {19.5, 9.5}, {1, 1}, {5, 9}));
        Rng rng(9);
        for (int i = 0; i < drops; ++i)
            scene.events.push_back(
                {1, AppearEvent{test::crate("drop-" + std::to_string(i),
                                            {rng.uniform(0.5, 19.5), rng.uniform(0.5, 9.5)}, 0.25)}});
        expect_no_frame_stalls(scene, budget);
    }
}

TEST(BadDays, KnownDropsStallNoFrame) {
    WEND_NEEDS_DATA("bad-days");
    constexpr double budget = 0.05;
    auto scene = io::load_scene(test::data_dir() / "bad-days" / "slow-frame-1000-drops.json");
    ASSERT_TRUE(scene) << scene.status().message;
    scene.value().budget = {budget, std::nullopt};
    expect_no_frame_stalls(scene.value(), budget);
}

/// Twenty people in passages, for whom windows in space and time are opened all the while.
TEST(BadDays, AKnownSlowOneHarmsNobody) {
    WEND_NEEDS_DATA("bad-days");
    auto scene = io::load_scene(test::data_dir() / "bad-days" / "slow-1001.json");
    ASSERT_TRUE(scene) << scene.status().message;
    scene.value().duration = test::rounds(12, 60);
    const double began = processor_seconds();
    expect_nobody_harmed(test::verified_run(scene.value()));
    std::printf("%.1f s of processor time for %.0f s\n", processor_seconds() - began, scene.value().duration);
}

}  // namespace
}  // namespace wend
