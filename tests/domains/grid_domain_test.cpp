#include "wend/domains/grid_domain.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "domains/conformance.hpp"
#include "domains/space_time_worlds.hpp"
#include "support/effort.hpp"

namespace wend::domains {
namespace {

struct GridProblem {
    std::shared_ptr<GridDomain> grid;
    std::shared_ptr<GridStates> states;
    std::vector<search::StateId> ends;

    [[nodiscard]] const GridStates& domain() const { return *states; }
    [[nodiscard]] std::vector<search::StateId> seeds() const { return ends; }
};

GridProblem grid_problem(const test::SpaceTimeProblem& room, double cell) {
    GridSettings settings;
    settings.cell = cell;
    settings.origin = room.start.at.position;
    settings.self = room.self;
    GridProblem problem;
    auto crossings = std::make_shared<std::vector<Crossing>>(room.terrain->crossings());
    problem.grid = std::make_shared<GridDomain>(room.world->snapshot(), crossings, room.start.at, settings);
    problem.states = std::make_shared<GridStates>(*problem.grid);
    for (const Place& place : {room.start.at, room.goal.at})
        if (const auto key = problem.grid->free_cell_near(place); key != GridDomain::no_cell)
            problem.ends.push_back(problem.states->state(key));
    return problem;
}

search::Plan plan(const GridProblem& problem, search::Context& context) {
    search::Search<GridStates, search::Direction::backward> search(context, search::a_star());
    search.begin(*problem.states, problem.ends[0], problem.ends[1]);
    Budget budget = Budget::unlimited();
    return search.solve(*problem.states, budget);
}

TEST(GridDomain, KeepsWhatDomainsPromise) {
    for (int round = 0; round < test::rounds(20, 200); ++round) {
        Rng rng(static_cast<std::uint64_t>(round));
        test::SpaceTimeProblem room = test::room_problem(rng, 10, 5, 5);
        room.prepare({});
        test::expect_conformance([&] { return grid_problem(room, 0.5); }, {300, 300, 3});
        if (HasFatalFailure()) return;
    }
}

TEST(GridDomain, StoreysAreJoinedByPortalsAndLinks) {
    test::SpaceTimeProblem problem;
    problem.scene.bounds = {{0, 0}, {10, 10}};
    problem.scene.layers = {Layer{"ground", 0, {}, {}}, Layer{"gallery", 3, {}, {}}};
    problem.scene.portals = {{"stairs", 0, 1, {{4, 8}, {6, 8}}, {{4, 7}, {6, 7}}, 5}};
    problem.scene.links = {{"slide", LinkKind::drop, 1, 0, {8, 2}, {9, 2}, false, 0, 10, {}}};
    problem.start.at = {0, {2, 2}, 0};
    problem.goal.at = {1, {2.5, 3}, 0};
    problem.prepare({});
    const GridProblem grid = grid_problem(problem, 0.5);
    test::expect_conformance([&] { return grid_problem(problem, 0.5); }, {900, 900, 3});
    search::Context context;
    const search::Plan up = plan(grid, context);
    ASSERT_EQ(up.status, StatusCode::ok);
    const Course course =
        grid_course(*grid.grid, test::keys_along(*grid.states, up.path), problem.start.at, problem.goal.at);
    EXPECT_EQ(course.front().position, problem.start.at.position);
    EXPECT_EQ(course.back().layer, 1u);
    std::swap(const_cast<GridProblem&>(grid).ends[0], const_cast<GridProblem&>(grid).ends[1]);
    EXPECT_LT(plan(grid, context).cost, up.cost + 5000);
}

TEST(GridDomain, PulledCoursesAreFreeAndNoLonger) {
    for (int round = 0; round < test::rounds(40, 400); ++round) {
        Rng rng(static_cast<std::uint64_t>(round));
        test::SpaceTimeProblem room = test::room_problem(rng, 16, 9, 5);
        room.prepare({});
        const GridProblem problem = grid_problem(room, 0.6);
        if (problem.ends.size() < 2) continue;
        search::Context context;
        const search::Plan found = plan(problem, context);
        if (found.status != StatusCode::ok) continue;
        const auto cells = test::keys_along(*problem.states, found.path);
        const Place from = problem.grid->place(cells.front()), to = problem.grid->place(cells.back());
        const Course course = grid_course(*problem.grid, cells, from, to);
        double length = 0;
        for (std::size_t i = 1; i < course.size(); ++i) {
            length += distance(course[i - 1].position, course[i].position);
            ASSERT_TRUE(problem.grid->sees(0, course[i - 1].position, course[i].position)) << round;
        }
        ASSERT_LE(length, found.cost * GridDomain::cost_unit + 1e-6);
        ASSERT_GE(length, distance(from.position, to.position) - 1e-9);
    }
}

/// The flood says that the ends are apart exactly where a search finds no way, when nobody is around.
TEST(GridDomain, AFloodIsDryWhereASearchFindsNothing) {
    int apart = 0;
    const int rounds = test::rounds(60, 600);
    for (int round = 0; round < rounds; ++round) {
        Rng rng(static_cast<std::uint64_t>(round));
        test::SpaceTimeProblem room = test::room_problem(rng, 8, 5, 0);
        const double x = rng.uniform(2, 6), gap = rng.uniform(0.4, 1.2);
        room.scene.layers[0].blocked.push_back({{{x, 0}, {x + 0.2, 0}, {x + 0.2, 4}, {x, 4}}, {}});
        room.scene.layers[0].blocked.push_back(
            {{{x, 4 + gap}, {x + 0.2, 4 + gap}, {x + 0.2, 8}, {x, 8}}, {}});
        room.scene.obstacles.clear();
        room.prepare({});
        const GridProblem problem = grid_problem(room, 0.5);
        if (problem.ends.size() < 2) continue;
        EndFloods floods = GridDomain::end_floods(problem.states->key(problem.ends[0]),
                                                  problem.states->key(problem.ends[1]));
        while (floods.verdict() == EndFloods::Verdict::undecided) (void)problem.grid->spread(floods);
        search::Context context;
        const bool has_way = plan(problem, context).status == StatusCode::ok;
        EXPECT_EQ(floods.verdict(), has_way ? EndFloods::Verdict::joined : EndFloods::Verdict::apart)
            << "room " << round;
        apart += !has_way;
    }
    EXPECT_GT(apart, rounds / 20);
    EXPECT_LT(apart, rounds - rounds / 20);
}

TEST(GridDomain, RepairEqualsPlanningFromScratch) {
    for (int round = 0; round < test::rounds(30, 300); ++round) {
        Rng rng(static_cast<std::uint64_t>(round));
        test::SpaceTimeProblem room = test::room_problem(rng, 10, 6, 8);
        room.prepare({});
        const GridProblem problem = grid_problem(room, 0.5);
        if (problem.ends.size() < 2) continue;
        search::Context context;
        search::Search<GridStates, search::Direction::backward> search(context, search::ad_star(2, 0.5));
        search.begin(*problem.states, problem.ends[0], problem.ends[1]);
        for (int event = 0; event < 6; ++event) {
            Budget budget = Budget::unlimited();
            const search::Plan& repaired = search.solve(*problem.states, budget);
            GridProblem fresh = grid_problem(room, 0.5);
            fresh.ends.clear();
            for (const search::StateId end : problem.ends)
                fresh.ends.push_back(fresh.states->state(problem.states->key(end)));
            search::Context other;
            const search::Plan scratch = plan(fresh, other);
            ASSERT_EQ(repaired.status, scratch.status) << "room " << round << ", event " << event;
            ASSERT_EQ(repaired.cost, scratch.cost) << "room " << round << ", event " << event;
            // Nothing but time passes: known things stand elsewhere then.
            room.world->advance(room.world->time() + rng.uniform(0.1, 1.5));
            std::vector<StillRegion> regions;
            problem.grid->refresh(room.world->snapshot(), room.start.at, regions);
            std::vector<search::StateId> touched;
            for (const StillRegion& region : regions)
                append_touched<search::Direction::backward>(
                    *problem.states, [&](GridDomain::Key key) { return problem.grid->touches(region, key); },
                    touched);
            search.change(*problem.states, touched);
        }
    }
}

}  // namespace
}  // namespace wend::domains
