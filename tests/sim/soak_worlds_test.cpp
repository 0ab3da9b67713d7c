// The long soak: houses in which everything goes on at once (soak_world.hpp). Where nothing breaks the
// assumptions of docs/safety.md nothing overlaps at all; where something does, agents still keep off each
// other, the walls, their limits and whatever was announced.

#include <cstdio>
#include <map>

#include <gtest/gtest.h>

#include "soak_world.hpp"
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

void expect_nobody_harmed(const verify::Report& report) {
    EXPECT_EQ(count(report, FindingKind::agent_overlap), 0u) << verify::to_text(report);
    EXPECT_EQ(report.wall_crossings, 0u) << verify::to_text(report);
    EXPECT_EQ(report.limit_violations, 0u) << verify::to_text(report);
    EXPECT_EQ(report.inconsistencies, 0u) << verify::to_text(report);
}

/// What nobody could know of before it was there.
bool is_surprise(const std::string& thing) {
    return thing.starts_with("observed") || thing.starts_with("dropped");
}

constexpr double agent_minutes_of_long_run = 100'000;

/// Worlds from consecutive seeds until so many have run, or in a long run until they add up to enough.
template <class Judge>
void soak(std::uint64_t first, int worlds, bool has_surprises, Judge&& judge) {
    double agent_minutes = 0;
    std::map<std::string, std::size_t> met;
    const auto is_enough = [&](int world) {
        return test::is_long_run() ? agent_minutes >= agent_minutes_of_long_run / 2 : world >= worlds;
    };
    for (int world = 0; !is_enough(world); ++world) {
        const std::uint64_t seed = first + static_cast<std::uint64_t>(world);
        SCOPED_TRACE(seed);
        const Scene scene = test::soak_world(seed, has_surprises);
        const verify::Report report = test::verified_run(scene, seed);
        judge(report);
        agent_minutes += static_cast<double>(report.agents) * report.seconds / 60;
        ++met["worlds"];
        met["arrived"] += report.arrived;
        met["agents"] += report.agents;
        met["hits by surprise"] += count(report, FindingKind::obstacle_overlap);
        met["worlds with a jump"] += !scene.links.empty();
        met["worlds with focus"] += !scene.planner.focus.empty();
    }
    std::printf("%.0f agent-minutes", agent_minutes);
    for (const auto& [what, times] : met) std::printf(", %s: %zu", what.c_str(), times);
    std::printf("\n");
    EXPECT_GT(met["arrived"], met["agents"] / 3) << "worlds in which nobody gets anywhere prove little";
}

TEST(SoakWorlds, WithinTheAssumptionsNothingOverlaps) {
    soak(1, 40, false, [](const verify::Report& report) {
        expect_nobody_harmed(report);
        EXPECT_EQ(report.overlaps, 0u) << verify::to_text(report);
    });
}

TEST(SoakWorlds, OutsideOfThemNobodyMeetsAnotherOrWhatWasAnnounced) {
    soak(100'001, 40, true, [](const verify::Report& report) {
        expect_nobody_harmed(report);
        for (const verify::Finding& finding : report.findings)
            if (finding.kind == FindingKind::obstacle_overlap) {
                EXPECT_TRUE(is_surprise(finding.whom)) << verify::to_text(report);
            }
    });
}

}  // namespace
}  // namespace wend
