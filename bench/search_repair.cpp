// Repair: the start walks along its plan while cells on or near the plan become blocked; AD* repairs, A*
// starts from scratch in the same direction, and both must find the same cost.

#include <algorithm>
#include <stdexcept>

#include "wend/base/rng.hpp"
#include "wend/search/interned.hpp"
#include "wend/search/search.hpp"

#include "search_bench.hpp"

namespace wend::bench {
namespace {

using search::Context;
using search::Direction;
using search::Grid;
using search::Plan;
using search::StateId;
using Backward = search::Search<Grid, Direction::backward>;

constexpr int blocked_per_round = 20;
constexpr std::size_t cells_per_round = 10;
constexpr std::size_t no_limit = ~std::size_t{0};

struct Round {
    double expansions_ratio = 0;
    double time_ratio = 0;
    double bytes_per_visited_node = 0;  ///< of all that the repairing search keeps
    bool reachable = false;
};

/// Blocks random cells at most two cells away from the first `ahead` cells of the plan, never its ends.
std::vector<StateId> block_near(Grid& grid, const Plan& plan, std::size_t ahead, Rng& rng) {
    std::vector<StateId> blocked;
    for (int tries = 0; tries < 20 * blocked_per_round && blocked.size() < blocked_per_round; ++tries) {
        const StateId on = plan.path[rng.below(std::min(ahead, plan.path.size()))];
        const std::int64_t x = grid.x_of(on) + static_cast<std::int64_t>(rng.below(5)) - 2;
        const std::int64_t y = grid.y_of(on) + static_cast<std::int64_t>(rng.below(5)) - 2;
        if (x < 0 || y < 0 || x >= grid.width() || y >= grid.height()) continue;
        const StateId cell = grid.state(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y));
        if (grid.is_blocked(cell) || cell == plan.path[std::min(cells_per_round, plan.path.size() - 1)] ||
            cell == plan.path.back())
            continue;
        grid.set_blocked(cell, true);
        blocked.push_back(cell);
    }
    return blocked;
}

class Walk {
  public:
    Walk(const Grid& grid, StateId start, StateId goal)
        : grid_(grid), repairer_(memory_, search::ad_star(1)), fresh_(fresh_memory_, search::a_star()) {
        Budget budget = Budget::unlimited();
        repairer_.begin(grid_, start, goal);
        repairer_.solve(grid_, budget);
        fresh_.begin(grid_, start, goal);
        fresh_.solve(grid_, budget);
    }

    /// False when the walk is over.
    bool step(std::size_t ahead, Rng& rng, Round& round) {
        const Plan& plan = repairer_.plan();
        if (plan.status != StatusCode::ok || plan.path.size() <= 2 * cells_per_round) return false;
        std::vector<StateId> affected;
        const StateId start = plan.path[cells_per_round], goal = plan.path.back();
        for (const StateId cell : block_near(grid_, plan, ahead, rng)) grid_.append_affected(cell, affected);

        Budget budget = Budget::unlimited();
        double began = cpu_seconds();
        repairer_.move_start(grid_, start);
        repairer_.change(grid_, affected);
        repairer_.solve(grid_, budget);
        const double repair_seconds = cpu_seconds() - began;

        began = cpu_seconds();
        fresh_.begin(grid_, start, goal);
        fresh_.solve(grid_, budget);
        const double fresh_seconds = cpu_seconds() - began;
        if (fresh_.plan().cost != plan.cost || fresh_.plan().status != plan.status)
            throw std::runtime_error("repaired plan differs from one from scratch");
        const auto repaired = static_cast<double>(std::max<std::uint64_t>(plan.expansions, 1));
        round = {static_cast<double>(fresh_.plan().expansions) / repaired, fresh_seconds / repair_seconds,
                 bytes_per_visited_node(), plan.status == StatusCode::ok};
        return true;
    }
    [[nodiscard]] std::uint64_t restarts() const { return repairer_.restarts(); }

  private:
    /// Nodes that were visited, in arrays, with the heaps and lists, for each node of the greatest part:
    /// those of the other parts are mostly the same states.
    [[nodiscard]] double bytes_per_visited_node() const {
        std::size_t bytes = memory_.rival_trail.size() * sizeof(StateId) +
                            memory_.detour.trail.size() * sizeof(StateId) +
                            memory_.detour.steps.size() * sizeof(search::PlanStep);
        std::size_t most = 1;
        const search::Workspace* const parts[] = {&memory_.trees[0], &memory_.trees[1], &memory_.detour};
        for (const search::Workspace* part : parts) {
            bytes +=
                part->nodes.visited() * sizeof(search::Node) + part->open.size() * sizeof(search::OpenEntry);
            most = std::max(most, part->nodes.visited());
        }
        return static_cast<double>(bytes) / static_cast<double>(most);
    }

    Grid grid_;
    Context memory_, fresh_memory_;
    Backward repairer_, fresh_;
};

/// How many times dearer the search from scratch was: median, spread, and the worst round; the worst also
/// among the rounds that left a way to the goal, because a goal that was just walled in costs nothing to
/// search from.
nlohmann::json ratios(const std::vector<Round>& rounds, double Round::*ratio) {
    std::vector<double> sample;
    double worst = 1e9, worst_reachable = 1e9;
    for (const Round& round : rounds) {
        sample.push_back(round.*ratio);
        worst = std::min(worst, round.*ratio);
        if (round.reachable) worst_reachable = std::min(worst_reachable, round.*ratio);
    }
    nlohmann::json result = to_json(spread_of(std::move(sample)));
    result["worst"] = worst;
    result["worst_reachable"] = worst_reachable;
    return result;
}

nlohmann::json bytes_of(const std::vector<Round>& rounds) {
    std::vector<double> sample;
    for (const Round& round : rounds) sample.push_back(round.bytes_per_visited_node);
    nlohmann::json result = to_json(spread_of(sample));
    result["worst"] = *std::max_element(sample.begin(), sample.end());
    return result;
}

nlohmann::json measure_walks(const BenchMap& map, std::size_t rounds, std::size_t ahead) {
    Rng rng(2005);
    std::vector<Round> done;
    std::uint64_t restarts = 0;
    for (std::size_t i = 0; done.size() < rounds; ++i) {
        const auto& problem = map.problems[i % map.problems.size()];
        Walk walk(map.grid, map.start(problem), map.goal(problem));
        for (Round round; done.size() < rounds && walk.step(ahead, rng, round);) done.push_back(round);
        restarts += walk.restarts();
    }
    return {{"rounds", done.size()},
            {"restarts", restarts},
            {"bytes_per_visited_node", bytes_of(done)},
            {"repair_expansions_ratio", ratios(done, &Round::expansions_ratio)},
            {"repair_time_ratio", ratios(done, &Round::time_ratio)}};
}

}  // namespace

nlohmann::json measure_repair(const BenchMap& map, std::size_t rounds) {
    constexpr std::size_t in_sight = 60;
    return {{"anywhere_on_the_plan", measure_walks(map, rounds, no_limit)},
            {"in_sight_of_the_walker", measure_walks(map, rounds, in_sight)}};
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
