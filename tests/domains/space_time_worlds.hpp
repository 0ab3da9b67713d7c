#pragma once

// Small random worlds for the space-time domain, and what it takes to plan in one and to check the walk.

#include <memory>
#include <string>
#include <vector>

#include "wend/base/rng.hpp"
#include "wend/domains/space_time_domain.hpp"
#include "wend/search/search.hpp"
#include "wend/world/world.hpp"

#include "support/verified_walk.hpp"

namespace wend::test {

struct SpaceTimeProblem {
    Scene scene;
    std::vector<AgentSpec> agents;
    std::unique_ptr<World> world;
    std::shared_ptr<const domains::Terrain> terrain;
    std::shared_ptr<const domains::MoveTable> moves;
    domains::SpaceTimeStart start;
    domains::SpaceTimeGoal goal;
    domains::SpaceTimeOptions options;
    AgentId self;

    /// After the scene, start, goal and lattice are said: makes the world with the agent in it.
    void prepare(const domains::LatticeSettings& lattice) {
        AgentSpec agent;
        agent.name = "planner";
        agent.layer = start.at.layer;
        agent.position = start.at.position;
        agent.heading = start.heading;
        agent.goal = {goal.at.layer, DiscRegion{goal.at.position, goal.tolerance + 0.25}, std::nullopt};
        if (goal.window.low > 0) agent.goal.window = goal.window;
        agents = scene.agents = {agent};
        world = std::make_unique<World>(scene);
        self = world->add_agent(agent);
        options.self = self;
        terrain =
            std::make_shared<domains::Terrain>(scene, world->walls(), agent.limits.radius, lattice.frame);
        moves = std::make_shared<domains::MoveTable>(agent.limits, lattice);
    }
    [[nodiscard]] domains::SpaceTimeDomain domain() const {
        return {world->snapshot(), terrain, moves, start, goal, options};
    }
};

struct Solved {
    search::Plan plan;
    std::vector<std::uint64_t> keys;
    std::size_t visited = 0;
};

template <class States>
std::vector<typename States::Key> keys_along(const States& states, const std::vector<search::StateId>& path) {
    std::vector<typename States::Key> keys;
    for (const search::StateId state : path) keys.push_back(states.key(state));
    return keys;
}

template <search::Direction direction = domains::SpaceTimeDomain::direction>
Solved solve(const domains::SpaceTimeDomain& domain, double inflation = 1, std::uint64_t most = ~0ull) {
    const domains::SpaceTimeStates states(domain);
    search::Context context;
    search::Search<domains::SpaceTimeStates, direction> search(context, search::weighted_a_star(inflation));
    search.begin(states, states.state(domain.start()), states.state(domain.goal()));
    Budget budget = Budget::expansions(most);
    Solved solved{search.solve(states, budget), {}, 0};
    if (solved.plan.status == StatusCode::ok) solved.keys = keys_along(states, solved.plan.path);
    solved.visited = search.visited();
    return solved;
}

inline verify::Report verified(const SpaceTimeProblem& problem, const std::vector<domains::WalkFrame>& walk) {
    return verified_walk(problem.scene, problem.agents, walk);
}

inline Polygon box_polygon(Vec2 low, Vec2 high) {
    return {{low, {high.x, low.y}, high, {low.x, high.y}}, {}};
}

inline Trajectory line_motion(Vec2 from, Vec2 to, double begin, double end, double spin = 0) {
    return {{{begin, {from, 0}}, {end, {to, spin * (end - begin)}}}, false};
}

/// A room with blocks in it and things that move through it.
inline SpaceTimeProblem room_problem(Rng& rng, double side, double away, int movers) {
    SpaceTimeProblem problem;
    Scene& scene = problem.scene;
    scene.name = "room";
    scene.bounds = {{0, 0}, {side, side}};
    scene.layers = {Layer{"ground", 0, {}, {}}};
    const auto somewhere = [&] { return Vec2{rng.uniform(0.6, side - 0.6), rng.uniform(0.6, side - 0.6)}; };
    const Vec2 from = somewhere();
    Vec2 to = somewhere();
    for (int i = 0; i < 50 && std::abs(distance(from, to) - away) > 0.3; ++i) to = somewhere();
    const int blocks = static_cast<int>(side * side / 8);
    for (int i = 0; i < blocks; ++i) {
        const Vec2 low = somewhere(), high = low + Vec2{rng.uniform(0.2, 1.5), rng.uniform(0.2, 1.5)};
        const Box2 box{low, high};
        if (box.grown(0.4).contains(from) || box.grown(0.4).contains(to)) continue;
        scene.layers[0].blocked.push_back(box_polygon(low, high));
    }
    for (int i = 0; i < movers; ++i) {
        ObstacleSpec obstacle;
        obstacle.name = "mover " + std::to_string(i);
        const double speed = rng.uniform(0.3, 2.0), end = rng.uniform(4, 12);
        const Vec2 begin = somewhere(), way = speed * end * unit_vector(rng.uniform(-3.14, 3.14));
        obstacle.motion = line_motion(begin, begin + way, 0, end, rng.below(3) == 0 ? 0.7 : 0);
        if (rng.below(2) == 0)
            obstacle.shape = DiscShape{rng.uniform(0.2, 0.5)};
        else
            obstacle.shape = PolygonShape{{{-0.5, -0.2}, {0.5, -0.2}, {0.5, 0.2}, {-0.5, 0.2}}};
        if (distance(begin, from) < 1.2) continue;
        scene.obstacles.push_back(obstacle);
    }
    problem.start = {{0, from, 0}, rng.uniform(-3.14, 3.14), 0};
    problem.goal.at = {0, to, 0};
    return problem;
}

/// Two banks and a platform that goes to and fro between them, and waits at each.
inline SpaceTimeProblem ferry_problem(Rng& rng) {
    SpaceTimeProblem problem;
    Scene& scene = problem.scene;
    const double wide = rng.uniform(1.5, 1.8), gap = wide + rng.uniform(0.3, 1.2), wait = rng.uniform(2, 3);
    const double far = 3 + gap, ride = (gap - wide) / rng.uniform(0.4, 1.0);
    scene.name = "ferry";
    scene.bounds = {{0, 0}, {far + 3, 4}};
    scene.layers = {
        Layer{"ground", 0, {box_polygon({0, 0}, {3, 4}), box_polygon({far, 0}, {far + 3, 4})}, {}}};
    PlatformSpec ferry;
    ferry.name = "ferry";
    ferry.outline = {{-wide / 2, -0.8}, {wide / 2, -0.8}, {wide / 2, 0.8}, {-wide / 2, 0.8}};
    const Vec2 here{3 + wide / 2, 2}, there{far - wide / 2, 2};
    ferry.motion.keyframes = {{0, {here, 0}},
                              {wait, {here, 0}},
                              {wait + ride, {there, 0}},
                              {2 * wait + ride, {there, 0}},
                              {2 * wait + 2 * ride, {here, 0}}};
    ferry.motion.loops = true;
    scene.platforms = {ferry};
    problem.start = {{0, {rng.uniform(2.0, 2.6), rng.uniform(1.7, 2.3)}, 0}, rng.uniform(-0.5, 0.5), 0};
    problem.goal.at = {0, {far + rng.uniform(0.4, 0.9), rng.uniform(1.7, 2.3)}, 0};
    problem.goal.window = {0, 2 * wait + ride + 3};
    return problem;
}

/// Two banks joined by a jump link (0), near enough to leap (1), or two storeys joined by stairs (2).
inline SpaceTimeProblem ditch_problem(Rng& rng, int kind) {
    SpaceTimeProblem problem;
    Scene& scene = problem.scene;
    const double gap = kind == 1 ? rng.uniform(0.2, 0.6) : rng.uniform(0.5, 1.5), far = 3 + gap;
    scene.name = "ditch";
    scene.bounds = {{0, 0}, {far + 3, 4}};
    scene.layers = {
        Layer{"ground", 0, {box_polygon({0, 0}, {3, 4}), box_polygon({far, 0}, {far + 3, 4})}, {}}};
    const double y = rng.uniform(1, 3);
    problem.start = {{0, {rng.uniform(0.5, 2.5), rng.uniform(1, 3)}, 0}, rng.uniform(-3, 3), 0};
    problem.goal.at = {0, {far + rng.uniform(0.5, 2.0), rng.uniform(1, 3)}, 0};
    problem.goal.window = {0, 10};
    if (kind == 0) {
        const Vec2 from{2.7, y}, to{far + 0.3, y};
        std::vector<Interval> open;
        if (rng.below(2) == 0) open.push_back({rng.uniform(2, 4), 5});
        scene.links = {{"jump", LinkKind::jump, 0, 0, from, to, true, 0, 10, open}};
    } else if (kind == 1) {
        problem.options.gap_length = 2.9;
    } else {
        scene.layers.push_back(Layer{"gallery", 3, {box_polygon({far, 0}, {far + 3, 4})}, {}});
        scene.layers[0].walkable.pop_back();
        scene.portals = {{"stairs", 0, 1, {{3, y - 0.6}, {3, y + 0.6}}, {{far, y - 0.6}, {far, y + 0.6}}, 2}};
        problem.goal.at.layer = 1;
    }
    return problem;
}

}  // namespace wend::test
