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

/// The random pond as a scene: walked to its end, and every step of it verified.
verify::Report walked(test::FootstepProblem stones) {
    stones.prepare();
    Scene& scene = stones.scene;
    scene.duration = 30;
    scene.budget.expansions = 20'000;
    scene.planner.focus = {FocusSpec{"walker", PlannerChain::footsteps, {}, 2.5, 10}};
    scene.planner.share = 1;
    return test::verified_run(scene);
}

TEST(Footsteps, AgentsWalkWhatTheyPlan) {
    for (const std::uint64_t seed : {3u, 5u}) {
        Rng rng(seed);
        const verify::Report report = walked(test::stones_problem(rng, 2, 1));
        EXPECT_EQ(report.missteps, 0u) << to_text(report);
        EXPECT_TRUE(report.passed) << to_text(report);
        EXPECT_EQ(report.arrived, 1u) << "seed " << seed;
    }
}

TEST(Footsteps, StairsABeamAndASlope) {
    test::FootstepProblem stairs;
    Scene& scene = stairs.scene;
    scene.bounds = {{0, 0}, {6.4, 2}};
    scene.layers = {Layer{"ground", 0, {}, {}}};
    scene.gaps = {{0, test::box_of({1.6, 0}, {4.6, 2})}};
    scene.footholds = {{0, test::box_of({1.2, 0.4}, {1.6, 1.6}), 0.15, {}},
                       {0, test::box_of({1.6, 0.4}, {2.2, 1.6}), 0.3, {}},
                       {0, test::box_of({2.2, 0.87}, {3.4, 1.13}), 0.3, {}},
                       {0, test::box_of({3.4, 0.4}, {4.6, 1.6}), 0.3, {-0.2, 0}}};
    stairs.start.at = {0, {0.6, 1}, 0};
    stairs.goal.at = {0, {5.7, 1}, 0};
    const verify::Report report = walked(std::move(stairs));
    EXPECT_EQ(report.missteps, 0u) << to_text(report);
    EXPECT_TRUE(report.passed) << to_text(report);
    EXPECT_EQ(report.arrived, 1u);
}

class FootstepScene : public testing::TestWithParam<const char*> {};

TEST_P(FootstepScene, IsWalkedWithoutAMisstep) {
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
