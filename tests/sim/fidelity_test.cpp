// How deep somebody's planning goes follows from its situation.

#include <algorithm>
#include <numbers>

#include <gtest/gtest.h>

#include "wend/base/rng.hpp"

#include "halls.hpp"
#include "support/effort.hpp"
#include "verified_run.hpp"

namespace wend {
namespace {

using test::hall;
using test::walker;

constexpr int static_mesh = 0, density_mesh = 1, space_time = 3;

Ring box(Vec2 low, Vec2 high) {
    return {low, {high.x, low.y}, high, {low.x, high.y}};
}

/// A corridor that a cart fills from wall to wall goes to and fro in; beside it there are niches. Whoever
/// wants through has to be in a niche when the cart comes by.
Scene niches(std::uint64_t seed) {
    Rng rng(seed);
    const double length = rng.uniform(9, 14), width = rng.uniform(1.3, 1.7), deep = rng.uniform(1.1, 1.5);
    const double begin = 6, end = begin + length, low = 10 - width / 2, high = 10 + width / 2;
    const double niche = begin + rng.uniform(0.3, 0.6) * length, wide = rng.uniform(1.3, 1.8);
    AgentSpec ann = walker("ann", {2, 9}, {end + 4, 9});
    ann.limits.radius = 0.25;
    Scene scene = hall({ann}, 150, 0.1);
    scene.name = "niches";
    scene.bounds = {{0, 0}, {end + 6, 20}};
    scene.layers[0].blocked = {{box({begin, 0}, {end, low}), {}},
                               {box({begin, high}, {niche, 20}), {}},
                               {box({niche, high + deep}, {niche + wide, 20}), {}},
                               {box({niche + wide, high}, {end, 20}), {}}};
    const double half = width / 2 - 0.08, there = (length + 4) / rng.uniform(0.5, 0.9);
    ObstacleSpec cart = test::crate("cart", {}, 0.5);
    cart.shape = PolygonShape{{{-0.5, -half}, {0.5, -half}, {0.5, half}, {-0.5, half}}};
    cart.motion = {
        {{0, {{begin - 2, 10}, 0}}, {there, {{end + 2, 10}, 0}}, {2 * there, {{begin - 2, 10}, 0}}}, true};
    scene.obstacles.push_back(cart);
    scene.budget.expansions = 1000;
    return scene;
}

TEST(Fidelity, WhoeverSomethingThatMovesKeepsStandingIsPlannedForInTime) {
    const int count = test::rounds(1, 20);
    for (int seed = 1; seed <= count; ++seed) {
        const verify::Report report = test::verified_run(niches(static_cast<std::uint64_t>(seed)));
        EXPECT_TRUE(report.passed) << "seed " << seed << ": " << verify::to_text(report);
    }
}

/// All ways lead through one point, which nobody has to go through.
Scene all_through_the_middle(std::size_t count) {
    Scene scene = hall({}, 60, 0.1);
    scene.bounds = {{0, 0}, {40, 24}};
    for (std::size_t i = 0; i < count; ++i) {
        const bool is_east = i % 2 == 0;
        const double up = 3 + 2 * static_cast<double>(i / 2 % 10),
                     away = 1.5 + 1.2 * static_cast<double>(i / 20);
        AgentSpec agent = walker("walker " + std::to_string(i), {is_east ? away : 40 - away, up},
                                 {is_east ? 40 - away : away, 24 - up});
        agent.heading = is_east ? 0 : std::numbers::pi;
        scene.agents.push_back(agent);
    }
    return scene;
}

TEST(Fidelity, ManyWhoseWaysCrossInTheOpenGoAroundEachOther) {
    const verify::Report report = test::verified_run(all_through_the_middle(60));
    EXPECT_TRUE(report.passed) << verify::to_text(report);
    EXPECT_LT(report.measures.last_arrival, 45);
}

int domain_after_a_second(const Scene& scene) {
    auto made = Simulation::create(scene, {1, 1, {}});
    EXPECT_TRUE(made) << made.status().message;
    for (int i = 0; i < 30; ++i) made.value().step();
    return made.value().view(0).domain;
}

TEST(Fidelity, FollowsFromTheSituation) {
    EXPECT_EQ(domain_after_a_second(hall({walker("ann", {2, 5}, {18, 5})})), static_mesh);
    EXPECT_EQ(domain_after_a_second(all_through_the_middle(40)), density_mesh);
    Scene in_focus = hall({walker("ann", {2, 5}, {18, 5})});
    in_focus.budget.expansions = 500;
    in_focus.planner.focus.emplace_back().target = "ann";
    EXPECT_EQ(domain_after_a_second(in_focus), space_time);
}

}  // namespace
}  // namespace wend
