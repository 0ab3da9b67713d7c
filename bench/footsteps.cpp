// Sigma 5 (MD 7.4): what a plan of footsteps costs in its tunnel, and without one, over ponds with stones and
// things that move across them; and how many walk foot by foot in real time.

#include <fmt/format.h>

#include "wend/io/recording.hpp"
#include "wend/sim/simulation.hpp"

#include "benchmark.hpp"
#include "sim/footstep_planner.hpp"

namespace wend::bench {
namespace {

using nlohmann::json;

constexpr std::uint32_t tuned_on = 1000;  ///< seeds below are for tuning, those from here on are reported
constexpr double frame_rate = 30;

struct Sums {
    std::uint32_t worlds = 0, solvable = 0, solved = 0, missed = 0, plain_solved = 0;
    std::uint64_t worst = 0;
    double expansions = 0, plain_expansions = 0, both = 0, both_plain = 0;
    std::vector<double> milliseconds, plain_milliseconds, bytes, per_plan;
};

void plan_world(std::uint32_t seed, Sums& sums) {
    Rng rng(seed);
    test::FootstepProblem stones =
        test::stones_problem(rng, rng.uniform(2, 5), static_cast<int>(rng.below(5)));
    stones.prepare();
    test::SolvedSteps plain;
    const double plain_seconds = seconds([&] { plain = test::solve_steps(stones.domain(), 2.5, 20'000); });
    test::FootstepPlanner chain(stones);
    bool found = false;
    const double above = process_seconds();
    found = chain.plan(60'000);
    const double spent = process_seconds() - above;
    const bool is_plain = plain.plan.status == StatusCode::ok;
    ++sums.worlds;
    sums.solvable += is_plain || found;
    sums.plain_solved += is_plain;
    sums.missed += is_plain && !found;
    if (!found) return;
    ++sums.solved;
    const std::uint64_t used = chain.status().expansions;
    sums.per_plan.push_back(static_cast<double>(used));
    sums.expansions += static_cast<double>(used);
    sums.worst = std::max(sums.worst, used);
    sums.milliseconds.push_back(1e3 * spent);
    sums.bytes.push_back(
        static_cast<double>(chain.planner().task(chain.planner().stage_count() - 1).bytes()));
    if (!is_plain) return;
    sums.both += static_cast<double>(used);
    sums.both_plain += static_cast<double>(plain.expansions);
    sums.plain_milliseconds.push_back(1e3 * plain_seconds);
}

/// Processor time of a plaza of walkers, each bound for the other side.
json plaza(std::uint32_t agents, double duration) {
    Scene scene;
    scene.name = "plaza";
    const double side = std::sqrt(agents) * 2.5 + 4;
    scene.bounds = {{0, 0}, {side, side}};
    scene.layers = {Layer{"ground", 0, {}, {}}};
    scene.duration = duration;
    scene.budget.expansions = 20'000;
    GroupSpec group;
    group.name = "walkers";
    group.count = agents;
    group.placement = RectanglePlacement{{1, 1}, {side - 1, side - 1}};
    group.spacing = 0.6;
    group.goal = {0, Polygon{rectangle(Box2{{1, 1}, {side - 1, side - 1}}), {}}, std::nullopt};
    group.goal.region = Polygon{rectangle(Box2{{side - 2.5, 1}, {side - 0.5, side - 1}}), {}};
    scene.groups = {group};
    scene.planner.focus = {FocusSpec{"walkers", PlannerChain::footsteps, {}, 2.5, 10}};
    scene.planner.share = 1;
    SimulationOptions options;
    options.seed = 3;
    auto made = Simulation::create(scene, options);
    if (!made) throw std::runtime_error(made.status().message);
    Simulation& simulation = made.value();
    const double begin = process_seconds();
    std::uint64_t frames = 0, steps = 0;
    while (!simulation.is_finished()) {
        simulation.step();
        ++frames;
        for (const io::RecordedEvent& event : simulation.frame().events) steps += event.kind == "foot_down";
    }
    const double frame = (process_seconds() - begin) / static_cast<double>(frames);
    return {{"agents", agents},
            {"frames", frames},
            {"footsteps", steps},
            {"milliseconds_a_frame", 1e3 * frame},
            {"agents_in_real_time", static_cast<double>(agents) / (frame * frame_rate)}};
}

json must_of(const std::string& name, double measured, double limit, bool holds) {
    return {{"name", name}, {"measured", measured}, {"limit", limit}, {"holds", holds}};
}

json run(const Options& options) {
    const std::uint32_t worlds = options.worlds > 0 ? options.worlds : options.quick ? 20 : 1000;
    const std::uint32_t first = options.first > 0 ? options.first : tuned_on;
    Sums sums;
    for (std::uint32_t i = 0; i < worlds; ++i) plan_world(first + i, sums);
    const double mean = sums.expansions / std::max(1u, sums.solved);
    json musts = json::array();
    musts.push_back(must_of("mean expansions a plan in the tunnel", mean, 70, mean <= 70));
    musts.push_back(
        must_of("solvable worlds that the chain did not solve", sums.missed, 0, sums.missed == 0));
    return {
        {"worlds", worlds},
        {"first_seed", first},
        {"solvable", sums.solvable},
        {"solved", sums.solved},
        {"solved_by_plain_search", sums.plain_solved},
        {"expansions",
         {{"mean", mean}, {"worst", sums.worst}, {"spread", to_json(spread_of(sums.per_plan))}}},
        {"milliseconds_whole_chain", to_json(spread_of(sums.milliseconds))},
        {"milliseconds_plain", to_json(spread_of(sums.plain_milliseconds))},
        {"bytes", to_json(spread_of(sums.bytes))},
        {"plain_by_tunnel_expansions", sums.both_plain / std::max(1.0, sums.both)},
        {"moves_a_state", domains::FootstepTable(AgentLimits{}, {}).branching()},
        {"plaza", plaza(options.quick ? 10 : 100, options.quick ? 4 : 15)},
        {"aims", {{"worst_expansions", 1000}, {"milliseconds_a_plan", 0.2}, {"agents_in_real_time", 500}}},
        {"musts", musts}};
}

const Benchmark registered{"footsteps",
                           "footstep plans in tunnels: expansions, time, memory; agents in real time", run};

}  // namespace
}  // namespace wend::bench
