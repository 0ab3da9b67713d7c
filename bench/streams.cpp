// Streams that meet, on generated scenes of seeds that nobody tuned on: who arrives, how late, how steadily,
// and DetourCrowd on the same scenes beside ours.

#include <algorithm>
#include <cstdio>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "benchmark.hpp"
#include "stream_run.hpp"

namespace wend::bench {
namespace {

constexpr std::uint64_t first_seed = 5001;

/// Scenes that differ in nothing but their seeds.
struct Family {
    std::string name;
    GeneratorSpec spec;
    std::uint32_t seeds = 20;
};

/// Of one crowd in all scenes of a family.
struct Sum {
    std::uint32_t runs = 0, complete = 0;
    double deepest = -1e9, worst_share = 1;
    std::vector<double> delays;
    double stops = 0, reversals = 0, standing = 0, seconds = 0, last = 0;

    void add(const StreamOutcome& outcome) {
        ++runs;
        complete += outcome.all_arrived();
        deepest = std::max(deepest, outcome.deepest);
        worst_share = std::min(worst_share, static_cast<double>(outcome.arrived) / outcome.agents);
        if (outcome.arrived > 0) delays.push_back(outcome.mean_delay);
        stops += outcome.stops;
        reversals += outcome.reversals;
        standing += outcome.standing;
        seconds += outcome.seconds;
        last = std::max(last, outcome.last);
    }
    [[nodiscard]] double mean_delay() const {
        double sum = 0;
        for (const double delay : delays) sum += delay;
        return delays.empty() ? 1e9 : sum / static_cast<double>(delays.size());
    }
    [[nodiscard]] double worst_delay() const {
        return delays.empty() ? 1e9 : *std::ranges::max_element(delays);
    }
    [[nodiscard]] nlohmann::json to_json() const {
        return {{"runs", runs},
                {"everybody_arrived", complete},
                {"share_arrived_worst", worst_share},
                {"travel_over_free_walk_mean", mean_delay()},
                {"travel_over_free_walk_worst", worst_delay()},
                {"last_arrival_worst_s", last},
                {"stops_a_minute", stops / runs},
                {"reversals_a_minute", reversals / runs},
                {"standing_share", standing / runs},
                {"deepest_overlap_m", deepest},
                {"processor_seconds", seconds / runs}};
    }
};

/// Both crowds, and ours where the other gets everybody through: only there travel times can be compared.
struct Comparison {
    Sum ours, peer;
    Sum ours_beside, peer_beside;
};

GeneratorSpec spec_of(SceneKind kind, std::uint32_t agents, double width, double radius, double duration) {
    GeneratorSpec spec;
    spec.kind = kind;
    spec.agents = agents;
    spec.width = width;
    spec.radius = radius;
    spec.duration = duration;
    return spec;
}

void add_arms(std::vector<Family>& all) {
    for (const double width : {3.0, 4.0, 6.0})
        all.push_back({fmt::format("arms {} m", width), spec_of(SceneKind::arms, 100, width, 0.3, 240)});
    GeneratorSpec mixed = spec_of(SceneKind::arms, 100, 4, 0.3, 240);
    mixed.radius_spread = mixed.speed_spread = 0.3;
    all.push_back({"arms 4 m, mixed bodies", mixed, 10});
    for (const std::uint32_t arms : {3u, 5u}) {
        GeneratorSpec spec = spec_of(SceneKind::arms, 80, 4, 0.3, 240);
        spec.arms = arms;
        spec.irregularity = 0.3;
        all.push_back({fmt::format("arms 4 m, {} of them", arms), spec, 10});
    }
}

void add_counter_flow(std::vector<Family>& all) {
    for (const double width : {1.2, 1.7, 2.2, 3.0, 4.0, 5.0})
        all.push_back(
            {fmt::format("counter-flow {} m", width), spec_of(SceneKind::counter_flow, 8, width, 0.4, 240)});
    for (const double width : {1.7, 3.0})
        all.push_back({fmt::format("counter-flow of 16, {} m", width),
                       spec_of(SceneKind::counter_flow, 16, width, 0.4, 240)});
    for (const double width : {2.0, 3.0, 4.0})
        all.push_back({fmt::format("counter-flow of 60, {} m", width),
                       spec_of(SceneKind::counter_flow, 60, width, 0.3, 240), 5});
    all.push_back({"two-way hallway", spec_of(SceneKind::counter_flow, 200, 6, 0.3, 300), 3});
}

std::vector<Family> families() {
    std::vector<Family> all;
    add_arms(all);
    add_counter_flow(all);
    all.push_back({"hallways of 400", spec_of(SceneKind::hallways, 400, 6, 0.3, 420), 3});
    GeneratorSpec doors = spec_of(SceneKind::doors, 105, 1.4, 0.3, 240);
    doors.arms = 2;
    all.push_back({"two doors", doors, 10});
    all.push_back({"circles", spec_of(SceneKind::circles, 100, 4, 0.3, 240), 5});
    all.push_back({"circles of 250", spec_of(SceneKind::circles, 250, 4, 0.3, 360), 3});
    all.push_back({"many to one", spec_of(SceneKind::many_to_one, 100, 4, 0.3, 600), 5});
    all.push_back({"office", spec_of(SceneKind::office, 100, 2, 0.3, 240), 10});
    all.push_back({"following", spec_of(SceneKind::following, 8, 1.2, 0.3, 240), 10});
    return all;
}

Comparison measure(const Family& family, const Options& options) {
    Comparison both;
    const std::uint64_t first = options.first == 0 ? first_seed : options.first;
    const std::uint32_t count = options.quick ? 1 : options.worlds > 0 ? options.worlds : family.seeds;
    for (std::uint64_t seed = first; seed < first + count; ++seed) {
        GeneratorSpec spec = family.spec;
        spec.seed = seed;
        const StreamOutcome ours = run_streams(spec, 2);
        const StreamOutcome peer = run_streams_of_peer(spec, ours.free_walks);
        both.ours.add(ours);
        both.peer.add(peer);
        if (peer.all_arrived() && ours.all_arrived()) {
            both.ours_beside.add(ours);
            both.peer_beside.add(peer);
        }
        if (options.progress)
            fmt::print(stderr, "{} {}: {} of {}, {:.2f} of the free walk, last {:.0f} s ({} and {:.2f})\n",
                       family.name, seed, ours.arrived, ours.agents, ours.mean_delay, ours.last, peer.arrived,
                       peer.mean_delay);
    }
    return both;
}

nlohmann::json to_json(const Comparison& both) {
    nlohmann::json out = both.ours.to_json();
    out["detour_crowd"] = both.peer.to_json();
    if (both.peer_beside.runs == 0) return out;
    out["beside_detour_crowd"] = {
        {"runs", both.peer_beside.runs},
        {"travel_ratio", both.ours_beside.mean_delay() / both.peer_beside.mean_delay()},
        {"stops_ratio", both.ours_beside.stops / std::max(1e-9, both.peer_beside.stops)},
        {"reversals_ratio", both.ours_beside.reversals / std::max(1e-9, both.peer_beside.reversals)}};
    return out;
}

nlohmann::json entry(const std::string& name, double measured, double limit, bool holds) {
    return {{"name", name}, {"measured", measured}, {"limit", limit}, {"holds", holds}};
}

/// What is asked of a family by its name.
void judge(const std::string& name, const Sum& of, nlohmann::json& musts) {
    if (name.starts_with("arms") || name == "hallways of 400")
        musts.push_back(
            entry(name + ": runs in which everybody arrives", of.complete, of.runs, of.complete == of.runs));
    if (name.starts_with("arms"))
        musts.push_back(
            entry(name + ": travel over free walk, mean", of.mean_delay(), 3, of.mean_delay() <= 3));
    if (name == "counter-flow 3 m")
        musts.push_back(
            entry(name + ": travel over free walk, worst", of.worst_delay(), 1.6, of.worst_delay() <= 1.6));
}

nlohmann::json run(const Options& options) {
    nlohmann::json out, musts = nlohmann::json::array();
    double deepest = -1e9;
    std::map<std::uint32_t, Sum> narrower;  // by number of agents; families come by width
    for (const Family& family : families()) {
        if (!family.name.starts_with(options.only)) continue;
        const Comparison both = measure(family, options);
        out["families"][family.name] = to_json(both);
        deepest = std::max(deepest, both.ours.deepest);
        judge(family.name, both.ours, musts);
        if (family.spec.kind != SceneKind::counter_flow) continue;
        const auto [last, is_first] = narrower.try_emplace(family.spec.agents, both.ours);
        const double wide = both.ours.mean_delay(), narrow = last->second.mean_delay();
        if (!is_first)
            musts.push_back(entry(family.name + ": travel over that where narrower", wide / narrow, 1,
                                  wide <= narrow && both.ours.complete >= last->second.complete));
        last->second = both.ours;
    }
    if (!out.contains("families")) throw std::runtime_error("--only: no family begins with " + options.only);
    musts.push_back(entry("deepest overlap, m", deepest, 0, deepest <= 0));
    out["musts"] = musts;
    return out;
}

const Benchmark registered{
    "streams", "crowds on generated scenes, ours beside DetourCrowd: arrivals, delay, stops", run};

}  // namespace
}  // namespace wend::bench
