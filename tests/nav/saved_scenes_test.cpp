// Runs of all kinds are saved and go on: agents that the multi-domain planner moves, foot by foot, over
// platforms and in space and time, and worlds in which news has to spread.

#include <algorithm>

#include <gtest/gtest.h>

#include "wend/base/rng.hpp"
#include "wend/io/recording_hash.hpp"
#include "wend/io/scene_file.hpp"
#include "wend/nav/world.hpp"
#include "wend/sim/simulation.hpp"
#include "wend/verify/verify.hpp"

#include "domains/ride_worlds.hpp"
#include "support/data.hpp"
#include "support/effort.hpp"

namespace wend::nav {
namespace {

Scene shipped(const std::string& name) {
    auto scene = io::load_scene(test::source_dir() / "scenes" / (name + ".json"));
    EXPECT_TRUE(scene) << scene.status().message;
    return std::move(scene).value();
}

/// Somebody crosses a yard from one moving platform to the next.
Scene yard(std::uint64_t seed) {
    Scene scene = test::yard(seed, 50);
    AgentSpec rider;
    rider.name = "rider";
    rider.position = {4.5, -2};
    rider.limits = test::rider_limits();
    rider.goal.region = DiscRegion{{6.5, 11.5}, 0.4};
    scene.agents.push_back(rider);
    FocusSpec focus;
    focus.target = rider.name;
    focus.chain = PlannerChain::rides;
    scene.planner.focus.push_back(focus);
    return scene;
}

/// Sixty people on their way to an exit that is shut: who sees it tells others.
Scene social() {
    Scene scene = shipped("social-influence");
    scene.duration = 60;
    return scene;
}

World played(const Scene& scene) {
    auto world = World::create(scene, {.threads = 1, .plays_scene = true});
    EXPECT_TRUE(world) << world.status().message;
    return std::move(world).value();
}

std::uint64_t hash_of(World& world) {
    io::RecordingHash hash;
    hash.add(world.simulation().frame());
    return hash.value();
}

/// At moments of a run a copy of it is made, which goes the same way for a while.
void expect_copies_go_the_same_way(const Scene& scene, std::uint64_t seed, int copies, int steps) {
    Rng rng(seed);
    World world = played(scene);
    for (int copy = 0; copy < copies && !world.is_finished(); ++copy) {
        for (std::uint64_t i = 20 + rng.below(150); i > 0; --i) world.step();
        const auto bytes = world.save();
        ASSERT_TRUE(bytes) << bytes.status().message;
        auto made = World::restore(bytes.value(), {.threads = 2});
        ASSERT_TRUE(made) << made.status().message;
        World other = std::move(made).value();
        for (int i = 0; i < steps; ++i) {
            world.step();
            other.step();
            ASSERT_EQ(hash_of(world), hash_of(other)) << "copy " << copy << " at " << world.time();
        }
        const auto first = world.save(), again = world.save();
        ASSERT_TRUE(first && again && first.value() == again.value()) << "something is lost on the way";
    }
}

/// A run that is saved again and again is as safe as one that is not, and gets where it should.
void expect_saved_run_passes(const Scene& scene, std::uint64_t seed) {
    Rng rng(seed);
    World world = played(scene);
    verify::Verifier verifier(scene, world.simulation().agents());
    verifier.add(world.simulation().frame());
    int saved = 0;
    while (!world.is_finished()) {
        world.step();
        verifier.add(world.simulation().frame());
        if (rng.below(240) != 0) continue;
        ASSERT_TRUE(world.save());
        ++saved;
    }
    const verify::Report report = verifier.finish();
    EXPECT_TRUE(report.passed) << saved << " times saved\n" << verify::to_text(report);
    EXPECT_GT(saved, 0);
}

TEST(SavedScenes, InSpaceAndTime) {
    expect_copies_go_the_same_way(shipped("space-time-goals"), 1, test::rounds(3, 9), 60);
}

TEST(SavedScenes, FootByFoot) {
    expect_copies_go_the_same_way(shipped("stepping-stones"), 2, test::rounds(2, 6), 60);
}

TEST(SavedScenes, OverPlatforms) {
    expect_copies_go_the_same_way(yard(1), 3, test::rounds(3, 9), 60);
}

TEST(SavedScenes, WhereNewsSpreads) {
    expect_copies_go_the_same_way(social(), 4, test::rounds(3, 9), 60);
}

TEST(SavedScenes, AsSafeAsOthers) {
    if (!test::is_long_run()) GTEST_SKIP() << "whole runs, planned anew each time: minutes";
    for (int seed = 1; seed <= 20; ++seed) {
        SCOPED_TRACE(seed);
        const auto number = static_cast<std::uint64_t>(seed);
        expect_saved_run_passes(shipped("space-time-goals"), number);
        expect_saved_run_passes(yard(1), number);
        expect_saved_run_passes(shipped("narrow-gap"), number);
    }
}

/// What agents know is kept: who has not seen the shutter or heard of it does not know of it for being
/// copied.
TEST(SavedScenes, NobodyLearnsByBeingSaved) {
    World world = played(social());
    const auto unaware = [](World& here) {
        int count = 0;
        for (std::uint32_t agent = 0; agent < here.simulation().agents().size(); ++agent)
            for (const KnownObstacle& obstacle : here.simulation().known_obstacles(agent))
                count += obstacle.kind != KnownObstacle::Kind::known;
        return count;
    };
    int most = 0;
    for (int i = 0; i < 120; ++i) {
        world.step();
        if (i % 10 != 0) continue;
        const int before = unaware(world);
        World other = World::restore(world.save().value()).value();
        EXPECT_EQ(unaware(world), before) << "after " << i << " steps";
        EXPECT_EQ(unaware(other), before) << "after " << i << " steps";
        most = std::max(most, before);
    }
    EXPECT_GT(most, 30) << "the case shows nothing";
}

}  // namespace
}  // namespace wend::nav
