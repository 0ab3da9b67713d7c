// Footsteps in chains, and agents that walk them.

#include <gtest/gtest.h>

#include "wend/io/scene_file.hpp"

#include "sim/footstep_planner.hpp"
#include "sim/verified_run.hpp"
#include "support/effort.hpp"
#include "support/places.hpp"

namespace wend {
namespace {

TEST(Footsteps, ChainsSolveWhatAPlainSearchSolves) {
    const int worlds = test::rounds(5, 1000);
    int solvable = 0, solved = 0;
    for (int i = 0; i < worlds; ++i) {
        Rng rng(static_cast<std::uint64_t>(i) + 1000);
        test::FootstepProblem stones = test::stones_problem(rng, 2 + i % 3 * 0.5, i % 4);
        stones.prepare();
        const bool plain = test::solve_steps(stones.domain(), 2.5, 20'000).plan.status == StatusCode::ok;
        test::FootstepPlanner chain(stones);
        const bool found = chain.plan(40'000);
        EXPECT_TRUE(found || !plain) << "world " << i;
        solvable += plain;
        solved += found;
    }
    EXPECT_GE(solvable, worlds / 2);
    EXPECT_GE(solved, solvable);
}

class FootstepScene : public testing::TestWithParam<const char*> {};

TEST_P(FootstepScene, IsWalkedWithoutAMisstep) {
    if (!test::is_long_run() && std::string(GetParam()) != "narrow-gap") GTEST_SKIP() << "only in long runs";
    const auto scene = io::load_scene(test::source_dir() / "scenes" / (std::string(GetParam()) + ".json"));
    ASSERT_TRUE(scene) << scene.status().message;
    const verify::Report report = test::verified_run(scene.value());
    EXPECT_TRUE(report.passed) << to_text(report);
    EXPECT_EQ(report.missteps, 0u);
}

INSTANTIATE_TEST_SUITE_P(Scenes, FootstepScene,
                         testing::Values("stepping-stones", "narrow-gap", "stairs-and-beams"),
                         [](const auto& name) {
                             std::string word = name.param;
                             std::erase(word, '-');
                             return word;
                         });

}  // namespace
}  // namespace wend
