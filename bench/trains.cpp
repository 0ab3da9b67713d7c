// Table I of [ST §7.2]: what culling by waits saves, on the scenes of the paper and on random yards.

#include <fmt/format.h>

#include "wend/locomotion/pursuit.hpp"
#include "wend/locomotion/ride.hpp"
#include "wend/verify/rides.hpp"

#include "benchmark.hpp"

namespace wend::bench {
namespace {

using namespace wend::locomotion;
using nlohmann::json;

struct Row {
    const char* label;
    RideScene scene;
    double paper_trajectories;
    double paper_seconds;
    double least_gain;
};

std::vector<Row> table_rows() {
    return {{"train yard 1", train_yard(1), 502, 1.08, 10},
            {"train yard 2", train_yard(2), 508, 1.18, 10},
            {"toll booth 1", toll_booth(1), 934, 1.79, 10},
            {"toll booth 2", toll_booth(2), 980, 1.93, 10},
            {"highway min time", highway("min-time"), 557, 0.99, 2},
            {"highway min motion", highway("min-motion"), 662, 1.37, 2},
            {"highway avoid road", highway("avoid"), 551, 1.31, 2},
            {"highway prefer walk", highway("prefer-walk"), 1065, 2.35, 2}};
}

struct Measured {
    json value;
    double trajectories = 0;  ///< simulated
    double evaluated = 0;     ///< edges, as the paper counts
    double gain = 0;
    double seconds = 0;
    bool is_sound = false;  ///< same cost without culling, and the verifier has nothing to say
    bool is_reached = false;
};

Measured measure(const RideScene& scene, std::uint64_t plain_limit) {
    const double start = process_seconds();
    const auto with = run_rides(scene);
    if (!with) throw std::runtime_error(with.status().message);
    const double all = process_seconds() - start;
    // The opponent is the paper's: A* with its static heuristic and its closed set. Beside it, with our
    // bound.
    const auto without = run_rides(scene, {false, Budget::expansions(plain_limit), false});
    const auto bounded = run_rides(scene, {false, Budget::expansions(plain_limit), true});
    const Ride& ride = with.value().rides[0];
    const Ride& plain = without.value().rides[0];
    const auto report = verify::check_rides(ride_scene_text(scene), rides_text(scene, with.value())).value();
    Measured m;
    m.trajectories = static_cast<double>(ride.stats.trajectories);
    // The paper's planner keeps no trajectory: what it counts is evaluated edges, on both sides.
    m.evaluated = static_cast<double>(ride.stats.evaluated);
    m.gain = static_cast<double>(plain.stats.evaluated) / std::max(1.0, m.evaluated);
    m.seconds = ride.stats.seconds + ride.stats.heuristic_seconds;
    m.is_reached = ride.status == StatusCode::ok;
    const bool is_plain_done = plain.status != StatusCode::partial;
    m.is_sound = report.is_clean() &&
                 (!is_plain_done || (plain.status == ride.status && plain.plan.cost == ride.plan.cost));
    m.value = {{"planning_ms", 1e3 * m.seconds},
               {"heuristic_ms", 1e3 * ride.stats.heuristic_seconds},
               {"with_tables_ms", 1e3 * all},
               {"path_seconds", ride.plan.arrive * with.value().timing.seconds()},
               {"cost", ride.plan.price()},
               {"status", std::string(to_string(ride.status))},
               {"landmarks", with.value().landmarks.size()},
               {"trajectories", ride.stats.trajectories},
               {"ms_per_trajectory", 1e3 * ride.stats.seconds / std::max(1.0, m.trajectories)},
               {"trajectories_without_culling", plain.stats.trajectories},
               {"evaluated_edges", ride.stats.evaluated},
               {"evaluated_edges_without_culling", plain.stats.evaluated},
               {"evaluated_edges_without_culling_but_timed_bound", bounded.value().rides[0].stats.evaluated},
               {"planning_ms_without_culling", 1e3 * plain.stats.seconds},
               {"without_culling_finished", is_plain_done},
               {"gain", m.gain},
               {"same_cost_and_verified", m.is_sound}};
    return m;
}

json must(const std::string& name, double measured, double limit, bool holds) {
    return {{"name", name}, {"measured", measured}, {"limit", limit}, {"holds", holds}};
}

void measure_table(json& result, json& musts, std::uint64_t plain_limit) {
    for (const Row& row : table_rows()) {
        const Measured m = measure(row.scene, plain_limit);
        result["rows"][row.label] = m.value;
        result["rows"][row.label]["paper_trajectories"] = row.paper_trajectories;
        result["rows"][row.label]["paper_seconds"] = row.paper_seconds;
        musts.push_back(must(fmt::format("{}: trajectories", row.label), m.evaluated, row.paper_trajectories,
                             m.is_reached && m.evaluated <= row.paper_trajectories));
        musts.push_back(must(fmt::format("{}: times fewer with culling", row.label), m.gain, row.least_gain,
                             m.gain >= row.least_gain));
        musts.push_back(must(fmt::format("{}: same cost, verified", row.label), m.is_sound, 1, m.is_sound));
    }
}

/// The yards that are crossed by the controllers of `motion`; the paper has no such rows.
void measure_steps(json& result, json& musts) {
    for (const int version : {1, 2}) {
        const RideScene scene = step_yard(version);
        const auto run = run_rides(scene);
        if (!run) throw std::runtime_error(run.status().message);
        const Ride& ride = run.value().rides[0];
        const auto report =
            verify::check_rides(ride_scene_text(scene), rides_text(scene, run.value())).value();
        const bool is_sound = ride.status == StatusCode::ok && report.is_clean();
        result["steps"][scene.name] = {{"planning_ms", 1e3 * ride.stats.seconds},
                                       {"heuristic_ms", 1e3 * ride.stats.heuristic_seconds},
                                       {"path_seconds", ride.plan.arrive * run.value().timing.seconds()},
                                       {"trajectories", ride.stats.trajectories},
                                       {"evaluated_edges", ride.stats.evaluated}};
        musts.push_back(
            must(fmt::format("{}: crossed by steps, verified", scene.name), is_sound, 1, is_sound));
    }
}

void measure_yards(json& result, json& musts, const Options& options, std::uint64_t plain_limit) {
    const std::uint32_t count = options.worlds > 0 ? options.worlds : options.quick ? 3 : 50;
    std::vector<double> trajectories, gains, times;
    std::uint32_t sound = 0, reached = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        const Measured m = measure(random_yard(1000 + options.first + i), plain_limit);
        sound += m.is_sound;
        reached += m.is_reached;
        trajectories.push_back(m.evaluated);
        gains.push_back(m.gain);
        times.push_back(1e3 * m.seconds);
    }
    result["random_yards"] = {
        {"count", count},
        {"reached", reached},
        {"sound", sound},
        {"trajectories", to_json(spread_of(trajectories))},
        {"worst_trajectories", *std::max_element(trajectories.begin(), trajectories.end())},
        {"gain", to_json(spread_of(gains))},
        {"worst_gain", *std::min_element(gains.begin(), gains.end())},
        {"planning_ms", to_json(spread_of(times))},
        {"worst_planning_ms", *std::max_element(times.begin(), times.end())}};
    musts.push_back(must("random yards: same cost, verified", sound, count, sound == count));
}

void measure_pursuit(json& result, json& musts, const Options& options) {
    const int seeds = options.quick ? 3 : 20;
    std::size_t episodes = 0, in_time = 0, near = 0;
    std::vector<double> near_ms, all_ms;
    int caught = 0;
    for (int seed = 0; seed < seeds; ++seed) {
        const auto report = pursue(platformer(2000 + options.first + static_cast<std::uint64_t>(seed)));
        if (!report) throw std::runtime_error(report.status().message);
        caught += report.value().caught;
        for (const Episode& e : report.value().episodes) {
            ++episodes;
            in_time += e.in_time;
            all_ms.push_back(1e3 * e.took);
            if (e.moves_left <= 2) near_ms.push_back(1e3 * e.took);
            near += e.moves_left <= 2;
        }
    }
    const double share =
        static_cast<double>(in_time) / static_cast<double>(std::max<std::size_t>(1, episodes));
    result["pursuit"] = {{"seeds", seeds},
                         {"episodes", episodes},
                         {"in_time", share},
                         {"caught", caught},
                         {"planning_ms", to_json(spread_of(all_ms))},
                         {"near_episodes", near},
                         {"near_planning_ms", to_json(spread_of(near_ms))}};
    musts.push_back(must("pursuit: episodes in time", share, 0.93, share >= 0.93));
}

json run_trains(const Options& options) {
    json result;
    json musts = json::array();
    const std::uint64_t plain_limit = options.quick ? 200000 : 20000000;
    measure_table(result, musts, plain_limit);
    measure_steps(result, musts);
    measure_yards(result, musts, options, plain_limit);
    measure_pursuit(result, musts, options);
    result["musts"] = musts;
    return result;
}

const Benchmark trains{"trains", "space-time planning over moving surfaces, culling on and off; pursuit",
                       run_trains};

}  // namespace
}  // namespace wend::bench
