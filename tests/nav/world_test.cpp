// The world that a host holds.

#include "wend/nav/world.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "wend/sim/simulation.hpp"

#include "support/effort.hpp"

namespace wend::nav {
namespace {

World hall(WorldDef def = {}) {
    auto world = World::create(empty_scene({0, 0}, {20, 10}), def);
    EXPECT_TRUE(world) << world.status().message;
    return std::move(world).value();
}

AgentId walker(World& world, Vec2 from, Vec2 to, std::uint64_t user = 0) {
    AgentDef def;
    def.place = {from};
    def.goal = goal_at({to});
    def.user = user;
    const auto agent = world.add_agent(def);
    EXPECT_TRUE(agent) << agent.status().message;
    return agent ? agent.value() : AgentId{};
}

void run(World& world, int steps) {
    for (int i = 0; i < steps; ++i) world.step();
}

std::vector<EventKind> kinds_of(const World& world, AgentId agent) {
    std::vector<EventKind> kinds;
    for (const Event& event : world.events())
        if (event.agent == agent) kinds.push_back(event.kind);
    return kinds;
}

TEST(World, SomebodyWalksToItsGoalAndSaysSo) {
    World world = hall();
    const AgentId agent = walker(world, {2, 5}, {18, 5}, 77);
    EXPECT_EQ(world.state(agent).value().mode, Mode::outside);
    bool entered = false, arrived = false;
    for (int i = 0; i < 600 && !arrived; ++i) {
        world.step();
        for (const Event& event : world.events()) {
            EXPECT_EQ(event.agent, agent);
            EXPECT_EQ(event.user, 77u);
            entered = entered || event.kind == EventKind::entered;
            arrived = arrived || event.kind == EventKind::arrived;
        }
    }
    EXPECT_TRUE(entered);
    ASSERT_TRUE(arrived);
    const AgentState state = world.state(agent).value();
    EXPECT_EQ(state.mode, Mode::arrived);
    EXPECT_NEAR(state.position.x, 18, 0.5);
    EXPECT_EQ(state.user, 77u);
}

TEST(World, ColumnsAgreeWithWhatIsSaidOfEach) {
    World world = hall();
    for (int i = 0; i < 6; ++i) walker(world, {2, 1.0 + i}, {18, 8.0 - i}, 100u + static_cast<unsigned>(i));
    run(world, 60);
    ASSERT_EQ(world.agents().size(), 6u);
    for (std::size_t row = 0; row < 6; ++row) {
        const AgentState state = world.state(world.agents()[row]).value();
        EXPECT_EQ(state.position, world.positions()[row]);
        EXPECT_EQ(state.velocity, world.velocities()[row]);
        EXPECT_EQ(state.heading, world.headings()[row]);
        EXPECT_EQ(state.mode, world.modes()[row]);
        EXPECT_GT(length(state.velocity), 0.5) << "they walk";
    }
}

TEST(World, VelocityIsTheChangeOfPosition) {
    World world = hall();
    const AgentId agent = walker(world, {2, 5}, {18, 5});
    run(world, 30);
    for (int i = 0; i < 100; ++i) {
        const Vec3 before = world.state(agent).value().position;
        world.step();
        const AgentState now = world.state(agent).value();
        EXPECT_NEAR((now.position.x - before.x) / world.time_step(), now.velocity.x, 1e-9);
    }
}

TEST(World, HandlesThatMeanNothingAreToldSo) {
    World world = hall(), other = hall();
    const AgentId mine = walker(world, {2, 5}, {18, 5}), gone = walker(world, {2, 8}, {18, 8});
    const AgentId foreign = walker(other, {2, 5}, {18, 5});
    run(world, 3);
    ASSERT_TRUE(world.remove(gone).is_ok());
    const AgentId again = walker(world, {2, 8}, {18, 8});
    EXPECT_NE(again, gone) << "ids are never given again";
    for (const AgentId wrong : {AgentId{}, gone, foreign, AgentId{~std::uint64_t{0}}, AgentId{12345}}) {
        EXPECT_FALSE(world.contains(wrong));
        EXPECT_FALSE(world.state(wrong));
        for (const Status& status :
             {world.remove(wrong), world.set_goal(wrong, goal_at({{5, 5}})), world.set_paused(wrong, true),
              world.set_limits(wrong, {}), world.set_position(wrong, {{3, 3}}), world.set_user(wrong, 1),
              world.plan(wrong)})
            EXPECT_EQ(status.code, StatusCode::invalid_input) << status.message;
        EXPECT_TRUE(world.way(wrong).empty());
    }
    for (const ObstacleId wrong : {ObstacleId{}, ObstacleId{mine.value}}) {
        EXPECT_FALSE(world.remove(wrong).is_ok());
        EXPECT_FALSE(world.set_pose(wrong, {}).is_ok());
        EXPECT_FALSE(world.pose(wrong));
        EXPECT_FALSE(world.user(wrong));
    }
    EXPECT_FALSE(world.set_open(LinkId{}, true).is_ok());
    EXPECT_FALSE(world.remove(LinkId{}).is_ok());
    EXPECT_FALSE(world.remove(AreaId{}).is_ok());
    EXPECT_FALSE(world.set_weight(AreaId{}, 1).is_ok());
    EXPECT_FALSE(world.set_goal(GroupId{}, goal_at({{5, 5}})).is_ok());
    EXPECT_FALSE(world.remove(GroupId{}).is_ok());
    EXPECT_TRUE(world.contains(mine));
}

TEST(World, WhatMakesNoSenseIsRefused) {
    World world = hall();
    AgentDef def;
    def.place = {{-5, 5}};
    EXPECT_FALSE(world.add_agent(def)) << "outside";
    def.place = {{0.1, 5}};
    EXPECT_FALSE(world.add_agent(def)) << "in the wall";
    def.place = {{5, 5}, 3};
    EXPECT_FALSE(world.add_agent(def)) << "no such layer";
    def.place = {{5, std::nan("")}};
    EXPECT_FALSE(world.add_agent(def));
    def.place = {{5, 5}};
    def.limits.max_speed = 0;
    EXPECT_FALSE(world.add_agent(def));
    def.limits = {};
    def.goal = goal_at({{200, 5}});
    EXPECT_FALSE(world.add_agent(def)) << "a goal outside";
    ObstacleDef obstacle;
    obstacle.shape = DiscShape{-1};
    EXPECT_FALSE(world.add_obstacle(obstacle));
    obstacle.shape = PolygonShape{{{0, 0}, {1, 1}, {0, 1}, {1, 0}}};
    EXPECT_FALSE(world.add_obstacle(obstacle)) << "it crosses itself";
    EXPECT_EQ(world.agent_count(), 0u);
    Scene scene = empty_scene({0, 0}, {20, 10});
    scene.time_step = 0;
    EXPECT_FALSE(World::create(scene));
}

TEST(World, AGoalInAWallIsRefusedAndTheOldOneKept) {
    World world = hall();
    const AgentId agent = walker(world, {2, 5}, {18, 5});
    run(world, 10);
    EXPECT_FALSE(world.set_goal(agent, goal_at({{25, 5}})).is_ok());
    run(world, 600);
    EXPECT_EQ(world.state(agent).value().mode, Mode::arrived);
}

TEST(World, WhoLeavesAtItsGoalIsRemoved) {
    World world = hall();
    AgentDef def;
    def.place = {{2, 5}};
    def.goal = goal_at({{6, 5}});
    def.goal->leaves = true;
    const AgentId agent = world.add_agent(def).value();
    bool removed = false;
    for (int i = 0; i < 400 && !removed; ++i) {
        world.step();
        for (const EventKind kind : kinds_of(world, agent)) removed = removed || kind == EventKind::removed;
    }
    EXPECT_TRUE(removed);
    EXPECT_FALSE(world.contains(agent));
    EXPECT_EQ(world.agent_count(), 0u);
}

TEST(World, UnreachableIsTold) {
    Scene scene = empty_scene({0, 0}, {20, 10});
    scene.layers[0].blocked = {{{{9, 0}, {10, 0}, {10, 10}, {9, 10}}, {}}};
    World world = World::create(scene).value();
    const AgentId agent = walker(world, {2, 5}, {18, 5});
    bool is_told = false;
    for (int i = 0; i < 60; ++i) {
        world.step();
        for (const EventKind kind : kinds_of(world, agent))
            is_told = is_told || kind == EventKind::unreachable;
    }
    EXPECT_TRUE(is_told);
    EXPECT_EQ(world.plan(agent).code, StatusCode::unreachable);
}

TEST(World, AnObstacleIsWalkedAroundUntilItGoes) {
    World world = hall();
    ObstacleDef wall;
    wall.shape = PolygonShape{{{-0.5, -6}, {0.5, -6}, {0.5, 3}, {-0.5, 3}}};
    wall.pose = {{10, 5}, 0};
    wall.user = 9;
    const ObstacleId obstacle = world.add_obstacle(wall).value();
    EXPECT_EQ(world.user(obstacle).value(), 9u);
    const AgentId agent = walker(world, {2, 5}, {18, 5});
    double highest = 0;
    for (int i = 0; i < 200; ++i) {
        world.step();
        highest = std::max(highest, world.state(agent).value().position.y);
    }
    EXPECT_GT(highest, 7) << "around";
    EXPECT_TRUE(world.remove(obstacle).is_ok());
    EXPECT_FALSE(world.remove(obstacle).is_ok());
}

TEST(World, AnObstacleFollowsItsCallback) {
    World world = hall();
    ObstacleDef def;
    def.follow = [](double time) { return Pose{{5 + time, 5}, 0}; };
    const ObstacleId obstacle = world.add_obstacle(def).value();
    run(world, 60);
    EXPECT_NEAR(world.pose(obstacle).value().position.x, 5 + world.time(), 1e-9);
    EXPECT_FALSE(world.set_pose(obstacle, {}).is_ok()) << "its callback says where it is";
}

TEST(World, ABodyThatItsHostMovesIsAvoidedAndComesBack) {
    World world = hall();
    const AgentId player = walker(world, {10, 5}, {10, 5}), agent = walker(world, {2, 5}, {18, 5});
    run(world, 2);
    double nearest = 100;
    for (int i = 0; i < 200; ++i) {
        ASSERT_TRUE(world.set_position(player, {{10, 5 + 0.2 * std::sin(0.05 * i)}}, {0, 0}, 0).is_ok());
        world.step();
        EXPECT_EQ(world.state(player).value().mode, Mode::held);
        const Vec3 a = world.state(player).value().position, b = world.state(agent).value().position;
        nearest = std::min(nearest, distance(a.xy(), b.xy()));
    }
    EXPECT_GT(nearest, 0.5 - 1e-6);
    EXPECT_EQ(world.agents().size(), 2u);
    ASSERT_TRUE(world.set_goal(player, goal_at({{3, 3}})).is_ok());
    run(world, 400);
    EXPECT_EQ(world.state(player).value().mode, Mode::arrived);
    EXPECT_NEAR(world.state(player).value().position.x, 3, 0.5);
}

TEST(World, ATeleportedBodyGoesOnFromThere) {
    World world = hall();
    const AgentId agent = walker(world, {2, 5}, {18, 5});
    run(world, 30);
    ASSERT_TRUE(world.set_position(agent, {{12, 8}}).is_ok());
    EXPECT_EQ(world.state(agent).value().position.xy(), (Vec2{12, 8}));
    run(world, 400);
    EXPECT_EQ(world.state(agent).value().mode, Mode::arrived);
}

TEST(World, ABodyPutIntoAWallStaysHeldUntilItIsOut) {
    World world = hall();
    const AgentId agent = walker(world, {2, 5}, {18, 5});
    run(world, 5);
    ASSERT_TRUE(world.set_position(agent, {{0.05, 5}}).is_ok());
    run(world, 30);
    EXPECT_EQ(world.state(agent).value().mode, Mode::held);
    ASSERT_TRUE(world.set_position(agent, {{3, 5}}).is_ok());
    run(world, 400);
    EXPECT_EQ(world.state(agent).value().mode, Mode::arrived);
}

TEST(World, LimitsChangeWhileItWalks) {
    World world = hall();
    const AgentId agent = walker(world, {2, 5}, {18, 5});
    run(world, 60);
    AgentLimits slow;
    slow.max_speed = 0.5;
    ASSERT_TRUE(world.set_limits(agent, slow).is_ok());
    run(world, 45);
    EXPECT_LE(length(world.state(agent).value().velocity), 0.5 + 1e-9);
    AgentLimits fast;
    fast.max_speed = 3;
    ASSERT_TRUE(world.set_limits(agent, fast).is_ok());
    double fastest = 0;
    for (int i = 0; i < 60; ++i) {
        world.step();
        fastest = std::max(fastest, length(world.state(agent).value().velocity));
    }
    EXPECT_GT(fastest, 2);
    AgentLimits huge;
    huge.radius = 30;
    EXPECT_FALSE(world.set_limits(agent, huge).is_ok());
}

TEST(World, GroupsAreToldTogether) {
    World world = hall();
    const GroupId group = world.add_group();
    AgentDef def;
    def.group = group;
    for (int i = 0; i < 3; ++i) {
        def.place = {{2, 2.0 + 2 * i}};
        ASSERT_TRUE(world.add_agent(def));
    }
    const AgentId alone = walker(world, {2, 8.5}, {18, 8.5});
    run(world, 5);
    Goal all = goal_at({{16, 5}}, 2);
    ASSERT_TRUE(world.set_goal(group, all).is_ok());
    run(world, 500);
    EXPECT_EQ(world.agents_in(group).size(), 3u);
    for (const AgentId agent : world.agents_in(group))
        EXPECT_EQ(world.state(agent).value().mode, Mode::arrived);
    ASSERT_TRUE(world.remove(group).is_ok());
    EXPECT_EQ(world.agent_count(), 1u);
    EXPECT_TRUE(world.contains(alone));
}

TEST(World, TimePassesInWholeStepsAndIsInterpolated) {
    World world = hall();
    const AgentId agent = walker(world, {2, 5}, {18, 5});
    run(world, 30);
    EXPECT_EQ(world.advance(0.5 / 30), 0u);
    const double before = world.state(agent).value().position.x;
    EXPECT_EQ(world.advance(1.0 / 30), 1u);
    std::vector<Vec3> between;
    world.interpolate(between);
    ASSERT_EQ(between.size(), 1u);
    EXPECT_NEAR(between[0].x, (before + world.state(agent).value().position.x) / 2, 1e-9);
    EXPECT_EQ(world.advance(10, 3), 3u) << "what is too much is forgotten";
    EXPECT_LT(world.advance(0.02), 2u);
}

TEST(World, PlatformsComeCarryAndGo) {
    World world = hall();
    AgentDef def;
    def.place = {{5, 5}};
    const AgentId rider = world.add_agent(def).value();
    PlatformDef surface;
    surface.outline = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    surface.pose = {{5, 5}, 0};
    const PlatformId platform = world.add_platform(surface).value();
    EXPECT_EQ(world.platforms(), std::vector{platform});
    run(world, 30);
    EXPECT_NEAR(world.state(rider).value().position.x, 5, 1e-9);
    const double now = world.time();
    const Trajectory way{{{now, {{5, 5}, 0}}, {now + 1, {{6, 5}, 0}}}, false};
    ASSERT_TRUE(world.set_trajectory(platform, way).is_ok());
    run(world, 30);
    EXPECT_NEAR(world.state(rider).value().position.x, 6, 1e-6);
    EXPECT_NEAR(world.pose(platform).value().position.x, 6, 1e-9);
    surface.outline = {{0, 0}, {1, 1}, {1, 0}, {0, 1}};
    EXPECT_FALSE(world.add_platform(surface)) << "it crosses itself";
    surface.outline = {{-1, -1}, {1, -1}, {1, 1}};
    surface.layer = 4;
    EXPECT_FALSE(world.add_platform(surface)) << "no such layer";
    ASSERT_TRUE(world.remove(platform).is_ok());
    EXPECT_FALSE(world.remove(platform).is_ok());
    EXPECT_FALSE(world.pose(platform));
    EXPECT_FALSE(world.set_pose(platform, {}).is_ok());
    run(world, 10);
}

TEST(World, ThingsOfTheSceneHaveIdsToo) {
    Scene scene = empty_scene({0, 0}, {20, 10});
    ObstacleSpec crate;
    crate.name = "crate";
    crate.motion = {{{0, {{10, 5}, 0}}}, false};
    scene.obstacles = {crate};
    PlatformSpec raft;
    raft.outline = {{-1, -1}, {1, -1}, {1, 1}};
    raft.motion = {{{0, {{4, 4}, 0}}}, false};
    scene.platforms = {raft, raft};
    scene.events = {{0.5, DisappearEvent{"crate"}}};
    World world = World::create(scene).value();
    ASSERT_EQ(world.obstacles().size(), 1u);
    ASSERT_EQ(world.platforms().size(), 2u);
    const ObstacleId obstacle = world.obstacles()[0];
    EXPECT_EQ(world.pose(obstacle).value().position, (Vec2{10, 5}));
    ASSERT_TRUE(world.set_pose(world.platforms()[1], {{8, 8}, 0}).is_ok());
    EXPECT_EQ(world.pose(world.platforms()[1]).value().position, (Vec2{8, 8}));
    EXPECT_EQ(world.pose(world.platforms()[0]).value().position, (Vec2{4, 4}));
    run(world, 30);
    EXPECT_TRUE(world.obstacles().empty()) << "an event has taken it away";
    EXPECT_FALSE(world.pose(obstacle));
    EXPECT_FALSE(world.remove(obstacle).is_ok());
    ASSERT_TRUE(world.save());
}

TEST(World, ALinkOpensAndShuts) {
    Scene scene = empty_scene({0, 0}, {20, 10});
    scene.layers[0].blocked = {{{{9, 0}, {11, 0}, {11, 10}, {9, 10}}, {}}};
    World world = World::create(scene).value();
    LinkDef def{{{8, 5}}, {{12, 5}}, true, 0, false};
    const LinkId link = world.add_link(def).value();
    const AgentId agent = walker(world, {2, 5}, {18, 5});
    run(world, 60);
    EXPECT_EQ(world.plan(agent).code, StatusCode::unreachable);
    ASSERT_TRUE(world.set_open(link, true).is_ok());
    run(world, 600);
    EXPECT_EQ(world.state(agent).value().mode, Mode::arrived);
    ASSERT_TRUE(world.remove(link).is_ok());
    EXPECT_FALSE(world.set_open(link, true).is_ok());
}

TEST(World, ForbiddenGroundIsKeptOffUntilItIsLifted) {
    World world = hall();
    AreaDef def;
    def.polygon.outline = {{8, -1}, {12, -1}, {12, 8}, {8, 8}};
    def.is_forbidden = true;
    const AreaId area = world.add_area(def).value();
    const AgentId agent = walker(world, {2, 2}, {18, 2});
    double highest = 0;
    for (int i = 0; i < 600; ++i) {
        world.step();
        highest = std::max(highest, world.state(agent).value().position.y);
    }
    EXPECT_GT(highest, 7.5);
    EXPECT_EQ(world.state(agent).value().mode, Mode::arrived);
    ASSERT_TRUE(world.remove(area).is_ok());
    ASSERT_TRUE(world.set_goal(agent, goal_at({{2, 2}})).is_ok());
    highest = 0;
    for (int i = 0; i < 500; ++i) {
        world.step();
        highest = std::max(highest, world.state(agent).value().position.y);
    }
    EXPECT_LT(highest, 4);
}

TEST(World, TheHostsOwnTasksAreUsed) {
    struct Host {
        int calls = 0;
    } host;
    WorldDef def;
    def.tasks.host = &host;
    def.tasks.workers = 3;
    def.tasks.run = [](void* self, std::uint32_t count, Task task, void* data) {
        ++static_cast<Host*>(self)->calls;
        for (std::uint32_t i = 0; i < count; ++i) task(data, count - 1 - i);
    };
    World world = hall(def), usual = hall();
    const AgentId agent = walker(world, {2, 5}, {18, 5}), same = walker(usual, {2, 5}, {18, 5});
    run(world, 100);
    run(usual, 100);
    EXPECT_GE(host.calls, 100);
    EXPECT_EQ(world.state(agent).value().position, usual.state(same).value().position);
}

/// Time and memory follow who is there, not who has been.
TEST(World, ManyLivesCostNoMoreThanAFew) {
    World world = hall();
    std::vector<AgentId> alive;
    const int lives = test::rounds(10'000, 1'000'000);
    std::uint64_t seed = 1;
    std::size_t slots_at_first = 0;
    for (int life = 0; life < lives; ++life) {
        const auto place = world.paths().random_place(0.3, seed++);
        ASSERT_TRUE(place);
        AgentDef def;
        def.place = *place;
        def.goal = goal_at({{10, 5}}, 4);
        const auto agent = world.add_agent(def);
        ASSERT_TRUE(agent) << agent.status().message;
        alive.push_back(agent.value());
        if (alive.size() > 8) {
            ASSERT_TRUE(world.remove(alive.front()).is_ok());
            alive.erase(alive.begin());
        }
        if (life % 8 == 0) world.step();
        if (life == 500) slots_at_first = world.simulation().body_slots();
    }
    EXPECT_EQ(world.agent_count(), 8u);
    EXPECT_LE(world.simulation().body_slots(), 2 * slots_at_first);
}

}  // namespace
}  // namespace wend::nav
