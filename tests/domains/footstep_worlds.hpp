#pragma once

// Small random worlds for footsteps, and what it takes to plan in one.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "wend/base/rng.hpp"
#include "wend/domains/footstep_domain.hpp"
#include "wend/search/search.hpp"
#include "wend/world/world.hpp"

namespace wend::test {

struct FootstepProblem {
    Scene scene;
    std::unique_ptr<World> world;
    std::shared_ptr<const domains::FootstepGround> ground;
    std::shared_ptr<const domains::FootstepTable> table;
    domains::FootstepStart start;
    domains::FootstepGoal goal;
    AgentId self;

    /// After the scene and both ends are said.
    void prepare(const domains::FootstepSettings& settings = {}) {
        AgentSpec agent;
        agent.name = "walker";
        agent.position = start.at.position;
        agent.heading = start.heading;
        agent.goal = {goal.at.layer, DiscRegion{goal.at.position, goal.tolerance + 0.1}, std::nullopt};
        scene.agents = {agent};
        world = std::make_unique<World>(scene);
        self = world->add_agent(agent);
        ground = std::make_shared<domains::FootstepGround>(scene);
        table = std::make_shared<domains::FootstepTable>(agent.limits, settings);
        start.feet = domains::feet_beside(start.at.position, start.heading);
    }
    [[nodiscard]] domains::FootstepDomain domain() const {
        return {world->snapshot(), ground, table, start, goal, self};
    }
};

struct SolvedSteps {
    search::Plan plan;
    std::vector<std::uint64_t> keys;
    std::uint64_t expansions = 0;
};

inline SolvedSteps solve_steps(const domains::FootstepDomain& domain, double inflation = 1,
                               std::uint64_t most = ~0ull) {
    const domains::FootstepStates states(domain);
    search::Context context;
    search::Search<domains::FootstepStates, domains::FootstepDomain::direction> search(
        context, search::weighted_a_star(inflation));
    search.begin(states, states.state(domain.start()), states.state(domain.goal()));
    Budget budget = Budget::expansions(most);
    SolvedSteps solved{search.solve(states, budget), {}, 0};
    solved.expansions = solved.plan.expansions;
    if (solved.plan.status == StatusCode::ok)
        for (const search::StateId state : solved.plan.path) solved.keys.push_back(states.key(state));
    return solved;
}

inline Polygon box_of(Vec2 low, Vec2 high) {
    return {rectangle(Box2{low, high}), {}};
}

inline Ring stone_ring(Rng& rng, Vec2 middle, double radius) {
    Ring ring;
    const double turn = rng.uniform(0, 1);
    for (int i = 0; i < 8; ++i)
        ring.push_back(middle + radius * rng.uniform(0.85, 1.0) * unit_vector(turn + i * 0.785398));
    return ring;
}

/// Two banks and a pond with stones in it; things fly across it.
inline FootstepProblem stones_problem(Rng& rng, double width, int movers) {
    FootstepProblem problem;
    Scene& scene = problem.scene;
    const double bank = 1.2, far = bank + width, side = 2.4;
    scene.name = "stones";
    scene.bounds = {{0, 0}, {far + bank, side}};
    scene.layers = {Layer{"ground", 0, {}, {}}};
    scene.gaps = {{0, box_of({bank, 0}, {far, side})}};
    const double stride = rng.uniform(0.35, 0.75);
    for (double x = bank + rng.uniform(0.2, 0.5); x < far - 0.15; x += rng.uniform(0.7, 1.2) * stride)
        for (int row = 0; row < 2; ++row) {
            if (rng.below(8) == 0) continue;
            const double radius = rng.uniform(0.2, 0.32);
            const Vec2 middle{
                x + rng.uniform(-0.1, 0.1),
                std::clamp(side / 2 + (row == 0 ? 0.2 : -0.2) + rng.uniform(-0.25, 0.25), 0.35, side - 0.35)};
            scene.footholds.push_back(
                {0, {stone_ring(rng, middle, radius), {}}, rng.uniform(-0.05, 0.15), {}});
        }
    for (int i = 0; i < movers; ++i) {
        ObstacleSpec obstacle;
        obstacle.name = "mover " + std::to_string(i);
        obstacle.shape = DiscShape{rng.uniform(0.1, 0.3)};
        const double begin = rng.uniform(0, 6), seconds = side / rng.uniform(0.5, 1.5);
        const double x = rng.uniform(bank, far);
        obstacle.motion = {
            {{begin, {{x, -0.5}, 0}}, {begin + seconds, {{x + rng.uniform(-1, 1), side + 0.5}, 0}}}, false};
        scene.obstacles.push_back(obstacle);
    }
    problem.start.at = {0, {0.6, side / 2 + rng.uniform(-0.3, 0.3)}, 0};
    problem.start.heading = rng.uniform(-0.4, 0.4);
    problem.goal.at = {0, {far + 0.6, side / 2 + rng.uniform(-0.3, 0.3)}, 0};
    problem.goal.window = {0, 2 * (width + 1.2) + 14};
    return problem;
}

}  // namespace wend::test
