#include "wend/domains/footstep_domain.hpp"

#include <gtest/gtest.h>

#include "domains/conformance.hpp"
#include "domains/footstep_worlds.hpp"
#include "support/effort.hpp"

namespace wend::domains {
namespace {

struct SeededSteps {
    std::shared_ptr<FootstepDomain> keyed;
    std::shared_ptr<FootstepStates> states;

    explicit SeededSteps(const test::FootstepProblem& problem)
        : keyed(std::make_shared<FootstepDomain>(problem.domain())),
          states(std::make_shared<FootstepStates>(*keyed)) {}
    [[nodiscard]] const FootstepStates& domain() const { return *states; }
    [[nodiscard]] std::vector<search::StateId> seeds() const {
        std::vector<search::StateId> seeds{states->state(keyed->start())};
        const test::SolvedSteps solved = test::solve_steps(*keyed, 3, 1000);
        for (const std::uint64_t key : solved.keys) seeds.push_back(states->state(key));
        return seeds;
    }
};

TEST(FootstepDomain, KeepsWhatDomainsPromise) {
    for (int round = 0; round < test::rounds(1, 50); ++round) {
        Rng rng(static_cast<std::uint64_t>(round));
        test::FootstepProblem stones = test::stones_problem(rng, 1.2, 2);
        stones.goal.tolerance = 0.08;
        stones.goal.window = {0, 9};
        stones.goal.at_rest = round % 4 != 3;
        stones.prepare();
        test::expect_conformance([&] { return SeededSteps(stones); }, {30, 40, 1});
        if (HasFatalFailure()) FAIL() << "stones " << round;
    }
}

TEST(FootstepDomain, KeysAreReadBackAsTheyWereWritten) {
    Rng rng(1);
    for (int i = 0; i < 1000; ++i) {
        FootstepState s;
        s.x = static_cast<int>(rng.below(8000)) - 4000;
        s.y = static_cast<int>(rng.below(8000)) - 4000;
        s.tick = static_cast<int>(rng.below(4096));
        s.heading = static_cast<int>(rng.below(16));
        s.side = rng.below(2) == 0 ? Side::left : Side::right;
        s.kind = static_cast<FootstepState::Kind>(rng.below(6));
        s.stance = static_cast<int>(rng.below(16));
        s.turns = {static_cast<int>(rng.below(5)) - 2, static_cast<int>(rng.below(5)) - 2};
        s.twist = static_cast<int>(rng.below(3)) - 1;
        s.layer = static_cast<std::uint32_t>(rng.below(32));
        EXPECT_EQ(FootstepState::of(s.key()), s);
    }
}

TEST(FootstepTable, HasAboutThirtyFiveMovesThatObeyThePendulum) {
    const AgentLimits limits;
    const FootstepTable table(limits, {});
    EXPECT_GT(table.branching(), 28);
    EXPECT_LT(table.branching(), 42);
    for (int heading = 0; heading < 4; ++heading)
        for (const Side side : {Side::left, Side::right})
            for (const Gait gait : {Gait::poised, Gait::slow, Gait::brisk})
                for (const FootMove& move : table.from(heading, side, gait, 0)) {
                    // The same equation, integrated instead of solved.
                    const Pendulum way = table.pendulum(heading, side, move);
                    constexpr int steps = 4000;
                    const double h = way.duration / steps;
                    Vec2 at = way.start, velocity = way.velocity;
                    for (int i = 0; i < steps; ++i) {
                        const Vec2 p = 2 * i < steps ? way.first : way.second;
                        const double w2 = way.frequency * way.frequency;
                        const Vec2 middle = at + velocity * (h / 2) + (at - p) * (w2 * h * h / 8);
                        const Vec2 speed = velocity + (at - p) * (w2 * h / 2);
                        velocity += (middle - p) * (w2 * h);
                        at += speed * h;
                        ASSERT_LE(length(velocity), limits.max_speed);
                    }
                    EXPECT_LT(distance(at, way.position(way.duration)), 1e-4);
                    EXPECT_LT(distance(velocity, table.velocity(heading + move.turn, move.to)), 1e-4);
                }
}

TEST(FootstepGround, HoldsAFootOnOneSurfaceOnly) {
    Scene scene;
    scene.bounds = {{0, 0}, {4, 2}};
    scene.layers = {Layer{"ground", 0, {}, {}}};
    scene.gaps = {{0, test::box_of({1, 0}, {3, 2})}};
    scene.footholds = {{0, test::box_of({1.5, 0.9}, {2.5, 1.1}), 0.2, {0.5, 0}}};
    const FootstepGround ground(scene);
    EXPECT_TRUE(ground.holds(0, {{0.5, 1}, 0.3}));
    EXPECT_FALSE(ground.holds(0, {{0.9, 1}, 0}));  // the toes over the ditch
    EXPECT_TRUE(ground.holds(0, {{0.94, 1}, 1.5707963267948966}));
    EXPECT_FALSE(ground.holds(0, {{1.2, 1}, 0}));       // in it
    EXPECT_TRUE(ground.holds(0, {{2, 1}, 0}));          // along the beam
    EXPECT_FALSE(ground.holds(0, {{2, 1}, 1.0}));       // across it
    EXPECT_EQ(ground.holding(0, {2, 1.04}, 0, 2), 4u);  // only straight ahead
    EXPECT_NEAR(ground.height(0, {2, 1}), 0.45, 1e-12);
}

TEST(FootstepDomain, TurnsItsShouldersInACleft) {
    test::FootstepProblem problem;
    problem.scene.bounds = {{0, 0}, {5, 3}};
    problem.scene.layers = {Layer{"ground", 0, {}, {}}};
    problem.scene.layers[0].blocked = {test::box_of({2.3, 0}, {2.6, 1.29}),
                                       test::box_of({2.3, 1.71}, {2.6, 3})};
    problem.start.at = {0, {1, 1.5}, 0};
    problem.goal.at = {0, {4, 1.5}, 0};
    problem.goal.window = {0, 40};
    problem.prepare();
    const FootstepDomain domain = problem.domain();
    const test::SolvedSteps solved = test::solve_steps(domain, 3, 60'000);
    ASSERT_EQ(solved.plan.status, StatusCode::ok);
    for (const WalkFrame& at : domain.plan(solved.keys).walk)
        if (at.position.x > 2.2 && at.position.x < 2.7) {
            EXPECT_GT(std::abs(std::sin(at.heading)), 0.3) << at.time;
        }
}

TEST(FootstepDomain, StopsOnBothFeetFromWhereverItIs) {
    Rng rng(3);
    test::FootstepProblem problem = test::stones_problem(rng, 0.05, 0);
    problem.scene.gaps.clear();
    problem.scene.footholds.clear();
    problem.scene.bounds = {{-5, -5}, {12, 8}};
    problem.prepare();
    const FootstepDomain domain = problem.domain();
    const test::SolvedSteps solved = test::solve_steps(domain, 2);
    ASSERT_EQ(solved.plan.status, StatusCode::ok);
    for (std::size_t i = 1; i < solved.keys.size(); ++i) {
        const std::uint64_t key = solved.keys[i];
        if (FootstepState::of(key).is_set()) continue;
        const auto stop = domain.stop(key);
        ASSERT_TRUE(stop);
        EXPECT_LE(stop->size(), 2u);
        std::vector<std::uint64_t> path(solved.keys.begin(),
                                        solved.keys.begin() + static_cast<std::ptrdiff_t>(i) + 1);
        path.insert(path.end(), stop->begin(), stop->end());
        const FootstepPlan plan = domain.plan(path);
        ASSERT_FALSE(plan.is_empty());
        EXPECT_TRUE(plan.joints.back().is_at_rest);
    }
}

TEST(FootstepDomain, EitherFootMayGoFirst) {
    Rng rng(3);
    test::FootstepProblem problem = test::stones_problem(rng, 0.05, 0);
    problem.prepare();
    const FootstepDomain domain = problem.domain();
    bool left = false, right = false;
    domain.successors(domain.start(), [&](std::uint64_t key, search::Cost) {
        const FootstepState s = FootstepState::of(key);
        if (s.kind == FootstepState::Kind::start || s.is_set()) return;
        (s.side == Side::left ? left : right) = true;
    });
    EXPECT_TRUE(left && right);
}

}  // namespace
}  // namespace wend::domains
