#pragma once

// The best space-time plan of a small world by looking at all of them, tick by tick, without heuristic,
// index, or shortcut: every wall and every body is asked about at every frame of every move, and whether
// something carries a body is sampled. It takes from the domain the table of moves and the meaning of its
// parameters.

#include "wend/search/cost.hpp"

#include "domains/space_time_worlds.hpp"

namespace wend::test {

/// The cost of the best plan, as the domain counts it, or `infinite_cost`.
[[nodiscard]] search::Cost best_cost(const SpaceTimeProblem& problem);

}  // namespace wend::test
