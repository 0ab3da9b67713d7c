// Crowds in made-up worlds under the verifier: nobody overlaps anybody or anything, ever, and everybody
// arrives, but for one in a hundred at most.

#include <cstdio>

#include <gtest/gtest.h>

#include "wend/sim/simulation.hpp"
#include "wend/verify/verify.hpp"

#include "random_world.hpp"
#include "support/effort.hpp"
#include "verified_run.hpp"

namespace wend {
namespace {

TEST(RandomWorlds, NobodyOverlapsAndEverybodyArrives) {
    std::size_t agents = 0, arrived = 0;
    for (int seed = 1; seed <= test::rounds(24, 500); ++seed) {
        const auto number = static_cast<std::uint64_t>(seed);
        const verify::Report report = test::verified_run(test::random_world(number), number, 2);
        agents += report.agents;
        arrived += report.arrived;
        EXPECT_EQ(0u, report.overlaps) << "seed " << seed << '\n' << verify::to_text(report);
        EXPECT_EQ(0u, report.wall_crossings) << "seed " << seed << '\n' << verify::to_text(report);
        EXPECT_EQ(0u, report.limit_violations) << "seed " << seed << '\n' << verify::to_text(report);
        if (report.arrived < report.agents)
            std::printf("seed %d: %zu of %zu arrived\n%s", seed, report.arrived, report.agents,
                        verify::to_text(report).c_str());
    }
    EXPECT_GE(static_cast<double>(arrived), 0.99 * static_cast<double>(agents))
        << arrived << " of " << agents << " arrived";
}

}  // namespace
}  // namespace wend
