// Dynamically pruned A* against Bellman and Ford on random graphs that change at random: edges appear,
// disappear, become cheaper and dearer, so that nothing is monotone; chains of events; budgets of one.

#include "wend/search/replan.hpp"

#include <gtest/gtest.h>

#include "wend/search/affected_states.hpp"

#include "search/graph.hpp"

namespace wend::test {
namespace {

using search::AffectedStates;
using search::RememberedPath;
using search::Replan;
using search::ReplanEvents;
using search::Replanner;

/// A graph with more room than Graph::random's, where old ends of paths survive.
Graph roomy_graph(Rng& rng) {
    const std::size_t states = 10 + rng.below(60);
    Graph graph(states);
    for (StateId s = 0; s < states; ++s) graph.set_place(s, static_cast<Cost>(rng.below(40)));
    for (std::size_t i = 0; i < 4 * states; ++i) {
        const auto from = static_cast<StateId>(rng.below(states)),
                   to = static_cast<StateId>(rng.below(states));
        if (graph.least(from, to) > 12) continue;
        graph.add({from, to, static_cast<Cost>(graph.least(from, to) + rng.below(9))});
    }
    return graph;
}

/// Changes a few edges, of which some may be missing; the ends are R.
void change_edges(Graph& graph, Rng& rng, std::size_t count, std::vector<StateId>& region) {
    for (std::size_t i = 0; i < count && !graph.edges().empty(); ++i) {
        const std::size_t e = rng.below(graph.edges().size());
        const Edge edge = graph.edges()[e];
        const Cost least = graph.least(edge.from, edge.to);
        graph.set_cost(e, rng.below(3) == 0 ? infinite_cost : static_cast<Cost>(least + rng.below(9)));
        region.push_back(edge.from);
        region.push_back(edge.to);
    }
}

struct Case {
    Graph graph;
    StateId start, goal;
    RememberedPath old;
};

Case planned_case(std::uint64_t seed) {
    Rng rng(seed);
    Graph graph = roomy_graph(rng);
    const auto start = static_cast<StateId>(rng.below(graph.state_count()));
    const auto goal = static_cast<StateId>(rng.below(graph.state_count()));
    Replanner<Graph> planner;
    Budget budget;
    planner.begin(graph, start, goal);
    RememberedPath old = planner.solve(graph, budget).path;
    return {std::move(graph), start, goal, std::move(old)};
}

void expect_optimal(const Graph& graph, const Replan& found, StateId start, StateId goal) {
    const Cost best = graph.oracle(start)[goal];
    if (best >= infinite_cost) {
        EXPECT_EQ(found.status, StatusCode::unreachable);
        return;
    }
    ASSERT_EQ(found.status, StatusCode::ok);
    EXPECT_EQ(found.path.cost(), best);
    EXPECT_EQ(graph.path_cost(found.path.states), best);
    ASSERT_EQ(found.path.states.size(), found.path.to_goal.size());
    EXPECT_EQ(found.path.states.front(), start);
    EXPECT_EQ(found.path.states.back(), goal);
    for (std::size_t i = 0; i < found.path.states.size(); ++i)
        EXPECT_EQ(found.path.to_goal[i], graph.oracle(found.path.states[i])[goal]);
}

TEST(Replan, FirstPlansAreOptimal) {
    for (std::uint64_t seed = 1; seed <= 500; ++seed) {
        const Case c = planned_case(seed);
        const Cost best = c.graph.oracle(c.start)[c.goal];
        EXPECT_EQ(c.old.cost(), best) << seed;
    }
}

TEST(Replan, AnyChangeAnyGraphIsOptimal) {
    int kept = 0, joined = 0;
    for (std::uint64_t seed = 1; seed <= 6000; ++seed) {
        SCOPED_TRACE(seed);
        Case c = planned_case(seed);
        if (c.old.empty()) continue;
        Rng rng(seed * 7919);
        std::vector<StateId> region;
        change_edges(c.graph, rng, 1 + rng.below(6), region);
        const AffectedStates affected(c.graph, c.goal, region);
        Replanner<Graph> planner;
        planner.begin(c.graph, c.old, affected,
                      ReplanEvents{.inserted = seed % 2 == 0, .deleted = seed % 3 == 0});
        Budget budget;
        const Replan found = planner.solve(c.graph, affected, budget);
        expect_optimal(c.graph, found, c.start, c.goal);
        kept += found.kept_old;
        joined += !found.kept_old && found.status == StatusCode::ok;
    }
    EXPECT_GT(kept, 1000);
    EXPECT_GT(joined, 300);
}

TEST(Replan, SlicesOfOneExpansionGiveTheSamePlan) {
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        Case c = planned_case(seed);
        if (c.old.empty()) continue;
        Rng rng(seed * 104729);
        std::vector<StateId> region;
        change_edges(c.graph, rng, 1 + rng.below(6), region);
        const AffectedStates affected(c.graph, c.goal, region);
        Replanner<Graph> whole, sliced;
        Budget all;
        whole.begin(c.graph, c.old, affected, {.inserted = true, .deleted = true});
        const Replan& expected = whole.solve(c.graph, affected, all);
        sliced.begin(c.graph, c.old, affected, {.inserted = true, .deleted = true});
        for (int i = 0; i < 10000; ++i) {
            Budget one = Budget::expansions(1);
            if (sliced.solve(c.graph, affected, one).status != StatusCode::out_of_budget) break;
        }
        EXPECT_EQ(sliced.result().status, expected.status);
        EXPECT_EQ(sliced.result().path.states, expected.path.states);
        EXPECT_EQ(sliced.result().expansions, expected.expansions);
    }
}

TEST(Replan, FiftyEventsAndOneSearch) {
    for (std::uint64_t seed = 1; seed <= 600; ++seed) {
        SCOPED_TRACE(seed);
        Case c = planned_case(seed);
        if (c.old.empty()) continue;
        Rng rng(seed * 31);
        std::vector<StateId> region;
        for (int event = 0; event < 50; ++event) change_edges(c.graph, rng, 1, region);
        const AffectedStates affected(c.graph, c.goal, region);
        Replanner<Graph> planner;
        Budget budget;
        planner.begin(c.graph, c.old, affected, {.inserted = true, .deleted = true});
        expect_optimal(c.graph, planner.solve(c.graph, affected, budget), c.start, c.goal);
    }
}

TEST(Replan, NeverExpandsMoreThanPlainSearch) {
    std::uint64_t pruned = 0, plain_total = 0;
    for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
        SCOPED_TRACE(seed);
        Case c = planned_case(seed);
        if (c.old.empty()) continue;
        Rng rng(seed * 65537);
        std::vector<StateId> region;
        change_edges(c.graph, rng, 1 + rng.below(3), region);
        const AffectedStates affected(c.graph, c.goal, region);
        Replanner<Graph> planner, plain;
        Budget budget;
        planner.begin(c.graph, c.old, affected, {.inserted = true, .deleted = true});
        const std::uint64_t expansions = planner.solve(c.graph, affected, budget).expansions;
        plain.begin(c.graph, c.start, c.goal);
        const std::uint64_t others = plain.solve(c.graph, budget).expansions;
        EXPECT_LE(expansions, others);
        pruned += expansions;
        plain_total += others;
    }
    EXPECT_LT(pruned, plain_total * 9 / 10);
}

TEST(Replan, APromiseThatIsBrokenCostsOnlyTime) {
    // Costs rise although deletions of lengths cannot make them: still the best path that there is.
    for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
        SCOPED_TRACE(seed);
        Case c = planned_case(seed);
        if (c.old.states.size() < 3) continue;
        std::vector<StateId> region;
        for (std::size_t e = 0; e < c.graph.edges().size(); ++e)
            if (c.graph.edges()[e].from == c.old.states[0]) {
                const Edge edge = c.graph.edges()[e];
                c.graph.set_cost(e, edge.cost + 5);
                region.insert(region.end(), {edge.from, edge.to});
            }
        const AffectedStates affected(c.graph, c.goal, region);
        Replanner<Graph> planner;
        Budget budget;
        planner.begin(c.graph, c.old, affected, {.deleted = true, .costs_are_lengths = true});
        expect_optimal(c.graph, planner.solve(c.graph, affected, budget), c.start, c.goal);
    }
}

TEST(Replan, WalkedOffPartsDoNotCount) {
    Graph line(6);
    for (StateId s = 0; s < 6; ++s) line.set_place(s, s);
    for (StateId s = 0; s + 1 < 6; ++s) line.add({s, s + 1, 1});
    RememberedPath old{{0, 1, 2, 3, 4, 5}, {5, 4, 3, 2, 1, 0}};
    line.set_cost(0, infinite_cost);
    old.walk(2);
    const std::vector<StateId> region{0, 1};
    const AffectedStates affected(line, 5, region);
    Replanner<Graph> planner;
    planner.begin(line, old, affected, {.inserted = true, .costs_are_lengths = true});
    EXPECT_EQ(planner.result().scenario, search::Scenario::insertion_unaffected);
    EXPECT_TRUE(planner.result().kept_old);
    EXPECT_EQ(planner.result().expansions, 0u);
    EXPECT_EQ(planner.result().path.states, (std::vector<StateId>{2, 3, 4, 5}));
}

TEST(Replan, FallsBackWhenNothingIsLeftOfThePath) {
    Graph ring(5);
    for (StateId s = 0; s < 5; ++s) ring.set_place(s, 0);
    for (StateId s = 0; s + 1 < 5; ++s) ring.add({s, s + 1, 3});
    ring.add({0, 4, 20});
    const RememberedPath old{{0, 1, 2, 3, 4}, {12, 9, 6, 3, 0}};
    ring.set_cost(3, infinite_cost);
    const std::vector<StateId> region{3, 4};
    const AffectedStates affected(ring, 4, region);
    Replanner<Graph> planner;
    Budget budget;
    planner.begin(ring, old, affected, {.inserted = true});
    EXPECT_EQ(planner.solve(ring, affected, budget).path.cost(), 20u);
    EXPECT_TRUE(planner.result().fell_back);
    EXPECT_EQ(planner.counts().fallbacks, 1u);
}

}  // namespace
}  // namespace wend::test
