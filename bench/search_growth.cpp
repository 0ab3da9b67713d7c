// Expansions per second while the grid grows until its nodes fit into no cache.

#include "wend/base/rng.hpp"
#include "wend/search/search.hpp"

#include "search_bench.hpp"
#include "search_peers.hpp"

namespace wend::bench {
namespace {

using search::Direction;
using search::Grid;

/// A fifth of the cells blocked; the corners free.
Grid random_grid(std::uint32_t side) {
    Rng rng(side);
    Grid grid(side, side);
    grid.fill([&](std::uint32_t x, std::uint32_t y) {
        const bool corner = (x < 4 && y < 4) || (x + 4 >= side && y + 4 >= side);
        return rng.below(5) == 0 && !corner;
    });
    return grid;
}

template <class Solve>
double rate_of(Solve&& solve) {
    double seconds = 0;
    std::uint64_t expansions = 0;
    for (const double began = thread_seconds(); seconds < 0.02;) {
        expansions += solve();
        seconds = thread_seconds() - began;
    }
    return static_cast<double>(expansions) / seconds;
}

nlohmann::json measure_side(std::uint32_t side, int repetitions) {
    const Grid grid = random_grid(side);
    const std::uint32_t last = side - 1;
    search::Context memory[2];
    search::Search<Grid, Direction::forward> a_star(memory[0], search::a_star());
    search::Search<Grid, Direction::backward> ad_star(memory[1], search::ad_star(1));
    TextbookAStar textbook(grid);
    const auto ours = [&](auto& engine) {
        return [&] {
            Budget budget = Budget::unlimited();
            engine.begin(grid, grid.state(0, 0), grid.state(last, last));
            return engine.solve(grid, budget).expansions;
        };
    };
    const auto peer = [&] {
        const std::uint64_t before = textbook.expansions();
        textbook.solve(0, 0, last, last);
        return textbook.expansions() - before;
    };
    std::vector<double> rates[3];
    for (int i = 0; i < repetitions; ++i) {
        rates[0].push_back(rate_of(ours(a_star)));
        rates[1].push_back(rate_of(ours(ad_star)));
        rates[2].push_back(rate_of(peer));
    }
    return {{"side", side},
            {"a_star_per_second", to_json(spread_of(rates[0]))},
            {"ad_star_per_second", to_json(spread_of(rates[1]))},
            {"textbook_per_second", to_json(spread_of(rates[2]))}};
}

}  // namespace

nlohmann::json measure_growth(const Options& options) {
    nlohmann::json curve = nlohmann::json::array();
    for (std::uint32_t side = 64; side <= (options.quick ? 256u : 2048u); side *= 2)
        curve.push_back(measure_side(side, options.quick ? 2 : 5));
    return curve;
}

}  // namespace wend::bench
