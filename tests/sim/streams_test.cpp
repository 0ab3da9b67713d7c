// Streams that meet in corridors: everybody gets through, and those who wait leave the way out free.

#include <gtest/gtest.h>

#include "wend/sim/simulation.hpp"
#include "wend/world/generate.hpp"

#include "verified_run.hpp"

namespace wend {
namespace {

Scene arms(std::uint32_t agents, double width, std::uint64_t seed) {
    GeneratorSpec spec;
    spec.kind = SceneKind::arms;
    spec.agents = agents;
    spec.width = width;
    spec.seed = seed;
    auto scene = generate_scene(spec);
    EXPECT_TRUE(scene) << scene.status().message;
    return std::move(scene.value());
}

TEST(Streams, FourStreamsGetThroughWhereNarrowArmsCross) {
    constexpr std::uint64_t seed = 4;
    const verify::Report report = test::verified_run(arms(100, 3, seed), seed);
    EXPECT_EQ(report.missed_goals, 0u);
    EXPECT_EQ(report.overlaps, 0u);
    EXPECT_EQ(report.wall_crossings, 0u);
}

/// Seconds that those behind the first stood before they were at the goal, after they had set out.
double stood_behind(std::uint64_t seed) {
    GeneratorSpec spec;
    spec.kind = SceneKind::following;
    spec.agents = 6;
    spec.width = 1;
    spec.seed = seed;
    const auto scene = generate_scene(spec);
    EXPECT_TRUE(scene) << scene.status().message;
    auto made = Simulation::create(scene.value(), {seed, 1, {}});
    EXPECT_TRUE(made) << made.status().message;
    constexpr double set_out = 5, slow = 0.1;  // seconds, m/s
    const double dt = scene.value().time_step;
    std::vector<double> last(spec.agents, -1e9);
    double stood = 0;
    while (!made.value().is_finished()) {
        made.value().step();
        const io::Frame& frame = made.value().frame();
        for (const auto& agent : frame.agents) {
            const bool is_still = agent.position.x - last[agent.agent] < slow * dt;
            last[agent.agent] = agent.position.x;
            if (frame.time > set_out && agent.agent > 0 && agent.mode != io::AgentMode::arrived && is_still)
                stood += dt;
        }
    }
    return stood;
}

TEST(Streams, NobodyStopsBehindASlowWalker) {
    for (const std::uint64_t seed : {11u, 12u}) EXPECT_EQ(stood_behind(seed), 0);
}

TEST(Streams, ASmallPlaceServesManyOneAfterTheOther) {
    GeneratorSpec spec;
    spec.kind = SceneKind::many_to_one;
    spec.agents = 30;
    spec.seed = 6;
    spec.duration = 120;
    const auto scene = generate_scene(spec);
    ASSERT_TRUE(scene) << scene.status().message;
    const verify::Report report = test::verified_run(scene.value(), spec.seed);
    EXPECT_EQ(report.missed_goals, 0u);
    EXPECT_EQ(report.overlaps, 0u);
    EXPECT_EQ(report.deadlocked, 0u);
}

}  // namespace
}  // namespace wend
