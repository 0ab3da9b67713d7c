// The static domain on random storeys: promises by brute force, repair against planning from scratch, and
// plans against the mesh's own queries.

#include "wend/domains/static_mesh_domain.hpp"

#include <gtest/gtest.h>

#include "wend/domains/static_mesh_course.hpp"
#include "wend/search/search.hpp"

#include "graph_check.hpp"
#include "mesh_worlds.hpp"
#include "support/effort.hpp"

namespace wend::domains {
namespace {

using search::Direction;
using test::MeshWorldOptions;

MeshGraphOptions random_options(Rng& rng) {
    MeshGraphOptions options;
    options.radius = rng.uniform(0.05, 0.6);
    options.portal_samples = static_cast<std::uint32_t>(1 + rng.below(3));
    if (rng.below(2) == 0) {
        options.part_length = rng.uniform(1, 4);
        options.most_parts = static_cast<std::uint32_t>(2 + rng.below(3));
    }
    return options;
}

template <Direction direction>
Cost cost_of(const StaticMeshDomain& domain, const MeshGraph::Problem& problem) {
    search::Context context;
    search::Search<StaticMeshDomain, direction> search(context, search::a_star());
    search.begin(domain, problem.start, problem.goal);
    Budget budget = Budget::unlimited();
    const search::Plan& plan = search.solve(domain, budget);
    EXPECT_FALSE(plan.ignored_bounds);
    return plan.cost;
}

TEST(StaticMeshDomain, KeepsItsPromises) {
    const MeshWorldOptions world;
    for (int round = 0; round < test::rounds(60, 1000); ++round) {
        Rng rng(static_cast<std::uint64_t>(round));
        const mesh::NavMesh mesh = test::random_mesh(rng, world);
        StaticMeshDomain domain(mesh, random_options(rng));
        const double radius = domain.graph().options().radius;
        const auto problem = domain.graph().begin(test::random_free_place(rng, mesh, radius, world),
                                                  test::random_free_place(rng, mesh, radius, world));
        if (problem.start == search::no_state || problem.goal == search::no_state) continue;
        const test::WholeGraph graph(domain);
        EXPECT_EQ(test::broken_promise(domain, graph, problem.goal), "") << "world " << round;
        const Cost best = graph.costs_to(problem.goal)[problem.start];
        EXPECT_EQ(cost_of<Direction::backward>(domain, problem), best) << "world " << round;
        EXPECT_EQ(cost_of<Direction::forward>(domain, problem), best) << "world " << round;
    }
}

TEST(StaticMeshDomain, NumbersDependOnTheMeshAlone) {
    Rng rng(7);
    const MeshWorldOptions world;
    const mesh::NavMesh mesh = test::random_mesh(rng, world);
    const Place start = test::random_free_place(rng, mesh, 0.3, world);
    const Place goal = test::random_free_place(rng, mesh, 0.3, world);
    StaticMeshDomain first(mesh, {.radius = 0.3}), second(mesh, {.radius = 0.3});
    first.graph().begin(goal, start);
    const auto there = first.graph().begin(goal, start);
    const auto again = second.graph().begin(goal, start);
    EXPECT_EQ(there.start, again.start);
    EXPECT_EQ(test::WholeGraph(first).forward, test::WholeGraph(second).forward);
}

TEST(StaticMeshDomain, TellsBothEndsOfEveryChangedEdge) {
    const MeshWorldOptions world;
    for (int round = 0; round < test::rounds(40, 1000); ++round) {
        Rng rng(static_cast<std::uint64_t>(9000 + round));
        mesh::NavMesh mesh = test::random_mesh(rng, world);
        test::MeshEditor editor(mesh, world);
        StaticMeshDomain domain(mesh, random_options(rng));
        MeshGraph& graph = domain.graph();
        const double radius = graph.options().radius;
        graph.begin(test::random_free_place(rng, mesh, radius, world),
                    test::random_free_place(rng, mesh, radius, world));
        for (int step = 0; step < 10; ++step) {
            graph.changes().clear();
            const test::WholeGraph before(domain);
            if (rng.below(3) > 0)
                graph.note_edit(editor.edit(rng));
            else
                graph.move_start(test::random_free_place(rng, mesh, radius, world));
            EXPECT_EQ(test::untold_change(before, test::WholeGraph(domain), graph.changes().states), "")
                << "world " << round << ", step " << step;
        }
    }
}

/// Repairs after edits and moves of the start cost what a search from scratch finds.
TEST(StaticMeshDomain, RepairEqualsPlanningFromScratch) {
    const MeshWorldOptions world;
    int solved = 0, failed = 0;
    for (int round = 0; round < test::rounds(60, 1000); ++round) {
        Rng rng(static_cast<std::uint64_t>(1000 + round));
        mesh::NavMesh mesh = test::random_mesh(rng, world);
        test::MeshEditor editor(mesh, world);
        StaticMeshDomain domain(mesh, random_options(rng));
        MeshGraph& graph = domain.graph();
        const double radius = graph.options().radius;
        Place start = test::random_free_place(rng, mesh, radius, world);
        const Place goal = test::random_free_place(rng, mesh, radius, world);
        auto problem = graph.begin(start, goal);
        if (problem.start == search::no_state || problem.goal == search::no_state) continue;
        graph.changes().clear();
        search::Context context;
        search::Search<StaticMeshDomain, Direction::backward> search(context, search::ad_star(2));
        search.begin(domain, problem.start, problem.goal);
        for (int step = 0; step < 12; ++step) {
            if (rng.below(2) == 0) {
                graph.note_edit(editor.edit(rng));
            } else if (const StateId moved =
                           graph.move_start(test::random_free_place(rng, mesh, radius, world));
                       moved != search::no_state) {
                problem.start = moved;
            }
            search.change(domain, graph.changes().states);
            graph.changes().clear();
            search.move_start(domain, problem.start);
            Budget budget = Budget::unlimited();
            const Cost repaired = search.solve(domain, budget).cost;
            EXPECT_FALSE(search.plan().ignored_bounds);
            const Cost scratch = test::WholeGraph(domain).costs_to(problem.goal)[problem.start];
            ASSERT_EQ(repaired, scratch) << "world " << round << ", step " << step;
            (scratch < search::infinite_cost ? solved : failed) += 1;
        }
    }
    EXPECT_GT(solved, 100);
    EXPECT_GT(failed, 10);
}

/// On one layer the domain finds a way exactly where the mesh does, and its course is free and not much
/// longer than the shortest.
TEST(StaticMeshDomain, CoursesAreFreeAndShort) {
    MeshWorldOptions world{
        .size = 100, .most_layers = 1, .most_obstacles = 120, .least_reach = 1, .most_reach = 8};
    CourseMaker maker;
    mesh::QueryContext query;
    double quality = 0;
    int solved = 0;
    for (int round = 0; round < test::rounds(60, 1000); ++round) {
        Rng rng(static_cast<std::uint64_t>(5000 + round));
        const mesh::NavMesh mesh = test::random_mesh(rng, world);
        if (!mesh.portals().empty() || !mesh.links().empty()) continue;
        StaticMeshDomain domain(mesh, {.radius = rng.uniform(0.1, 0.8)});
        const double radius = domain.graph().options().radius;
        const Place start = test::random_free_place(rng, mesh, radius, world);
        const Place goal = test::random_free_place(rng, mesh, radius, world);
        const auto problem = domain.graph().begin(start, goal);
        if (problem.start == search::no_state || problem.goal == search::no_state) continue;
        const mesh::Path best = find_path(mesh.layer(0), {start.position, goal.position, radius}, query);
        if (best.status == StatusCode::invalid_input) continue;
        search::Context context;
        search::Search<StaticMeshDomain, Direction::backward> search(context, search::ad_star(1.5));
        search.begin(domain, problem.start, problem.goal);
        Budget budget = Budget::unlimited();
        const search::Plan& plan = search.solve(domain, budget);
        ASSERT_EQ(plan.status == StatusCode::ok, best.has_route()) << "world " << round;
        if (!best.has_route()) continue;
        const Course course = maker.make(domain.graph(), plan.path, {2, 1.25});
        ASSERT_GE(course.size(), 2u);
        EXPECT_EQ(course.front().position, start.position);
        EXPECT_EQ(course.back().position, goal.position);
        EXPECT_NEAR(course.back().time, 2 + length_of(course) / 1.25, 1e-9);
        for (std::size_t i = 1; i < course.size(); ++i)
            EXPECT_TRUE(
                is_in_sight(mesh.layer(0), course[i - 1].position, course[i].position, radius - 2e-6, query))
                << "world " << round << ", leg " << i;
        EXPECT_GE(length_of(course), best.length - 1e-6);
        quality += best.length / length_of(course);
        ++solved;
    }
    ASSERT_GT(solved, 10);
    EXPECT_GT(quality / solved, 0.98);
}

TEST(StaticMeshDomain, CoursesLeadThroughPortalsAndLinks) {
    mesh::NavMesh mesh;
    const auto floor = mesh::Triangulation::create({{0, 0}, {20, 20}}).value();
    for (int layer = 0; layer < 3; ++layer) mesh.add_layer(floor);
    ASSERT_TRUE(mesh.add_portal({0, 1, {20, 8}, {20, 12}, {0, 8}, {0, 12}, 5}).is_ok());
    mesh::LinkSpec drop;
    drop.from = {{15, 5}, 1};
    drop.to = {{15, 5}, 2};
    drop.cost = 3;
    ASSERT_TRUE(mesh.add_link(drop).is_ok());
    mesh.update();
    StaticMeshDomain domain(mesh, {.radius = 0.5});
    const auto problem = domain.graph().begin({0, {10, 10}, 0}, {2, {15, 1}, 0});
    search::Context context;
    search::Search<StaticMeshDomain, Direction::backward> search(context, search::a_star());
    search.begin(domain, problem.start, problem.goal);
    Budget budget = Budget::unlimited();
    const search::Plan plan = search.solve(domain, budget);
    ASSERT_EQ(plan.status, StatusCode::ok);
    CourseMaker maker;
    const Course course = maker.make(domain.graph(), plan.path, {0, 1});
    EXPECT_EQ(course.back(), (Place{2, {15, 1}, course.back().time}));
    // 10 m to the stairs, 5 m on them, about 15 m to the drop, which is worth 3 m, and 4 m on.
    EXPECT_NEAR(course.back().time, 10 + 5 + 15.5 + 3 + 4, 1.5);
    EXPECT_NEAR(MeshCosts::metres(plan.cost), course.back().time, 1.0);
    // One way only.
    const auto back = domain.graph().begin({2, {15, 1}, 0}, {0, {10, 10}, 0});
    search.begin(domain, back.start, back.goal);
    EXPECT_EQ(search.solve(domain, budget).status, StatusCode::unreachable);
}

}  // namespace
}  // namespace wend::domains
