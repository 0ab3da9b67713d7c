// Table 2 of MD Appendix C, repeated: space-time alone against the grid and space-time in the grid's tunnel,
// on problems of at most twenty grid cells.

#include <fmt/format.h>

#include "benchmark.hpp"
#include "planning_world.hpp"

namespace wend::bench {
namespace {

using planning::Chain;

struct Outcome {
    bool is_solved = false;
    double nodes = 0;
    double seconds = 0;
    std::uint32_t widenings = 0;
};

Outcome solve(PlanningWorld& world, const Chain& chain) {
    Outcome outcome;
    auto planner = world.planner(chain);
    const planning::View view = world.view();
    Budget budget = Budget::expansions(200'000);
    outcome.seconds = seconds([&] {
        while (!planner->reaches_goal() && planner->has_work() && !budget.exhausted())
            planner->plan(view, budget, 1);
    });
    outcome.nodes = static_cast<double>(planner->totals().expansions);
    outcome.widenings = planner->totals().widenings;
    outcome.is_solved = planner->reaches_goal() && world.succeeds(planner->walk(), true);
    return outcome;
}

nlohmann::json run(const Options& options) {
    const std::uint32_t problems = options.worlds > 0 ? options.worlds : options.quick ? 10 : 100;
    const WorldShape shape{24, 0.15, 0.35, 4, 10, 8, 16, 8};
    const Chain all = planning::tunnel_chain();
    Chain plain = all, tunnel = all;
    plain.stages.erase(plain.stages.begin(), plain.stages.begin() + 3);
    tunnel.stages.erase(tunnel.stages.begin(), tunnel.stages.begin() + 2);
    Outcome sums[2];
    std::uint32_t solved[2] = {0, 0}, both = 0, neither = 0, widened = 0, lost = 0;
    for (std::uint32_t i = 0; i < problems; ++i) {
        PlanningWorld world(options.first + i, shape);
        const Outcome a = solve(world, plain), b = solve(world, tunnel);
        ++(a.is_solved && b.is_solved ? both : neither);
        if (a.is_solved && b.is_solved)
            for (const auto& [sum, one] : {std::pair(&sums[0], &a), std::pair(&sums[1], &b)}) {
                sum->nodes += one->nodes;
                sum->seconds += one->seconds;
            }
        solved[0] += a.is_solved;
        solved[1] += b.is_solved;
        widened += b.widenings > 0;
        lost += a.is_solved && !b.is_solved;
        if (options.progress) fmt::print(stderr, "\rproblem {} of {}", i + 1, problems);
    }
    if (options.progress) fmt::print(stderr, "\n");
    const double n = std::max(both, 1u);
    return {
        {"problems", problems},
        {"plain", {{"nodes", sums[0].nodes / n}, {"ms", 1e3 * sums[0].seconds / n}, {"solved", solved[0]}}},
        {"grid_and_tunnel",
         {{"nodes", sums[1].nodes / n}, {"ms", 1e3 * sums[1].seconds / n}, {"solved", solved[1]}}},
        {"nodes_ratio", sums[0].nodes / sums[1].nodes},
        {"time_ratio", sums[0].seconds / sums[1].seconds},
        {"solved_by_both", both},
        {"not_solved_by_both", neither},
        {"problems_that_widened", widened},
        {"solved_by_plain_only", lost}};
}

const Benchmark registered{"tunnel", "Table 2: space-time alone against space-time in the grid's tunnel",
                           run};

}  // namespace
}  // namespace wend::bench
