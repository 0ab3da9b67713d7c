#include <atomic>
#include <map>
#include <thread>

#include <gtest/gtest.h>

#include "wend/base/hash.hpp"
#include "wend/world/world.hpp"

#include "support/effort.hpp"
#include "world/random_bodies.hpp"

namespace wend {
namespace {

/// Everything a reader can see of a snapshot, from a fixed set of questions.
std::uint64_t fingerprint(const Snapshot& frame) {
    StateHash hash;
    hash.add(frame.time());
    hash.add(frame.version());
    frame.agents().for_each([&](AgentId id, const AgentState& agent) {
        hash.add(std::uint64_t{id.index});
        hash.add(agent.motion.position.x);
        hash.add(std::uint64_t{agent.plan != nullptr});
    });
    Rng rng(1);
    for (int i = 0; i < 40; ++i) {
        const Vec2 p = test::random_point(rng, {{0, 0}, {20, 20}});
        const double t = rng.uniform(0, 20);
        for (const Neighbour& n : frame.occupancy().within(0, p, 2, t)) hash.add(n.distance);
        const auto conflict = frame.occupancy().first_conflict(0, {{t, t + 3}, p, {1, 0}, 0.3, 0});
        hash.add(conflict ? conflict->time : -1);
        for (const Interval safe : frame.occupancy().safe_intervals(0, p, 0.3, {t, t + 9}))
            hash.add(safe.low);
    }
    return hash.value();
}

/// One random change of the world.
void disturb(World& world, Rng& rng) {
    std::vector<AgentId> agents;
    world.agents().for_each([&](AgentId id, const AgentState&) { agents.push_back(id); });
    const Vec2 p = test::random_point(rng, {{0, 0}, {20, 20}});
    const AgentId someone = agents.empty() ? AgentId{} : agents[rng.below(agents.size())];
    switch (rng.below(6)) {
        case 0: {
            AgentSpec spec;
            spec.position = p;
            spec.goal.region = DiscRegion{};
            if (agents.size() < 40) world.add_agent(spec);
            break;
        }
        case 1: {
            PublishedPlan plan;
            plan.motion = test::random_motion(rng, {.size = 20, .looping = false}, false);
            plan.valid = {world.time(), plan.motion.keyframes.back().time + 1};
            world.publish_plan(someone, plan);
            break;
        }
        case 2:
            world.withdraw_plan(someone);
            break;
        case 3:
            world.move_agent(someone, {0, p, {}, 0});
            break;
        case 4:
            if (agents.size() > 20) world.remove_agent(someone);
            break;
        default:
            world.advance(world.time() + 0.01);
            break;
    }
}

TEST(Snapshot, NeverChangesWhateverHappensToTheWorld) {
    Rng rng(51);
    World world(test::open_floor(20));
    std::vector<std::pair<std::shared_ptr<const Snapshot>, std::uint64_t>> kept;
    for (int round = 0; round < test::rounds(300, 5000); ++round) {
        for (auto n = rng.below(30); n > 0; --n) disturb(world, rng);
        auto frame = world.snapshot();
        const std::uint64_t print = fingerprint(*frame);
        kept.emplace_back(std::move(frame), print);
        // Some are dropped at once, some are kept for long.
        if (rng.below(3) != 0 || kept.size() > 8)
            kept.erase(kept.begin() + static_cast<long>(rng.below(kept.size())));
        for (const auto& [old, expected] : kept) ASSERT_EQ(fingerprint(*old), expected) << "round " << round;
    }
}

TEST(Snapshot, IsTheSameWhoeverHeldTheOnesBefore) {
    const auto last_print = [](bool keep_all) {
        Rng rng(52);
        World world(test::open_floor(20));
        std::vector<std::shared_ptr<const Snapshot>> kept;
        for (int round = 0; round < 60; ++round) {
            for (int n = 0; n < 20; ++n) disturb(world, rng);
            kept.push_back(world.snapshot());
            if (!keep_all) kept.clear();
        }
        return fingerprint(*world.snapshot());
    };
    EXPECT_EQ(last_print(true), last_print(false));
}

TEST(Snapshot, ThreadsReadWhileTheWorldGoesOn) {
    Rng rng(53);
    World world(test::open_floor(20));
    for (int i = 0; i < 200; ++i) disturb(world, rng);
    for (int frame_number = 0; frame_number < test::rounds(20, 500); ++frame_number) {
        const auto frame = world.snapshot();
        const std::uint64_t expected = fingerprint(*frame);
        std::atomic<int> wrong = 0;
        std::vector<std::thread> readers;
        for (int i = 0; i < 2; ++i)
            readers.emplace_back([&, mine = frame] { wrong += fingerprint(*mine) != expected; });
        for (int i = 0; i < 50; ++i) disturb(world, rng);
        const auto next = world.snapshot();
        for (std::thread& reader : readers) reader.join();
        ASSERT_EQ(wrong, 0);
    }
}

}  // namespace
}  // namespace wend
