// Moves between polygons against the moves in single triangles that they are made of.

#include <gtest/gtest.h>

#include "wend/domains/static_mesh_domain.hpp"
#include "wend/search/partial_path.hpp"
#include "wend/search/search.hpp"

#include "graph_check.hpp"
#include "mesh_worlds.hpp"
#include "support/effort.hpp"

namespace wend::domains {
namespace {

using search::Direction;

/// The static domain as it would be with triangles only.
class SingleTriangles {
  public:
    explicit SingleTriangles(const StaticMeshDomain& domain) : domain_(domain) {}
    [[nodiscard]] std::size_t state_count() const { return domain_.state_count(); }
    template <class Visit>
    void successors(StateId state, Visit&& visit) const {
        domain_.graph().for_each_out(state,
                                     [&](StateId next, const MeshMove& move) { visit(next, cost_of(move)); });
    }
    template <class Visit>
    void predecessors(StateId state, Visit&& visit) const {
        domain_.graph().for_each_in(
            state, [&](StateId before, const MeshMove& move) { visit(before, cost_of(move)); });
    }
    [[nodiscard]] Cost lower_bound(StateId from, StateId to) const { return domain_.lower_bound(from, to); }

  private:
    [[nodiscard]] Cost cost_of(const MeshMove& move) const { return MeshCosts::cost(domain_.metres(move)); }
    const StaticMeshDomain& domain_;
};

TEST(MeshPolygons, CostAndLeadThroughWhatTheyAreMadeOf) {
    const test::MeshWorldOptions world;
    std::size_t passed = 0, kept = 0;
    int solved = 0;
    for (int round = 0; round < test::rounds(80, 2000); ++round) {
        SCOPED_TRACE(testing::Message() << "world " << round);
        Rng rng(static_cast<std::uint64_t>(12'000 + round));
        const mesh::NavMesh mesh = test::random_mesh(rng, world);
        StaticMeshDomain domain(mesh, {.radius = rng.uniform(0.05, 0.8)});
        const MeshGraph& graph = domain.graph();
        const double radius = graph.options().radius;
        const auto problem = domain.graph().begin(test::random_free_place(rng, mesh, radius, world),
                                                  test::random_free_place(rng, mesh, radius, world));
        if (problem.start == search::no_state || problem.goal == search::no_state) continue;
        const SingleTriangles single(domain);
        const test::WholeGraph short_moves(single), long_moves(domain);
        const auto short_costs = short_moves.costs_to(problem.goal);
        const auto long_costs = long_moves.costs_to(problem.goal);
        for (StateId state = 0; state < domain.state_count(); ++state) {
            if (short_costs[state] == search::infinite_cost) continue;
            const bool is_state = graph.role(state) == MeshGraph::Role::state;
            ++(is_state ? kept : passed);
            if (!is_state) continue;
            ASSERT_EQ(long_costs[state], short_costs[state]) << "state " << state;
        }
        search::Context context;
        search::Search<StaticMeshDomain, Direction::backward> search(context, search::a_star());
        search.begin(domain, problem.start, problem.goal);
        Budget budget = Budget::unlimited();
        const search::Plan& plan = search.solve(domain, budget);
        if (plan.status != StatusCode::ok) continue;
        const std::vector<StateId> path = graph.with_passed(plan.path);
        Cost sum = 0;
        for (std::size_t i = 1; i < path.size(); ++i) sum += search::edge_cost(single, path[i - 1], path[i]);
        EXPECT_EQ(sum, plan.cost);
        ++solved;
    }
    EXPECT_GT(solved, 30);
    EXPECT_GT(passed, kept);
}

/// A ring of corridors around a block, with nothing to end at: walks around it end all the same.
TEST(MeshPolygons, RingsEnd) {
    mesh::NavMesh mesh;
    auto floor = mesh::Triangulation::create({{0, 0}, {20, 20}}).value();
    ASSERT_TRUE(floor.insert(Ring{{5, 5}, {15, 5}, {15, 15}, {5, 15}}).is_ok());
    mesh.add_layer(std::move(floor));
    mesh.add_layer(mesh::Triangulation::create({{0, 0}, {20, 20}}).value());
    mesh.update();
    StaticMeshDomain domain(mesh, {.radius = 0.3});
    const auto elsewhere = domain.graph().begin({0, {2, 3}, 0}, {1, {18, 18}, 0});
    ASSERT_NE(elsewhere.start, search::no_state);
    ASSERT_NE(elsewhere.goal, search::no_state);
    std::size_t moves = 0, short_moves = 0;
    const SingleTriangles single(domain);
    for (StateId state = 0; state < domain.state_count(); ++state) {
        const auto on_ground = [&](std::size_t& count) {
            return [&count, &domain](StateId next, Cost) { count += domain.place(next).layer == 0; };
        };
        domain.successors(state, on_ground(moves));
        domain.predecessors(state, on_ground(moves));
        single.successors(state, on_ground(short_moves));
    }
    EXPECT_EQ(moves, 0u);
    EXPECT_GT(short_moves, 8u);

    // With a goal in it there are two ways around, and nothing else to decide.
    const auto here = domain.graph().begin({0, {2, 3}, 0}, {0, {18, 17}, 0});
    search::Context context;
    search::Search<StaticMeshDomain, Direction::forward> search(context, search::a_star());
    search.begin(domain, here.start, here.goal);
    Budget budget = Budget::unlimited();
    const search::Plan& plan = search.solve(domain, budget);
    ASSERT_EQ(plan.status, StatusCode::ok);
    EXPECT_LE(plan.expansions, 4u);
}

}  // namespace
}  // namespace wend::domains
