// Who will be where, and what others make of it.

#include "sim/forecast/prediction.hpp"

#include <gtest/gtest.h>

#include "wend/verify/verify.hpp"

#include "random_world.hpp"
#include "sim/crowd.hpp"
#include "sim/forecast/foresight.hpp"
#include "sim/planners/evasion.hpp"
#include "verified_run.hpp"

namespace wend {
namespace {

using test::hall;
using test::walker;

constexpr double speed = 1;
constexpr std::uint32_t nobody = 1000;

AgentSpec slow(const std::string& name, Vec2 from, Vec2 to) {
    AgentSpec agent = walker(name, from, to);
    agent.limits.max_speed = speed;
    return agent;
}

/// All in the world, each with a straight way to its goal and nothing promised yet.
std::unique_ptr<Crowd> crowd_of(const Scene& scene) {
    auto router = Router::create(scene);
    EXPECT_TRUE(router);
    auto crowd =
        std::make_unique<Crowd>(scene, SimulationOptions{1, 1, {}}, scene.agents, std::move(router).value());
    let_in(*crowd);
    for (Walker& one : crowd->walkers) {
        one.target = {std::get<DiscRegion>(one.goal.region).center, 0};
        one.commitment.route = std::make_shared<const Route>(std::vector<RoutePoint>{one.place, one.target},
                                                             one.spec.limits, scene.time_step);
        one.is_hindered = false;
    }
    predict(*crowd);
    return crowd;
}

Scene with_prediction(std::vector<AgentSpec> agents) {
    Scene scene = hall(std::move(agents), 60, 0.1);
    scene.prediction = true;
    return scene;
}

TEST(Prediction, WhoStandsCountsOnceWhoComesTheOtherWayTwice) {
    const auto crowd = crowd_of(with_prediction({slow("sid", {5, 9}, {5, 9}), slow("bob", {18, 5}, {2, 5})}));
    const auto at = [&](Vec2 p, double time, Vec2 velocity) {
        return crowd->prediction.hindrance(0, p, time, velocity, nobody);
    };
    const double one_body = 1 / (Prediction::cell * Prediction::cell);
    EXPECT_NEAR(at({5, 9}, 1, {speed, 0}), one_body, 1e-3);
    EXPECT_NEAR(at({5, 9}, 21, {speed, 0}), one_body, 1e-3);
    // Bob is in the cell from 14 to 12 between 4 s and 6 s.
    EXPECT_NEAR(at({13, 5}, 5, {speed, 0}), 2 * one_body, 1e-3) << "against him";
    EXPECT_NEAR(at({13, 5}, 5, {0, speed}), std::sqrt(2) * one_body, 1e-3) << "across";
    EXPECT_NEAR(at({13, 5}, 5, {-speed, 0}), 0, 1e-3) << "with him";
    EXPECT_EQ(at({13, 5}, 1, {speed, 0}), 0) << "he is not there yet";
    EXPECT_EQ(at({13, 5}, 9, {speed, 0}), 0) << "he has passed";
}

TEST(Prediction, NobodyHindersHimself) {
    const auto crowd = crowd_of(with_prediction({slow("bob", {18, 5}, {2, 5})}));
    EXPECT_GT(crowd->prediction.hindrance(0, {13, 5}, 5, {speed, 0}, nobody), 0);
    EXPECT_EQ(crowd->prediction.hindrance(0, {13, 5}, 5, {speed, 0}, 0), 0);
}

TEST(Prediction, WhoLeavesAtItsGoalIsGoneThen) {
    Scene scene = with_prediction({slow("bob", {18, 5}, {13, 5}), slow("sue", {18, 9}, {13, 9})});
    scene.agents[0].goal.leaves = true;
    const auto crowd = crowd_of(scene);
    EXPECT_EQ(crowd->prediction.hindrance(0, {13, 5}, 15, {speed, 0}, nobody), 0);
    EXPECT_GT(crowd->prediction.hindrance(0, {13, 9}, 15, {speed, 0}, nobody), 0);
}

TEST(Prediction, OutsideTheWorldAndAfterTheLastSlotThereIsNobody) {
    const auto crowd = crowd_of(with_prediction({slow("sid", {5, 9}, {5, 9})}));
    const double end = Prediction::slot * Prediction::slots;
    EXPECT_GT(crowd->prediction.hindrance(0, {5, 9}, end - 0.1, {speed, 0}, nobody), 0);
    EXPECT_EQ(crowd->prediction.hindrance(0, {5, 9}, end + 0.1, {speed, 0}, nobody), 0);
    EXPECT_EQ(crowd->prediction.hindrance(0, {-5, 9}, 1, {speed, 0}, nobody), 0);
    EXPECT_EQ(crowd->prediction.hindrance(1, {5, 9}, 1, {speed, 0}, nobody), 0);
}

/// Ten who come from the east in a column four metres wide, against one.
std::vector<AgentSpec> against_a_column() {
    std::vector<AgentSpec> agents{slow("ann", {1, 5}, {19, 5})};
    for (int i = 0; i < 10; ++i) {
        const Vec2 from{14.0 + 1.2 * (i / 5), 3.4 + 0.8 * (i % 5)};
        agents.push_back(slow("column-" + std::to_string(i), from, {from.x - 13, from.y}));
    }
    return agents;
}

TEST(Evasion, LeadsAroundThoseWhoWillComeAndBack) {
    const auto crowd = crowd_of(with_prediction(against_a_column()));
    const Walker& ann = crowd->walkers[0];
    Budget budget = Budget::unlimited();
    const auto points = evade(*crowd, ann, *crowd->world.snapshot(), *ann.commitment.route, 0, budget);
    ASSERT_FALSE(points.empty());
    double farthest = 0;
    for (const RoutePoint& point : points) farthest = std::max(farthest, 5 - point.position.y);
    EXPECT_GE(farthest, 2) << "on the right";
    EXPECT_LT(distance(points.front().position, ann.place.position), 1e-9);
    EXPECT_LT(distance(points.back().position, ann.target.position), 1e-9);
    EXPECT_GT(budget.spent(), 0u);
}

TEST(Evasion, NobodyTurnsOffForThoseWhoGoTheSameWay) {
    std::vector<AgentSpec> agents = against_a_column();
    for (std::size_t i = 1; i < agents.size(); ++i) {
        agents[i].position.x -= 11;
        agents[i].goal.leaves = true;
        agents[i].goal.region = DiscRegion{{agents[i].position.x + 13, agents[i].position.y}, 0.3};
    }
    const auto crowd = crowd_of(with_prediction(agents));
    const Walker& ann = crowd->walkers[0];
    Budget budget = Budget::unlimited();
    EXPECT_TRUE(evade(*crowd, ann, *crowd->world.snapshot(), *ann.commitment.route, 0, budget).empty());
}

TEST(Evasion, WallsAreNoWayAround) {
    Scene scene = with_prediction(against_a_column());
    scene.layers[0].blocked = {test::box({3, 0}, {17, 2.8}), test::box({3, 7.2}, {17, 10})};
    const auto crowd = crowd_of(scene);
    const Walker& ann = crowd->walkers[0];
    Budget budget = Budget::unlimited();
    const auto snapshot = crowd->world.snapshot();
    for (const RoutePoint& point : evade(*crowd, ann, *snapshot, *ann.commitment.route, 0, budget))
        EXPECT_TRUE(snapshot->walls().ground(0).fits(point.position, ann.spec.limits.radius));
}

/// Two whose straight ways cross where both would be at the same time, and one who is out of it.
Scene three_at_a_crossing(bool prediction) {
    Scene scene = with_prediction(
        {slow("ann", {4, 5}, {16, 5}), slow("bob", {10, 0.5}, {10, 9.5}), slow("eve", {1, 9}, {3, 9})});
    scene.agents[1].position.y = -1;
    scene.bounds = {{0, -2}, {20, 10}};
    scene.prediction = prediction;
    return scene;
}

TEST(Foresight, WhoComesLaterInTheListGoesSlowerFromEarlyOn) {
    const auto crowd = crowd_of(three_at_a_crossing(true));
    const auto share = [&](std::size_t i) {
        const Walker& one = crowd->walkers[i];
        return foreseen_share(*crowd, one, *one.commitment.route, 0, speed);
    };
    EXPECT_EQ(share(0), 1);
    EXPECT_LT(share(1), 0.95);
    EXPECT_GT(share(1), 0.5);
    EXPECT_EQ(share(2), 1);
}

TEST(Foresight, NobodyLeavesItsLine) {
    const verify::Report with = test::verified_run(three_at_a_crossing(true));
    EXPECT_TRUE(with.passed) << verify::to_text(with);
    EXPECT_LT(with.measures.mean_deviation, 0.02);
}

TEST(Foresight, WithoutPredictionThereIsNone) {
    const auto crowd = crowd_of(three_at_a_crossing(false));
    const Walker& bob = crowd->walkers[1];
    EXPECT_EQ(foreseen_share(*crowd, bob, *bob.commitment.route, 0, speed), 1);
}

/// Four streams that cross, of so few that nothing is predicted unless the scene asks for it: each keeps to
/// itself more where it does.
TEST(Evasion, GroupsMixLess) {
    Scene scene = hall({}, 120, 0.1);
    scene.bounds = {{0, 0}, {30, 30}};
    scene.groups = {test::crossers("east", 5, {1, 11}, {7, 19}, {26, 11}, {29, 19}),
                    test::crossers("west", 5, {23, 11}, {29, 19}, {1, 11}, {4, 19}),
                    test::crossers("north", 5, {11, 1}, {19, 7}, {11, 26}, {19, 29}),
                    test::crossers("south", 5, {11, 23}, {19, 29}, {11, 1}, {19, 4})};
    const verify::Report without = test::verified_run(scene);
    scene.prediction = true;
    const verify::Report with = test::verified_run(scene);
    EXPECT_TRUE(without.passed) << verify::to_text(without);
    EXPECT_TRUE(with.passed) << verify::to_text(with);
    EXPECT_LT(with.measures.mixing, without.measures.mixing);
}

}  // namespace
}  // namespace wend
