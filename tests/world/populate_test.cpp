#include "wend/world/populate.hpp"

#include <gtest/gtest.h>

#include "wend/base/hash.hpp"

#include "world/random_worlds.hpp"

namespace wend {
namespace {

GroupSpec group_in(std::string name, std::uint32_t count, Placement placement) {
    GroupSpec group;
    group.name = std::move(name);
    group.count = count;
    group.placement = placement;
    group.goal.region = DiscRegion{{1, 1}, 1};
    return group;
}

Scene crowded_floor() {
    Scene scene = test::open_floor(60);
    scene.layers[0].blocked = {{test::rectangle({20, 20}, {30, 30}), {}}};
    ObstacleSpec rock;
    rock.name = "rock";
    rock.shape = PolygonShape{test::rectangle({-2, -1}, {2, 1})};
    rock.motion.keyframes = {{0, {{40, 40}, 0.7}}};
    scene.obstacles = {rock};
    AgentSpec single;
    single.name = "single";
    single.position = {10, 10};
    scene.agents = {single};
    scene.groups = {group_in("a", 600, RectanglePlacement{{0, 0}, {60, 60}}),
                    group_in("b", 100, DiscPlacement{{40, 40}, 8}),
                    group_in("c", 11, LinePlacement{{1, 59}, {21, 59}})};
    scene.groups[1].limits.radius = 0.4;
    scene.groups[2].limits.radius = 0.2;
    scene.groups[2].every = 0.5;
    return scene;
}

std::uint64_t hash_of(const std::vector<AgentSpec>& agents) {
    StateHash hash;
    for (const AgentSpec& agent : agents) {
        hash.add(std::string_view(agent.name));
        hash.add(agent.position.x);
        hash.add(agent.position.y);
        hash.add(agent.enters);
    }
    return hash.value();
}

TEST(Populate, EverybodyKeepsTheSpacing) {
    Scene scene = crowded_floor();
    scene.groups[2].placement = LinePlacement{{1, 59.5}, {21, 59.5}};
    scene.groups[0].placement = RectanglePlacement{{0, 0}, {60, 58}};
    const auto result = populate(scene, 7);
    ASSERT_TRUE(result) << result.status().message;
    const auto& agents = result.value();
    ASSERT_EQ(agents.size(), 712u);
    const Walls walls(scene);
    const Pose rock = scene.obstacles[0].motion.keyframes[0].pose;
    for (std::size_t i = 0; i < agents.size(); ++i) {
        const double radius = agents[i].limits.radius;
        EXPECT_GE(walls.ground(0).clearance(agents[i].position), radius + 0.05 - 1e-9) << agents[i].name;
        const Vec2 own = rotated(agents[i].position - rock.position, -rock.angle);
        const Ring& outline = std::get<PolygonShape>(scene.obstacles[0].shape).outline;
        EXPECT_FALSE(contains(outline, own)) << agents[i].name;
        EXPECT_GE(boundary_distance(outline, own), radius + 0.05 - 1e-9) << agents[i].name;
        for (std::size_t j = 0; j < i; ++j)
            EXPECT_GE(distance(agents[i].position, agents[j].position),
                      radius + agents[j].limits.radius + 0.05 - 1e-9)
                << agents[i].name << " and " << agents[j].name;
    }
    EXPECT_EQ(agents[0].name, "single");
    EXPECT_EQ(agents[1].name, "a/0");
    EXPECT_EQ(agents[1].group, "a");
    EXPECT_EQ(agents[701].name, "c/0");
    EXPECT_EQ(agents[701].position, (Vec2{1, 59.5}));
    EXPECT_EQ(agents[711].position, (Vec2{21, 59.5}));
    EXPECT_DOUBLE_EQ(agents[711].enters, 5);
}

TEST(Populate, SeedFixesThePlacesForEver) {
    Scene scene = crowded_floor();
    scene.groups.pop_back();
    const auto first = populate(scene, 42), again = populate(scene, 42), other = populate(scene, 43);
    ASSERT_TRUE(first && again && other);
    EXPECT_EQ(hash_of(first.value()), hash_of(again.value()));
    EXPECT_NE(hash_of(first.value()), hash_of(other.value()));
    EXPECT_EQ(hash_of(first.value()), 9031928406908296911u);
}

TEST(Populate, FillsATightRegionToTheBrim) {
    Scene scene = test::open_floor(10);
    // Discs thrown at random jam at 0.547 of the area: about 250 of them here, walls considered.
    scene.groups = {group_in("dense", 240, RectanglePlacement{{0, 0}, {10, 10}})};
    scene.groups[0].spacing = 0;
    EXPECT_TRUE(populate(scene, 1));
}

TEST(Populate, SaysHowManyFitted) {
    Scene scene = test::open_floor(3);
    scene.groups = {group_in("too many", 500, RectanglePlacement{{0, 0}, {3, 3}})};
    const auto result = populate(scene, 1);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.status().code, StatusCode::invalid_input);
    EXPECT_NE(result.status().message.find("group \"too many\": placed "), std::string::npos)
        << result.status().message;
    EXPECT_NE(result.status().message.find(" of 500 members"), std::string::npos);
}

TEST(Populate, MembersThatEnterInTurnMayReuseAPlace) {
    Scene scene = test::open_floor(10);
    scene.groups = {group_in("door", 50, RectanglePlacement{{1, 1}, {2, 2}})};
    EXPECT_FALSE(populate(scene, 1));
    scene.groups[0].every = 1;
    const auto result = populate(scene, 1);
    ASSERT_TRUE(result) << result.status().message;
    EXPECT_DOUBLE_EQ(result.value()[49].enters, 49);
}

TEST(Populate, TenThousandAreFast) {
    Scene scene = test::open_floor(500);
    scene.groups = {group_in("city", 10'000, RectanglePlacement{{0, 0}, {500, 500}})};
    const auto result = populate(scene, 9);
    ASSERT_TRUE(result);
    EXPECT_EQ(result.value().size(), 10'000u);
}

TEST(Populate, UnknownLayerIsAnError) {
    Scene scene = test::open_floor(10);
    scene.groups = {group_in("g", 1, RectanglePlacement{{1, 1}, {2, 2}})};
    scene.groups[0].layer = 3;
    EXPECT_EQ(populate(scene, 1).status().message, "group \"g\": layer 3, expected less than 1");
}

}  // namespace
}  // namespace wend
