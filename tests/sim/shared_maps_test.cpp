// Ways that come from a shared map are as long as those that are searched for one by one, before and after
// edits; and a map is there when the rule says so, and only then.

#include "sim/ground/shared_maps.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "wend/base/rng.hpp"
#include "wend/sim/simulation.hpp"

#include "sim/ground/router.hpp"

namespace wend {
namespace {

constexpr double shared_radius = 0.27;

Polygon box_at(Vec2 low, Vec2 high) {
    return {{low, {high.x, low.y}, high, {low.x, high.y}}, {}};
}

Scene boxes(std::uint64_t seed) {
    Rng rng(seed);
    Scene scene;
    scene.bounds = {{0, 0}, {60, 60}};
    scene.layers.resize(1);
    for (int x = 0; x < 5; ++x)
        for (int y = 0; y < 5; ++y) {
            const Vec2 low{12.0 * x + rng.uniform(1, 4), 12.0 * y + rng.uniform(1, 4)};
            scene.layers[0].blocked.push_back(box_at(low, low + Vec2{rng.uniform(2, 6), rng.uniform(2, 6)}));
        }
    return scene;
}

double length_of(const Router::Answer& answer) {
    double metres = 0;
    for (std::size_t i = 1; i < answer.points.size(); ++i)
        metres += distance(answer.points[i - 1].position, answer.points[i].position);
    return metres;
}

Router::Answer ask(const Router& router, Vec2 from, const RouteWish& wish) {
    Budget budget = Budget::unlimited();
    return router.plan({{from, 0}, wish.to, wish.radius, 1e-12, 0, 1.4}, nullptr, budget);
}

struct Pair {
    explicit Pair(std::uint64_t seed)
        : scene(boxes(seed)), with(Router::create(scene).value()), without(Router::create(scene).value()) {}
    void block(std::uint32_t number, Vec2 at) {
        for (Router* router : {&with, &without}) {
            const Status cut = router->block(ObstacleId{number, 1}, 0, DiscShape{0.8}, {at, 0});
            ASSERT_TRUE(cut.is_ok()) << cut.message;
        }
    }
    void unblock(std::uint32_t number) {
        for (Router* router : {&with, &without}) router->unblock(ObstacleId{number, 1});
    }
    void update(const RouteWish& wish, std::size_t agents) {
        Budget budget = Budget::unlimited();
        with.update(budget);
        without.update(budget);
        with.expect(std::vector<RouteWish>(agents, wish));
    }
    Scene scene;
    Router with;
    Router without;
};

int compare_ways(const Pair& pair, Rng& rng, const RouteWish& wish, int places) {
    int found = 0;
    for (int i = 0; i < places; ++i) {
        const Vec2 from{rng.uniform(0.3, 59.7), rng.uniform(0.3, 59.7)};
        const Router::Answer one = ask(pair.with, from, wish), other = ask(pair.without, from, wish);
        EXPECT_EQ(one.status.code, other.status.code);
        EXPECT_EQ(one.points.empty(), other.points.empty());
        if (one.points.empty() || other.points.empty()) continue;
        ++found;
        EXPECT_NEAR(length_of(one), length_of(other), 1e-9);
        EXPECT_LT(distance(one.points.front().position, from), 1e-9);
        EXPECT_EQ(one.points.back().position, wish.to.position);
    }
    return found;
}

TEST(SharedMaps, WaysAreAsLongAsSingleOnes) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        Pair pair(seed);
        Rng rng(seed + 50);
        const RouteWish wish{{{58.5, 58.5}, 0}, shared_radius};
        pair.update(wish, 400);
        EXPECT_GT(compare_ways(pair, rng, wish, 60), 20);
        std::uint32_t next = 0;
        for (int edit = 0; edit < 8; ++edit) {
            if (edit % 3 == 2)
                pair.unblock(next - 1);
            else
                pair.block(next++, {rng.uniform(2, 56), rng.uniform(2, 56)});
            pair.update(wish, edit % 2 == 0 ? 400 : 0);
            compare_ways(pair, rng, wish, 40);
        }
    }
}

TEST(SharedMaps, AreMadeWhenTheyPay) {
    const Scene scene = boxes(3);
    const Router router = Router::create(scene).value();
    const mesh::NavMesh& ground = router.mesh();
    const std::size_t least = std::max<std::size_t>(SharedMaps::many, ground.layer(0).vertex_count() / 2);
    const RouteWish here{{{58.5, 58.5}, 0}, shared_radius}, there{{{1, 58}, 0}, shared_radius};
    SharedMaps maps;
    std::vector<RouteWish> wishes(least - 1, here);
    wishes.insert(wishes.end(), least - 1, there);
    maps.expect(ground, router.filter(), wishes);
    EXPECT_EQ(maps.size(), 0u);
    wishes.push_back(there);
    maps.expect(ground, router.filter(), wishes);
    EXPECT_EQ(maps.size(), 1u);
    mesh::NavContext context;
    mesh::Path path;
    EXPECT_TRUE(maps.find_path(ground, {{1, 1}, 0}, there, context.query, path));
    EXPECT_FALSE(maps.find_path(ground, {{1, 1}, 0}, here, context.query, path));
    RouteWish wider = there;
    wider.radius += 0.1;
    EXPECT_FALSE(maps.find_path(ground, {{1, 1}, 0}, wider, context.query, path));
    for (int i = 0; i < 20; ++i) {
        const RouteWish other{{{58.0 - 0.01 * i, 58.5}, 0}, shared_radius};
        maps.expect(ground, router.filter(), std::vector<RouteWish>(least, other));
    }
    EXPECT_EQ(maps.size(), SharedMaps::most_maps);
}

/// A crowd to one place: the same recording whatever the number of threads.
TEST(SharedMaps, CrowdsDoNotDependOnThreads) {
    Scene scene = boxes(5);
    scene.duration = 3;
    for (int i = 0; i < 240; ++i) {
        AgentSpec agent;
        agent.name = std::to_string(i);
        agent.position = {1.5 + 0.9 * (i % 60), 0.35};
        if (i >= 60) agent.position = {i >= 120 ? 59.6 : 0.35, 1.5 + 0.9 * (i % 60)};
        if (i >= 180) agent.position = {1.5 + 0.9 * (i % 60), 59.6};
        agent.goal.region = DiscRegion{{30.5, 11.5}, 0.1};
        scene.agents.push_back(agent);
    }
    std::vector<std::vector<Vec2>> ends;
    for (const std::uint32_t threads : {1u, 2u}) {
        auto made = Simulation::create(scene, {1, threads, {}});
        ASSERT_TRUE(made) << made.status().message;
        while (!made.value().is_finished()) made.value().step();
        ends.emplace_back();
        for (std::uint32_t i = 0; i < scene.agents.size(); ++i)
            for (const PublishedPoint& point : made.value().published(i))
                ends.back().push_back(point.position);
    }
    EXPECT_EQ(ends[0], ends[1]);
    EXPECT_GT(ends[0].size(), 200u);
}

}  // namespace
}  // namespace wend
