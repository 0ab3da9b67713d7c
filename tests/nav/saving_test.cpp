// A world that is saved and one that is restored from it go the same way, whatever the host had done and
// whatever it does afterwards.

#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "wend/base/rng.hpp"
#include "wend/io/recording_hash.hpp"
#include "wend/nav/world.hpp"
#include "wend/sim/simulation.hpp"
#include "wend/verify/verify.hpp"

#include "support/effort.hpp"

namespace wend::nav {
namespace {

/// Two storeys with stairs, a jump through a wall, a cart that goes to and fro and people of the scene's own,
/// some of whom enter later; one street that it is dear to walk on.
Scene town() {
    Scene scene = empty_scene({0, 0}, {24, 12});
    scene.layers[0].blocked = {{{{9, 0}, {10, 0}, {10, 8}, {9, 8}}, {}}};
    scene.layers.push_back({"above", 3, {{{{0, 0}, {8, 0}, {8, 12}, {0, 12}}, {}}}, {}});
    scene.portals = {{"stairs", 0, 1, {{2, 11}, {4, 11}}, {{2, 11}, {4, 11}}, 4}};
    Link jump;
    jump.name = "jump";
    jump.from = {8.4, 4};
    jump.to = {10.6, 4};
    jump.two_way = true;
    scene.links = {jump};
    scene.areas = {{"road", 0, {{{14, 0}, {16, 0}, {16, 12}, {14, 12}}, {}}, 2}};
    ObstacleSpec cart;
    cart.name = "cart";
    cart.shape = DiscShape{0.4};
    cart.motion = {{{0, {{12, 2}, 0}}, {8, {{12, 10}, 0}}, {16, {{12, 2}, 0}}}, true};
    scene.obstacles = {cart};
    for (int i = 0; i < 6; ++i) {
        AgentSpec agent;
        agent.name = "resident " + std::to_string(i);
        agent.group = "residents";
        agent.position = {1.0 + i, 2};
        agent.enters = i % 3;
        agent.goal.region = DiscRegion{{20, 2.0 + i}, 0.5};
        agent.goal.repeats = i == 0;
        Goal back;
        back.region = DiscRegion{{2, 6}, 0.5};
        if (i == 0) agent.goal.then = {back};
        scene.agents.push_back(agent);
    }
    ObstacleSpec crate;
    crate.name = "crate";
    crate.shape = DiscShape{0.6};
    crate.motion = {{{0, {{18, 6}, 0}}}, false};
    Goal above;
    above.layer = 1;
    above.region = DiscRegion{{4, 4}, 2};
    scene.events = {
        {1.5, GoalEvent{"residents", above}}, {3, AppearEvent{crate}}, {7, DisappearEvent{"crate"}}};
    return scene;
}

/// What a host does, all of it by one random generator, to as many worlds as it likes in the same way.
class Host {
  public:
    explicit Host(std::uint64_t seed) : rng_(seed) {}

    void act(World& first, World* second) {
        const auto both = [&](auto&& act) {
            const auto done = act(first);
            if (second) {
                EXPECT_EQ(act(*second), done);
            }
            return done;
        };
        const AgentId agent = some(agents_);
        const Place at = place(first), to = place(first);
        const double number = rng_.uniform();
        const bool choice = rng_.uniform() < 0.5;
        switch (rng_.next() % 20) {
            case 0:
            case 1:
            case 2: {
                AgentDef def;
                def.place = at;
                def.goal = goal_at(to, 0.5);
                def.goal->leaves = number < 0.2;
                if (choice) def.group = some(groups_);
                if (agents_.size() < 30)
                    agents_.push_back(both([&](World& world) { return id(world.add_agent(def)); }));
                break;
            }
            case 3:
                both([&](World& world) { return world.remove(agent).is_ok(); });
                break;
            case 4:
                both([&](World& world) { return world.set_goal(agent, goal_at(to, 0.5)).is_ok(); });
                break;
            case 5:
                both([&](World& world) { return world.set_paused(agent, choice).is_ok(); });
                break;
            case 6: {
                AgentLimits limits;
                limits.max_speed = 0.3 + 2 * number;
                limits.radius = 0.2 + number / 10;
                both([&](World& world) { return world.set_limits(agent, limits).is_ok(); });
                break;
            }
            case 7:
                groups_.push_back(both([&](World& world) { return world.add_group(); }));
                break;
            case 8:
                both([&](World& world) { return world.set_goal(some_group(), goal_at(to, 1)).is_ok(); });
                break;
            case 9: {
                ObstacleDef def;
                def.shape = DiscShape{0.2 + number / 2};
                def.layer = at.layer;
                def.pose = {at.at, 0};
                obstacles_.push_back(both([&](World& world) { return id(world.add_obstacle(def)); }));
                break;
            }
            case 10: {
                const double now = first.time();
                const auto from = first.pose(some(obstacles_));
                const Trajectory way{
                    {{now, from ? from.value() : Pose{}}, {now + 1 + 9 * number, {to.at, 1}}}, false};
                const ObstacleId obstacle = some(obstacles_);
                both([&](World& world) { return world.set_trajectory(obstacle, way).is_ok(); });
                break;
            }
            case 11: {
                const ObstacleId obstacle = some(obstacles_);
                both([&](World& world) { return world.remove(obstacle).is_ok(); });
                break;
            }
            case 12: {
                ObstacleDef def;
                def.follow = follower(at.at);
                def.layer = at.layer;
                const ObstacleId obstacle = both([&](World& world) { return id(world.add_obstacle(def)); });
                if (obstacle) followers_.emplace_back(obstacle, def.follow);
                obstacles_.push_back(obstacle);
                break;
            }
            case 13:
                links_.push_back(both([&](World& world) {
                    return id(
                        world.add_link({.from = at, .to = to, .two_way = choice, .is_open = number < 0.7}));
                }));
                break;
            case 14: {
                const LinkId link = some(links_);
                both([&](World& world) {
                    return (number < 0.3 ? world.remove(link) : world.set_open(link, choice)).is_ok();
                });
                break;
            }
            case 15: {
                AreaDef def;
                def.layer = at.layer;
                def.polygon.outline = rectangle(Box2::around(at.at, 0.5 + number));
                def.weight = 5 * number;
                def.is_forbidden = number < 0.3;
                areas_.push_back(both([&](World& world) { return id(world.add_area(def)); }));
                break;
            }
            case 16: {
                const AreaId area = some(areas_);
                both([&](World& world) {
                    return (choice ? world.remove(area) : world.set_weight(area, number)).is_ok();
                });
                break;
            }
            case 17: {
                PlatformDef def;
                def.layer = at.layer;
                def.outline = rectangle(Box2::around({}, 0.6 + number));
                def.pose = {at.at, 0};
                if (platforms_.size() < 8)
                    platforms_.push_back(both([&](World& world) { return id(world.add_platform(def)); }));
                break;
            }
            case 18: {
                const PlatformId platform = some(platforms_);
                const double now = first.time();
                const auto from = first.pose(platform);
                const Trajectory way{{{now, from ? from.value() : Pose{}}, {now + 5, {to.at, 1}}}, false};
                both([&](World& world) {
                    return (choice ? world.set_trajectory(platform, way) : world.remove(platform)).is_ok();
                });
                break;
            }
            default:
                both([&](World& world) {
                    return world.set_position(agent, at, {number, 0}, number).is_ok();
                });
        }
    }
    /// Callbacks are the host's.
    void follow_again(World& restored) const {
        for (const auto& [obstacle, follow] : followers_) (void)restored.set_follow(obstacle, follow);
    }

  private:
    static std::function<Pose(double)> follower(Vec2 at) {
        return [at](double time) { return Pose{at + Vec2{std::sin(time), std::cos(time)}, time}; };
    }
    template <class T>
    static T id(const Result<T>& result) {
        return result ? result.value() : T{};
    }
    template <class T>
    T some(const std::vector<T>& ids) {
        return ids.empty() ? T{} : ids[rng_.next() % ids.size()];
    }
    GroupId some_group() const { return groups_.empty() ? GroupId{} : groups_.back(); }
    Place place(World& world) {
        const auto free = world.paths().random_place(0.35, rng_.next());
        return free ? *free : Place{};
    }

    Rng rng_;
    std::vector<AgentId> agents_;
    std::vector<GroupId> groups_;
    std::vector<ObstacleId> obstacles_;
    std::vector<std::pair<ObstacleId, std::function<Pose(double)>>> followers_;
    std::vector<LinkId> links_;
    std::vector<AreaId> areas_;
    std::vector<PlatformId> platforms_;
};

std::uint64_t hash_of(World& world) {
    io::RecordingHash hash;
    hash.add(world.simulation().frame());
    return hash.value();
}

void expect_same(World& a, World& b) {
    ASSERT_EQ(hash_of(a), hash_of(b)) << "at " << a.time();
    ASSERT_TRUE(std::ranges::equal(a.agents(), b.agents()));
    ASSERT_TRUE(std::ranges::equal(a.positions(), b.positions()));
    ASSERT_TRUE(std::ranges::equal(a.modes(), b.modes()));
    ASSERT_TRUE(std::ranges::equal(a.events(), b.events(), [](const Event& x, const Event& y) {
        return x.kind == y.kind && x.agent == y.agent && x.user == y.user;
    }));
}

World restored(const std::vector<std::byte>& bytes) {
    auto made = World::restore(bytes, {.threads = 1});
    EXPECT_TRUE(made) << made.status().message;
    return std::move(made).value();
}

TEST(Saving, ARestoredWorldGoesOnLikeTheOneThatWasSaved) {
    for (int seed = 1; seed <= test::rounds(4, 300); ++seed) {
        SCOPED_TRACE(seed);
        World world = World::create(town(), {.seed = static_cast<std::uint64_t>(seed), .threads = 2}).value();
        world.simulation().set_recording(true);
        Host host(static_cast<std::uint64_t>(seed));
        Rng rng(static_cast<std::uint64_t>(seed) + 1000);
        for (int i = 0; i < 200; ++i) rng.uniform() < 0.6 ? (void)world.step() : host.act(world, nullptr);
        const auto bytes = world.save();
        ASSERT_TRUE(bytes) << bytes.status().message;
        World other = restored(bytes.value());
        host.follow_again(other);
        expect_same(world, other);
        for (int i = 0; i < 200 && !HasFatalFailure(); ++i) {
            if (rng.uniform() < 0.3) {
                host.act(world, &other);
                continue;
            }
            world.step();
            other.step();
            expect_same(world, other);
        }
        if (HasFailure()) return;
    }
}

TEST(Saving, NothingIsLostOnTheWay) {
    for (int seed = 1; seed <= test::rounds(4, 300); ++seed) {
        SCOPED_TRACE(seed);
        World world = World::create(town(), {.threads = 1}).value();
        Host host(static_cast<std::uint64_t>(seed));
        for (int i = 0; i < 150; ++i) i % 3 != 0 ? (void)world.step() : host.act(world, nullptr);
        const auto first = world.save();
        ASSERT_TRUE(first) << first.status().message;
        const auto again = world.save();
        ASSERT_TRUE(again) << again.status().message;
        ASSERT_TRUE(first.value() == again.value());
    }
}

/// A world that is saved again and again, by a host that moves no bodies, is as safe as one that is not.
TEST(Saving, WhatIsSavedVerifies) {
    for (int seed = 1; seed <= test::rounds(3, 60); ++seed) {
        SCOPED_TRACE(seed);
        Scene scene = town();
        scene.links.clear();
        World world = World::create(scene, {.threads = 1}).value();
        world.simulation().set_recording(true);
        verify::Verifier verifier(scene, world.simulation().agents());
        verifier.add(world.simulation().frame());
        Rng rng(static_cast<std::uint64_t>(seed));
        for (int i = 0; i < 600; ++i) {
            world.step();
            verifier.add(world.simulation().frame());
            if (rng.uniform() < 0.05) {
                ASSERT_TRUE(world.save());
            }
        }
        const verify::Report report = verifier.finish();
        EXPECT_EQ(report.overlaps, 0u) << verify::to_text(report);
        EXPECT_EQ(report.wall_crossings, 0u) << verify::to_text(report);
        EXPECT_EQ(report.limit_violations, 0u) << verify::to_text(report);
        EXPECT_GE(report.arrived, 5u) << verify::to_text(report);
    }
}

TEST(Saving, IdsAndCallbacksAreKept) {
    World world = World::create(empty_scene({0, 0}, {20, 10}), {.threads = 1}).value();
    AgentDef def;
    def.place = {{2, 5}};
    def.goal = goal_at({{18, 5}});
    def.user = 42;
    const AgentId gone = world.add_agent(def).value();
    ASSERT_TRUE(world.remove(gone).is_ok());
    const AgentId agent = world.add_agent(def).value();
    ObstacleDef cart;
    cart.follow = [](double time) { return Pose{{5 + time, 9}, 0}; };
    const ObstacleId obstacle = world.add_obstacle(cart).value();
    for (int i = 0; i < 30; ++i) world.step();
    World other = restored(world.save().value());
    EXPECT_FALSE(other.contains(gone));
    EXPECT_EQ(other.state(agent).value().user, 42u);
    for (int i = 0; i < 30; ++i) world.step(), other.step();
    EXPECT_NEAR(world.pose(obstacle).value().position.x, 5 + world.time(), 1e-9)
        << "its own callback goes on";
    EXPECT_NEAR(other.pose(obstacle).value().position.x, 6, 0.1) << "it waits for its callback";
    ASSERT_TRUE(other.set_follow(obstacle, cart.follow).is_ok());
    other.step();
    EXPECT_NEAR(other.pose(obstacle).value().position.x, 5 + other.time(), 1e-9);
    World fresh = World::create(empty_scene({0, 0}, {20, 10})).value();
    EXPECT_FALSE(fresh.contains(agent)) << "ids of another world";
}

TEST(Saving, DamagedBytesAreRefused) {
    World world = World::create(town(), {.threads = 1}).value();
    for (int i = 0; i < 60; ++i) world.step();
    const std::vector<std::byte> whole = world.save().value();
    Rng rng(5);
    for (int round = 0; round < test::rounds(200, 20'000); ++round) {
        std::vector<std::byte> bytes = whole;
        if (round % 2 == 0)
            bytes.resize(rng.next() % bytes.size());
        else
            bytes[rng.next() % bytes.size()] ^= static_cast<std::byte>(1 + rng.next() % 255);
        EXPECT_FALSE(World::restore(bytes)) << round;
    }
    EXPECT_FALSE(World::restore({}));
}

}  // namespace
}  // namespace wend::nav
