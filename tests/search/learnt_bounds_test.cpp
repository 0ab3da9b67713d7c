// What is left of a search that was stopped anywhere: lower bounds, consistent along every edge, whatever
// becomes dearer or cheaper afterwards.

#include "wend/search/learnt_bounds.hpp"

#include <gtest/gtest.h>

#include "search/graph.hpp"
#include "support/effort.hpp"

namespace wend::search {
namespace {

using test::Edge;
using test::Graph;

constexpr Direction backward = Direction::backward;
using Bounds = LearntBounds<Graph, backward>;

void expect_consistent(const Graph& graph, const Bounds& bounds, StateId root) {
    for (StateId state = 0; state < graph.state_count(); ++state)
        ASSERT_LE(bounds(graph, state), graph.oracle(state)[root]) << "state " << state;
    for (const Edge& edge : graph.edges()) {
        if (!graph.exists(edge)) continue;
        ASSERT_LE(bounds(graph, edge.from), edge.cost + bounds(graph, edge.to))
            << edge.from << " to " << edge.to;
    }
}

void change_an_edge(Graph& graph, Rng& rng, std::vector<StateId>& ends) {
    if (graph.edges().empty()) return;
    const std::size_t index = rng.below(graph.edges().size());
    const Edge edge = graph.edges()[index];
    const Cost least = graph.least(edge.from, edge.to);
    graph.set_cost(index, rng.below(3) == 0 ? infinite_cost : least + static_cast<Cost>(rng.below(6)));
    ends.insert(ends.end(), {edge.from, edge.to});
}

void stop_anywhere(std::uint64_t seed) {
    Rng rng(seed);
    Graph graph = Graph::random(rng);
    const auto root = static_cast<StateId>(rng.below(graph.state_count()));
    const auto target = static_cast<StateId>(rng.below(graph.state_count()));
    Workspace workspace;
    Kernel<Graph, backward> kernel(workspace);
    kernel.inflate(Inflation(1 + static_cast<double>(rng.below(3))), true);
    kernel.plant(graph, root, target);
    for (int event = 0; event < 4; ++event) {
        Budget budget = Budget::expansions(rng.below(2 * graph.state_count()));
        kernel.run(graph, budget);
        std::vector<StateId> ends;
        change_an_edge(graph, rng, ends);
        kernel.begin_round(graph);
        for (const StateId state : ends) kernel.reconsider(graph, state);
    }
    Bounds bounds;
    bounds.take_over(graph, kernel);
    expect_consistent(graph, bounds, root);
    for (int event = 0; event < 6 && !testing::Test::HasFailure(); ++event) {
        std::vector<StateId> ends;
        change_an_edge(graph, rng, ends);
        for (const StateId state : ends) bounds.reconsider(graph, state);
        std::uint64_t expansions = 0;
        Budget budget = Budget::unlimited();
        EXPECT_EQ(bounds.settle(graph, budget, expansions, RunLimits::none), Stop::settled);
        EXPECT_LE(expansions, graph.state_count());
        expect_consistent(graph, bounds, root);
    }
}

TEST(LearntBounds, AreConsistentWhereverTheSearchStopped) {
    for (int seed = 0; seed < test::rounds(20000, 100000) && !HasFailure(); ++seed) {
        SCOPED_TRACE(seed);
        stop_anywhere(static_cast<std::uint64_t>(seed));
    }
}

}  // namespace
}  // namespace wend::search
