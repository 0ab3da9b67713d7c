// The four real domains in the chains of Fig. 4: every plan that comes out is walked and verified.

#include "wend/planning/navigation.hpp"

#include <gtest/gtest.h>

#include "wend/domains/annotation.hpp"
#include "wend/planning/planner.hpp"
#include "wend/sim/scene_mesh.hpp"
#include "wend/world/world.hpp"

#include "support/effort.hpp"
#include "support/verified_walk.hpp"

namespace wend {
namespace {

using planning::Aim;
using planning::Chain;
using planning::Planner;
using planning::Start;

/// A yard with walls and discs that go to and fro.
Scene yard(std::uint64_t seed, double side) {
    Rng rng(seed);
    Scene scene;
    scene.name = "yard";
    scene.bounds = {{0, 0}, {side, side}};
    scene.layers = {Layer{"ground", 0, {}, {}}};
    for (int i = 0; i < 8; ++i) {
        const Vec2 low{rng.uniform(3, side - 6), rng.uniform(3, side - 6)};
        const Vec2 high = low + Vec2{rng.uniform(0.5, 4), rng.uniform(0.5, 4)};
        scene.layers[0].blocked.push_back({{low, {high.x, low.y}, high, {low.x, high.y}}, {}});
    }
    for (int i = 0; i < 6; ++i) {
        ObstacleSpec obstacle;
        obstacle.name = "cart " + std::to_string(i);
        obstacle.shape = DiscShape{rng.uniform(0.3, 0.8)};
        const Vec2 from{rng.uniform(3, side - 3), rng.uniform(3, side - 3)};
        const Vec2 to{rng.uniform(3, side - 3), rng.uniform(3, side - 3)};
        const double time = distance(from, to) / rng.uniform(0.5, 1.5) + 0.1;
        obstacle.motion = {{{0, {from, 0}}, {time, {to, 0}}, {2 * time, {from, 0}}}, true};
        scene.obstacles.push_back(obstacle);
    }
    AgentSpec agent;
    agent.name = "walker";
    agent.position = {1, 1};
    agent.goal = {0, DiscRegion{{side - 1, side - 1}, 0.5}, {}};
    scene.agents = {agent};
    scene.duration = 200;
    return scene;
}

/// On the straight way to the goal, and beside it.
std::vector<ConstraintSpec> lawn_and_halo() {
    ConstraintSpec lawn, halo;
    lawn.name = "lawn";
    lawn.polygon = {{{10, 9}, {16, 10}, {15, 16}, {9, 15}}, {}};
    lawn.hard = true;
    halo.name = "halo";
    halo.polygon = {{{17, 5}, {23, 5}, {23, 12}}, {}};
    halo.preposition = Preposition::near;
    halo.weight = -3;
    return {lawn, halo};
}

void plan_in_yards(const Chain& chain, const std::vector<ConstraintSpec>& constraints = {}) {
    int solved = 0;
    const int yards = test::rounds(4, 60);
    const auto field = domains::MultiplierField::create(domains::resolve(constraints, {})).value();
    for (int i = 0; i < yards; ++i) {
        Scene scene = yard(static_cast<std::uint64_t>(i), 25);
        scene.constraints = constraints;
        World world(scene);
        const AgentId id = world.add_agent(scene.agents[0]);
        auto mesh = mesh_of(scene);
        ASSERT_TRUE(mesh.is_ok());
        domains::DensityField density(mesh.value().mesh);
        world.obstacles().for_each([&](ObstacleId, const ObstacleState& obstacle) {
            if (obstacle.body) density.set(*obstacle.body);
        });
        planning::Ground ground;
        ground.scene = &scene;
        ground.walls = &world.walls();
        ground.mesh = &mesh.value().mesh;
        ground.filter = mesh.value().filter;
        ground.density = &density;
        const planning::DomainSet domains = navigation_domains(ground);
        ASSERT_TRUE(check(chain, domains).is_ok());
        Planner planner(chain, domains, {id, scene.agents[0].limits, 1.2, &field});
        planner.set_start({{0, {1, 1}, 0}});
        planner.set_goal({{0, {24, 24}, 0}, 0.4});
        const planning::View view{world.snapshot(), &world.changes(), 0};
        for (int frame = 0; frame < 400 && !(planner.reaches_goal()) && planner.has_work(); ++frame) {
            Budget budget = Budget::expansions(2000);
            planner.plan(view, budget);
            ASSERT_LE(budget.spent(), 2000u);
        }
        if (!planner.reaches_goal()) continue;
        ++solved;
        const verify::Report report = test::verified_walk(scene, scene.agents, planner.walk());
        EXPECT_TRUE(report.findings.empty()) << "yard " << i << ": " << to_text(report);
        EXPECT_EQ(report.arrived, 1u) << "yard " << i;
    }
    EXPECT_GE(solved, yards - yards / 4) << "of " << yards;
}

/// Two rooms, the near door between them taken by a crate that no mesh knows of, the other one far away.
Scene rooms_with_a_taken_door() {
    Scene scene = yard(1, 30);
    scene.layers[0].blocked = {{{{14.8, 0}, {15.2, 0}, {15.2, 10}, {14.8, 10}}, {}},
                               {{{14.8, 11.2}, {15.2, 11.2}, {15.2, 26}, {14.8, 26}}, {}},
                               {{{14.8, 27.5}, {15.2, 27.5}, {15.2, 30}, {14.8, 30}}, {}}};
    scene.obstacles.clear();
    ObstacleSpec crate;
    crate.name = "crate";
    crate.shape = DiscShape{0.6};
    crate.motion.keyframes = {{0, {{15, 10.6}, 0}}};
    scene.obstacles.push_back(crate);
    scene.agents[0].position = {3, 10.5};
    scene.agents[0].goal = {0, DiscRegion{{27, 10.5}, 0.5}, {}};
    return scene;
}

/// A world, its mesh and a planner with the scene's problem.
struct Setting {
    Scene scene;
    World world;
    SceneMesh mesh;
    planning::DomainSet domains;
    Chain chain;
    Planner planner;

    Setting(const Scene& made, const Chain& used)
        : scene(made),
          world(scene),
          mesh(mesh_of(scene).value()),
          domains(planning::navigation_domains(ground())),
          chain(used),
          planner(chain, domains, {world.add_agent(scene.agents[0]), scene.agents[0].limits}) {
        planner.set_start({{0, scene.agents[0].position, 0}});
        planner.set_goal({{0, std::get<DiscRegion>(scene.agents[0].goal.region).center, 0}, 0.4});
    }
    planning::Ground ground() {
        planning::Ground ground;
        ground.scene = &scene;
        ground.walls = &world.walls();
        ground.mesh = &mesh.mesh;
        ground.filter = mesh.filter;
        return ground;
    }
    void settle(std::uint64_t most) {
        Budget budget = Budget::expansions(most);
        const planning::View view{world.snapshot(), &world.changes(), 0};
        while (!planner.reaches_goal() && planner.has_work() && !budget.exhausted())
            planner.plan(view, budget);
    }
};

/// The route that the meshes like best cannot be walked: the leg that fails loses its waypoint, then another
/// route is asked for, and that one leads there.
TEST(Navigation, AnotherRouteIsAskedForWhenTheFirstOneCannotBeWalked) {
    Chain chain = planning::waypoint_chain(3);
    chain.stages[2].legs = 50;
    chain.stages[2].settings.patience = 40;  // not enough to find the other door from here
    chain.stages[3].settings.patience = 200;
    Setting at(rooms_with_a_taken_door(), chain);
    at.settle(400'000);
    ASSERT_TRUE(at.planner.reaches_goal());
    EXPECT_GE(at.planner.totals().merges, 2u);
    EXPECT_GE(at.planner.totals().other_routes, 1u);
    const verify::Report report = test::verified_walk(at.scene, at.scene.agents, at.planner.walk());
    EXPECT_TRUE(report.findings.empty()) << to_text(report);
    EXPECT_EQ(report.arrived, 1u);
}

/// Two rooms with one door, from y = low to y = high.
Scene rooms_with_a_door(double low, double high) {
    Scene scene = yard(1, 20);
    scene.layers[0].blocked = {{{{9.8, 0}, {10.2, 0}, {10.2, low}, {9.8, low}}, {}},
                               {{{9.8, high}, {10.2, high}, {10.2, 20}, {9.8, 20}}, {}}};
    scene.obstacles.clear();
    scene.agents[0].position = {3, 10};
    scene.agents[0].goal = {0, DiscRegion{{17, 10}, 0.5}, {}};
    return scene;
}

/// The grid's plan, or none, and the whole way with it.
void expect_way_along_the_grid(const Scene& scene) {
    Chain chain = planning::tunnel_chain();
    chain.stages.erase(chain.stages.begin(), chain.stages.begin() + 2);
    Setting at(scene, chain);
    at.settle(100'000);
    ASSERT_TRUE(at.planner.reaches_goal());
    EXPECT_TRUE(at.planner.task(0).status().has_plan) << "space and time had no tunnel";
    const verify::Report report = test::verified_walk(at.scene, at.scene.agents, at.planner.walk());
    EXPECT_TRUE(report.findings.empty()) << to_text(report);
}

TEST(Navigation, TheGridLooksCloserWhereItsCellsFindNoWay) {
    expect_way_along_the_grid(rooms_with_a_door(9.7, 10.35));
}

TEST(Navigation, TheGridLooksPastThoseWhoCloseEveryWay) {
    Scene scene = rooms_with_a_door(9.4, 10.6);
    ObstacleSpec cart;
    cart.name = "cart";
    cart.shape = DiscShape{0.6};
    cart.motion.keyframes = {{0, {{10, 10}, 0}}, {2, {{10, 10}, 0}}, {12, {{18, 18}, 0}}};
    scene.obstacles.push_back(cart);
    expect_way_along_the_grid(scene);
}

/// Crates in both doors: the grid looks past them, and sees it when one of them goes.
TEST(Navigation, AGridThatLookedPastBodiesSeesThemAgain) {
    Scene scene = rooms_with_a_taken_door();
    scene.obstacles.push_back(scene.obstacles[0]);
    scene.obstacles[1].name = "other crate";
    scene.obstacles[1].motion.keyframes = {{0, {{15, 26.75}, 0}}};
    scene.agents[0].position = {12, 14};  // sees both
    Chain chain = planning::tunnel_chain();
    chain.stages = {chain.stages[2]};
    Setting at(scene, chain);
    const auto farthest_up = [&] {
        double up = 0;
        for (const domains::Place& place : at.planner.course()) up = std::max(up, place.position.y);
        return up;
    };
    const auto plan_at = [&](double time) {
        at.world.advance(time);
        Budget budget = Budget::expansions(100'000);
        at.planner.plan({at.world.snapshot(), &at.world.changes(), time}, budget);
    };
    plan_at(0);
    ASSERT_TRUE(at.planner.reaches_goal());
    EXPECT_LT(farthest_up(), 15) << "through the near door, as if nobody were there";
    at.world.remove_obstacle(at.world.find_obstacle("other crate"));
    plan_at(0.1);
    plan_at(3);
    ASSERT_TRUE(at.planner.reaches_goal());
    EXPECT_GT(farthest_up(), 25);
}

/// Two rooms and a slit between them that the body fits into exactly, which no row of cells leads through;
/// and, if wanted, a door far away.
Scene rooms_with_a_slit(bool has_door) {
    Scene scene = yard(1, 40);
    const double top = has_door ? 38 : 40;
    scene.layers[0].blocked = {{{{19, 0}, {20, 0}, {20, 10}, {19, 10}}, {}},
                               {{{19, 10.5}, {20, 10.5}, {20, top}, {19, top}}, {}}};
    scene.obstacles.clear();
    scene.agents[0].position = {12, 9.9};
    scene.agents[0].goal = {0, DiscRegion{{28, 10.3}, 0.5}, {}};
    return scene;
}

/// The meshes know the slit, but lead through it only when there is nothing else.
TEST(Navigation, ASlitIsTheLastWayThatMeshesTake) {
    for (const Chain& chain : {planning::tunnel_chain(), planning::waypoint_chain()}) {
        Setting setting(rooms_with_a_slit(true), chain);
        setting.settle(20'000);
        ASSERT_TRUE(setting.planner.status() == StatusCode::ok);
        EXPECT_GT(domains::length_of(setting.planner.task(0).course()), 50);
    }
    Setting closed(rooms_with_a_slit(false), planning::tunnel_chain());
    closed.settle(1000);
    EXPECT_TRUE(closed.planner.task(0).status().has_plan);
    EXPECT_LT(domains::length_of(closed.planner.task(0).course()), 20);
}

/// Cells and lattices hold no way through the slit. That is proven by what the smaller room holds, not by all
/// that can happen in both of them in two minutes.
TEST(Navigation, WhoIsWalledInIsToldSoon) {
    for (const Chain& chain : {planning::tunnel_chain(), planning::waypoint_chain()}) {
        Setting setting(rooms_with_a_slit(false), chain);
        setting.settle(400'000);
        EXPECT_EQ(setting.planner.status(), StatusCode::unreachable);
        EXPECT_LT(setting.planner.totals().expansions, 150'000u);
    }
}

TEST(Navigation, TunnelsThroughAllFourDomains) {
    plan_in_yards(planning::tunnel_chain());
}

TEST(Navigation, WaypointsAsProblemsOfTheirOwn) {
    Chain chain = planning::waypoint_chain(8);
    chain.stages[2].legs = 20;
    plan_in_yards(chain);
}

TEST(Navigation, HighwaysInPlaceOfTheGrid) {
    Chain chain = planning::tunnel_chain();
    chain.stages[2].domain = "hybrid";
    plan_in_yards(chain);
    plan_in_yards(chain, lawn_and_halo());
}

TEST(Navigation, KeepsOffForbiddenGround) {
    plan_in_yards(planning::tunnel_chain(), lawn_and_halo());
    plan_in_yards(planning::waypoint_chain(8), lawn_and_halo());
}

}  // namespace
}  // namespace wend
