#include "domains/space_time_oracle.hpp"

#include <gtest/gtest.h>

#include "support/effort.hpp"

namespace wend::domains {
namespace {

constexpr double wide = 0.5;  ///< metres of tolerance, so that the coarse lattice always has a cell there

LatticeSettings coarse() {
    LatticeSettings settings;
    settings.frame = 0.1;
    settings.cells = 3;
    return settings;
}

/// Floods over places may join what has no way in time, but keep nothing apart that has one.
void expect_floods_join(const SpaceTimeDomain& domain, bool has_plan, const std::string& what) {
    EndFloods floods = domain.end_floods(domain.start());
    while (floods.verdict() == EndFloods::Verdict::undecided) (void)domain.spread(floods);
    EXPECT_TRUE(!has_plan || floods.verdict() == EndFloods::Verdict::joined) << what;
}

/// The cost of the best plan, and whether there is one.
bool expect_best(test::SpaceTimeProblem& problem, const std::string& what) {
    problem.goal.tolerance = wide;
    problem.prepare(coarse());
    const test::Solved solved = test::solve(problem.domain());
    const search::Cost best = test::best_cost(problem);
    EXPECT_EQ(solved.plan.status, best < search::infinite_cost ? StatusCode::ok : StatusCode::unreachable)
        << what;
    EXPECT_EQ(std::min(solved.plan.cost, search::infinite_cost), best) << what;
    expect_floods_join(problem.domain(), best < search::infinite_cost, what);
    return best < search::infinite_cost;
}

TEST(SpaceTimeOracle, RoomsWithMoversAndWindows) {
    const int rounds = test::rounds(60, 600);
    int solvable = 0;
    for (int round = 0; round < rounds; ++round) {
        Rng rng(static_cast<std::uint64_t>(round));
        test::SpaceTimeProblem room = test::room_problem(rng, 5, 2.5, 4);
        room.goal.window = {round % 2 == 0 ? 0.0 : 4.0, 5};
        room.goal.at_rest = round % 4 != 0;
        solvable += expect_best(room, "room " + std::to_string(round));
    }
    EXPECT_GT(solvable, rounds / 2);
    EXPECT_LT(solvable, rounds);
}

TEST(SpaceTimeOracle, Ferries) {
    const int rounds = test::rounds(8, 200);
    int solvable = 0;
    for (int round = 0; round < rounds; ++round) {
        Rng rng(static_cast<std::uint64_t>(round));
        test::SpaceTimeProblem ferry = test::ferry_problem(rng);
        solvable += expect_best(ferry, "ferry " + std::to_string(round));
    }
    EXPECT_GT(solvable, rounds / 4);
}

TEST(SpaceTimeOracle, LinksLeapsAndStairs) {
    const int rounds = test::rounds(30, 400);
    int solvable = 0;
    for (int round = 0; round < rounds; ++round) {
        Rng rng(static_cast<std::uint64_t>(round));
        test::SpaceTimeProblem ditch = test::ditch_problem(rng, round % 3);
        ditch.goal.window.high = 7;
        solvable += expect_best(ditch, "ditch " + std::to_string(round));
    }
    EXPECT_GT(solvable, rounds / 3);
}

}  // namespace
}  // namespace wend::domains
