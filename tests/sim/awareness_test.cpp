// Crowds whose ground changes: everybody's way is the shortest in the world that they know, those who know
// only what they saw or were told included; nobody walks into what it does not know of; and words decide who
// takes which exit.

#include <gtest/gtest.h>

#include "wend/io/recording.hpp"
#include "wend/sim/scene_mesh.hpp"

#include "random_world.hpp"
#include "support/effort.hpp"
#include "verified_run.hpp"

namespace wend {
namespace {

using test::box;
using test::crate;
using test::hall;
using test::walker;

Simulation simulation_of(const Scene& scene, unsigned threads = 1, BudgetSpec budget = {}) {
    auto made = Simulation::create(scene, {1, threads, budget});
    EXPECT_TRUE(made) << made.status().message;
    return std::move(made).value();
}

void run_until(Simulation& simulation, double time) {
    while (simulation.frame().time < time - 1e-9 && !simulation.is_finished()) simulation.step();
}

Vec2 place_of(const Simulation& simulation, std::uint32_t agent) {
    for (const io::RecordedAgent& there : simulation.frame().agents)
        if (there.agent == agent) return there.position.xy();
    return {};
}

std::string named(const char* what, std::uint64_t number) {
    std::string name = what;
    return name += std::to_string(number);
}

/// Metres of the shortest way of a body in the scene's ground without what `closed` covers.
double shortest_length(const Scene& scene, const std::vector<Ring>& closed, Vec2 from, Vec2 to,
                       double radius) {
    SceneMesh ground = mesh_of(scene).value();
    for (const Ring& ring : closed) EXPECT_TRUE(ground.mesh.insert(0, {ring, {}}));
    ground.mesh.update();
    mesh::NavContext context;
    Budget budget;
    mesh::Path path;
    ground.mesh.find_path({{from, 0}, {to, 0}, radius}, context, budget, path);
    return path.has_route() ? path.length : -1;
}

/// Twenty-four pillars, and who walks among them. Goals lie in the order of the starts: whoever crosses
/// another's way walks around that one, by a metre and more, which says nothing about re-planning.
Scene pillars(Rng& rng, std::uint32_t agents) {
    Scene scene = hall({}, 60, 0.1);
    scene.bounds = {{0, 0}, {40, 30}};
    for (int i = 0; i < 24; ++i) {
        const Vec2 at{5.0 + 6 * (i % 6) + rng.uniform(-1, 1), 5.0 + 6.5 * (i / 6) + rng.uniform(-1, 1)};
        const double half = rng.uniform(0.6, 1.8);
        scene.layers[0].blocked.push_back(box(at - Vec2{half, half}, at + Vec2{half, half}));
    }
    for (std::uint32_t i = 0; i < agents; ++i) {
        const double y = 0.5 + 29.0 * (i + 0.5) / agents;
        AgentSpec agent = walker(named("a", i), {0.5, y}, {39.2, 1 + 28 * (i + rng.uniform(0, 1)) / agents});
        agent.limits.radius = 0.2;
        scene.agents.push_back(agent);
    }
    return scene;
}

TEST(ChangingGround, EverybodysWayIsTheShortestAfterEachEvent) {
    std::uint64_t repaired = 0;
    int ways = 0;
    for (int seed = 1; seed <= test::rounds(3, 60); ++seed) {
        Rng rng(static_cast<std::uint64_t>(seed));
        Scene scene = pillars(rng, 24);
        std::vector<std::pair<std::string, Ring>> there;
        Simulation simulation = simulation_of(scene);
        for (int event = 0; event < 6; ++event) {
            run_until(simulation, 1 + 1.5 * event);
            const std::string name = named("crate ", static_cast<std::uint64_t>(event));
            if (event % 3 == 2) {
                ASSERT_TRUE(simulation.apply({0, DisappearEvent{there.front().first}}).is_ok());
                there.erase(there.begin());
            } else {
                // Ahead of those who walk, so that nobody stands there.
                const Vec2 at{rng.uniform(24, 36), rng.uniform(3, 27)};
                ObstacleSpec spec = crate(name, at, rng.uniform(0.5, 2));
                there.emplace_back(name, outline_of(spec.shape, spec.motion.at(0)).outline);
                ASSERT_TRUE(simulation.apply({0, AppearEvent{spec}}).is_ok());
            }
            for (int i = 0; i < 8; ++i) simulation.step();
            std::vector<Ring> closed;
            for (const auto& [key, ring] : there) closed.push_back(ring);
            for (std::uint32_t agent = 0; agent < scene.agents.size(); ++agent) {
                const AgentView view = simulation.view(agent);
                if (!view.plan.is_ok() || view.mode != io::AgentMode::walking) continue;
                const std::vector<RoutePoint> route = simulation.route(agent);
                const double best =
                    shortest_length(scene, closed, place_of(simulation, agent), route.back().position, 0.22);
                if (best < 0) continue;
                // Up to where it can turn off it keeps to its old way, and others are walked around.
                EXPECT_LT(view.plan_length, best * 1.01 + 0.6) << "seed " << seed << ", agent " << agent;
                ++ways;
            }
        }
        repaired += simulation.replans().repaired;
    }
    EXPECT_GT(ways, 200);
    EXPECT_GT(repaired, 20u);
}

/// Two rooms and two doors; the crate shuts the nearer one, which the wall in the first room hides.
Scene two_doors(std::vector<AgentSpec> agents) {
    Scene scene = hall(std::move(agents), 90, 0.1);
    scene.bounds = {{0, 0}, {30, 20}};
    scene.knowledge = News::seen_or_told;
    scene.layers[0].blocked = {box({18, 0}, {19, 4}), box({18, 6}, {19, 15}), box({18, 17}, {19, 20}),
                               box({10, 3}, {11, 9})};
    scene.events = {{1, AppearEvent{crate("crate", {18.5, 5}, 0.99)}}};
    return scene;
}

TEST(SeenOrTold, WhoDoesNotSeeItKeepsItsWayUntilItDoes) {
    Simulation simulation = simulation_of(two_doors({walker("ann", {3, 4}, {28, 5})}));
    run_until(simulation, 0.5);
    const auto before = simulation.route(0).back().position;
    const double length = simulation.view(0).plan_length;
    run_until(simulation, 2);
    EXPECT_EQ(simulation.route(0).back().position, before);
    EXPECT_LT(simulation.view(0).plan_length, length) << "still the way through the door that has shut";
    const auto known = simulation.known_obstacles(0);
    ASSERT_EQ(known.size(), 1u);
    EXPECT_EQ(known[0].kind, KnownObstacle::Kind::unknown);
    while (!simulation.is_finished()) simulation.step();
    EXPECT_EQ(simulation.view(0).mode, io::AgentMode::arrived);
    const auto later = simulation.known_obstacles(0);
    ASSERT_EQ(later.size(), 1u);
    EXPECT_EQ(later[0].kind, KnownObstacle::Kind::known);
}

TEST(SeenOrTold, EverybodyKnowsAtOnceOtherwise) {
    Scene scene = two_doors({walker("ann", {3, 4}, {28, 5})});
    scene.knowledge = News::everybody;
    Simulation simulation = simulation_of(scene);
    run_until(simulation, 0.5);
    const double length = simulation.view(0).plan_length;
    run_until(simulation, 1.5);
    EXPECT_GT(simulation.view(0).plan_length, length + 2);
    ASSERT_EQ(simulation.known_obstacles(0).size(), 1u);
}

TEST(SeenOrTold, NobodyWalksIntoWhatItDoesNotKnow) {
    // A corner right behind which the crate stands: it is seen no sooner than one stands before it.
    Scene scene = hall({walker("ann", {2, 1}, {2, 9})}, 60, 0.1);
    scene.knowledge = News::seen_or_told;
    scene.layers[0].blocked = {box({0, 2}, {14, 8})};
    scene.events = {{1, AppearEvent{crate("crate", {17, 5}, 2.99)}}};
    const verify::Report report = test::verified_run(scene);
    EXPECT_EQ(report.overlaps, 0u) << verify::to_text(report);
    EXPECT_EQ(report.wall_crossings, 0u);
    EXPECT_EQ(report.arrived, 0u) << "there is no other way";
}

TEST(SeenOrTold, AnOpeningThatNobodyKnowsOfIsNotUsed) {
    Scene scene = hall({walker("ann", {2, 2}, {2, 18}), walker("bob", {16, 8}, {16, 12})}, 90, 0.1);
    scene.bounds = {{0, 0}, {20, 20}};
    scene.knowledge = News::seen_or_told;
    // A wall with a gate near bob, and a screen that hides it from ann; the way around is at the left.
    scene.layers[0].blocked = {box({4, 9.5}, {15, 10.5}), box({17, 9.5}, {20, 10.5}), box({0, 4}, {12, 5})};
    scene.agents[0].goal.region = DiscRegion{{19, 19}, 0.3};
    scene.obstacles = {crate("gate", {16, 10}, 1)};
    scene.events = {{0.5, DisappearEvent{"gate"}}};
    Simulation simulation = simulation_of(scene);
    run_until(simulation, 1.5);
    ASSERT_EQ(simulation.known_obstacles(1).size(), 0u) << "bob saw it go";
    ASSERT_EQ(simulation.known_obstacles(0).size(), 1u);
    EXPECT_EQ(simulation.known_obstacles(0)[0].kind, KnownObstacle::Kind::thought_there);
    while (!simulation.is_finished()) simulation.step();
    EXPECT_EQ(simulation.view(1).mode, io::AgentMode::arrived);
    EXPECT_EQ(simulation.view(0).mode, io::AgentMode::arrived);
}

TEST(SeenOrTold, AGoalSetMeanwhileIsPlannedForInTheKnownWorld) {
    Scene scene = two_doors({walker("ann", {3, 4}, {3, 12})});
    scene.events.push_back({2, GoalEvent{"ann", {0, DiscRegion{{28, 5}, 0.3}, {}, false}}});
    Simulation simulation = simulation_of(scene);
    run_until(simulation, 2.5);
    // From the known world: straight through the door that has shut.
    EXPECT_LT(simulation.view(0).plan_length, 28.5);
    while (!simulation.is_finished()) simulation.step();
    EXPECT_EQ(simulation.view(0).mode, io::AgentMode::arrived);
}

TEST(SeenOrTold, WhoIsEnclosedStandsAndSaysSo) {
    Scene scene = hall({walker("ann", {4, 5}, {18, 5})}, 20, 0.1);
    scene.knowledge = News::seen_or_told;
    ObstacleSpec cage = crate("cage", {4, 5}, 1);
    cage.shape = PolygonShape{{{3, -4.9}, {3.4, -4.9}, {3.4, 4.9}, {3, 4.9}}};
    scene.bounds = {{0, 0.2}, {20, 9.8}};
    scene.events = {{0.5, AppearEvent{cage}}};
    Simulation simulation = simulation_of(scene);
    while (!simulation.is_finished()) simulation.step();
    EXPECT_EQ(simulation.view(0).plan.code, StatusCode::unreachable);
}

/// NIST TN 1822, verification 3.2, and ISO 20414, test 15: what others know decides who takes which exit. Two
/// exits; the nearer one is shut where it cannot be seen from the room. Those who walk in front come upon it
/// and tell those who follow.
Scene social_influence(std::uint32_t crowd) {
    Scene scene = hall({}, 120, 0.1);
    scene.bounds = {{0, 0}, {40, 20}};
    scene.knowledge = News::seen_or_told;
    // A room with a corridor around a corner to the near exit, and a door to the far one.
    scene.layers[0].walkable = {box({0, 0}, {20, 12}),    box({19.9, 8}, {26, 10}), box({24, 1}, {26, 8.1}),
                                box({4, 11.9}, {6, 20}),  box({5.9, 18}, {40, 20}), box({38, 1}, {40, 18.1}),
                                box({25.9, 1}, {38.1, 3})};
    scene.events = {{0.5, AppearEvent{crate("shutter", {25, 4}, 1.2)}}};
    GroupSpec group = test::crossers("crowd", crowd, {1, 1}, {19, 11}, {31, 1.1}, {33, 2.9});
    scene.groups = {group};
    return scene;
}

/// Agents that went around the corner to the exit that is shut.
std::size_t deceived(const Scene& scene) {
    Simulation simulation = simulation_of(scene);
    std::vector<bool> was_there(simulation.agents().size());
    while (!simulation.is_finished()) {
        simulation.step();
        for (const io::RecordedAgent& agent : simulation.frame().agents)
            if (agent.position.x > 24 && agent.position.x < 26 && agent.position.y < 8.5 &&
                agent.position.y > 5)
                was_there[agent.agent] = true;
    }
    return static_cast<std::size_t>(std::count(was_there.begin(), was_there.end(), true));
}

TEST(SocialInfluence, WordsKeepOthersFromTheExitThatIsShut) {
    const std::size_t alone = deceived(social_influence(1));
    EXPECT_EQ(alone, 1u) << "nobody tells it";
    const std::size_t many = deceived(social_influence(40));
    EXPECT_GE(many, 1u) << "somebody finds out";
    EXPECT_LE(many, 20u) << "and most others are told in time";
    Scene all_knowing = social_influence(40);
    all_knowing.knowledge = News::everybody;
    EXPECT_EQ(deceived(all_knowing), 0u);
}

/// A ground floor with two doors in a wall, and a gallery from which stairs lead down. The nearer door is
/// shut while bob stands before it, who is on his way up; ann and carl are in the gallery, and ann wants
/// through.
Scene storeys() {
    Scene scene = hall(
        {walker("ann", {3, 15}, {3, 5}), walker("bob", {8, 5}, {24, 12}), walker("carl", {26, 12}, {26, 12})},
        120, 0.1);
    scene.bounds = {{0, 0}, {30, 20}};
    scene.knowledge = News::seen_or_told;
    scene.layers = {
        {"ground floor", 0, {}, {box({14, 0}, {15, 4}), box({14, 6}, {15, 15}), box({14, 17}, {15, 20})}},
        {"gallery", 3.2, {box({0, 10}, {30, 20})}, {}}};
    scene.portals = {{"stairs", 0, 1, {{27, 8}, {29, 8}}, {{27, 11}, {29, 11}}, 6}};
    scene.agents[0].layer = scene.agents[2].layer = 1;
    scene.agents[1].goal.layer = scene.agents[2].goal.layer = 1;
    scene.events = {{1, AppearEvent{crate("crate", {14.5, 5}, 0.99)}}};
    return scene;
}

TEST(SeenOrTold, AStoreyBelowIsOutOfSightUntilAMessengerComesUp) {
    using Kind = KnownObstacle::Kind;
    Simulation simulation = simulation_of(storeys());
    const auto kind = [&](std::uint32_t agent) {
        const auto known = simulation.known_obstacles(agent);
        EXPECT_EQ(known.size(), 1u);
        return known.empty() ? Kind::thought_there : known[0].kind;
    };
    run_until(simulation, 2);
    EXPECT_EQ(kind(1), Kind::known) << "bob saw it come";
    EXPECT_EQ(kind(0), Kind::unknown) << "ann is upstairs";
    EXPECT_EQ(kind(2), Kind::unknown);
    while (!simulation.is_finished() && simulation.view(1).mode != io::AgentMode::arrived) simulation.step();
    EXPECT_EQ(kind(2), Kind::known) << "bob has told carl";
    while (!simulation.is_finished()) simulation.step();
    EXPECT_EQ(simulation.view(0).mode, io::AgentMode::arrived) << "by the other door";
    const verify::Report report = test::verified_run(storeys());
    EXPECT_EQ(report.overlaps + report.wall_crossings, 0u) << verify::to_text(report);
    EXPECT_EQ(report.arrived, 3u);
}

Scene random_changes(std::uint64_t seed) {
    Scene scene = test::random_world(seed);
    scene.knowledge = News::seen_or_told;
    Rng rng(seed * 71 + 5);
    for (int i = 0; i < 3; ++i) {
        const std::string name = named("thing ", static_cast<std::uint64_t>(i));
        // In the middle, where nobody is yet.
        ObstacleSpec thing = crate(name, {12 + 2.5 * i, rng.uniform(6.5, 11.5)}, rng.uniform(0.2, 0.5));
        scene.events.push_back({0.5 + 0.3 * i, AppearEvent{thing}});
        scene.events.push_back({15 + 5.0 * i, DisappearEvent{name}});
    }
    std::ranges::sort(scene.events, {}, &TimedEvent::time);
    return scene;
}

TEST(SeenOrTold, CrowdsInRandomWorldsOverlapNothing) {
    std::size_t agents = 0, arrived = 0;
    for (int seed = 1; seed <= test::rounds(4, 200); ++seed) {
        const auto number = static_cast<std::uint64_t>(seed);
        const verify::Report report = test::verified_run(random_changes(number), number, 2);
        EXPECT_EQ(0u, report.overlaps) << "seed " << seed << '\n' << verify::to_text(report);
        EXPECT_EQ(0u, report.wall_crossings) << "seed " << seed << '\n' << verify::to_text(report);
        EXPECT_EQ(0u, report.limit_violations) << "seed " << seed << '\n' << verify::to_text(report);
        agents += report.agents;
        arrived += report.arrived;
    }
    EXPECT_GE(static_cast<double>(arrived), 0.97 * static_cast<double>(agents));
}

TEST(SeenOrTold, GoesWithoutConstraints) {
    ConstraintSpec lawn;
    lawn.name = "lawn";
    lawn.polygon = box({1, 1}, {2, 2});
    Scene scene = random_changes(1);
    EXPECT_FALSE(simulation_of(scene).apply({0, ConstraintEvent{lawn}}).is_ok());
    scene.knowledge = News::everybody;
    EXPECT_TRUE(simulation_of(scene).apply({0, ConstraintEvent{lawn}}).is_ok());
}

TEST(SeenOrTold, ThreadsMakeNoDifference) {
    const Scene scene = random_changes(6);
    const auto places = [&](unsigned threads) {
        Simulation simulation = simulation_of(scene, threads, {{}, 3000});
        std::vector<double> sums;
        while (simulation.frame().time < 20 && !simulation.is_finished()) {
            simulation.step();
            double sum = 0;
            for (const io::RecordedAgent& agent : simulation.frame().agents)
                sum += agent.position.x * (agent.agent + 1) + agent.position.y;
            sums.push_back(sum);
        }
        return sums;
    };
    const auto one = places(1);
    EXPECT_EQ(one, places(3));
}

TEST(ChangingGround, WhoSeesItPlansFirst) {
    // All ways are cut off; a budget that lets a few plan in a frame; who is more than 30 m away sees
    // nothing.
    Scene scene = hall({}, 60, 0.1);
    scene.bounds = {{0, 0}, {80, 20}};
    for (std::uint32_t i = 0; i < 80; ++i) {
        const Vec2 from{1.0 + i % 20, 7.0 + 2 * (i / 20)};
        scene.agents.push_back(walker(named("a", i), from, {78, from.y}));
    }
    const Vec2 middle{46, 10};
    scene.events = {{0.5, AppearEvent{crate("crate", middle, 6)}}};
    Simulation simulation = simulation_of(scene, 1, {{}, 1500});
    run_until(simulation, 0.5);
    std::vector<bool> sees(80), has_new_way(80);
    for (std::uint32_t i = 0; i < 80; ++i) sees[i] = distance(place_of(simulation, i), middle) < 29.5;
    double seen_sum = 0, other_sum = 0, seen_count = 0, other_count = 0;
    for (int frame = 1; frame < 100; ++frame) {
        simulation.step();
        for (std::uint32_t i = 0; i < 80; ++i) {
            if (has_new_way[i] || simulation.route(i).size() < 4) continue;
            has_new_way[i] = true;
            (sees[i] ? seen_sum : other_sum) += frame;
            (sees[i] ? seen_count : other_count) += 1;
        }
    }
    ASSERT_GT(seen_count, 10);
    ASSERT_GT(other_count, 10);
    EXPECT_LT(seen_sum / seen_count + 0.5, other_sum / other_count);
}

}  // namespace
}  // namespace wend
