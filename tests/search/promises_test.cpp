// What happens when a domain breaks its promises or goes to the limits: it is refused or handled as the
// headers say, and no search runs for ever. Every solve here has a watchdog: far more budget than it may
// need.

#include <cmath>

#include <gtest/gtest.h>

#include "wend/search/search.hpp"

#include "search/verdict.hpp"

namespace wend::search {
namespace {

using test::Graph;

constexpr std::uint64_t watchdog = 100000;

template <Direction direction = Direction::backward, class D>
Plan solve(const D& domain, StateId start, StateId goal, const Options& options) {
    Context context;
    Search<D, direction> search(context, options);
    search.begin(domain, start, goal);
    Budget budget = Budget::expansions(watchdog);
    const Plan plan = search.solve(domain, budget);
    EXPECT_TRUE(search.is_finished()) << "the watchdog bit";
    return plan;
}

TEST(CostScale, RefusesWhatIsNoCost) {
    const CostScale scale(0.5);
    EXPECT_EQ(scale.cost(0).value(), 0u);
    EXPECT_EQ(scale.cost(1.2).value(), 3u);
    EXPECT_EQ(scale.cost(INFINITY).value(), infinite_cost);
    EXPECT_FALSE(scale.cost(-0.001));
    EXPECT_FALSE(scale.cost(NAN));
    EXPECT_FALSE(scale.cost(1e300));
    EXPECT_EQ(scale.cost(-1).status().code, StatusCode::invalid_input);
    EXPECT_NE(scale.cost(-1).status().message.find("-1"), std::string::npos);
    EXPECT_NE(scale.cost(-1).status().message.find("expected"), std::string::npos);
}

TEST(CostScale, KeepsConsistentBoundsConsistent) {
    const CostScale scale(0.37);
    Rng rng(5);
    for (int i = 0; i < 10000; ++i) {
        const double x = rng.uniform(0, 100), y = rng.uniform(0, 100);
        EXPECT_LE(scale.bound(x + y), scale.cost(x).value() + scale.bound(y));
    }
    EXPECT_EQ(scale.bound(NAN), 0u);
    EXPECT_EQ(scale.bound(-3), 0u);
    EXPECT_EQ(scale.bound(1e300), max_path_cost - 1);
}

TEST(Inflation, IsClampedAndFallsToItsFloor) {
    EXPECT_EQ(Inflation(0.2).value(), 1.0);
    EXPECT_EQ(Inflation(NAN).value(), 1.0);
    EXPECT_EQ(Inflation(1e9).value(), Inflation::max);
    EXPECT_EQ(Inflation(3).lowered(0.5, Inflation()).value(), 2.5);
    EXPECT_EQ(Inflation(1.2).lowered(0.5, Inflation()).value(), 1.0);
    EXPECT_LT(Inflation(2).lowered(0, Inflation()), Inflation(2));
}

TEST(Limits, APathBeyondTheLargestCostIsNotCalledUnreachable) {
    Graph graph(4);
    for (StateId i = 0; i < 3; ++i) graph.add({i, i + 1, max_path_cost / 2 + 1});
    const Plan far = solve(graph, 0, 3, a_star());
    EXPECT_EQ(far.status, StatusCode::invalid_input);
    EXPECT_FALSE(far.reason.empty());
    EXPECT_TRUE(far.path.empty());
    const Plan near = solve(graph, 0, 1, a_star());
    EXPECT_EQ(near.status, StatusCode::ok);
    EXPECT_EQ(near.cost, max_path_cost / 2 + 1);
}

TEST(Limits, HugeEdgesDoNotWrapAround) {
    Graph graph(3);
    graph.add({0, 1, 0xFFFFFFFFu});
    graph.add({0, 2, 5});
    graph.add({2, 1, infinite_cost - 1});
    const Plan plan = solve(graph, 0, 1, a_star());
    EXPECT_NE(plan.status, StatusCode::ok);
    graph.add({2, 1, 7});
    EXPECT_EQ(solve(graph, 0, 1, ad_star(3)).cost, 12u);
}

/// A graph whose lower bounds are admissible but jump about.
class Jumpy : public Graph {
  public:
    Jumpy(const Graph& graph, StateId target, bool admissible) : Graph(graph), target_(target) {
        bounds_.resize(graph.state_count());
        Rng rng(graph.state_count());
        for (StateId s = 0; s < graph.state_count(); ++s) {
            const Cost truth = graph.oracle(s)[target];
            const Cost most = truth == infinite_cost ? 20 : admissible ? truth : 2 * truth + 5;
            bounds_[s] = s == target ? 0 : static_cast<Cost>(rng.below(most + 1));
        }
    }
    [[nodiscard]] Cost lower_bound(StateId from, StateId to) const {
        return to == target_ ? bounds_[from] : 0;
    }

  private:
    StateId target_;
    std::vector<Cost> bounds_;
};

TEST(Bounds, InconsistentOnesAreNoticedAndTheOptimumIsStillFound) {
    int noticed = 0;
    for (std::uint64_t seed = 0; seed < 3000; ++seed) {
        Rng rng(seed);
        const Graph graph = Graph::random(rng);
        const auto start = static_cast<StateId>(rng.below(graph.state_count()));
        const auto goal = static_cast<StateId>(rng.below(graph.state_count()));
        const Jumpy jumpy(graph, goal, true);
        const Plan plan = solve<Direction::forward>(jumpy, start, goal, a_star());
        ASSERT_EQ(test::verdict(graph, plan, start, goal), "") << seed;
        noticed += plan.ignored_bounds;
    }
    EXPECT_GT(noticed, 20);
}

TEST(Bounds, InadmissibleOnesNeverHangASearch) {
    for (std::uint64_t seed = 0; seed < 3000; ++seed) {
        Rng rng(seed);
        const Graph graph = Graph::random(rng);
        const auto start = static_cast<StateId>(rng.below(graph.state_count()));
        const auto goal = static_cast<StateId>(rng.below(graph.state_count()));
        Jumpy jumpy(graph, goal, false);
        Context context;
        Search<Jumpy, Direction::forward> search(context, ad_star(3));
        search.begin(jumpy, start, goal);
        for (int change = 0; change < 10; ++change) {
            Budget budget = Budget::expansions(watchdog);
            const Plan& plan = search.solve(jumpy, budget);
            ASSERT_TRUE(search.is_finished()) << seed;
            ASSERT_TRUE(plan.status != StatusCode::ok || jumpy.path_cost(plan.path) == plan.cost) << seed;
            const auto state = static_cast<StateId>(rng.below(graph.state_count()));
            jumpy.set_blocked(state, rng.below(2) == 0);
            search.change(jumpy, jumpy.around(state));
        }
    }
}

/// Changes behind the search's back, and predecessors that know nothing of successors.
TEST(Domains, LiesEndInAStatusAndNotInALoop) {
    for (std::uint64_t seed = 0; seed < 3000; ++seed) {
        Rng rng(seed);
        Graph graph = Graph::random(rng);
        Context context;
        Search<Graph, Direction::backward> search(context, d_star_lite());
        search.begin(graph, 0, static_cast<StateId>(graph.state_count() - 1));
        for (int step = 0; step < 20 && !graph.edges().empty(); ++step) {
            Budget budget = Budget::expansions(watchdog);
            search.solve(graph, budget);
            ASSERT_TRUE(search.is_finished()) << seed;
            for (int untold = 0; untold < 3; ++untold)
                graph.set_cost(rng.below(graph.edges().size()), static_cast<Cost>(rng.below(4)));
            const auto state = static_cast<StateId>(rng.below(graph.state_count()));
            search.change(graph, std::span(&state, 1));
        }
    }
}

}  // namespace
}  // namespace wend::search
