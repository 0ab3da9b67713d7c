// Plans, executed frame by frame into a recording, face the independent verifier.

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "domains/space_time_worlds.hpp"
#include "support/effort.hpp"

namespace wend::domains {
namespace {

struct Outcome {
    bool solved = false;
    std::vector<WalkFrame> walk;

    [[nodiscard]] bool has(WalkMode mode) const {
        return std::any_of(walk.begin(), walk.end(), [mode](const WalkFrame& f) { return f.mode == mode; });
    }
};

/// A gap that the domain leaps over by its options is no link of the scene, which the verifier asks for: it
/// is told of those that are as long as was allowed.
void add_leaps(const std::vector<WalkFrame>& walk, double longest, Scene& scene) {
    if (longest <= 0) return;
    for (std::size_t i = 1; i < walk.size(); ++i) {
        if (walk[i].mode != WalkMode::airborne || walk[i - 1].mode == WalkMode::airborne) continue;
        std::size_t end = i;
        while (end + 1 < walk.size() && walk[end].mode == WalkMode::airborne) ++end;
        const Vec2 from = walk[i - 1].position, to = walk[end].position;
        if (distance(from, to) > longest + 0.01) continue;
        const auto name = "leap " + std::to_string(i);
        scene.links.push_back(
            {name, LinkKind::jump, walk[i].layer, walk[end].layer, from, to, false, 0, 10, {}});
    }
}

/// Whoever climbs stairs begins to in the lattice's cell before them, at their speed: the verifier sees
/// somebody on the floor who is said to be on a crossing.
bool is_approach_to_stairs(const verify::Finding& finding, const Scene& scene) {
    constexpr double farthest = 0.25 + 0.5;  // metres: a body's radius and a cell
    return finding.kind == verify::FindingKind::not_on_link &&
           std::any_of(scene.portals.begin(), scene.portals.end(), [&](const Portal& portal) {
               return std::min(
                          distance(finding.where, nearest_point(portal.a.from, portal.a.to, finding.where)),
                          distance(finding.where, nearest_point(portal.b.from, portal.b.to, finding.where))) <
                      farthest;
           });
}

Outcome expect_clean_walk(const test::SpaceTimeProblem& problem, double inflation, const std::string& what) {
    const SpaceTimeDomain domain = problem.domain();
    const test::Solved solved = test::solve(domain, inflation, 20'000);
    if (solved.plan.status != StatusCode::ok) return {};
    const Outcome outcome{true, domain.walk(solved.keys)};
    EXPECT_FALSE(outcome.walk.empty()) << what;
    Scene scene = problem.scene;
    add_leaps(outcome.walk, problem.options.gap_length, scene);
    const verify::Report report = test::verified_walk(scene, problem.agents, outcome.walk);
    for (const verify::Finding& finding : report.findings)
        EXPECT_TRUE(is_approach_to_stairs(finding, scene)) << what << "\n" << to_text(report);
    EXPECT_EQ(report.arrived, 1u) << what;
    return outcome;
}

TEST(SpaceTimeWalk, RoomsWithMovers) {
    const int rounds = test::rounds(100, 1000);
    int solved = 0;
    for (int round = 0; round < rounds; ++round) {
        Rng rng(static_cast<std::uint64_t>(round));
        test::SpaceTimeProblem problem = test::room_problem(rng, 12, 6, 8);
        problem.goal.window = {round % 2 == 0 ? 6.0 : 0.0, 14};
        problem.goal.at_rest = round % 3 != 0;
        problem.prepare({});
        solved += expect_clean_walk(problem, 1.25 + round % 3, "room " + std::to_string(round)).solved;
    }
    EXPECT_GT(solved, rounds * 3 / 4);
}

TEST(SpaceTimeWalk, Ferries) {
    const int rounds = test::rounds(16, 300);
    int rides = 0;
    for (int round = 0; round < rounds; ++round) {
        Rng rng(static_cast<std::uint64_t>(round));
        test::SpaceTimeProblem problem = test::ferry_problem(rng);
        problem.prepare({});
        const Outcome outcome = expect_clean_walk(problem, 1.5, "ferry " + std::to_string(round));
        EXPECT_TRUE(!outcome.solved || outcome.has(WalkMode::riding));
        rides += outcome.solved;
    }
    EXPECT_GT(rides, rounds / 2);
}

TEST(SpaceTimeWalk, LinksLeapsAndStairs) {
    const int rounds = test::rounds(36, 600);
    int flights = 0;
    for (int round = 0; round < rounds; ++round) {
        Rng rng(static_cast<std::uint64_t>(round));
        test::SpaceTimeProblem problem = test::ditch_problem(rng, round % 3);
        problem.prepare({});
        const Outcome outcome = expect_clean_walk(problem, 1.5 + round % 2, "ditch " + std::to_string(round));
        EXPECT_TRUE(!outcome.solved || outcome.has(WalkMode::airborne));
        flights += outcome.solved;
    }
    EXPECT_GT(flights, rounds / 2);
}

}  // namespace
}  // namespace wend::domains
