// wend.h with everything that a caller can get wrong.

#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "wend/base/rng.hpp"
#include "wend/version.hpp"

#include "support/data.hpp"
#include "support/effort.hpp"
#include "wend.h"

namespace wend {
namespace {

static_assert(sizeof(wend_agent_state) == 80);
static_assert(sizeof(wend_event) == 24);
static_assert(sizeof(wend_agent_id) == 8);

wend_world* hall() {
    wend_world_def def = wend_default_world_def();
    def.high = {20, 10};
    wend_world* world = nullptr;
    EXPECT_EQ(wend_world_create(&def, &world), WEND_OK) << wend_last_error();
    return world;
}

wend_agent_id walker(wend_world* world, double x, double y, double to_x, double to_y) {
    wend_agent_def def = wend_default_agent_def();
    def.place = {x, y, 0, 0};
    def.goal = {to_x, to_y, 0, 0};
    def.goal_radius = 0.5;
    wend_agent_id id = {};
    EXPECT_EQ(wend_agent_add(world, &def, &id), WEND_OK) << wend_last_error();
    return id;
}

TEST(C, WalksAndTells) {
    wend_world* world = hall();
    const wend_agent_id id = walker(world, 2, 5, 18, 5);
    bool arrived = false;
    for (int i = 0; i < 600 && !arrived; ++i) {
        ASSERT_EQ(wend_world_step(world), WEND_OK);
        std::array<wend_event, 8> events;
        const std::uint32_t count = wend_world_events(world, events.data(), 8);
        for (std::uint32_t k = 0; k < std::min(count, 8u); ++k)
            arrived = arrived || (events[k].agent.value == id.value && events[k].kind == WEND_EVENT_ARRIVED);
    }
    EXPECT_TRUE(arrived);
    wend_agent_state state;
    ASSERT_EQ(wend_agent_get(world, id, &state), WEND_OK);
    EXPECT_EQ(state.mode, static_cast<std::uint32_t>(WEND_ARRIVED));
    double xyz[3];
    EXPECT_EQ(wend_world_positions(world, xyz, 1), 1u);
    EXPECT_EQ(xyz[0], state.x);
    wend_world_destroy(world);
}

TEST(C, NullsAndStaleIdsAreAnswered) {
    wend_world* world = hall();
    const wend_agent_id gone = walker(world, 2, 5, 18, 5);
    ASSERT_EQ(wend_agent_remove(world, gone), WEND_OK);
    for (const wend_agent_id id : {gone, wend_agent_id{0}, wend_agent_id{~0ull}}) {
        wend_agent_state state;
        EXPECT_EQ(wend_agent_get(world, id, &state), WEND_INVALID_INPUT);
        EXPECT_EQ(wend_agent_remove(world, id), WEND_INVALID_INPUT);
        EXPECT_EQ(wend_agent_plan(world, id), WEND_INVALID_INPUT);
        EXPECT_NE(std::string(wend_last_error()), "");
    }
    EXPECT_EQ(wend_world_step(nullptr), WEND_INVALID_INPUT);
    EXPECT_EQ(wend_world_create(nullptr, &world), WEND_INVALID_INPUT);
    EXPECT_EQ(wend_world_create(nullptr, nullptr), WEND_INVALID_INPUT);
    EXPECT_EQ(wend_agent_add(world, nullptr, nullptr), WEND_INVALID_INPUT);
    EXPECT_EQ(wend_world_agents(nullptr, nullptr, 3), 0u);
    EXPECT_EQ(wend_query_path(nullptr, nullptr, nullptr, 0, nullptr), WEND_INVALID_INPUT);
    EXPECT_EQ(wend_query_in_sight(nullptr, {}, {}, 0), 0);
    wend_world_destroy(nullptr);
    wend_query_destroy(nullptr);
    EXPECT_STREQ(wend_status_name(static_cast<wend_status>(9)), "unknown");
}

TEST(C, DefinitionsCarryTheirSizes) {
    wend_world_def def = wend_default_world_def();
    wend_world* world = nullptr;
    for (const std::uint64_t size : {std::uint64_t{0}, std::uint64_t{4}, sizeof def + 8, ~std::uint64_t{0}}) {
        def.struct_size = size;
        EXPECT_EQ(wend_world_create(&def, &world), WEND_INVALID_INPUT) << size;
        EXPECT_EQ(world, nullptr);
    }
    // An older caller, who knows the ground's corners and no more.
    def = wend_default_world_def();
    def.struct_size = offsetof(wend_world_def, walkable);
    def.time_step = -1;
    ASSERT_EQ(wend_world_create(&def, &world), WEND_OK) << "the rest keeps its defaults";
    wend_world_destroy(world);
}

TEST(C, QueriesAnswer) {
    wend_world* world = hall();
    wend_query* query = nullptr;
    ASSERT_EQ(wend_query_create(world, &query), WEND_OK);
    wend_path_def def = wend_default_path_def();
    def.from = {2, 5, 0, 0};
    def.to = {18, 5, 0, 0};
    wend_path_info info;
    std::array<wend_path_point, 4> points;
    ASSERT_EQ(wend_query_path(query, &def, points.data(), 4, &info), WEND_OK);
    EXPECT_NEAR(info.length, 16, 1e-9);
    EXPECT_EQ(info.is_proven_shortest, 1u);
    EXPECT_EQ(info.point_count, 2u);
    EXPECT_EQ(points[1].x, 18);
    wend_place place;
    EXPECT_EQ(wend_query_random_place(query, 0.3, 4, &place), WEND_OK);
    EXPECT_EQ(wend_query_nearest_free(query, {-3, 5, 0, 0}, 0.3, &place), WEND_OK);
    EXPECT_NEAR(place.x, 0.3, 1e-3);
    EXPECT_EQ(wend_query_in_sight(query, {2, 5, 0, 0}, {18, 5}, 0.2), 1);
    wend_point end;
    EXPECT_EQ(wend_query_ray(query, {2, 5, 0, 0}, {40, 5}, &end), 0);
    EXPECT_NEAR(end.x, 20, 1e-3);
    wend_query_destroy(query);
    wend_world_destroy(world);
}

TEST(C, SceneFilesAreLoaded) {
    wend_world* world = nullptr;
    const std::string file = (test::source_dir() / "scenes/hello.json").string();
    ASSERT_EQ(wend_world_load(file.c_str(), nullptr, &world), WEND_OK) << wend_last_error();
    for (int i = 0; i < 30; ++i) ASSERT_EQ(wend_world_step(world), WEND_OK);
    EXPECT_GT(wend_world_agents(world, nullptr, 0), 0u);
    wend_world_destroy(world);
    EXPECT_NE(wend_world_load("no such file", nullptr, &world), WEND_OK);
    EXPECT_EQ(world, nullptr);
}

TEST(C, AWorldIsSavedAndRestored) {
    wend_world* world = hall();
    const wend_agent_id id = walker(world, 2, 5, 18, 5);
    for (int i = 0; i < 60; ++i) ASSERT_EQ(wend_world_step(world), WEND_OK);
    const std::uint8_t* bytes = nullptr;
    std::uint64_t size = 0;
    ASSERT_EQ(wend_world_save(world, &bytes, &size), WEND_OK) << wend_last_error();
    wend_world* other = nullptr;
    ASSERT_EQ(wend_world_restore(bytes, size, nullptr, &other), WEND_OK) << wend_last_error();
    for (int i = 0; i < 60; ++i) {
        ASSERT_EQ(wend_world_step(world), WEND_OK);
        ASSERT_EQ(wend_world_step(other), WEND_OK);
        wend_agent_state a, b;
        ASSERT_EQ(wend_agent_get(world, id, &a), WEND_OK);
        ASSERT_EQ(wend_agent_get(other, id, &b), WEND_OK);
        EXPECT_EQ(a.x, b.x);
        EXPECT_EQ(a.y, b.y);
        EXPECT_EQ(a.velocity_x, b.velocity_x);
    }
    EXPECT_EQ(wend_world_save(nullptr, &bytes, &size), WEND_INVALID_INPUT);
    EXPECT_EQ(wend_world_restore(nullptr, 0, nullptr, &other), WEND_INVALID_INPUT);
    wend_world_destroy(world);
    wend_world_destroy(other);
}

TEST(C, APlatformCarriesWhoStandsOnIt) {
    wend_world* world = hall();
    wend_agent_def def = wend_default_agent_def();
    def.place = {5, 5, 0, 0};
    wend_agent_id id = {};
    ASSERT_EQ(wend_agent_add(world, &def, &id), WEND_OK);
    const wend_point outline[] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    wend_platform_id platform = {};
    ASSERT_EQ(wend_platform_add(world, 0, outline, 4, 5, 5, 0, &platform), WEND_OK) << wend_last_error();
    for (int i = 0; i < 30; ++i) ASSERT_EQ(wend_world_step(world), WEND_OK);
    ASSERT_EQ(wend_platform_move_to(world, platform, 7, 5, 0, 2), WEND_OK) << wend_last_error();
    for (int i = 0; i < 60; ++i) ASSERT_EQ(wend_world_step(world), WEND_OK);
    wend_agent_state state;
    ASSERT_EQ(wend_agent_get(world, id, &state), WEND_OK);
    EXPECT_GT(state.x, 6.5);
    EXPECT_EQ(wend_platform_remove(world, platform), WEND_OK);
    EXPECT_EQ(wend_platform_remove(world, platform), WEND_INVALID_INPUT);
    wend_world_destroy(world);
}

/// Calls in any order with any numbers: every one is answered, and the world goes on.
TEST(C, RandomHistoriesAreAnswered) {
    const double odd[] = {
        0, 1, -1, 5, 9.99, 1e9, -1e300, std::nan(""), std::numeric_limits<double>::infinity()};
    for (int round = 0; round < test::rounds(6, 300); ++round) {
        Rng rng(static_cast<std::uint64_t>(round));
        wend_world* world = hall();
        std::vector<std::uint64_t> ids{0, 77};
        const auto number = [&] { return rng.uniform() < 0.2 ? odd[rng.next() % 9] : rng.uniform(0, 20); };
        const auto id = [&] { return ids[rng.next() % ids.size()]; };
        for (int call = 0; call < 150; ++call) {
            wend_agent_id agent{id()};
            wend_obstacle_id obstacle{id()};
            const wend_place place{number(), number() / 2, static_cast<std::uint32_t>(rng.next() % 8 == 0),
                                   0};
            switch (rng.next() % 21) {
                case 0:
                case 1: {
                    wend_agent_def def = wend_default_agent_def();
                    def.place = place;
                    def.goal = {number(), number() / 2, 0, 0};
                    def.goal_radius = rng.uniform() < 0.1 ? number() : 0.5;
                    if (rng.uniform() < 0.1) def.limits.max_speed = number();
                    if (wend_agent_add(world, &def, &agent) == WEND_OK) ids.push_back(agent.value);
                    break;
                }
                case 2: {
                    wend_obstacle_def def = wend_default_obstacle_def();
                    def.x = number(), def.y = number() / 2, def.angle = number();
                    if (rng.uniform() < 0.2) def.radius = number();
                    if (wend_obstacle_add(world, &def, &obstacle) == WEND_OK) ids.push_back(obstacle.value);
                    break;
                }
                case 3:
                    wend_agent_remove(world, agent);
                    break;
                case 4:
                    wend_agent_set_goal(world, agent, place, number());
                    break;
                case 5:
                    wend_agent_set_paused(world, agent, rng.next() % 2 == 0);
                    break;
                case 6: {
                    const wend_limits limits{rng.uniform(0.1, 0.6), 1.8, number(), 5, 6};
                    wend_agent_set_limits(world, agent, &limits);
                    break;
                }
                case 7:
                case 8:
                    wend_agent_set_position(world, agent, place, {number(), 0}, number());
                    break;
                case 9:
                    wend_obstacle_set_pose(world, obstacle, number(), number(), number());
                    break;
                case 10:
                    wend_obstacle_move_to(world, obstacle, number(), number(), number(), number());
                    break;
                case 11:
                    wend_obstacle_remove(world, obstacle);
                    break;
                case 12: {
                    const wend_point outline[] = {{-1, -1}, {number(), -1}, {1, number()}};
                    wend_platform_id platform{};
                    if (wend_platform_add(world, 0, outline, 3, number(), number() / 2, number(),
                                          &platform) == WEND_OK)
                        ids.push_back(platform.value);
                    break;
                }
                case 13:
                    wend_platform_move_to(world, {id()}, number(), number(), number(), number());
                    break;
                case 14:
                    wend_platform_remove(world, {id()});
                    break;
                case 15: {
                    const std::uint8_t* bytes = nullptr;
                    std::uint64_t size = 0;
                    ASSERT_EQ(wend_world_save(world, &bytes, &size), WEND_OK) << wend_last_error();
                    wend_world* other = nullptr;
                    EXPECT_EQ(wend_world_restore(bytes, size - 1, nullptr, &other), WEND_INVALID_INPUT);
                    EXPECT_EQ(other, nullptr);
                    ASSERT_EQ(wend_world_restore(bytes, size, nullptr, &other), WEND_OK) << wend_last_error();
                    wend_world_destroy(rng.uniform() < 0.5 ? world : std::exchange(other, world));
                    world = other;
                    break;
                }
                default:
                    ASSERT_EQ(wend_world_step(world), WEND_OK);
            }
        }
        std::vector<wend_agent_state> states(64);
        const std::uint32_t count = wend_world_agents(world, states.data(), 64);
        for (std::uint32_t i = 0; i < std::min(count, 64u); ++i)
            EXPECT_TRUE(std::isfinite(states[i].x + states[i].y + states[i].z));
        wend_world_destroy(world);
    }
}

}  // namespace
}  // namespace wend
