// Footsteps and rides under constraints: their plans cost what Dijkstra's search finds, and nowhere along
// them, frame by frame, is ground entered that must not be.

#include <algorithm>
#include <queue>

#include <gtest/gtest.h>

#include "wend/domains/constrained.hpp"

#include "domains/footstep_worlds.hpp"
#include "domains/ride_worlds.hpp"
#include "support/effort.hpp"

namespace wend::domains {
namespace {

/// Forward over a domain's own edges, and nothing else.
template <class Domain>
search::Cost dijkstra(const PlacedStates<Domain>& states, search::StateId start, search::StateId goal) {
    std::vector<search::Cost> costs;
    using Entry = std::pair<search::Cost, search::StateId>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    const auto offer = [&](search::StateId state, search::Cost cost) {
        if (state >= costs.size()) costs.resize(state + 1000, search::infinite_cost);
        if (cost < costs[state]) open.emplace(costs[state] = cost, state);
    };
    offer(start, 0);
    while (!open.empty()) {
        const auto [cost, state] = open.top();
        open.pop();
        if (state == goal) return cost;
        if (cost == costs[state])
            states.successors(state, [&, cost = cost](search::StateId next, search::Cost edge) {
                offer(next, cost + edge);
            });
    }
    return search::infinite_cost;
}

ResolvedConstraint on_box(const Box2& box, double weight) {
    return {0, {{{rectangle(box), {}, 0}}}, weight == 0, Preposition::in, weight};
}

struct Found {
    search::Cost cost = search::infinite_cost;
    std::vector<std::uint64_t> keys;
};

template <class Domain>
Found solve(const Domain& domain, const MultiplierField& field, std::uint64_t start, std::uint64_t goal) {
    const Constrained<Domain> constrained(domain, field);
    const PlacedStates<Constrained<Domain>> states(constrained);
    search::Context context;
    search::Search<PlacedStates<Constrained<Domain>>, search::Direction::forward> search(context,
                                                                                         search::a_star());
    search.begin(states, states.state(start), states.state(goal));
    Budget budget = Budget::unlimited();
    const search::Plan& plan = search.solve(states, budget);
    Found found;
    if (plan.status != StatusCode::ok) return found;
    found.cost = plan.cost;
    for (const search::StateId state : plan.path) found.keys.push_back(states.key(state));
    return found;
}

template <class Domain>
Found solve_and_compare(const Domain& domain, const MultiplierField& field, std::uint64_t start,
                        std::uint64_t goal) {
    const Found found = solve(domain, field, start, goal);
    const Constrained<Domain> constrained(domain, field);
    const PlacedStates<Constrained<Domain>> states(constrained);
    EXPECT_EQ(found.cost, dijkstra(states, states.state(start), states.state(goal)));
    return found;
}

/// Of a box that is touched by the walk, the number of its frames inside.
std::size_t frames_inside(std::span<const WalkFrame> walk, const Box2& box) {
    std::size_t inside = 0;
    for (const WalkFrame& frame : walk) inside += box.contains(frame.position);
    return inside;
}

Vec2 nearest_to(std::span<const WalkFrame> walk, Vec2 place) {
    return std::min_element(walk.begin(), walk.end(),
                            [&](const WalkFrame& a, const WalkFrame& b) {
                                return distance(a.position, place) < distance(b.position, place);
                            })
        ->position;
}

/// A small room with somebody in it who wants to its other end.
test::FootstepProblem floor_problem(Rng& rng) {
    test::FootstepProblem problem;
    problem.scene.name = "floor";
    problem.scene.bounds = {{0, 0}, {1.9, 1.1}};
    problem.scene.layers = {Layer{"ground", 0, {}, {}}};
    problem.start.at = {0, {0.35, rng.uniform(0.45, 0.65)}, 0};
    problem.start.heading = rng.uniform(-0.1, 0.1);
    problem.goal.at = {0, {1.5, rng.uniform(0.45, 0.65)}, 0};
    problem.goal.window = {0, 4};
    problem.prepare();
    return problem;
}

TEST(ConstrainedFootsteps, cost_what_dijkstra_finds_and_sway_onto_no_forbidden_ground) {
    int kept_off = 0, led_elsewhere = 0;
    for (int seed = 1; seed <= test::rounds(4, 40); ++seed) {
        SCOPED_TRACE(seed);
        Rng rng(static_cast<std::uint64_t>(seed) + 300);
        const test::FootstepProblem problem = floor_problem(rng);
        const FootstepDomain domain = problem.domain();
        const Found free = solve(domain, MultiplierField(), domain.start(), domain.goal());
        ASSERT_FALSE(free.keys.empty());
        const auto free_walk = domain.plan(free.keys).walk;
        // On the way that it would go, from one side.
        const Vec2 middle = nearest_to(free_walk, (problem.start.at.position + problem.goal.at.position) / 2);
        const Box2 box = seed % 4 < 2 ? Box2{{middle.x - 0.05, middle.y - 0.02}, {middle.x + 0.05, 1.1}}
                                      : Box2{{middle.x - 0.05, 0}, {middle.x + 0.05, middle.y + 0.02}};
        ASSERT_GT(frames_inside(free_walk, box), 0u);
        const bool is_hard = seed % 2 == 0;
        const auto field = MultiplierField::create({on_box(box, is_hard ? 0 : -8)}).value();
        const Found found = solve_and_compare(domain, field, domain.start(), domain.goal());
        if (found.keys.empty()) continue;
        EXPECT_GE(found.cost, free.cost);
        const std::size_t inside = frames_inside(domain.plan(found.keys).walk, box);
        if (is_hard) {
            EXPECT_EQ(inside, 0u);
            ++kept_off;
        } else {
            led_elsewhere += inside < frames_inside(free_walk, box);
        }
    }
    EXPECT_GE(kept_off, test::rounds(1, 10));
    EXPECT_GE(led_elsewhere, test::rounds(1, 10));
}

/// Where the quickest way to rest leads onto such ground, another one is taken, or none.
TEST(ConstrainedFootsteps, come_to_rest_beside_forbidden_ground) {
    Rng rng(5);
    const test::FootstepProblem problem = floor_problem(rng);
    const FootstepDomain domain = problem.domain();
    const Found found = solve(domain, MultiplierField(), domain.start(), domain.goal());
    int stops = 0, others = 0;
    for (const std::uint64_t key : found.keys) {
        if (FootstepState::of(key).is_set()) continue;
        const Vec2 here = domain.place(key).position;
        for (const double ahead : {0.02, 0.05, 0.1, 0.2}) {
            const Box2 box{{here.x + ahead, 0}, {1.9, 1.1}};
            const auto field = MultiplierField::create({on_box(box, 0)}).value();
            const Constrained<FootstepDomain> constrained(domain, field);
            const auto stop =
                domain.stop(key, [&](auto from, auto to) { return constrained.allows(from, to); });
            others += stop != domain.stop(key);
            if (!stop) continue;
            std::vector<std::uint64_t> way{key};
            way.insert(way.end(), stop->begin(), stop->end());
            EXPECT_EQ(frames_inside(domain.plan(way).walk, box), 0u);
            ++stops;
        }
    }
    EXPECT_GT(stops, 8);
    EXPECT_GT(others, 0);
}

TEST(ConstrainedRides, cost_what_dijkstra_finds_and_pass_no_forbidden_ground) {
    int kept_off = 0;
    for (int seed = 0; seed < test::rounds(2, 20); ++seed) {
        SCOPED_TRACE(seed);
        const test::RideProblem problem(static_cast<std::uint64_t>(seed), 30);
        const RideDomain domain = problem.domain();
        if (!domain.start() || !domain.goal()) continue;
        const Found free = solve(domain, MultiplierField(), *domain.start(), *domain.goal());
        if (free.keys.empty()) continue;
        const auto free_walk = domain.walk(free.keys, problem.scene.time_step);
        // Over the lanes, where it would pass.
        const Vec2 middle = nearest_to(free_walk, (problem.start.at.position + problem.goal.at.position) / 2);
        const Box2 box{{middle.x - 1, middle.y - 1}, {middle.x + 1, middle.y + 1}};
        for (const double weight : {0.0, -20.0}) {
            const auto field = MultiplierField::create({on_box(box, weight)}).value();
            const Found found = solve_and_compare(domain, field, *domain.start(), *domain.goal());
            if (found.keys.empty()) continue;
            EXPECT_GE(found.cost, free.cost);
            if (weight != 0) continue;
            EXPECT_EQ(frames_inside(domain.walk(found.keys, problem.scene.time_step), box), 0u);
            ++kept_off;
        }
    }
    EXPECT_GE(kept_off, test::rounds(1, 5));
}

}  // namespace
}  // namespace wend::domains
