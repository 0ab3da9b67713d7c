// Who knows what: walls and corners hide events, messengers carry them on, storeys keep them apart, words
// come to an end, and who cannot know keeps its plan and stops before what it comes upon.

#include "wend/planning/knowledge.hpp"

#include <numbers>

#include <gtest/gtest.h>

#include "wend/base/rng.hpp"
#include "wend/planning/known_mesh.hpp"

namespace wend::planning {
namespace {

Ring box(double x0, double y0, double x1, double y1) {
    return {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
}

/// 40 x 20 m on each storey, cut in two by a wall at x = 20 with a door from y = 8 to 12.
mesh::NavMesh two_rooms(int storeys = 1) {
    mesh::NavMesh mesh;
    for (int i = 0; i < storeys; ++i) {
        mesh::Triangulation floor = mesh::Triangulation::create({{0, 0}, {40, 20}}).value();
        EXPECT_TRUE(floor.insert(box(19.5, 0, 20.5, 8)));
        EXPECT_TRUE(floor.insert(box(19.5, 12, 20.5, 20)));
        mesh.add_layer(std::move(floor), 3.0 * i);
    }
    mesh.update();
    return mesh;
}

Observer at(std::uint32_t agent, double x, double y, double heading = 0, std::uint32_t layer = 0) {
    return {agent, {{x, y}, layer}, heading, 0.25};
}

/// Inserts the box for real as well.
EventId insert(mesh::NavMesh& mesh, Knowledge& knowledge, const Ring& ring, std::uint32_t layer = 0) {
    EXPECT_TRUE(mesh.insert(layer, {ring, {}}));
    mesh.update();
    return knowledge.happened({.layer = layer, .outline = ring});
}

TEST(Knowledge, IsSeenInTheOpenAndNotBehindWalls) {
    mesh::NavMesh mesh = two_rooms();
    Knowledge knowledge;
    const EventId event = insert(mesh, knowledge, box(30, 2, 32, 4));
    EXPECT_EQ(knowledge.observe(mesh, at(0, 5, 3)), 0u) << "behind the wall";
    EXPECT_EQ(knowledge.observe(mesh, at(1, 25, 3)), 1u);
    EXPECT_EQ(knowledge.observe(mesh, at(1, 25, 3)), 0u) << "known already";
    EXPECT_FALSE(knowledge.knows(0, event));
    EXPECT_TRUE(knowledge.knows(1, event));
    EXPECT_EQ(knowledge.observe(mesh, at(2, 18, 19)), 0u) << "the door shows another corner";
    EXPECT_EQ(knowledge.observe(mesh, at(3, 12, 14, -0.5)), 1u) << "through the door";
}

TEST(Knowledge, NeedsRangeAndFieldOfView) {
    mesh::NavMesh mesh = two_rooms();
    Senses senses;
    senses.range = 6;
    senses.field_of_view = std::numbers::pi / 2;
    Knowledge knowledge(senses);
    insert(mesh, knowledge, box(30, 2, 32, 4));
    EXPECT_EQ(knowledge.observe(mesh, at(0, 22, 3, 0)), 0u) << "8 m away";
    EXPECT_EQ(knowledge.observe(mesh, at(1, 25, 3, std::numbers::pi)), 0u) << "behind its back";
    EXPECT_EQ(knowledge.observe(mesh, at(2, 25, 3, 0)), 1u);
    EXPECT_EQ(knowledge.observe(mesh, at(3, 29.5, 3, std::numbers::pi)), 1u) << "bumps into it";
}

TEST(Knowledge, SeesThatSomethingIsGone) {
    mesh::NavMesh mesh = two_rooms();
    Knowledge knowledge;
    const Ring ring = box(30, 2, 32, 4);
    const mesh::RegionId region = mesh.insert(0, {ring, {}}).value();
    mesh.update();
    ASSERT_TRUE(mesh.remove(0, region).is_ok());
    mesh.update();
    knowledge.happened({.layer = 0, .outline = ring, .inserted = false, .region = region});
    EXPECT_EQ(knowledge.observe(mesh, at(0, 5, 3)), 0u);
    EXPECT_EQ(knowledge.observe(mesh, at(1, 25, 3)), 1u);
}

TEST(Knowledge, StoreysKeepEventsApart) {
    mesh::NavMesh mesh = two_rooms(2);
    Knowledge knowledge;
    insert(mesh, knowledge, box(30, 2, 32, 4), 1);
    EXPECT_EQ(knowledge.observe(mesh, at(0, 25, 3, 0, 0)), 0u);
    EXPECT_EQ(knowledge.observe(mesh, at(1, 25, 3, 0, 1)), 1u);
    const std::vector<Observer> both{at(0, 25, 3, 0, 0), at(1, 25, 3, 0, 1)};
    EXPECT_EQ(knowledge.tell(mesh, both, 0), 0u) << "nobody is heard through a ceiling";
}

TEST(Knowledge, AMessengerCarriesItAroundTheCorner) {
    mesh::NavMesh mesh = two_rooms();
    Knowledge knowledge;
    const EventId event = insert(mesh, knowledge, box(30, 2, 32, 4));
    ASSERT_EQ(knowledge.observe(mesh, at(0, 25, 3)), 1u);
    const Observer waiting = at(1, 17, 3);
    EXPECT_EQ(knowledge.tell(mesh, std::vector{at(0, 22, 3), waiting}, 0), 0u) << "through the wall";
    EXPECT_FALSE(knowledge.knows(1, event));
    EXPECT_EQ(knowledge.tell(mesh, std::vector{at(0, 18, 6), waiting}, 1), 1u);
    EXPECT_TRUE(knowledge.knows(1, event));
    EXPECT_EQ(knowledge.take_news(1), std::vector<EventId>{event});
    EXPECT_TRUE(knowledge.take_news(1).empty());
}

TEST(Knowledge, WordsGoOneListenerAPeriodAndEnd) {
    mesh::NavMesh mesh = two_rooms();
    Knowledge knowledge;
    const EventId event = insert(mesh, knowledge, box(30, 2, 32, 4));
    std::vector<Observer> crowd;
    Rng rng(5);
    for (std::uint32_t i = 0; i < 200; ++i)
        crowd.push_back(at(i, rng.uniform(0.5, 19), rng.uniform(0.5, 19)));
    knowledge.learn(0, event);
    EXPECT_EQ(knowledge.tell(mesh, crowd, 0.0), 1u);
    EXPECT_EQ(knowledge.tell(mesh, crowd, 0.1), 1u) << "the listener may tell, the teller has to wait";
    std::size_t told = 2, round = 1;
    for (; round < 1000; ++round) {
        const std::size_t now = knowledge.tell(mesh, crowd, static_cast<double>(round));
        told += now;
        if (now == 0) break;
    }
    EXPECT_LT(round, 40u);
    EXPECT_GE(told, 199u);
    for (const Observer& somebody : crowd) EXPECT_TRUE(knowledge.knows(somebody.agent, event));
    EXPECT_EQ(knowledge.tell(mesh, crowd, 5000), 0u) << "nothing is left to tell";
}

TEST(Knowledge, WhoCannotKnowKeepsItsPlanAndStopsBeforeWhatItMeets) {
    mesh::NavMesh mesh = two_rooms();
    const mesh::NavMesh before = mesh;
    Knowledge knowledge;
    mesh::NavContext context;
    Budget budget;
    mesh::Path path, again;
    mesh.find_path({{{5, 10}, 0}, {{38, 10}, 0}, 0.25}, context, budget, path);
    const Ring ring = box(33, 8, 34, 12);
    const EventId event = insert(mesh, knowledge, ring);
    Senses blind = knowledge.senses();
    Observer walker = at(0, 5, 10, std::numbers::pi);
    EXPECT_EQ(knowledge.observe(mesh, walker), 0u) << "looks the other way";
    EXPECT_TRUE(knowledge.take_news(0).empty());
    const double free = knowledge.free_length(walker, path);
    EXPECT_GT(free, 26);
    EXPECT_LT(free, 28 - 0.25);
    walker.at.at = path.at(free);
    EXPECT_GE(boundary_distance(ring, walker.at.at), walker.radius);
    EXPECT_EQ(knowledge.observe(mesh, walker), 1u) << "has come upon it, " << blind.reach << " m before";
    EXPECT_EQ(knowledge.take_news(0), std::vector<EventId>{event});
    EXPECT_EQ(knowledge.free_length(walker, path), path.length) << "what it knows is its planner's business";
    const auto events = knowledge.layer_events(knowledge.known_events(0));
    const mesh::NavQuery query{walker.at, {{38, 10}, 0}, 0.25};
    mesh.replan(query, mesh::rest_of(path, free), events, context, budget, again);
    ASSERT_TRUE(again.has_route());
    EXPECT_FALSE(mesh::is_cut(again, ring, 0.247));
}

TEST(Knowledge, AGoalSetMeanwhileIsPlannedForInTheKnownWorld) {
    mesh::NavMesh mesh = two_rooms();
    KnownMesh known(mesh);
    Knowledge knowledge;
    const EventId plug = insert(mesh, knowledge, box(19, 7, 21, 13));  // closes the door
    const EventId crate = insert(mesh, knowledge, box(5, 5, 6, 6));
    const auto length = [&](std::uint32_t agent) {
        const auto shown = known.show(knowledge, knowledge.world_of(agent));
        EXPECT_TRUE(shown);
        mesh::NavContext context;
        Budget budget;
        mesh::Path path;
        shown.value()->find_path({{{3, 5.5}, 0}, {{35, 5.5}, 0}, 0.25}, context, budget, path);
        return path.has_route() ? path.length : -1;
    };
    const double ignorant = length(0);
    EXPECT_GT(ignorant, 32);
    knowledge.learn(1, crate);
    EXPECT_GT(length(1), ignorant);
    knowledge.learn(2, plug);
    EXPECT_EQ(length(2), -1) << "knows that the goal is cut off";
    EXPECT_NEAR(length(0), ignorant, 1e-9) << "the worlds of others leave no trace";
    // The door opens again; who knows of both events is where it began.
    const EventId open =
        knowledge.happened({.layer = 0, .outline = box(19, 7, 21, 13), .inserted = false, .undoes = plug});
    knowledge.learn(2, open);
    EXPECT_NEAR(length(2), ignorant, 1e-9);
    knowledge.learn(3, open);
    EXPECT_NEAR(length(3), ignorant, 1e-9) << "never knew that it was closed";
    EXPECT_GT(length(1), ignorant);
}

TEST(Knowledge, AnEventThatEnclosesTheAgentOrTakesItsGoal) {
    mesh::NavMesh mesh = two_rooms();
    Knowledge knowledge;
    insert(mesh, knowledge, box(34, 9, 37, 12));
    EXPECT_EQ(knowledge.observe(mesh, at(0, 30, 10)), 1u);
    mesh::NavContext context;
    Budget budget;
    mesh::Path old, path;
    two_rooms().find_path({{{30, 10}, 0}, {{35, 10}, 0}, 0.25}, context, budget, old);
    const auto events = knowledge.layer_events(knowledge.known_events(0));
    mesh.replan({{{30, 10}, 0}, {{35, 10}, 0}, 0.25}, old, events, context, budget, path);
    EXPECT_EQ(path.status, StatusCode::invalid_input);
    EXPECT_TRUE(path.nearest_goal) << "it can come near";
    // Four walls around the agent: it knows, and there is no way.
    for (const Ring& wall :
         {box(28, 8, 32, 8.2), box(28, 11.8, 32, 12), box(28, 8, 28.2, 12), box(31.8, 8, 32, 12)})
        insert(mesh, knowledge, wall);
    EXPECT_EQ(knowledge.observe(mesh, {0, {{30, 10}, 0}, 0, 0.25}), 3u) << "not what is behind its back";
    EXPECT_EQ(knowledge.observe(mesh, {0, {{30, 10}, 0}, std::numbers::pi, 0.25}), 1u) << "turned around";
    mesh.find_path({{{30, 10}, 0}, {{25, 10}, 0}, 0.25}, context, budget, path);
    EXPECT_EQ(path.status, StatusCode::unreachable);
}

TEST(Knowledge, WhatIsAnnouncedEverybodyKnowsForNothing) {
    Knowledge knowledge;
    const EventId event = knowledge.happened({.layer = 0, .outline = box(0, 0, 1, 1)});
    knowledge.learn(4, event);
    const std::size_t before = knowledge.bytes(4);
    knowledge.announce(event);
    EXPECT_LT(knowledge.bytes(4), before);
    EXPECT_TRUE(knowledge.knows(123456, event));
    EXPECT_EQ(knowledge.take_news(2), std::vector<EventId>{event});
}

TEST(Knowledge, WhatMakesNoDifferenceIsLetGo) {
    mesh::NavMesh mesh = two_rooms();
    Knowledge knowledge;
    const std::vector<std::uint32_t> both{0, 1};
    const EventId crate = insert(mesh, knowledge, box(5, 5, 6, 6));
    knowledge.learn(0, crate);
    knowledge.settle(both);
    EXPECT_TRUE(knowledge.has_open_events()) << "one of them does not know";
    EXPECT_EQ(knowledge.world_of(0), std::vector<EventId>{crate});
    EXPECT_TRUE(knowledge.world_of(1).empty());
    const EventId gone =
        knowledge.happened({.layer = 0, .outline = box(5, 5, 6, 6), .inserted = false, .undoes = crate});
    EXPECT_TRUE(knowledge.world().empty());
    EXPECT_EQ(knowledge.world_of(0), std::vector<EventId>{crate}) << "thinks that it is there still";
    knowledge.settle(both);
    EXPECT_TRUE(knowledge.has_open_events());
    knowledge.learn(0, gone);
    EXPECT_TRUE(knowledge.world_of(0).empty());
    knowledge.settle(both);
    EXPECT_FALSE(knowledge.has_open_events()) << "to one it came and went, the other never knew";
    EXPECT_TRUE(knowledge.world_of(1).empty());
}

TEST(Knowledge, WhatHasGoneUnseenIsNothingToSee) {
    mesh::NavMesh mesh = two_rooms();
    Knowledge knowledge;
    const EventId crate = knowledge.happened({.layer = 0, .outline = box(30, 2, 32, 4)});
    knowledge.happened({.layer = 0, .outline = box(30, 2, 32, 4), .inserted = false, .undoes = crate});
    EXPECT_TRUE(knowledge.perceived(mesh, at(0, 25, 3)).empty());
    knowledge.learn(1, crate);
    EXPECT_EQ(knowledge.observe(mesh, at(1, 25, 3)), 1u) << "it sees that it has gone";
    EXPECT_TRUE(knowledge.world_of(1).empty());
}

}  // namespace
}  // namespace wend::planning
