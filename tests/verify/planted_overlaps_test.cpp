// Overlaps between bodies, down to a millimetre for a tenth of a frame: all are found, and near misses are
// not.

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "faults.hpp"
#include "support/effort.hpp"

namespace wend::verify {
namespace {

using test::check;
using test::of_kind;
using test::Pass;

constexpr double dt = 1.0 / 30;

Pass random_pass(Rng& rng, double depth) {
    return {depth, 0.1, rng.uniform(0.1, 0.9), rng.uniform(-3.1, 3.1)};
}

TEST(PlantedOverlaps, AMillimetreForATenthOfAFrameIsFound) {
    for (int seed = 0; seed < test::rounds(400, 5000); ++seed) {
        Rng rng(static_cast<std::uint64_t>(seed));
        auto run = test::make_walkers(rng.next());
        const auto f = static_cast<std::uint32_t>(rng.below(59));
        const auto a = static_cast<std::uint32_t>(rng.below(9)), b = (a + 1) % 9;
        const Pass pass = random_pass(rng, 0.001);
        test::plant_overlap(run, f, a, b, pass);
        const Report report = check(run);
        ASSERT_EQ(report.overlaps, 1u) << seed << "\n" << to_text(report);
        const Finding overlap = of_kind(report, FindingKind::agent_overlap).at(0);
        ASSERT_NEAR(overlap.amount, 0.001, 1e-9);
        ASSERT_NEAR(report.max_overlap, 0.001, 1e-9);
        ASSERT_NEAR(overlap.end - overlap.begin, 0.1 * dt, 1e-5);
        ASSERT_NEAR((overlap.begin + overlap.end) / 2, (f + pass.at) * dt, 1e-9);
        const std::string first = "walker" + std::to_string(std::min(a, b));
        ASSERT_EQ(overlap.who, first);
    }
}

TEST(PlantedOverlaps, AGapOfAMicrometreIsNoOverlap) {
    for (int seed = 0; seed < test::rounds(200, 2000); ++seed) {
        Rng rng(static_cast<std::uint64_t>(seed));
        auto run = test::make_walkers(rng.next());
        test::plant_overlap(run, static_cast<std::uint32_t>(rng.below(59)), 3, 4, random_pass(rng, -1e-6));
        ASSERT_EQ(check(run).overlaps, 0u) << seed;
    }
}

RC_GTEST_PROP(PlantedOverlaps, DepthAndTimesAreAsPlanted, (std::uint64_t seed)) {
    Rng rng(seed);
    auto run = test::make_walkers(seed, {.count = 4, .frames = 6});
    const Pass pass{std::pow(10.0, rng.uniform(-4, -1)), rng.uniform(0.01, 0.2), rng.uniform(0.2, 0.8),
                    rng.uniform(-3.1, 3.1)};
    test::plant_overlap(run, 3, 0, 1, pass);
    const auto found = of_kind(check(run), FindingKind::agent_overlap);
    RC_ASSERT(found.size() == 1u);
    RC_ASSERT(std::abs(found[0].amount - pass.depth) < 1e-9);
    RC_ASSERT(std::abs((found[0].end - found[0].begin) / dt - pass.lasting) < 1e-3);
}

TEST(PlantedOverlaps, TunnellingThroughAnAgentIsFound) {
    for (int seed = 0; seed < test::rounds(200, 2000); ++seed) {
        Rng rng(static_cast<std::uint64_t>(seed));
        auto run = test::make_walkers(rng.next());
        const auto f = static_cast<std::uint32_t>(rng.below(59));
        const Vec2 aside = 4.0 * unit_vector(rng.uniform(-3.1, 3.1));
        test::keep_only(run, 5, f, f + 1);
        test::place(run, f, 5, test::position(run, f, 4) + aside);
        test::place(run, f + 1, 5, test::position(run, f + 1, 4) - aside);
        const Report report = check(run);
        ASSERT_EQ(report.overlaps, 1u) << seed;
        const double reach = run.agents[4].limits.radius + run.agents[5].limits.radius;
        ASSERT_NEAR(report.max_overlap, reach, 1e-6);
        ASSERT_GE(report.limit_violations, 1u);
    }
}

TEST(PlantedOverlaps, OverlapAtASingleFrameIsFound) {
    auto run = test::make_walkers(1, {.count = 4, .frames = 8});
    test::keep_only(run, 1, 4, 4);
    test::place(run, 4, 1, test::position(run, 4, 0) + Vec2{0.1, 0});
    EXPECT_EQ(check(run).overlaps, 1u);
    test::Walkers still = test::make_walkers(1, {.count = 2, .frames = 1});
    test::place(still, 0, 1, test::position(still, 0, 0));
    EXPECT_EQ(check(still).overlaps, 1u);
}

TEST(PlantedOverlaps, WhatGoesOnIsOneFinding) {
    auto run = test::make_walkers(2);
    for (std::uint32_t f = 10; f <= 20; ++f) test::place(run, f, 1, test::position(run, f, 0) + Vec2{0.1, 0});
    for (std::uint32_t f = 30; f <= 31; ++f) test::place(run, f, 1, test::position(run, f, 0) + Vec2{0.1, 0});
    const auto found = of_kind(check(run), FindingKind::agent_overlap);
    ASSERT_EQ(found.size(), 2u);
    EXPECT_LT(found[0].begin, 10 * dt);
    EXPECT_GT(found[0].end, 20 * dt);
}

TEST(PlantedOverlaps, LayersAndHeightsKeepBodiesApart) {
    auto run = test::make_walkers(3, {.count = 2, .frames = 10});
    run.scene.layers.push_back(Layer{"upper", 4, {}, {}});
    run.agents[1].layer = 1;
    for (std::uint32_t f = 0; f < 10; ++f) {
        test::place(run, f, 1, test::position(run, f, 0));
        test::recorded(run, f, 1).layer = 1;
    }
    EXPECT_EQ(check(run).overlaps, 0u);
    for (std::uint32_t f = 0; f < 10; ++f) {
        test::recorded(run, f, 1).layer = 0;
        test::recorded(run, f, 1).mode = io::AgentMode::airborne;
    }
    EXPECT_EQ(check(run).overlaps, 1u);
    for (std::uint32_t f = 0; f < 10; ++f) test::recorded(run, f, 1).position.z = 2.5;
    EXPECT_EQ(check(run).overlaps, 0u);
}

}  // namespace
}  // namespace wend::verify
