// Frames of a crowd in city blocks, ours and DetourCrowd's in the same process: how long they take, what they
// leave of the promises (overlaps, arrivals), and how the time grows with the number of agents.

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <numeric>
#include <stdexcept>

#include <malloc.h>

#include "wend/sim/simulation.hpp"
#include "wend/verify/verify.hpp"
#include "wend/world/populate.hpp"

#include "benchmark.hpp"
#include "city.hpp"
#include "peer_crowd.hpp"

namespace wend::bench {
namespace {

/// What a frame may take: it shows a tenth of a second.
constexpr double frame_budget = 0.1;
constexpr std::uint64_t no_limit = 1'000'000'000'000;

struct Figures {
    std::vector<double> ms;
    std::vector<double> processor_ms;
    std::size_t over_budget = 0;  ///< frames, by more than a tenth
    verify::Report report;
    double present = 0;  ///< agents in the world, mean over frames
    double bytes_per_agent = 0;
};

/// The last size that the allocator's own report gives after `key`.
double size_after(const char* report, const char* key) {
    const char* found = nullptr;
    for (const char* at = std::strstr(report, key); at; at = std::strstr(at + 1, key)) found = at;
    const char* size = found ? std::strstr(found, "size=\"") : nullptr;
    return size ? std::strtod(size + 6, nullptr) : 0;
}

/// Of all threads' heaps, which mallinfo2 leaves out.
double bytes_in_use() {
    char* text = nullptr;
    std::size_t length = 0;
    FILE* file = open_memstream(&text, &length);
    malloc_info(0, file);
    std::fclose(file);
    const std::unique_ptr<char, decltype(&std::free)> owner(text, &std::free);
    return size_after(text, "<system type=\"current\"") + size_after(text, "<total type=\"mmap\"") -
           size_after(text, "<total type=\"fast\"") - size_after(text, "<total type=\"rest\"");
}

double percentile(std::vector<double> sample, double share) {
    std::sort(sample.begin(), sample.end());
    return sample[static_cast<std::size_t>(std::ceil(share * static_cast<double>(sample.size() - 1)))];
}

double mean(const std::vector<double>& sample) {
    return std::accumulate(sample.begin(), sample.end(), 0.0) / static_cast<double>(sample.size());
}

nlohmann::json to_json(const Figures& figures) {
    return {{"processor_mean_ms", mean(figures.processor_ms)},
            {"p50_ms", percentile(figures.ms, 0.5)},
            {"p99_ms", percentile(figures.ms, 0.99)},
            {"processor_p50_ms", percentile(figures.processor_ms, 0.5)},
            {"processor_p99_ms", percentile(figures.processor_ms, 0.99)},
            {"worst_ms", percentile(figures.ms, 1)},
            {"processor_worst_ms", percentile(figures.processor_ms, 1)},
            {"mean_present", figures.present},
            {"over_budget_frames", figures.over_budget},
            {"overlaps", figures.report.overlaps},
            {"wall_crossings", figures.report.wall_crossings},
            {"arrived", figures.report.arrived},
            {"mean_deviation_m", figures.report.measures.mean_deviation},
            {"mixing", figures.report.measures.mixing},
            {"bytes_per_agent", figures.bytes_per_agent}};
}

Figures run_ours(const Scene& scene, std::uint32_t frames, const BudgetSpec& budget) {
    Figures figures;
    const double before = bytes_in_use();
    auto simulation = Simulation::create(scene, {1, 2, budget});
    if (!simulation) throw std::runtime_error(simulation.status().message);
    Simulation& crowd = simulation.value();
    const double made = bytes_in_use();
    verify::Verifier verifier(scene, crowd.agents());
    verifier.add(crowd.frame());
    const double for_verifying = bytes_in_use() - made;
    for (std::uint32_t i = 0; i < frames && !crowd.is_finished(); ++i) {
        const double before_step = process_seconds();
        crowd.step();
        figures.processor_ms.push_back(1e3 * (process_seconds() - before_step));
        figures.ms.push_back(1e3 * crowd.cost().seconds);
        figures.over_budget += crowd.cost().seconds > 1.1 * frame_budget ? 1 : 0;
        if (i == frames / 2)
            figures.bytes_per_agent =
                (bytes_in_use() - before - for_verifying) / static_cast<double>(crowd.agents().size());
        figures.present += static_cast<double>(crowd.frame().agents.size());
        verifier.add(crowd.frame());
    }
    figures.present /= static_cast<double>(figures.ms.size());
    figures.report = verifier.finish();
    return figures;
}

Figures run_peer(const Scene& scene, const std::vector<AgentSpec>& agents, std::uint32_t frames) {
    Figures figures;
    const double before = bytes_in_use();
    CrowdPeer peer(scene, agents);
    figures.bytes_per_agent = (bytes_in_use() - before) / static_cast<double>(agents.size());
    verify::Verifier verifier(scene, agents);
    verifier.add(peer.frame());
    for (std::uint32_t i = 0; i < frames && !peer.is_finished(); ++i) {
        const double before_step = process_seconds();
        figures.ms.push_back(1e3 * seconds([&] { peer.step(); }));
        figures.processor_ms.push_back(1e3 * (process_seconds() - before_step));
        figures.over_budget += figures.ms.back() > 1.1e3 * frame_budget ? 1 : 0;
        const io::Frame frame = peer.frame();
        figures.present += static_cast<double>(frame.agents.size());
        verifier.add(frame);
    }
    figures.present /= static_cast<double>(figures.ms.size());
    figures.report = verifier.finish();
    return figures;
}

/// One size: how many agents were asked for, and what they took.
struct Sample {
    double agents = 0;
    double present = 0;
    double ms = 0;  ///< of processor time a frame, mean
};

Sample sample_of(std::uint32_t agents, const Figures& figures) {
    return {static_cast<double>(agents), figures.present, mean(figures.processor_ms)};
}

double exponent(const Sample& small, const Sample& large, double Sample::*measure = &Sample::agents) {
    return std::log(large.ms / small.ms) / std::log(large.*measure / small.*measure);
}

nlohmann::json run(const Options& options) {
    const std::vector<std::uint32_t> counts =
        options.quick ? std::vector<std::uint32_t>{100, 200}
                      : std::vector<std::uint32_t>{100, 500, 1000, 2000, 5000, 10000};
    const std::uint32_t frames = options.quick ? 30 : 300;
    nlohmann::json sizes = nlohmann::json::array();
    std::vector<Sample> ours_alone, peers;
    for (const std::uint32_t count : counts) {
        const Scene scene = make_city(count);
        const Figures ours = run_ours(scene, frames, {frame_budget, {}});
        // On a busy machine a budget of time cuts work short; what all of it costs shows without.
        const Figures unlimited = run_ours(scene, frames, {{}, no_limit});
        const auto agents = populate(scene, 1);
        if (!agents) throw std::runtime_error(agents.status().message);
        const Figures theirs = run_peer(scene, agents.value(), frames);
        sizes.push_back({{"agents", count},
                         {"ours", to_json(ours)},
                         {"ours_without_budget", to_json(unlimited)},
                         {"detour_crowd", to_json(theirs)}});
        ours_alone.push_back(sample_of(count, unlimited));
        peers.push_back(sample_of(count, theirs));
    }
    const Sample &first = ours_alone.front(), &last = ours_alone.back();
    return {{"frames", frames},
            {"threads", 2},
            {"sizes", sizes},
            {"growth_exponent_of_mean_processor_time", exponent(first, last)},
            // In a small city ways are short, and many have left before the run ends.
            {"the_same_over_agents_present", exponent(first, last, &Sample::present)},
            // The smallest has a single block, and no crossing where four streets meet.
            {"the_same_from_the_second_size", exponent(ours_alone[counts.size() > 2 ? 1 : 0], last)},
            {"detour_crowd_growth_exponent", exponent(peers.front(), peers.back())}};
}

const Benchmark registered{"crowd", "frames of a crowd in a city, ours and DetourCrowd's", run};

}  // namespace
}  // namespace wend::bench
