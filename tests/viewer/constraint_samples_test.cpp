// What pages are told of constraints and of shortest path maps, and what they may ask for.

#include <cmath>

#include <gtest/gtest.h>

#include "wend/sim/simulation.hpp"
#include "wend/view/messages.hpp"

#include "view/distance_maps.hpp"
#include "view/live_command.hpp"

namespace wend::view {
namespace {

Scene hall_with_rules() {
    Scene scene;
    scene.bounds = {{0, 0}, {20, 10}};
    scene.layers = {Layer{"ground", 1.5, {}, {}}};
    AgentSpec agent;
    agent.name = "ann";
    agent.position = {1, 5};
    agent.goal.region = DiscRegion{{18, 5}, 0.3};
    scene.agents = {agent};
    ConstraintSpec lawn, halo;
    lawn.name = "lawn";
    lawn.polygon = {{{8, 2}, {12, 2}, {12, 8}}, {}};
    lawn.hard = true;
    halo.name = "halo";
    halo.polygon = {{{1, 1}, {3, 1}, {3, 3}, {1, 3}}, {}};
    halo.weight = -4;
    scene.constraints = {lawn, halo};
    return scene;
}

TEST(ConstraintSamples, SayWhereTheyAre) {
    const Scene scene = hall_with_rules();
    auto made = Simulation::create(scene, {1, 1, {}});
    ASSERT_TRUE(made) << made.status().message;
    Simulation& simulation = made.value();
    simulation.step();
    const std::uint64_t version = simulation.constraints().version;
    const ChannelSample sample = constraint_sample(1, simulation.constraints(), scene.layers);
    EXPECT_EQ(sample.note, "lawn\nhalo");
    ASSERT_EQ(sample.drawings.size(), 2u);
    EXPECT_EQ(sample.drawings[0].style, 2);
    EXPECT_EQ(sample.drawings[1].style, 1);
    EXPECT_EQ(sample.drawings[0].values, (std::vector<float>{8, 2, 1.5, 0, 12, 2, 1.5, 0, 12, 8, 1.5, 0}));
    ASSERT_TRUE(simulation.apply({0, LiftEvent{"lawn"}}).is_ok());
    EXPECT_NE(simulation.constraints().version, version);
    EXPECT_EQ(constraint_sample(2, simulation.constraints(), scene.layers).note, "halo");
}

TEST(ConstraintCommands, AreReadWithEveryFieldChecked) {
    const auto read = [](const char* text) { return parse_command(text); };
    const auto drawn = read(
        R"({"do": "constraint", "name": "a", "layer": 0, "polygon": [[0, 0], [1, 0], [1, 1]], "hard": true})");
    ASSERT_TRUE(drawn) << drawn.status().message;
    const auto& rule = std::get<ConstraintCommand>(drawn.value()).constraint;
    EXPECT_EQ(rule.polygon.outline, (Ring{{0, 0}, {1, 0}, {1, 1}}));
    EXPECT_TRUE(rule.hard);
    const auto sight =
        read(R"({"do": "constraint", "name": "b", "of": "guard", "range": 9, "angle": 1.5, "weight": -3})");
    ASSERT_TRUE(sight) << sight.status().message;
    EXPECT_EQ(std::get<ConstraintCommand>(sight.value()).constraint.kind, AnnotationKind::sight);
    EXPECT_EQ(std::get<LiftCommand>(read(R"({"do": "lift", "name": "a"})").value()).constraint, "a");
    for (const char* kind : {"front", "back", "left", "right", "around"}) {
        const auto beside =
            parse_command(R"({"do": "constraint", "name": "c", "kind": ")" + std::string(kind) +
                          R"(", "of": "truck", "depth": 2.5, "weight": 4, "near": true})");
        ASSERT_TRUE(beside) << beside.status().message;
        const auto& read_back = std::get<ConstraintCommand>(beside.value()).constraint;
        EXPECT_EQ(read_back.of, "truck");
        EXPECT_EQ(read_back.depth, 2.5);
        EXPECT_EQ(read_back.preposition, Preposition::near);
        EXPECT_NE(read_back.kind, AnnotationKind::polygon);
    }
    const auto between = read(
        R"({"do": "constraint", "name": "d", "kind": "between", "of": "a", "other": "b", "hard": true, "agents": ["ann"]})");
    ASSERT_TRUE(between) << between.status().message;
    EXPECT_EQ(std::get<ConstraintCommand>(between.value()).constraint.other, "b");
    EXPECT_EQ(std::get<ConstraintCommand>(between.value()).constraint.agents,
              std::vector<std::string>{"ann"});
    const auto walls =
        read(R"({"do": "constraint", "name": "e", "kind": "walls", "layer": 0, "depth": 1, "weight": 4})");
    ASSERT_TRUE(walls) << walls.status().message;
    EXPECT_EQ(std::get<ConstraintCommand>(walls.value()).constraint.kind, AnnotationKind::walls);
    const auto attached = read(
        R"({"do": "constraint", "name": "f", "kind": "polygon", "of": "truck", "polygon": [[0, 0], [1, 0], [1, 1]], "hard": true})");
    ASSERT_TRUE(attached) << attached.status().message;
    EXPECT_EQ(std::get<ConstraintCommand>(attached.value()).constraint.of, "truck");
    for (
        const char* bad :
        {R"({"do": "constraint", "name": "a", "kind": "above", "of": "truck", "depth": 1, "weight": 1})",
         R"({"do": "constraint", "name": "a", "kind": "front", "of": "truck", "weight": 1})",
         R"({"do": "constraint", "name": "a", "kind": "front", "depth": 1, "weight": 1})",
         R"({"do": "constraint", "name": "a", "kind": "between", "of": "truck", "weight": 1})",
         R"({"do": "constraint", "name": "a", "kind": "walls", "depth": 1, "weight": 1})",
         R"({"do": "constraint", "name": "a", "kind": "front", "of": "truck", "depth": -1, "weight": 1})",
         R"({"do": "constraint", "name": "a", "kind": "front", "of": "truck", "depth": 1, "weight": 1, "near": 3})",
         R"({"do": "constraint", "name": "a", "kind": "front", "of": "truck", "depth": 1, "weight": 1, "agents": [3]})",
         R"({"do": "constraint", "layer": 0, "polygon": [[0, 0], [1, 0], [1, 1]], "weight": 1})",
         R"({"do": "constraint", "name": "a", "layer": 0, "polygon": [[0, 0], [1, 0]], "weight": 1})",
         R"({"do": "constraint", "name": "a", "layer": 0, "polygon": [[0, 0], [1, 0], [1]], "weight": 1})",
         R"({"do": "constraint", "name": "a", "layer": 0, "polygon": [[0, 0], [1, 0], [1, 1]], "weight": 0})",
         R"({"do": "constraint", "name": "a", "layer": 0, "polygon": [[0, 0], [1, 0], [1, 1]], "weight": 101})",
         R"({"do": "constraint", "name": "a", "of": "guard", "range": 0, "angle": 1, "weight": 1})",
         R"({"do": "lift"})"})
        EXPECT_FALSE(read(bad)) << bad;
}

TEST(DistanceMaps, SayHowFarItIs) {
    Scene scene = hall_with_rules();
    scene.layers[0].blocked = {{{{9, 3}, {11, 3}, {11, 7}, {9, 7}}, {}}};
    auto made = Simulation::create(scene, {1, 1, {}});
    ASSERT_TRUE(made);
    const RoutePoint goal{{18, 5}, 0};
    DistanceMaps maps;
    const ChannelSample sample = maps.sample(3, 0, 0, std::span(&goal, 1), made.value().mesh(), scene.layers);
    double area = 0;
    std::size_t beyond = 0;
    for (const Drawing& drawing : sample.drawings)
        for (std::size_t i = 0; i + 10 <= drawing.values.size(); i += 10) {
            Vec2 corner[3];
            for (std::size_t k = 0; k < 3; ++k)
                corner[k] = {drawing.values[i + 2 * k], drawing.values[i + 2 * k + 1]};
            area += std::abs(cross(corner[1] - corner[0], corner[2] - corner[0])) / 2;
            for (std::size_t k = 0; k < 3; ++k) {
                const double straight = distance(corner[k], goal.position), told = drawing.values[i + 6 + k];
                EXPECT_GE(told, straight - 1e-3);
                if (corner[k].x > 11.5) {
                    EXPECT_NEAR(told, straight, 1e-3);
                }
                beyond += told > straight + 0.01 ? 1 : 0;
            }
            EXPECT_FLOAT_EQ(drawing.values[i + 9], 1.5);
        }
    EXPECT_NEAR(area, 200 - 8, 0.5);
    EXPECT_GT(beyond, 10u);  // behind the block the way bends

    // Neither goal nor mesh have changed: it is the same map, not another one.
    const ChannelSample again = maps.sample(9, 0, 0, std::span(&goal, 1), made.value().mesh(), scene.layers);
    EXPECT_EQ(again.drawings, sample.drawings);
    EXPECT_EQ(again.frame, 9u);
    EXPECT_EQ(maps.sample(9, 1, 0, {}, made.value().mesh(), scene.layers).note, "no way yet");
}

}  // namespace
}  // namespace wend::view
