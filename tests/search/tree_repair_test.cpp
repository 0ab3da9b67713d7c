// Old ways that are said to hold do; a tree is repaired where that is cheap and only within its share; and
// none of it can be seen from how a budget is sliced.

#include "wend/search/tree_repair.hpp"

#include <gtest/gtest.h>

#include "wend/search/grid.hpp"
#include "wend/search/search.hpp"

#include "search/graph.hpp"
#include "search/world.hpp"
#include "support/effort.hpp"

namespace wend::search {
namespace {

constexpr Direction backward = Direction::backward;
using Tree = Kernel<Grid, backward>;
using Backward = Search<Grid, backward>;
using test::Edge;
using test::Graph;
using test::World;

/// The cheapest edge between two states.
Cost edge_between(const Graph& graph, StateId from, StateId to) {
    Cost least = infinite_cost;
    graph.successors(from, [&](StateId next, Cost cost) {
        if (next == to) least = std::min(least, cost);
    });
    return least;
}

/// Returns its ends.
std::vector<StateId> change_an_edge(Graph& graph, Rng& rng) {
    if (graph.edges().empty()) return {};
    const std::size_t index = rng.below(graph.edges().size());
    const Edge edge = graph.edges()[index];
    const Cost least = graph.least(edge.from, edge.to);
    graph.set_cost(index, rng.below(3) == 0 ? infinite_cost : least + static_cast<Cost>(rng.below(6)));
    return {edge.from, edge.to};
}

/// Follows every way that is said to hold, whatever became of the graph.
void follow_ways(std::uint64_t seed, std::uint64_t& ways) {
    Rng rng(seed);
    Graph graph = Graph::random(rng);
    const auto root = static_cast<StateId>(rng.below(graph.state_count()));
    const auto target = static_cast<StateId>(rng.below(graph.state_count()));
    Workspace workspace;
    Kernel<Graph, backward> tree(workspace);
    tree.plant(graph, root, target);
    for (int event = 0; event < 3; ++event) {
        Budget budget = Budget::expansions(rng.below(2 * graph.state_count()));
        tree.run(graph, budget);
        const std::vector<StateId> ends = change_an_edge(graph, rng);
        tree.begin_round(graph);
        for (const StateId state : ends) tree.reconsider(graph, state);
    }
    LearntBounds<Graph, backward> bounds;
    bounds.take_over(graph, tree);
    for (int event = 0; event < 8; ++event) {
        for (StateId state = 0; state < graph.state_count(); ++state) {
            ASSERT_LE(bounds(graph, state), graph.oracle(state)[root]) << "seed " << seed << ", " << state;
            const Cost cost = bounds.cost_of_way(state);
            if (cost >= infinite_cost) continue;
            ++ways;
            Cost along = 0;
            for (StateId at = state; at != root; at = bounds.next_on_way(at))
                along += edge_between(graph, at, bounds.next_on_way(at));
            ASSERT_EQ(along, cost) << "seed " << seed << ", event " << event << ", state " << state;
        }
        for (const StateId state : change_an_edge(graph, rng)) bounds.reconsider(graph, state);
        std::uint64_t expansions = 0;
        Budget unlimited = Budget::unlimited();
        bounds.settle(graph, unlimited, expansions, RunLimits::none);
    }
}

TEST(LearntBounds, WaysThatHoldCostWhatTheySay) {
    std::uint64_t ways = 0;
    for (int seed = 0; seed < test::rounds(20000, 200000) && !HasFatalFailure(); ++seed)
        follow_ways(static_cast<std::uint64_t>(seed), ways);
    EXPECT_GT(ways, 10'000u);
}

struct Repaired {
    bool begun = false;
    bool settled = false;
    std::uint64_t spent = 0;
    Cost cost = infinite_cost;
};

/// Walls fall around a place on the plan of a tree, which is then repaired.
Repaired repair(World& world, StateId start, StateId goal, double place) {
    Grid& grid = world.grid;
    Workspace workspace;
    Tree tree(workspace);
    std::vector<StateId> trail, path;
    Budget budget = Budget::unlimited();
    tree.plant(grid, goal, start);
    if (tree.run(grid, budget, {.trail = &trail}) != Stop::settled) return {};
    (void)tree.read_path(path);
    std::vector<StateId> affected;
    for (int i = 0; i < 8; ++i)
        world.block_near(path[static_cast<std::size_t>(place * static_cast<double>(path.size() - 1))], start,
                         goal, affected);
    tree.begin_round(grid);
    for (const StateId state : affected) tree.reconsider(grid, state);
    if (tree.run(grid, budget, {.repair_rises = false}) != Stop::rise) return {};
    TreeRepair<Grid, backward> repair;
    repair.dismiss();
    Repaired result;
    result.begun = repair.begin(grid, tree, trail, 0.5);
    if (!result.begun) return result;
    result.settled = repair.run(grid, tree, budget) == Stop::settled;
    result.spent = repair.spent();
    result.cost = tree.nodes().g(start);
    return result;
}

TEST(TreeRepair, IsTriedInFrontOfTheTargetAndStaysWithinItsShare) {
    int begun_near_target = 0, begun_near_root = 0, settled = 0;
    const int rounds = test::rounds(200, 5000);
    for (int seed = 0; seed < rounds; ++seed) {
        for (const double place : {0.05, 0.9}) {
            World world(80, static_cast<std::uint64_t>(seed));
            const StateId start = world.grid.state(3, 3), goal = world.random_free();
            world.grid.set_blocked(start, false);
            const Repaired repaired = repair(world, start, goal, place);
            (place < 0.5 ? begun_near_target : begun_near_root) += repaired.begun;
            settled += repaired.settled;
            if (!repaired.begun) continue;
            Context context;
            Backward fresh(context, a_star());
            fresh.begin(world.grid, start, goal);
            Budget budget = Budget::unlimited();
            const Plan& plan = fresh.solve(world.grid, budget);
            ASSERT_LE(2 * repaired.spent, plan.expansions) << "world " << seed;
            ASSERT_TRUE(!repaired.settled || repaired.cost == plan.cost) << "world " << seed;
        }
    }
    EXPECT_GT(begun_near_target, rounds / 4);
    EXPECT_LT(begun_near_root, begun_near_target / 4);
    EXPECT_GT(settled, rounds / 8);
}

/// A walker in sight of whom walls fall and open, with all of the budget at once and in slices.
TEST(TreeRepair, SlicingTheBudgetChangesNothing) {
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        World world(60, seed);
        Grid& grid = world.grid;
        StateId start = world.random_free();
        const StateId goal = world.random_free();
        Context whole_memory, sliced_memory;
        Backward whole(whole_memory, ad_star(1)), sliced(sliced_memory, ad_star(1));
        whole.begin(grid, start, goal);
        sliced.begin(grid, start, goal);
        for (int round = 0; round < 20; ++round) {
            Budget unlimited = Budget::unlimited();
            whole.solve(grid, unlimited);
            for (int slice = 0; slice < 100000 && !sliced.is_finished(); ++slice) {
                Budget little = Budget::expansions(world.rng.below(6));
                sliced.solve(grid, little);
            }
            ASSERT_EQ(whole.plan().path, sliced.plan().path) << seed;
            ASSERT_EQ(whole.plan().expansions, sliced.plan().expansions) << seed;
            ASSERT_EQ(whole.plan().cost, world.true_cost(start, goal)) << seed;
            const std::vector<StateId> path = whole.plan().path;
            if (path.size() < 10) break;
            start = path[2];
            std::vector<StateId> affected;
            for (int i = 0; i < 3; ++i)
                world.toggle_near(path[world.rng.below(path.size() / 3 + 1)], start, goal, affected);
            for (Backward* search : {&whole, &sliced}) {
                search->move_start(grid, start);
                search->change(grid, affected);
            }
        }
    }
}

}  // namespace
}  // namespace wend::search
