#pragma once

// Shared by the parts of `wend-bench search`.

#include <algorithm>
#include <string>
#include <vector>

#include "wend/search/grid.hpp"
#include "wend/search/search.hpp"

#include "benchmark.hpp"
#include "support/movingai.hpp"

namespace wend::bench {

struct BenchMap {
    std::string name;
    search::Grid grid{1, 1};
    std::vector<test::GridProblem> problems;  ///< a few, spread over the longer half

    static BenchMap read(const Options& options, const std::string& name, std::size_t count) {
        const std::string path = options.data_dir + "/movingai/" + name + ".map";
        const test::GridMap map = test::read_map(path);
        BenchMap result{name, search::Grid(map.width, map.height), {}};
        result.grid.fill([&](std::uint32_t x, std::uint32_t y) { return map.is_blocked(x, y); });
        auto problems = test::read_problems(path + ".scen");
        std::stable_sort(problems.begin(), problems.end(),
                         [](const auto& a, const auto& b) { return a.length < b.length; });
        const std::size_t half = problems.size() / 2;
        for (std::size_t i = 0; i < count; ++i) result.problems.push_back(problems[half + i * half / count]);
        return result;
    }
    [[nodiscard]] search::StateId start(const test::GridProblem& p) const {
        return grid.state(p.start_x, p.start_y);
    }
    [[nodiscard]] search::StateId goal(const test::GridProblem& p) const {
        return grid.state(p.goal_x, p.goal_y);
    }
};

/// A figure with what was aimed at beside it.
[[nodiscard]] inline nlohmann::json aimed(const char* target, nlohmann::json figure) {
    figure["target"] = target;
    return figure;
}

/// Repair against search from scratch, round by round: cells become blocked near the whole plan, or near the
/// part of it that the walker would see.
[[nodiscard]] nlohmann::json measure_repair(const BenchMap& map, std::size_t rounds, std::uint64_t seed);
/// All that a search keeps of states it has visited, for each such state: nodes, heaps and lists.
[[nodiscard]] double bytes_per_visited_node(const search::Context& memory, std::size_t state_count);
/// Bytes for each visited node, with arrays and interned.
[[nodiscard]] nlohmann::json measure_memory(const BenchMap& map);
/// Expansions per second on random grids of growing size.
[[nodiscard]] nlohmann::json measure_growth(const Options& options);

}  // namespace wend::bench
