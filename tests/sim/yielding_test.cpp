#include "sim/coordination/yielding.hpp"

#include <functional>

#include <gtest/gtest.h>

#include "wend/sim/simulation.hpp"
#include "wend/verify/verify.hpp"
#include "wend/world/walls.hpp"

#include "random_world.hpp"
#include "sim/people/walker.hpp"

namespace wend {
namespace {

Walker standing(std::uint32_t number, Vec2 at) {
    Walker walker;
    walker.number = number;
    walker.place = {at, 0};
    return walker;
}

Walker with_claim(Walker walker, bool is_granted, bool is_inside) {
    walker.claim.transit = Transit{0, 1, 5, 0, is_inside};
    walker.claim.is_granted = is_granted;
    return walker;
}

/// Somebody of radius 0.25 wants to go east along the x axis.
Request along_the_axis() {
    return {7, {1, 1}, {{0, 0}, {4, 0}}, 0.25, 10};
}

Commitment walk_to(std::vector<Vec2> places) {
    Commitment walk;
    for (const Vec2 p : places) walk.ticks.push_back({{}, p, 0, false});
    return walk;
}

TEST(Yielding, RanksGoByPassageThenNumber) {
    const Walker free = standing(5, {});
    const Walker inside = with_claim(standing(9, {}), true, true);
    const Walker queueing = with_claim(standing(8, {}), false, false);
    Walker facing = with_claim(standing(1, {}), false, false);
    facing.claim.faces_others = true;
    Walker arrived = standing(0, {});
    arrived.has_arrived = true;
    EXPECT_LT(rank_of(inside, 0), rank_of(queueing, 0));
    EXPECT_LT(rank_of(queueing, 0), rank_of(free, 0));
    EXPECT_LT(rank_of(free, 0), rank_of(facing, 0));
    EXPECT_LT(rank_of(facing, 0), rank_of(arrived, 0));
    EXPECT_LT(rank_of(standing(4, {}), 0), rank_of(free, 0));
}

TEST(Yielding, ARequestLendsItsRankUntilItLapses) {
    Walker asked = standing(8, {});
    const Rank own = rank_of(asked, 0);
    asked.request = along_the_axis();
    EXPECT_EQ(1u, rank_of(asked, 9.9).effective);
    EXPECT_EQ(own, rank_of(asked, 10));
}

TEST(Yielding, WhatIsLentOnLapsesWithTheLendersOwnLoan) {
    const Walker first = standing(3, {}), other = standing(4, {});
    Walker asked = standing(8, {});
    asked.request = request_of(first, {{0, 0}, {4, 0}}, 5);
    const Request passed_on = request_of(asked, {{0, 0}, {0, 4}}, 6);
    EXPECT_EQ(rank_of(first, 6).effective, rank_of(asked, 6).effective);
    EXPECT_EQ(rank_of(asked, 6), passed_on.rank);
    EXPECT_LT(passed_on.rank, rank_of(other, 6));
    EXPECT_EQ(asked.request.until, passed_on.until);
    EXPECT_GT(request_of(asked, {}, asked.request.until).until, asked.request.until);
}

TEST(Yielding, RanksFallFromTheEndOfAPassageOutward) {
    const auto at_station = [](std::uint32_t number, double station, bool is_inside) {
        Walker walker = with_claim(standing(number, {}), true, is_inside);
        walker.walk.station = station;
        return walker;
    };
    EXPECT_LT(rank_of(at_station(9, 3, true), 0), rank_of(at_station(1, 2, true), 0));
    EXPECT_LT(rank_of(at_station(1, 2, true), 0), rank_of(at_station(0, 0.9, false), 0));
    EXPECT_LT(rank_of(at_station(7, 0.9, false), 0), rank_of(at_station(0, 0.5, false), 0));
    EXPECT_LT(rank_of(at_station(3, 0.5, false), 0), rank_of(at_station(4, 0.5, false), 0));
}

TEST(Yielding, WhoHasBeenLentTheSameRankIsToldApartByItsOwn) {
    Walker nearer = standing(4, {}), farther = standing(8, {});
    nearer.request = farther.request = request_of(standing(3, {}), {{0, 0}, {4, 0}}, 5);
    EXPECT_LT(rank_of(nearer, 6), rank_of(farther, 6));
    EXPECT_LT(farther.request.rank, rank_of(nearer, 6));
    EXPECT_LT(request_of(nearer, {}, 6).rank, rank_of(farther, 6));
}

TEST(Yielding, WhoGoesTheSameWayLeavesItOnlyForTheOneItWaitsFor) {
    Walker walker = standing(8, {2, 0.4});
    const std::vector<RoutePoint> on{{{2, 0.4}, 0}, {{6, 0.4}, 0}};
    walker.commitment.route = std::make_shared<const Route>(on, walker.spec.limits, 0.1);
    EXPECT_FALSE(is_in_the_way(along_the_axis(), walker));
    walker.waiting_for.who = 5;
    EXPECT_FALSE(is_in_the_way(along_the_axis(), walker));
    walker.waiting_for.who = along_the_axis().by;
    EXPECT_TRUE(is_in_the_way(along_the_axis(), walker));
}

TEST(Yielding, AWalkMayTouchAWallButNotCutItsCorner) {
    Scene scene;
    scene.bounds = {{0, 0}, {10, 10}};
    scene.layers.resize(1);
    scene.layers[0].blocked.push_back({{{4, 4}, {6, 4}, {6, 6}, {4, 6}}, {}});
    const Walls walls(scene);
    const Walker walker = standing(8, {3.75, 4});  // touches the block's west side at its corner
    EXPECT_TRUE(stays_off_walls(walls, walker, walk_to({{3.75, 4.5}, {3.75, 5}})));
    EXPECT_TRUE(stays_off_walls(walls, walker, walk_to({{3.75, 3.75}, {4, 3.75}, {5, 3.75}})));
    EXPECT_FALSE(stays_off_walls(walls, walker, walk_to({{3.80, 3.848}, {4, 3.75}})));
    EXPECT_FALSE(stays_off_walls(walls, walker, walk_to({{3.752, 4.2}})));
    EXPECT_TRUE(stays_off_walls(walls, standing(8, {3.8, 5}), walk_to({{3.7, 5}})));
}

TEST(Yielding, OnlyWhoStandsOnTheWayIsInIt) {
    EXPECT_TRUE(is_in_the_way(along_the_axis(), standing(8, {2, 0.4})));
    EXPECT_FALSE(is_in_the_way(along_the_axis(), standing(8, {2, 0.6})));
    EXPECT_FALSE(is_in_the_way(along_the_axis(), standing(8, {5, 0})));
}

TEST(Yielding, WhoIsAskedMayLeaveTheWayButNotComeIntoIt) {
    const Walker beside = standing(8, {2, 0.6}), on_it = standing(8, {2, 0.3});
    EXPECT_FALSE(respects(along_the_axis(), beside, walk_to({{2, 0.5}, {2, 0.3}})));
    EXPECT_TRUE(respects(along_the_axis(), beside, walk_to({{2, 0.8}, {3, 0.8}})));
    EXPECT_TRUE(respects(along_the_axis(), on_it, walk_to({{2, 0.4}, {2, 0.7}})));
}

verify::Report watched(const Scene& scene, Simulation& crowd,
                       const std::function<void(Simulation&)>& meddle) {
    verify::Verifier verifier(scene, crowd.agents());
    verifier.add(crowd.frame());
    while (!crowd.is_finished()) {
        meddle(crowd);
        crowd.step();
        verifier.add(crowd.frame());
    }
    return verifier.finish();
}

/// A new goal turns the walker round a wall's end; in the same frame a crate cuts off its way. It must brake
/// on the way it is on then, whichever that is, and come to no wall.
TEST(Braking, WhoChangesRoutesAndBrakesInOneFrameStaysOffTheWalls) {
    for (int trial = 0; trial < 12; ++trial) {
        Scene scene = test::hall({test::walker("ann", {2, 5}, {18, 8})});
        test::add_wall(scene, 9.8, 0.4, 2, 1.2);
        auto made = Simulation::create(scene, {1, 1, {}});
        ASSERT_TRUE(made) << made.status().message;
        const double moment = 3 + 0.25 * trial;
        bool is_done = false;
        const verify::Report report = watched(scene, made.value(), [&](Simulation& crowd) {
            if (is_done || crowd.frame().time < moment) return;
            is_done = true;
            const auto& ann = crowd.frame().agents.at(0);
            const Vec2 ahead = ann.position.xy() + unit_vector(ann.heading) * 0.85;
            Goal goal;
            goal.region = DiscRegion{{18, 1.5}, 0.3};
            ASSERT_TRUE(crowd.apply({0, GoalEvent{"ann", goal}}).is_ok());
            (void)crowd.apply({0, AppearEvent{test::crate("crate", ahead, 0.2)}});
        });
        EXPECT_TRUE(is_done);
        EXPECT_EQ(0u, report.wall_crossings) << "at " << moment << '\n' << verify::to_text(report);
        EXPECT_EQ(0u, report.limit_violations) << "at " << moment << '\n' << verify::to_text(report);
        EXPECT_EQ(0u, report.overlaps) << "at " << moment << '\n' << verify::to_text(report);
        EXPECT_EQ(1u, report.arrived) << "at " << moment << '\n' << verify::to_text(report);
    }
}

}  // namespace
}  // namespace wend
