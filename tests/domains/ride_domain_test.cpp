#include "wend/domains/ride_domain.hpp"

#include <numbers>

#include <gtest/gtest.h>

#include "wend/locomotion/landmarks.hpp"
#include "wend/locomotion/planner.hpp"
#include "wend/search/search.hpp"

#include "domains/conformance.hpp"
#include "domains/ride_worlds.hpp"
#include "support/effort.hpp"

namespace wend::domains {
namespace {

using test::RideProblem;

struct SolvedRide {
    search::Plan plan;
    std::vector<std::uint64_t> keys;
};

SolvedRide solve(const RideDomain& ride) {
    const RideStates states(ride);
    SolvedRide solved;
    if (!ride.start() || !ride.goal()) return solved;
    search::Context context;
    search::Search<RideStates, search::Direction::forward> search(context, search::a_star());
    search.begin(states, states.state(*ride.start()), states.state(*ride.goal()));
    Budget budget = Budget::unlimited();
    solved.plan = search.solve(states, budget);
    for (const search::StateId state : solved.plan.path) solved.keys.push_back(states.key(state));
    return solved;
}

struct SeededRide {
    std::shared_ptr<RideDomain> keyed;
    std::shared_ptr<RideStates> states;

    explicit SeededRide(const RideProblem& problem)
        : keyed(std::make_shared<RideDomain>(problem.domain())),
          states(std::make_shared<RideStates>(*keyed)) {}
    [[nodiscard]] const RideStates& domain() const { return *states; }
    [[nodiscard]] std::vector<search::StateId> seeds() const {
        std::vector<search::StateId> seeds{states->state(*keyed->start())};
        for (const std::uint64_t key : solve(*keyed).keys) seeds.push_back(states->state(key));
        return seeds;
    }
};

TEST(RideKey, IsReadBackAsItWasWritten) {
    Rng rng(1);
    for (int i = 0; i < 1000; ++i) {
        RideState s;
        s.kind = static_cast<RideState::Kind>(rng.below(5));
        s.from = static_cast<std::uint32_t>(rng.below(RideState::landmarks));
        s.to = static_cast<std::uint32_t>(rng.below(RideState::landmarks));
        s.controller = static_cast<std::uint32_t>(rng.below(16));
        s.step = static_cast<int>(rng.below(RideState::steps));
        s.part = static_cast<int>(rng.below(256)) + RideState::least_part;
        s.sector = static_cast<int>(rng.below(17));
        EXPECT_EQ(RideState::of(s.key()), s);
    }
}

TEST(RideDomain, KeepsWhatDomainsPromise) {
    for (int round = 0; round < test::rounds(1, 12); ++round) {
        const RideProblem problem(static_cast<std::uint64_t>(round), 15);
        if (solve(problem.domain()).keys.empty()) continue;
        test::expect_conformance([&] { return SeededRide(problem); }, {60, 60, 1}, true);
        if (HasFatalFailure()) FAIL() << "yard " << round;
    }
}

/// The planner of rides plans over the same landmarks with code of its own; its waits need not come to rest
/// on the landmark, so that it may only be faster, by a second or two for each of them.
TEST(RideDomain, FindsWhatThePlannerOfRidesFinds) {
    int found = 0;
    for (int round = 0; round < test::rounds(2, 40); ++round) {
        const RideProblem problem(static_cast<std::uint64_t>(round));
        const RideDomain ride = problem.domain();
        const SolvedRide solved = solve(ride);
        const auto table = std::make_shared<RideTable>(problem.ground);
        const auto landmark = [&](const Place& at, double time) {
            return table->add(locomotion::landmark_at(problem.ground->world(), problem.ground->skills(),
                                                      {at.position.x, at.position.y, 0},
                                                      static_cast<int>(time * 60))
                                  .value());
        };
        const locomotion::PlanRequest request{landmark(problem.start.at, 1),
                                              landmark(problem.goal.at, 0),
                                              static_cast<int>(1 / RideGround::step),
                                              {}};
        locomotion::SpaceTimePlanner planner(table->edges(), locomotion::minimum_time(), request);
        Budget budget = Budget::unlimited();
        (void)planner.run(budget);
        const locomotion::TravelPlan plan = planner.plan();
        if (solved.keys.empty()) continue;
        ++found;
        ASSERT_EQ(plan.status, StatusCode::ok) << round;
        const double seconds = solved.plan.cost * RideGround::step / RideDomain::step_cost;
        EXPECT_GE(seconds, (plan.arrive - request.depart) * RideGround::step - 1e-9) << round;
        EXPECT_LE(seconds, (plan.arrive - request.depart) * RideGround::step + 12) << round;
    }
    EXPECT_GT(found, 0);
}

/// Speeds and turns over what carries it, from the frames alone, and that it is carried at all.
void expect_walkable(const RideProblem& problem, const std::vector<WalkFrame>& walk) {
    const AgentLimits limits = test::rider_limits();
    const double frame = problem.scene.time_step;
    const Platforms platforms(problem.scene.platforms);
    for (std::size_t i = 0; i < walk.size(); ++i) {
        const PlatformId under = platforms.under(0, walk[i].position, walk[i].time);
        if (walk[i].mode == WalkMode::walking) {
            EXPECT_TRUE(problem.world->walls().ground(0).fits(walk[i].position, limits.radius)) << i;
        }
        EXPECT_TRUE(walk[i].mode != WalkMode::riding || !under.is_null()) << i;
        if (i == 0) continue;
        const double turn = std::remainder(walk[i].heading - walk[i - 1].heading, 2 * std::numbers::pi);
        EXPECT_LE(std::abs(turn), limits.max_turn_rate * frame + 1e-9) << i;
        if (walk[i].mode == WalkMode::airborne || walk[i - 1].mode == WalkMode::airborne) continue;
        const PlatformId before = platforms.under(0, walk[i - 1].position, walk[i - 1].time);
        Vec2 stayed = walk[i - 1].position;
        if (walk[i - 1].mode == WalkMode::riding)
            stayed = platforms.carry(before, stayed, walk[i - 1].time, walk[i].time);
        EXPECT_LE(distance(stayed, walk[i].position), limits.max_speed * frame + 1e-9) << i;
    }
}

TEST(RideDomain, IsWalkedWithinLimitsOnWhatCarriesIt) {
    int flights = 0;
    for (int round = 0; round < test::rounds(2, 60); ++round) {
        const RideProblem problem(static_cast<std::uint64_t>(round));
        const RideDomain ride = problem.domain();
        const SolvedRide solved = solve(ride);
        if (solved.keys.empty()) continue;
        const auto walk = ride.walk(solved.keys, problem.scene.time_step);
        expect_walkable(problem, walk);
        EXPECT_LT(distance(walk.back().position, problem.goal.at.position), problem.goal.tolerance);
        for (std::size_t i = 1; i < walk.size(); ++i)
            flights += walk[i].mode == WalkMode::airborne && walk[i - 1].mode != WalkMode::airborne;
        if (HasFailure()) FAIL() << "yard " << round;
    }
    EXPECT_GT(flights, 3);
}

TEST(RideDomain, WhoStandsAtAnEdgeStepsBackFirst) {
    RideProblem problem(1);
    problem.start.at.position = {6, -0.3};
    const RideDomain ride = problem.domain();
    ASSERT_TRUE(ride.start());
    EXPECT_EQ(RideState::of(*ride.start()).kind, RideState::Kind::settling);
    const SolvedRide solved = solve(ride);
    ASSERT_FALSE(solved.keys.empty());
    expect_walkable(problem, ride.walk(solved.keys, problem.scene.time_step));
}

TEST(RideDomain, GoesOnFromTheMiddleOfAMove) {
    const RideProblem problem(1);
    const auto table = std::make_shared<RideTable>(problem.ground);
    const RideDomain ride(problem.world->snapshot(), table, problem.start, problem.goal, {});
    const SolvedRide solved = solve(ride);
    ASSERT_GT(solved.keys.size(), 8u);
    for (std::size_t at = 1; at < solved.keys.size(); at += 3) {
        if (RideState::of(solved.keys[at]).kind == RideState::Kind::goal) break;
        RideStart start;
        start.at = ride.place(solved.keys[at]);
        start.key = solved.keys[at];
        const RideDomain rest(problem.world->snapshot(), table, start, problem.goal, {});
        const SolvedRide again = solve(rest);
        const double past =
            (start.at.time - problem.start.at.time) / RideGround::step * RideDomain::step_cost;
        EXPECT_NEAR(again.plan.cost + past, solved.plan.cost, 1e-6) << at;
    }
}

}  // namespace
}  // namespace wend::domains
