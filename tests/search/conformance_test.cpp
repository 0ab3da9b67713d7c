// Every algorithm, in both directions, passes the same suite on the same random graphs: directed, asymmetric,
// with edges of cost zero, disconnected, full of ties.

#include <gtest/gtest.h>

#include "wend/search/search.hpp"

#include "search/verdict.hpp"
#include "support/effort.hpp"

namespace wend::search {
namespace {

using test::Graph;
using test::verdict;

/// Counts how often each state is expanded: the edges along the search's direction are asked for once each
/// time.
template <Direction direction>
class Counted {
  public:
    explicit Counted(const Graph& graph) : graph_(&graph), count_(graph.state_count()) {}
    [[nodiscard]] std::size_t state_count() const { return graph_->state_count(); }
    template <class Visit>
    void successors(StateId state, Visit&& visit) const {
        if (direction == Direction::forward) ++count_[state], ++total;
        graph_->successors(state, visit);
    }
    template <class Visit>
    void predecessors(StateId state, Visit&& visit) const {
        if (direction == Direction::backward) ++count_[state], ++total;
        graph_->predecessors(state, visit);
    }
    [[nodiscard]] Cost lower_bound(StateId from, StateId to) const { return graph_->lower_bound(from, to); }

    [[nodiscard]] unsigned most() const { return *std::max_element(count_.begin(), count_.end()); }
    void begin_round() const { count_.assign(count_.size(), 0); }

    mutable std::uint64_t total = 0;

  private:
    const Graph* graph_;
    mutable std::vector<unsigned> count_;
};

struct Algorithm {
    const char* name;
    Options options;

    friend std::ostream& operator<<(std::ostream& out, const Algorithm& chosen) { return out << chosen.name; }
};
const Algorithm algorithms[] = {
    {"a_star", a_star()},           {"weighted", weighted_a_star(2.5)}, {"ara_star", ara_star(4, 0.7)},
    {"d_star_lite", d_star_lite()}, {"ad_star", ad_star(3, 0.3)},       {"ad_star_steep", ad_star(50, 20)},
};

template <Direction direction>
void conforms(const Options& options, std::uint64_t seed) {
    Rng rng(seed);
    const Graph graph = Graph::random(rng);
    const auto start = static_cast<StateId>(rng.below(graph.state_count()));
    const auto goal = static_cast<StateId>(rng.below(graph.state_count()));
    const Counted<direction> domain(graph);
    Context context;
    Search<Counted<direction>, direction> search(context, options);

    search.begin(domain, start, goal);
    double last_bound = Inflation::max;
    Cost last_cost = infinite_cost;
    Budget unlimited = Budget::unlimited();
    const Plan whole = search.solve(domain, unlimited, [&](const Plan& plan) {
        EXPECT_EQ(verdict(graph, plan, start, goal), "");
        EXPECT_LE(domain.most(), 1u);
        EXPECT_LE(plan.bound, last_bound);
        EXPECT_LE(plan.cost, last_cost);
        last_bound = plan.bound;
        last_cost = plan.cost;
        domain.begin_round();
    });
    EXPECT_TRUE(search.is_finished());
    EXPECT_EQ(verdict(graph, whole, start, goal), "");
    EXPECT_EQ(whole.bound, whole.status == StatusCode::ok ? options.last.value() : 0);
    EXPECT_FALSE(whole.ignored_bounds);
    EXPECT_EQ(whole.expansions, unlimited.spent());
    EXPECT_EQ(domain.total, unlimited.spent());

    search.begin(domain, start, goal);
    for (int slices = 0; !search.is_finished(); ++slices) {
        ASSERT_LT(slices, 100000);
        const std::uint64_t size = rng.below(4), before = domain.total;
        Budget slice = Budget::expansions(size);
        const Plan& plan = search.solve(domain, slice);
        EXPECT_LE(slice.spent(), size);
        EXPECT_LE(domain.total - before,
                  size + (plan.status == StatusCode::out_of_budget ? graph.state_count() + 1 : 0));
        EXPECT_EQ(verdict(graph, plan, start, goal), "");
    }
    EXPECT_EQ(search.plan().path, whole.path);
    EXPECT_EQ(search.plan().cost, whole.cost);
    EXPECT_EQ(search.plan().status, whole.status);
    EXPECT_EQ(search.plan().expansions, whole.expansions);
}

class Conformance : public testing::TestWithParam<Algorithm> {};

TEST_P(Conformance, AgreesWithTheOracle) {
    for (int seed = 0; seed < test::rounds(3000, 100000) && !HasFailure(); ++seed) {
        SCOPED_TRACE(seed);
        conforms<Direction::forward>(GetParam().options, static_cast<std::uint64_t>(seed));
        conforms<Direction::backward>(GetParam().options, static_cast<std::uint64_t>(seed));
    }
}

INSTANTIATE_TEST_SUITE_P(Search, Conformance, testing::ValuesIn(algorithms),
                         [](const auto& chosen) { return chosen.param.name; });

}  // namespace
}  // namespace wend::search
