// Table 1 of MD 7.1, repeated: what each domain and each relationship between domains costs and achieves, up
// to the first plan for the whole way. Legs between waypoints stop at their first plan, so that N is what a
// task needs and not what was left over for improvements. The rows of mesh domains alone begin with a quick
// plan; chains take the best one at once, because everything below follows it.

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include "benchmark.hpp"
#include "planning_world.hpp"

namespace wend::bench {
namespace {

using planning::Chain;
using planning::Planner;
using planning::Relation;

constexpr double speed = 1.2;  // m/s, of courses that know no time

struct Row {
    std::string name;
    Chain chain;
    std::uint64_t limit;  ///< expansions
    bool has_walk;        ///< its last domain makes plans that can be walked as they are
};

std::vector<Row> rows() {
    const Chain all = planning::tunnel_chain();
    const auto part = [&](std::size_t from, std::size_t count) {
        Chain chain = all;
        chain.stages.assign(all.stages.begin() + static_cast<std::ptrdiff_t>(from),
                            all.stages.begin() + static_cast<std::ptrdiff_t>(from + count));
        return chain;
    };
    Chain waypoints = planning::waypoint_chain();
    waypoints.stages[2].legs = 1000;
    for (planning::Stage& stage : waypoints.stages) stage.settings.forgets = false;  // BF is read off them
    waypoints.stages[2].settings.search = waypoints.stages[3].settings.search = search::weighted_a_star(2.5);
    const auto quick = [](Chain chain) {
        for (planning::Stage& stage : chain.stages) stage.settings.search = search::ad_star(1.5);
        return chain;
    };
    constexpr std::uint64_t plenty = 1'000'000;
    return {{"static_mesh", quick(part(0, 1)), plenty, false},
            {"density_mesh", quick(part(1, 1)), plenty, false},
            {"density_mesh_in_static", quick(part(0, 2)), plenty, false},
            {"grid", part(2, 1), plenty, false},
            {"space_time_alone", part(3, 1), 10'000, true},
            {"a_tunnels", all, plenty, true},
            {"b_waypoints", waypoints, plenty, true}};
}

struct Sums {
    double branching = 0, nodes = 0, nodes_all = 0, milliseconds = 0, first_action = 0, quality = 0;
    std::uint32_t planned = 0, succeeded = 0, tasks = 0, widenings = 0, merges = 0;
    std::vector<double> bytes;
    std::vector<std::pair<double, std::uint32_t>> by_world;  ///< nodes of all tasks, and the world's seed
};

/// Plans until the whole way is there, or the row's limit is reached.
std::unique_ptr<Planner> plan(PlanningWorld& world, const Row& row, Sums& sums) {
    auto planner = world.planner(row.chain);
    const planning::View view = world.view();
    Budget budget = Budget::expansions(row.limit);
    double spent = 0, first = 0;
    while (!planner->reaches_goal() && planner->has_work() && !budget.exhausted()) {
        spent += seconds([&] { planner->plan(view, budget, 1); });
        if (first == 0 && planner->status() == StatusCode::ok) first = spent;
    }
    sums.milliseconds += 1e3 * spent;
    sums.first_action += 1e3 * (first > 0 ? first : spent);
    return planner;
}

bool run_row(PlanningWorld& world, std::uint32_t seed, const Row& row, Sums& sums) {
    const auto planner = plan(world, row, sums);
    const std::size_t last = planner->stage_count() - 1;
    double branching = 0, nodes = 0;
    const std::size_t legs = planner->leg_count(last);
    for (std::size_t leg = 0; leg < legs; ++leg) {
        branching += planner->task(last, leg).branching();
        nodes += static_cast<double>(planner->task(last, leg).status().expansions);
    }
    if (legs > 0) {
        sums.branching += branching / static_cast<double>(legs);
        sums.nodes += nodes / static_cast<double>(legs);
    }
    sums.tasks += static_cast<std::uint32_t>(legs);
    sums.nodes_all += static_cast<double>(planner->totals().expansions);
    sums.by_world.emplace_back(static_cast<double>(planner->totals().expansions), seed);
    sums.widenings += planner->totals().widenings;
    sums.merges += planner->totals().merges;
    sums.bytes.push_back(static_cast<double>(planner->bytes()));
    if (!planner->reaches_goal()) return false;
    const auto walk = row.has_walk ? planner->walk() : world.walk_along(planner->course(), speed);
    double length = 0;
    for (std::size_t i = 1; i < walk.size(); ++i) length += distance(walk[i - 1].position, walk[i].position);
    ++sums.planned;
    sums.quality += std::min(1.0, world.static_length() / length);
    const bool succeeded = world.succeeds(walk, row.has_walk);
    sums.succeeded += succeeded;
    return succeeded;
}

enum class Solvable { yes, no, undecided };

/// For worlds that neither relationship solved: a plain space-time search that is only limited by memory.
Solvable is_solvable(PlanningWorld& world) {
    Chain chain = rows()[4].chain;
    chain.stages[0].settings.search = search::weighted_a_star(5);
    const Row row{"", chain, 3'000'000, true};
    Sums ignored;
    const auto planner = plan(world, row, ignored);
    if (planner->reaches_goal()) return Solvable::yes;
    return planner->status() == StatusCode::unreachable ? Solvable::no : Solvable::undecided;
}

/// How the effort is spread over the worlds, and which of them are the hardest.
nlohmann::json spread_of_worlds(std::vector<std::pair<double, std::uint32_t>> worlds) {
    std::sort(worlds.begin(), worlds.end());
    const auto at = [&](double share) {
        return worlds[static_cast<std::size_t>(share * static_cast<double>(worlds.size() - 1))].first;
    };
    nlohmann::json hardest = nlohmann::json::array();
    for (std::size_t i = 0; i < std::min<std::size_t>(5, worlds.size()); ++i)
        hardest.push_back({worlds.rbegin()[static_cast<std::ptrdiff_t>(i)].second,
                           worlds.rbegin()[static_cast<std::ptrdiff_t>(i)].first});
    return {{"median", at(0.5)}, {"90th", at(0.9)}, {"99th", at(0.99)}, {"hardest", hardest}};
}

nlohmann::json to_json(const Sums& sums, double worlds, double solvable) {
    const Spread bytes = spread_of(sums.bytes);
    return {{"BF", sums.branching / worlds},
            {"N", sums.nodes / worlds},
            {"nodes_of_all_tasks", sums.nodes_all / worlds},
            {"nodes_by_world", spread_of_worlds(sums.by_world)},
            {"T_ms", sums.milliseconds / worlds},
            {"first_action_ms", sums.first_action / worlds},
            {"S", sums.succeeded / worlds},
            {"S_of_solvable", solvable > 0 ? sums.succeeded / solvable : 0},
            {"Q", sums.planned > 0 ? sums.quality / sums.planned : 0},
            {"planned", sums.planned},
            {"tasks_in_last_domain", sums.tasks / worlds},
            {"widenings", sums.widenings},
            {"waypoints_given_up", sums.merges},
            {"bytes_median", bytes.median}};
}

nlohmann::json run(const Options& options) {
    const std::uint32_t worlds = options.worlds > 0 ? options.worlds : options.quick ? 5 : 1000;
    const std::vector<Row> table = rows();
    std::vector<Sums> sums(table.size());
    std::uint32_t solvable = 0, undecided = 0;
    for (std::uint32_t i = 0; i < worlds; ++i) {
        const std::uint32_t seed = options.first + i;
        PlanningWorld world(seed, {});
        bool is_solved = false;
        for (std::size_t r = 0; r < table.size(); ++r) {
            const bool succeeded = run_row(world, seed, table[r], sums[r]);
            is_solved |= succeeded && table[r].has_walk;
        }
        const Solvable verdict = is_solved ? Solvable::yes : is_solvable(world);
        solvable += verdict == Solvable::yes;
        undecided += verdict == Solvable::undecided;
        if (options.progress) fmt::print(stderr, "\rworld {} of {}, solvable {}", i + 1, worlds, solvable);
    }
    if (options.progress) fmt::print(stderr, "\n");
    nlohmann::json result{
        {"worlds", worlds}, {"solvable", static_cast<double>(solvable) / worlds}, {"undecided", undecided}};
    for (std::size_t r = 0; r < table.size(); ++r)
        result["rows"][table[r].name] = to_json(sums[r], worlds, solvable);
    return result;
}

const Benchmark registered{"domains", "Table 1: domains and relationships between them in random worlds",
                           run};

}  // namespace
}  // namespace wend::bench
