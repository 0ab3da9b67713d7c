#include <gtest/gtest.h>

#include "domains/space_time_worlds.hpp"
#include "support/effort.hpp"

namespace wend::domains {
namespace {

TEST(SpaceTimeWalk, PlansInRandomRoomsPassTheVerifier) {
    int solved_rooms = 0;
    for (int round = 0; round < test::rounds(60, 600); ++round) {
        Rng rng(static_cast<std::uint64_t>(round));
        test::SpaceTimeProblem problem = test::room_problem(rng, 12, 6, 6);
        problem.goal.window = {4, 14};
        problem.prepare({});
        const SpaceTimeDomain domain = problem.domain();
        const test::Solved solved = test::solve(domain, 2.5, 20000);
        if (solved.plan.status != StatusCode::ok) continue;
        ++solved_rooms;
        const std::vector<WalkFrame> walk = domain.walk(solved.keys);
        ASSERT_FALSE(walk.empty());
        const verify::Report report = test::verified(problem, walk);
        ASSERT_EQ(report.overlaps + report.wall_crossings + report.limit_violations + report.inconsistencies +
                      report.missed_goals + report.missed_windows,
                  0u)
            << "room " << round << "\n"
            << to_text(report);
    }
    EXPECT_GT(solved_rooms, test::rounds(60, 600) / 2);
}

}  // namespace
}  // namespace wend::domains
