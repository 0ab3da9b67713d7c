#include "wend/world/world.hpp"

#include <gtest/gtest.h>

#include "world/random_worlds.hpp"

namespace wend {
namespace {

ObstacleSpec ball(std::string name, Vec2 at) {
    ObstacleSpec spec;
    spec.name = std::move(name);
    spec.shape = DiscShape{0.5};
    spec.motion.keyframes = {{0, {at, 0}}};
    return spec;
}

AgentSpec walker(std::string name, Vec2 at, std::string group = {}) {
    AgentSpec spec;
    spec.name = std::move(name);
    spec.group = std::move(group);
    spec.position = at;
    spec.goal.region = DiscRegion{{9, 9}, 0.5};
    return spec;
}

PublishedPlan straight(Vec2 from, Vec2 to, double begin, double end) {
    return {.motion = {{{begin, {from, 0}}, {end, {to, 0}}}, false}, .valid = {begin, end}};
}

Vec2 goal_center(const World& world, AgentId id) {
    return std::get<DiscRegion>(world.agents().find(id)->goal->region).center;
}

TEST(World, EveryChangeRaisesTheVersionAndIsLogged) {
    World world(test::open_floor(20));
    std::uint64_t seen = world.version();
    const auto expect_news = [&](ChangeKind kind) {
        EXPECT_GT(world.version(), seen);
        const Changes news = world.changes().since(seen);
        ASSERT_EQ(news.items.size(), 1u);
        EXPECT_EQ(news.items[0].kind, kind);
        EXPECT_EQ(news.items[0].stamp, world.version());
        seen = world.version();
    };
    const ObstacleId rock = world.add_obstacle(ball("rock", {5, 5}));
    expect_news(ChangeKind::obstacle_added);
    world.move_obstacle(rock, {{{0, {{6, 5}, 0}}}, false});
    expect_news(ChangeKind::obstacle_moved);
    const AgentId agent = world.add_agent(walker("ann", {1, 1}));
    expect_news(ChangeKind::agent_added);
    world.move_agent(agent, {0, {2, 1}, {}, 0});
    expect_news(ChangeKind::agent_moved);
    world.publish_plan(agent, straight({2, 1}, {8, 1}, 0, 6));
    expect_news(ChangeKind::plan_published);
    world.set_goal(agent, {0, DiscRegion{{3, 3}, 1}, {}});
    expect_news(ChangeKind::goal_changed);
    world.withdraw_plan(agent);
    expect_news(ChangeKind::plan_withdrawn);
    world.remove_agent(agent);
    expect_news(ChangeKind::agent_removed);
    world.remove_obstacle(rock);
    expect_news(ChangeKind::obstacle_removed);
    EXPECT_FALSE(world.remove_obstacle(rock));
    EXPECT_FALSE(world.set_goal(agent, {}));
}

TEST(World, APlanMadeReadyBeforehandIsPublishedLikeAnyOther) {
    for (const Filing filing : {Filing::stretches, Filing::rooms}) {
        World plain(test::open_floor(20)), ready(test::open_floor(20), {.filing = filing});
        const AgentId ann = plain.add_agent(walker("ann", {2, 1}));
        ASSERT_EQ(ann, ready.add_agent(walker("ann", {2, 1})));
        for (const double to : {8.0, 6.0}) {
            plain.publish_plan(ann, straight({2, 1}, {to, 1}, 0, 6));
            PreparedPlan prepared = ready.prepare_plan(ann, straight({2, 1}, {to, 1}, 0, 6));
            const auto plan_before = ready.agents().find(ann)->plan;
            ASSERT_TRUE(ready.publish_plan(ann, prepared));
            EXPECT_EQ(prepared.plan, plan_before) << "what it replaces is left there";
            EXPECT_EQ(plain.version(), ready.version());
            const Change a = plain.changes().since(plain.version() - 1).items.at(0);
            const Change b = ready.changes().since(ready.version() - 1).items.at(0);
            EXPECT_EQ(a.kind, b.kind);
            EXPECT_EQ(a.region, b.region);
            EXPECT_EQ(a.window, b.window);
            EXPECT_EQ(plain.agents().find(ann)->plan->motion, ready.agents().find(ann)->plan->motion);
            for (const double x : {3.0, 6.5, 8.0})
                for (const double t : {1.0, 7.0})
                    EXPECT_EQ(plain.occupancy().within(0, {x, 1}, 1, t),
                              ready.occupancy().within(0, {x, 1}, 1, t));
        }
        PreparedPlan late = ready.prepare_plan(ann, straight({2, 1}, {9, 1}, 0, 6));
        ready.publish_plan(ann, straight({2, 1}, {3, 1}, 0, 6));
        EXPECT_TRUE(ready.publish_plan(ann, late)) << "although another plan came in between";
        EXPECT_EQ(ready.occupancy().within(0, {9, 1}, 0.1, 7).size(), 1u);
        EXPECT_TRUE(ready.occupancy().within(0, {3, 1}, 0.1, 7).empty());
        ready.remove_agent(ann);
        EXPECT_FALSE(ready.publish_plan(ann, late));
    }
}

TEST(World, PlansAreMadeOfWhatNobodyHoldsAnyMore) {
    for (const bool is_held : {false, true}) {
        World world(test::open_floor(20), {.filing = Filing::rooms});
        const AgentId ann = world.add_agent(walker("ann", {2, 1}));
        const PublishedPlan first = straight({2, 1}, {8, 1}, 0, 6), third = straight({2, 1}, {2, 9}, 0, 6);
        world.publish_plan(ann, first);
        const auto old = is_held ? world.snapshot() : nullptr;
        const PublishedPlan* const old_plan = world.agents().find(ann)->plan.get();
        PreparedPlan parts = world.prepare_plan(ann, straight({2, 1}, {6, 1}, 0, 6));
        ASSERT_TRUE(world.publish_plan(ann, parts));

        EXPECT_EQ(parts.spare_keyframes().empty(), is_held);
        PreparedPlan made = world.prepare_plan(ann, third, std::move(parts));
        EXPECT_EQ(made.plan.get() == old_plan, !is_held);
        ASSERT_TRUE(world.publish_plan(ann, made));
        EXPECT_EQ(world.agents().find(ann)->plan->motion, third.motion);
        EXPECT_EQ(world.occupancy().within(0, {2, 9}, 0.1, 7).size(), 1u);
        EXPECT_TRUE(world.occupancy().within(0, {8, 1}, 0.1, 7).empty());
        if (!is_held) continue;
        EXPECT_EQ(old->agents().find(ann)->plan->motion, first.motion);
        EXPECT_EQ(old->agents().find(ann)->body->motion, first.motion);
        EXPECT_EQ(old->occupancy().within(0, {8, 1}, 0.1, 7).size(), 1u);
    }
}

TEST(World, ChangesCoverWhatWasFreedAndWhatWasTaken) {
    World world(test::open_floor(20));
    const ObstacleId rock = world.add_obstacle(ball("rock", {5, 5}));
    const std::uint64_t seen = world.version();
    world.advance(3);
    world.move_obstacle(rock, {{{0, {{5, 5}, 0}}, {3, {{8, 5}, 0}}, {6, {{11, 9}, 0}}}, false});
    const Interval always{0, 100};
    EXPECT_EQ(world.changes().since(seen, 0, {{5, 5}, {5, 5}}, always).items.size(), 1u);
    EXPECT_EQ(world.changes().since(seen, 0, {{11, 9}, {12, 9}}, always).items.size(), 1u);
    EXPECT_TRUE(world.changes().since(seen, 0, {{11.6, 9}, {12, 9}}, always).items.empty());
    EXPECT_TRUE(world.changes().since(seen, 1, {{5, 5}, {5, 5}}, always).items.empty());
    EXPECT_TRUE(world.changes().since(seen, 0, {{5, 5}, {5, 5}}, {0, 2}).items.empty()) << "in the past";
}

TEST(World, ChangingTheLayerIsNewsOnBoth) {
    Scene scene = test::open_floor(20);
    scene.layers.resize(2);
    World world(scene);
    const AgentId agent = world.add_agent(walker("ann", {1, 1}));
    const std::uint64_t seen = world.version();
    world.move_agent(agent, {1, {1, 1}, {}, 0});
    for (const std::uint32_t layer : {0u, 1u})
        EXPECT_EQ(world.changes().since(seen, layer, {{1, 1}, {1, 1}}, {}).items.size(), 1u) << layer;
}

TEST(World, EventsDoWhatTheySay) {
    World world(test::open_floor(20));
    const AgentId ann = world.add_agent(walker("ann", {1, 1}, "walkers"));
    EXPECT_TRUE(world.apply({1, AppearEvent{ball("rock", {5, 5})}}).is_ok());
    EXPECT_TRUE(world.find_obstacle("rock"));
    EXPECT_TRUE(world.apply({2, MoveEvent{"rock", {{{2, {{7, 7}, 0}}}, false}}}).is_ok());
    EXPECT_EQ(world.obstacles().find(world.find_obstacle("rock"))->spec->motion.at(3).position, (Vec2{7, 7}));
    EXPECT_TRUE(world.apply({3, GoalEvent{"walkers", {0, DiscRegion{{2, 3}, 1}, {}}}}).is_ok());
    EXPECT_EQ(goal_center(world, ann), (Vec2{2, 3}));
    const AgentId bob = world.add_agent(walker("bob", {3, 1}, "walkers"));
    EXPECT_EQ(goal_center(world, bob), (Vec2{2, 3})) << "whoever enters later goes there too";
    EXPECT_EQ(goal_center(world, world.add_agent(walker("cid", {5, 1}))), (Vec2{9, 9}));
    EXPECT_TRUE(world.apply({4, DisappearEvent{"rock"}}).is_ok());
    EXPECT_FALSE(world.find_obstacle("rock"));
    const Status missing = world.apply({5, DisappearEvent{"rock"}});
    EXPECT_EQ(missing.message, "disappear event: found no obstacle named \"rock\"");
}

TEST(World, ObservedObstaclesAreNewsOnlyWhenTheySurprise) {
    World world(test::open_floor(50));
    ObstacleSpec dog = ball("dog", {0, 0});
    dog.knowledge = Knowledge::observed;
    dog.motion.keyframes = {{0, {{0, 5}, 0}}, {10, {{10, 5}, 0}}, {20, {{10, 15}, 0}}};
    const ObstacleId id = world.add_obstacle(dog);
    std::uint64_t seen = world.version();
    for (int i = 1; i < 10; ++i) world.advance(i);
    EXPECT_TRUE(world.changes().since(seen).items.empty());
    EXPECT_EQ(world.obstacles().find(id)->seen->pose.position, (Vec2{9, 5}));
    world.advance(11);
    ASSERT_EQ(world.changes().since(seen).items.size(), 1u);
    EXPECT_EQ(world.changes().since(seen).items[0].kind, ChangeKind::obstacle_observed);
    EXPECT_EQ(world.obstacles().find(id)->seen->velocity, (Vec2{0, 1}));
}

TEST(World, SnapshotsStayAsTheyWere) {
    Scene scene = test::open_floor(20);
    scene.obstacles = {ball("rock", {5, 5})};
    World world(scene);
    const AgentId ann = world.add_agent(walker("ann", {1, 1}));
    world.publish_plan(ann, straight({1, 1}, {8, 1}, 0, 7));
    const auto before = world.snapshot();
    world.advance(1);
    world.move_agent(ann, {0, {2, 1}, {1, 0}, 0});
    world.withdraw_plan(ann);
    world.remove_obstacle(world.find_obstacle("rock"));
    const AgentId bob = world.add_agent(walker("bob", {3, 3}));
    world.set_status(ann, AgentStatus::arrived);
    const auto after = world.snapshot();

    EXPECT_EQ(before->time(), 0);
    EXPECT_EQ(before->agents().find(ann)->motion.position, (Vec2{1, 1}));
    EXPECT_TRUE(before->agents().find(ann)->plan);
    EXPECT_EQ(before->agents().find(ann)->status, AgentStatus::idle);
    EXPECT_FALSE(before->agents().find(bob));
    EXPECT_EQ(before->obstacles().size(), 1u);
    EXPECT_EQ(after->time(), 1);
    EXPECT_EQ(after->agents().find(ann)->motion.position, (Vec2{2, 1}));
    EXPECT_FALSE(after->agents().find(ann)->plan);
    EXPECT_TRUE(after->agents().find(bob));
    EXPECT_EQ(after->obstacles().size(), 0u);
    EXPECT_GT(after->version(), before->version());
}

std::vector<BodyId> around(const Snapshot& frame, Vec2 p, double time) {
    std::vector<BodyId> who;
    for (const Neighbour& n : frame.occupancy().within(0, p, 0.01, time)) who.push_back(n.who);
    return who;
}

TEST(World, OccupancyFollowsPlansObstaclesAndObservations) {
    World world(test::open_floor(50));
    const AgentId ann = world.add_agent(walker("ann", {1, 1}));
    const auto standing = world.snapshot();
    EXPECT_EQ(around(*standing, {1, 1}, 99), std::vector<BodyId>{ann});

    PublishedPlan plan = straight({1, 1}, {8, 1}, 0, 7);
    world.publish_plan(ann, plan);
    const auto going = world.snapshot();
    EXPECT_EQ(around(*going, {4, 1}, 3), std::vector<BodyId>{ann});
    EXPECT_EQ(around(*going, {8, 1}, 99), std::vector<BodyId>{ann}) << "stays at the end";
    EXPECT_TRUE(around(*going, {1, 1}, 3).empty());

    plan.after = AfterPlan::gone;
    world.publish_plan(ann, plan);
    EXPECT_TRUE(around(*world.snapshot(), {8, 1}, 99).empty());
    plan.valid.high = 3;
    plan.after = AfterPlan::stays;
    world.publish_plan(ann, plan);
    EXPECT_EQ(around(*world.snapshot(), {4, 1}, 6), std::vector<BodyId>{ann}) << "valid for three seconds";
    world.publish_plan(ann, straight({1, 1}, {8, 1}, 5, 12));
    EXPECT_EQ(around(*world.snapshot(), {1, 1}, 2), std::vector<BodyId>{ann}) << "waits until it begins";
    world.withdraw_plan(ann);
    EXPECT_EQ(around(*world.snapshot(), {1, 1}, 6), std::vector<BodyId>{ann});

    ObstacleSpec dog = ball("dog", {20, 20});
    dog.knowledge = Knowledge::observed;
    dog.motion.keyframes = {{0, {{20, 20}, 0}}, {10, {{30, 20}, 0}}};
    const ObstacleId id = world.add_obstacle(dog);
    const auto seen = world.snapshot();
    EXPECT_EQ(around(*seen, {22, 20}, 2), std::vector<BodyId>{id});
    EXPECT_EQ(around(*seen, {22, 21.45}, 2), std::vector<BodyId>{id}) << "half a metre a second less certain";
    EXPECT_TRUE(around(*seen, {22, 21.55}, 2).empty());
    EXPECT_TRUE(around(*seen, {27, 20}, 7).empty()) << "beyond the horizon nothing is assumed";
    world.advance(2);
    EXPECT_TRUE(around(*world.snapshot(), {22, 21.45}, 2).empty()) << "seen anew";

    world.remove_agent(ann);
    world.remove_obstacle(id);
    EXPECT_EQ(world.snapshot()->occupancy().size(), 0u);
    EXPECT_EQ(around(*standing, {1, 1}, 99), std::vector<BodyId>{ann}) << "old snapshots stay";
    EXPECT_EQ(around(*going, {4, 1}, 3), std::vector<BodyId>{ann});
}

}  // namespace
}  // namespace wend
