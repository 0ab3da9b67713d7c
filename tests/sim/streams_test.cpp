// Streams that meet in corridors: everybody gets through, and those who wait leave the way out free.

#include <gtest/gtest.h>

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
