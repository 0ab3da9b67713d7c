// wend-bench search: the kernel's algorithms against a textbook A* and Boost.Graph, all in one thread and one
// run, one problem after the other with every engine, repeated; medians and spread over the repetitions.

#include "wend/search/search.hpp"

#include <array>
#include <cmath>
#include <stdexcept>

#include "search_bench.hpp"
#include "search_peers.hpp"

namespace wend::bench {
namespace {

using search::Direction;
using search::Grid;

/// Which cells are blocked in front of a walker; --first chooses others.
std::uint64_t walk_seed(const Options& options) {
    return options.first != 0 ? options.first : 2005;
}

enum Engine { a_star, ara_star, ad_star, first_plan, textbook, textbook_weighted, boost_graph, engine_count };
constexpr const char* engine_names[] = {"a_star",   "ara_star",          "ad_star",    "ad_star_first_plan",
                                        "textbook", "textbook_weighted", "boost_graph"};
constexpr double weight = 3;

struct Tally {
    double seconds = 0;
    std::uint64_t expansions = 0;
    [[nodiscard]] double rate() const { return static_cast<double>(expansions) / seconds; }
};
using Tallies = std::array<Tally, engine_count>;

class Engines {
  public:
    explicit Engines(const BenchMap& map)
        : map_(map),
          a_star_(memory_[0], search::a_star()),
          ara_star_(memory_[1], search::ara_star(weight)),
          ad_star_(memory_[2], search::ad_star(1)),
          first_plan_(memory_[3], search::weighted_a_star(weight)),
          textbook_(map.grid),
          boost_(map.grid) {}

    void run(const test::GridProblem& p, Tallies& tallies) {
        run_ours(a_star_, p, 1, tallies[a_star]);
        run_ours(ara_star_, p, 1, tallies[ara_star]);
        run_ours(ad_star_, p, 1, tallies[ad_star]);
        run_ours(first_plan_, p, weight, tallies[first_plan]);
        run_peer(textbook_, p, 1, tallies[textbook],
                 [&] { return textbook_.solve(p.start_x, p.start_y, p.goal_x, p.goal_y); });
        // AD* runs from the goal to the start; so does the weighted search it is compared with.
        run_peer(textbook_, p, weight, tallies[textbook_weighted], [&] {
            return textbook_.solve(p.goal_x, p.goal_y, p.start_x, p.start_y, static_cast<float>(weight));
        });
        boost_.prepare();
        run_peer(boost_, p, 1, tallies[boost_graph],
                 [&] { return boost_.solve(map_.start(p), map_.goal(p)); });
    }

  private:
    template <class S>
    void run_ours(S& engine, const test::GridProblem& p, double bound, Tally& tally) {
        const double began = thread_seconds();
        Budget budget = Budget::unlimited();
        engine.begin(map_.grid, map_.start(p), map_.goal(p));
        const search::Plan& plan = engine.solve(map_.grid, budget);
        tally.seconds += thread_seconds() - began;
        tally.expansions += plan.expansions;
        check(plan.cost / static_cast<double>(map_.grid.costs().straight), p, bound);
    }
    template <class Peer, class Solve>
    void run_peer(const Peer& peer, const test::GridProblem& p, double bound, Tally& tally, Solve&& solve) {
        const std::uint64_t before = peer.expansions();
        const double began = thread_seconds();
        const double length = solve();
        tally.seconds += thread_seconds() - began;
        tally.expansions += peer.expansions() - before;
        check(length, p, bound);
    }
    void check(double length, const test::GridProblem& p, double bound) const {
        // Peers add thousands of floats; the ground truth is checked to 0.006 by the tests.
        if (length < p.length - 0.05 || length > bound * p.length + 0.05)
            throw std::runtime_error(map_.name + ": length " + std::to_string(length) + ", expected " +
                                     std::to_string(p.length));
    }

    const BenchMap& map_;
    std::array<search::Context, 4> memory_;
    search::Search<Grid, Direction::forward> a_star_;
    search::Search<Grid, Direction::forward> ara_star_;
    search::Search<Grid, Direction::backward> ad_star_;
    search::Search<Grid, Direction::backward> first_plan_;
    TextbookAStar textbook_;
    BoostAStar boost_;
};

template <class Measure>
nlohmann::json spread_over(const std::vector<Tallies>& repetitions, Measure&& measure) {
    std::vector<double> sample;
    for (const Tallies& tallies : repetitions) sample.push_back(measure(tallies));
    return to_json(spread_of(std::move(sample)));
}

nlohmann::json measure_map(const Options& options, const std::string& name, const std::string& kind) {
    const BenchMap map = BenchMap::read(options, name, options.quick ? 3 : 12);
    Engines engines(map);
    std::vector<Tallies> repetitions(options.quick ? 2 : 7);
    Tallies warm_up;
    engines.run(map.problems.back(), warm_up);
    for (Tallies& tallies : repetitions)
        for (const auto& problem : map.problems) engines.run(problem, tallies);

    nlohmann::json result{{"kind", kind}, {"problems", map.problems.size()}};
    const auto count = static_cast<double>(map.problems.size());
    for (int e = 0; e < engine_count; ++e) {
        const auto engine = static_cast<std::size_t>(e);
        result[engine_names[e]] = {
            {"expansions_per_problem", static_cast<double>(repetitions[0][engine].expansions) / count},
            {"ns_per_expansion",
             spread_over(repetitions, [&](const Tallies& t) { return 1e9 / t[engine].rate(); })},
            {"us_per_problem",
             spread_over(repetitions, [&](const Tallies& t) { return 1e6 * t[engine].seconds / count; })}};
    }
    const auto time_ratio = [&](Engine slow, Engine fast) {
        return spread_over(repetitions, [=](const Tallies& t) { return t[slow].seconds / t[fast].seconds; });
    };
    const auto ad_rate = [](const Tallies& t) { return t[ad_star].rate() / t[textbook].rate(); };
    result["ns_per_expansion"] = result["a_star"]["ns_per_expansion"];
    result["ratio_boost"] = aimed("at least 2", time_ratio(boost_graph, a_star));
    result["ratio_textbook"] = aimed("at least 1.5", time_ratio(textbook, a_star));
    result["ad_vs_textbook_rate"] = aimed("at least 0.9", spread_over(repetitions, ad_rate));
    result["first_plan_vs_weighted"] = aimed("at most 1.3", time_ratio(first_plan, textbook_weighted));
    result["memory"] = measure_memory(map);
    result["bytes_per_visited_node"] = aimed("at most 32", {{"median", result["memory"]["dense"]}});
    const nlohmann::json repair = measure_repair(map, options.quick ? 20u : 200u, walk_seed(options));
    for (const char* field : {"repair_expansions_ratio", "repair_time_ratio", "repair_first_plan_ratio"})
        result[field] = repair["anywhere_on_the_plan"][field];
    result["repair"] = repair;
    return result;
}

nlohmann::json run(const Options& options) {
    nlohmann::json result{{"clock", "processor time of the thread"}};
    const std::pair<const char*, const char*> maps[] = {
        {"Aftershock", "open"},       {"AR0011SR", "open"},    {"Berlin_0_512", "city"},
        {"16room_000", "rooms"},      {"maze512-8-0", "maze"}, {"maze512-32-0", "maze"},
        {"random512-25-0", "random"},
    };
    for (const auto& [name, kind] : maps) result["maps"][name] = measure_map(options, name, kind);
    for (const char* name : {"Boston_0_256", "brc202d", "den312d", "ht_chantry", "ost003d"})
        result["repair_on_other_maps"][name] =
            measure_repair(BenchMap::read(options, name, options.quick ? 3 : 12), options.quick ? 20u : 200u,
                           walk_seed(options));
    result["growth"] = measure_growth(options);
    return result;
}

const Benchmark registered{
    "search", "A*, ARA*, AD* against Boost.Graph and a textbook A*; repair; memory; growth", run};

}  // namespace
}  // namespace wend::bench
