// Repair: the start walks along its plan while cells on or near the plan become blocked. AD* goes on with
// what it knows, A* starts from scratch in the same direction, and both must find the same cost.
//
// Two walkers: one wants the best plan each time, the other a plan soon, with a bound that is checked, and
// the best one after that.

#include <algorithm>
#include <stdexcept>

#include "wend/base/rng.hpp"
#include "wend/search/search.hpp"

#include "search_bench.hpp"
#include "search_limit.hpp"
#include "search_told.hpp"

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
constexpr double first_inflation = 3;

/// Of one search in one round.
struct Effort {
    double expansions = 0;
    double seconds = 0;
};

struct Round {
    Effort first;     ///< of the repairing search until its first plan, or until it knew that there is none
    Effort best;      ///< until its best plan
    Effort fresh;     ///< A* from scratch
    Effort weighted;  ///< weighted A* from scratch
    LeastWork least;  ///< of any search for the best plan that keeps costs
    Effort told;      ///< of D* Lite that is told all costs from the start, in expansions
    double first_bound = 1;
    double first_cost = 1;     ///< of the first plan, in costs of the best one
    double bytes_kept = 0;     ///< for each visited state, of the repairing search when it is finished
    double bytes_at_work = 0;  ///< the same when it has its last plan, before it puts anything away
    std::size_t changed = 0;   ///< states that it was told of
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

Effort solve_fresh(Backward& search, const Grid& grid, StateId start, StateId goal) {
    Budget budget = Budget::unlimited();
    const double began = thread_seconds();
    search.begin(grid, start, goal);
    search.solve(grid, budget);
    return {static_cast<double>(search.plan().expansions), thread_seconds() - began};
}

/// What nobody could do better; asked on one of the two walks.
struct Limits {
    RepairLimit least;
    ToldRepair told;
};

class Walk {
  public:
    Walk(const Grid& grid, StateId start, StateId goal, double inflation, Limits* limits)
        : grid_(grid),
          limits_(limits),
          repairer_(memory_[0], search::ad_star(inflation)),
          fresh_(memory_[1], search::a_star()),
          weighted_(memory_[2], search::weighted_a_star(first_inflation)) {
        for (Backward* search : {&repairer_, &fresh_, &weighted_}) solve_fresh(*search, grid_, start, goal);
        if (limits_ == nullptr) return;
        limits_->least.begin(grid_, goal);
        limits_->told.begin(grid_, start, goal);
    }

    /// False when the walk is over.
    bool step(std::size_t ahead, Rng& rng, Round& round) {
        const Plan& plan = repairer_.plan();
        if (plan.status != StatusCode::ok || plan.path.size() <= 2 * cells_per_round) return false;
        std::vector<StateId> affected;
        const StateId start = plan.path[cells_per_round], goal = plan.path.back();
        if (limits_ != nullptr) {
            limits_->least.foresee(grid_, start);
            limits_->told.foresee(grid_, start);
        }
        for (const StateId cell : block_near(grid_, plan, ahead, rng)) grid_.append_affected(cell, affected);
        round = {};
        round.changed = affected.size();
        const search::Cost first_cost = repair(start, affected, round);
        round.fresh = solve_fresh(fresh_, grid_, start, goal);
        round.weighted = solve_fresh(weighted_, grid_, start, goal);
        round.bytes_kept = bytes_per_visited_node(memory_[0], grid_.state_count());
        const Plan& best = fresh_.plan();
        if (limits_ != nullptr) ask_limits(start, goal, affected, round);
        if (best.cost != plan.cost || best.status != plan.status)
            throw std::runtime_error("repaired plan differs from one from scratch");
        if (best.status != StatusCode::ok) return true;
        round.first_cost = static_cast<double>(first_cost) / best.cost;
        if (round.first_cost > round.first_bound) throw std::runtime_error("first plan breaks its bound");
        return true;
    }
    [[nodiscard]] std::uint64_t restarts() const { return repairer_.restarts(); }

  private:
    /// Returns the cost of the first plan.
    search::Cost repair(StateId start, const std::vector<StateId>& affected, Round& round) {
        search::Cost first_cost = search::infinite_cost;
        double measuring = 0;  // what memory is used is no part of the repair
        const double began = thread_seconds();
        const auto so_far = [&] {
            return Effort{static_cast<double>(std::max<std::uint64_t>(repairer_.plan().expansions, 1)),
                          thread_seconds() - began - measuring};
        };
        Budget budget = Budget::unlimited();
        repairer_.move_start(grid_, start);
        repairer_.change(grid_, affected);
        repairer_.solve(grid_, budget, [&](const Plan& plan) {
            if (first_cost >= search::infinite_cost) {
                round.first = so_far();
                round.first_bound = plan.bound;
                first_cost = plan.cost;
            }
            const double paused = thread_seconds();
            round.bytes_at_work = bytes_per_visited_node(memory_[0], grid_.state_count());
            measuring += thread_seconds() - paused;
        });
        round.best = so_far();
        if (first_cost >= search::infinite_cost) round.first = round.best;
        return first_cost;
    }

    void ask_limits(StateId start, StateId goal, const std::vector<StateId>& affected, Round& round) {
        const search::Cost best = fresh_.plan().cost;
        round.least = limits_->least.after(grid_, start, goal, best);
        round.told.expansions = static_cast<double>(limits_->told.repair(grid_, affected));
        if (limits_->told.cost() != best) throw std::runtime_error("D* Lite differs from A*");
    }

    Grid grid_;
    Limits* limits_;
    Context memory_[3];
    Backward repairer_, fresh_, weighted_;
};

/// Median, spread and the worst round.
template <class Measure>
nlohmann::json over(const std::vector<Round>& rounds, bool most_is_worst, Measure&& measure) {
    std::vector<double> sample;
    for (const Round& round : rounds) sample.push_back(measure(round));
    const auto [least, most] = std::minmax_element(sample.begin(), sample.end());
    const double worst = sample.empty() ? 0 : most_is_worst ? *most : *least;
    nlohmann::json result = to_json(spread_of(std::move(sample)));
    result["worst"] = worst;
    return result;
}

/// How many times more a search from scratch needed.
nlohmann::json expansions_ratio(const std::vector<Round>& rounds, Effort Round::*scratch,
                                Effort Round::*repair) {
    return over(rounds, false,
                [=](const Round& r) { return (r.*scratch).expansions / (r.*repair).expansions; });
}

/// The same against what is the least that a search from old knowledge has to do.
nlohmann::json limit_ratio(const std::vector<Round>& rounds, std::uint64_t LeastWork::*states) {
    return over(rounds, false,
                [=](const Round& r) { return r.fresh.expansions / static_cast<double>(r.least.*states); });
}

/// `worst_beyond_the_change` leaves out rounds in which a search from scratch looked at fewer states than
/// were told to have changed, such as those in which the goal was walled in.
nlohmann::json time_ratio(const std::vector<Round>& rounds, Effort Round::*repair) {
    const auto ratio = [=](const Round& r) { return r.fresh.seconds / (r.*repair).seconds; };
    nlohmann::json result = over(rounds, false, ratio);
    std::vector<Round> longer;
    for (const Round& round : rounds)
        if (round.fresh.expansions >= static_cast<double>(round.changed)) longer.push_back(round);
    result["worst_beyond_the_change"] = over(longer, false, ratio)["worst"];
    return result;
}

struct Walked {
    std::vector<Round> rounds;
    std::uint64_t restarts = 0;
};

Walked walk(const BenchMap& map, std::size_t rounds, std::size_t ahead, double inflation, std::uint64_t seed,
            Limits* limits) {
    Rng rng(seed);
    Walked done;
    for (std::size_t i = 0; done.rounds.size() < rounds; ++i) {
        const auto& problem = map.problems[i % map.problems.size()];
        Walk walk(map.grid, map.start(problem), map.goal(problem), inflation, limits);
        for (Round round; done.rounds.size() < rounds && walk.step(ahead, rng, round);)
            done.rounds.push_back(round);
        done.restarts += walk.restarts();
    }
    return done;
}

nlohmann::json measure_walks(const BenchMap& map, std::size_t rounds, std::size_t ahead, std::uint64_t seed) {
    Limits limits;
    const auto [best, restarts] = walk(map, rounds, ahead, 1, seed, &limits);
    const std::vector<Round> first = walk(map, rounds, ahead, first_inflation, seed, nullptr).rounds;
    const auto kept = [](const Round& round) { return round.bytes_kept; };
    const auto at_work = [](const Round& round) { return round.bytes_at_work; };
    constexpr const char* ten = "median at least 10, worst at least 0.67";
    return {{"rounds", best.size()},
            {"restarts", restarts},
            {"repair_expansions_ratio", aimed(ten, expansions_ratio(best, &Round::fresh, &Round::best))},
            {"repair_possible_ratio", limit_ratio(best, &LeastWork::search)},
            {"repair_possible_late_ratio", limit_ratio(best, &LeastWork::late_search)},
            {"repair_exact_ratio", limit_ratio(best, &LeastWork::risen)},
            {"repair_exact_both_ratio", limit_ratio(best, &LeastWork::risen_either)},
            {"repair_told_ratio", expansions_ratio(best, &Round::fresh, &Round::told)},
            {"repair_time_ratio", aimed(ten, time_ratio(best, &Round::best))},
            {"repair_first_plan_ratio", aimed(ten, expansions_ratio(first, &Round::fresh, &Round::first))},
            {"repair_first_plan_time_ratio", aimed(ten, time_ratio(first, &Round::first))},
            {"first_plan_against_weighted_a_star", expansions_ratio(first, &Round::weighted, &Round::first)},
            {"first_plan_bound", over(first, true, [](const Round& r) { return r.first_bound; })},
            {"first_plan_cost", over(first, true, [](const Round& r) { return r.first_cost; })},
            {"anytime_until_best_ratio",
             aimed("worst at least 0.67", expansions_ratio(first, &Round::fresh, &Round::best))},
            {"bytes_per_visited_node", aimed("at most 32", over(best, true, kept))},
            {"bytes_per_visited_node_anytime", aimed("at most 32", over(first, true, kept))},
            {"bytes_at_work", over(best, true, at_work)},
            {"bytes_at_work_anytime", over(first, true, at_work)}};
}

}  // namespace

nlohmann::json measure_repair(const BenchMap& map, std::size_t rounds, std::uint64_t seed) {
    constexpr std::size_t in_sight = 60;
    return {{"anywhere_on_the_plan", measure_walks(map, rounds, no_limit, seed)},
            {"in_sight_of_the_walker", measure_walks(map, rounds, in_sight, seed)}};
}

}  // namespace wend::bench
