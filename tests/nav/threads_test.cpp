// What may be called from several threads, called from several threads; the thread sanitizer looks on.

#include <atomic>
#include <cmath>
#include <thread>

#include <gtest/gtest.h>

#include "wend/nav/world.hpp"

#include "support/effort.hpp"

namespace wend::nav {
namespace {

World crowd(std::uint32_t threads) {
    Scene scene = empty_scene({0, 0}, {30, 20});
    scene.layers[0].blocked = {{{{14, 0}, {15, 0}, {15, 12}, {14, 12}}, {}}};
    World world = World::create(scene, {.threads = threads}).value();
    for (int i = 0; i < 30; ++i) {
        AgentDef def;
        def.place = {{2.0 + i % 6, 2.0 + 3 * (i / 6)}};
        def.goal = goal_at({{26, 3.0 + i % 6}}, 2);
        EXPECT_TRUE(world.add_agent(def));
    }
    return world;
}

/// Everything that is const, asked between two steps, while other threads ask the same.
double ask_all(const World& world, std::uint64_t seed) {
    Paths paths = world.paths();
    double sum = world.time() + static_cast<double>(world.events().size() + world.agent_count());
    for (std::size_t row = 0; row < world.agents().size(); ++row) {
        const AgentId agent = world.agents()[row];
        sum += world.positions()[row].x + world.velocities()[row].y + world.headings()[row];
        sum += world.state(agent).value().position.y + static_cast<double>(world.way(agent).size());
        sum += world.plan(agent).is_ok() ? 1 : 0;
    }
    std::vector<Vec3> between;
    world.interpolate(between);
    for (const Vec3& p : between) sum += p.x;
    for (std::uint64_t i = 0; i < 3; ++i) {
        const auto from = paths.random_place(0.3, 2 * (seed + i)),
                   to = paths.random_place(0.3, 2 * (seed + i) + 1);
        if (!from || !to) continue;
        sum += paths.find({.from = *from, .to = *to}).length + paths.ray(*from, to->at).distance;
        sum += paths.in_sight(*from, to->at) ? 1 : 0;
    }
    return sum;
}

TEST(Threads, ManyMayAskBetweenSteps) {
    World world = crowd(2);
    for (int step = 0; step < test::rounds(30, 300); ++step) {
        world.step();
        const auto seed = static_cast<std::uint64_t>(step);
        const double alone = ask_all(world, seed);
        std::atomic<int> different = 0;
        std::vector<std::thread> threads;
        for (int i = 0; i < 3; ++i)
            threads.emplace_back([&] {
                if (ask_all(world, seed) != alone) ++different;
            });
        for (std::thread& thread : threads) thread.join();
        ASSERT_EQ(different, 0);
    }
}

TEST(Threads, WorldsShareNothing) {
    const auto run = [](std::vector<Vec3>& ends) {
        World world = crowd(2);
        for (int step = 0; step < 60; ++step) world.step();
        const auto saved = world.save();
        ASSERT_TRUE(saved) << saved.status().message;
        World again = World::restore(saved.value(), {.threads = 2}).value();
        for (int step = 0; step < 30; ++step) again.step();
        ends.assign(again.positions().begin(), again.positions().end());
    };
    std::vector<Vec3> ends[3];
    std::vector<std::thread> threads;
    for (auto& mine : ends) threads.emplace_back([&run, &mine] { run(mine); });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(ends[0].size(), 30u);
    EXPECT_TRUE(ends[0] == ends[1]);
    EXPECT_TRUE(ends[0] == ends[2]);
}

TEST(Threads, AWorldMayWanderFromThreadToThread) {
    World world = crowd(2);
    for (int i = 0; i < 20; ++i) {
        std::thread([&] {
            world.step();
            AgentDef def;
            def.place = {{22, 15}};
            (void)world.add_agent(def);
            (void)world.prepare(0.25);
        }).join();
    }
    EXPECT_GT(world.agents().size(), 30u);
}

}  // namespace
}  // namespace wend::nav
