// Memory of a search that fills the map, with arrays and interned, and of one that reroutes.

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "wend/search/interned.hpp"
#include "wend/search/search.hpp"

#include "search_bench.hpp"

namespace wend::bench {

using search::Context;
using search::Direction;
using search::Grid;
using search::StateId;

double bytes_per_visited_node(const Context& memory, std::size_t state_count) {
    const search::NodeStore* const parts[] = {&memory.trees[0].nodes, &memory.trees[1].nodes,
                                              &memory.detour.nodes};
    std::size_t visited = 0;
    for (StateId state = 0; state < state_count; ++state)
        visited += std::any_of(std::begin(parts), std::end(parts),
                               [&](const search::NodeStore* part) { return part->is_visited(state); });
    return static_cast<double>(memory.bytes_in_use()) /
           static_cast<double>(std::max<std::size_t>(visited, 1));
}

/// `dense`: nodes visited plus the whole heap, for a search that fills the map. `dense_with_gaps` charges the
/// nodes of cells that were never visited as well. `sparse` includes the table of interned states.
nlohmann::json measure_memory(const BenchMap& map) {
    const auto& problem = map.problems.back();
    Budget budget = Budget::unlimited();
    Context dense;
    search::Search<Grid, Direction::forward> filled(dense, search::a_star());
    filled.begin(map.grid, map.start(problem), map.goal(problem));
    filled.solve(map.grid, budget);

    using Keyed = search::ByNumber<Grid>;
    const Keyed keyed(map.grid);
    const search::Interned<Keyed> interned(keyed);
    const StateId start = interned.state(map.start(problem)), goal = interned.state(map.goal(problem));
    Context sparse;
    search::Search<search::Interned<Keyed>, Direction::forward> small(sparse, search::a_star());
    small.begin(interned, start, goal);
    small.solve(interned, budget);
    if (small.plan().cost != filled.plan().cost) throw std::runtime_error("interned states change the plan");

    const auto per_node = [](std::size_t bytes, std::size_t nodes) {
        return static_cast<double>(bytes) / static_cast<double>(nodes);
    };
    return {{"visited", filled.visited()},
            {"dense", per_node(filled.visited() * sizeof(search::Node) + dense.trees[0].open.bytes(),
                               filled.visited())},
            {"dense_with_gaps", per_node(dense.bytes(), filled.visited())},
            {"sparse", per_node(sparse.bytes() + interned.bytes(), small.visited())}};
}

}  // namespace wend::bench
