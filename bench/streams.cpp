// Streams that meet, on generated scenes of seeds that nobody tuned on: who arrives, how late, how steadily.

#include <algorithm>
#include <map>
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

struct FamilyOutcome {
    std::uint32_t runs = 0, complete = 0;
    double deepest = -1e9;
    std::vector<double> delays, arrived;
    double stops = 0, reversals = 0, standing = 0, seconds = 0;
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

std::vector<Family> families() {
    std::vector<Family> all;
    for (const double width : {3.0, 4.0, 6.0})
        all.push_back({fmt::format("arms {} m", width), spec_of(SceneKind::arms, 100, width, 0.3, 240)});
    for (const double width : {1.2, 1.7, 3.0, 5.0})
        all.push_back(
            {fmt::format("counter-flow {} m", width), spec_of(SceneKind::counter_flow, 8, width, 0.4, 240)});
    all.push_back({"counter-flow of 16, 1.7 m", spec_of(SceneKind::counter_flow, 16, 1.7, 0.4, 240)});
    for (const double width : {2.0, 3.0, 4.0})
        all.push_back({fmt::format("counter-flow of 60, {} m", width),
                       spec_of(SceneKind::counter_flow, 60, width, 0.3, 240), 5});
    all.push_back({"hallways of 400", spec_of(SceneKind::hallways, 400, 6, 0.3, 360), 3});
    all.push_back({"doors", spec_of(SceneKind::doors, 100, 1.4, 0.3, 240), 10});
    all.push_back({"circles", spec_of(SceneKind::circles, 100, 4, 0.3, 240), 5});
    all.push_back({"many to one", spec_of(SceneKind::many_to_one, 100, 4, 0.3, 240), 5});
    all.push_back({"office", spec_of(SceneKind::office, 60, 2, 0.3, 240), 10});
    all.push_back({"following", spec_of(SceneKind::following, 8, 1.2, 0.3, 240), 10});
    return all;
}

FamilyOutcome measure(const Family& family, const Options& options) {
    FamilyOutcome sum;
    const std::uint64_t first = options.first == 0 ? first_seed : options.first;
    const std::uint32_t count = options.quick ? 1 : family.seeds;
    for (std::uint64_t seed = first; seed < first + count; ++seed) {
        GeneratorSpec spec = family.spec;
        spec.seed = seed;
        const StreamOutcome outcome = run_streams(spec, 2);
        ++sum.runs;
        sum.complete += outcome.arrived == outcome.agents;
        sum.deepest = std::max(sum.deepest, outcome.deepest);
        sum.arrived.push_back(static_cast<double>(outcome.arrived) / outcome.agents);
        if (outcome.arrived > 0) sum.delays.push_back(outcome.mean_delay);
        sum.stops += outcome.stops / count;
        sum.reversals += outcome.reversals / count;
        sum.standing += outcome.standing / count;
        sum.seconds += outcome.seconds / count;
    }
    return sum;
}

double median_of(std::vector<double> values) {
    if (values.empty()) return -1;
    std::ranges::sort(values);
    return values[values.size() / 2];
}

nlohmann::json to_json(const FamilyOutcome& of) {
    return {{"runs", of.runs},
            {"everybody_arrived", of.complete},
            {"share_arrived_worst", *std::ranges::min_element(of.arrived)},
            {"travel_over_free_walk_median", median_of(of.delays)},
            {"travel_over_free_walk_worst", of.delays.empty() ? -1 : *std::ranges::max_element(of.delays)},
            {"stops_a_minute", of.stops},
            {"reversals_a_minute", of.reversals},
            {"standing_share", of.standing},
            {"deepest_overlap_m", of.deepest},
            {"processor_seconds", of.seconds}};
}

nlohmann::json entry(const std::string& name, double measured, double limit, bool holds) {
    return {{"name", name}, {"measured", measured}, {"limit", limit}, {"holds", holds}};
}

/// What is asked of a family by its name.
void judge(const std::string& name, const FamilyOutcome& of, nlohmann::json& musts) {
    if (name.starts_with("arms") || name == "hallways of 400")
        musts.push_back(
            entry(name + ": runs in which everybody arrives", of.complete, of.runs, of.complete == of.runs));
    const double worst = of.delays.empty() ? 1e9 : *std::ranges::max_element(of.delays);
    if (name.starts_with("arms"))
        musts.push_back(entry(name + ": travel over free walk, worst", worst, 3, worst <= 3));
    if (name == "counter-flow 3 m")
        musts.push_back(entry(name + ": travel over free walk, worst", worst, 1.6, worst <= 1.6));
}

nlohmann::json run(const Options& options) {
    nlohmann::json out, musts = nlohmann::json::array();
    double deepest = -1e9;
    bool is_monotone = true;
    std::map<std::uint32_t, double> narrower;  // by number of agents; families come by width
    for (const Family& family : families()) {
        const FamilyOutcome outcome = measure(family, options);
        out["families"][family.name] = to_json(outcome);
        deepest = std::max(deepest, outcome.deepest);
        judge(family.name, outcome, musts);
        if (family.spec.kind != SceneKind::counter_flow) continue;
        const double delay = median_of(outcome.delays);
        const auto [last, is_first] = narrower.try_emplace(family.spec.agents, delay);
        is_monotone = is_monotone && (is_first || delay <= last->second);
        last->second = delay;
    }
    musts.push_back(entry("counter-flow never slower where wider", is_monotone, 1, is_monotone));
    musts.push_back(entry("deepest overlap, m", deepest, 0, deepest <= 0));
    out["musts"] = musts;
    return out;
}

const Benchmark registered{"streams", "crowds on generated scenes: arrivals, delay, stops, reversals", run};

}  // namespace
}  // namespace wend::bench
