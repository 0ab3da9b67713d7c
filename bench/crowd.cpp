// Frames of a crowd in city blocks, ours and DetourCrowd's in the same process: how long they take, what they
// leave of the promises (overlaps, arrivals), and how the time grows with the number of agents.

#include <algorithm>
#include <cmath>
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

struct Figures {
    std::vector<double> ms;
    verify::Report report;
    double bytes_per_agent = 0;
};

std::size_t bytes_in_use() {
    return mallinfo2().uordblks;
}

double percentile(std::vector<double> sample, double share) {
    std::sort(sample.begin(), sample.end());
    return sample[static_cast<std::size_t>(std::ceil(share * static_cast<double>(sample.size() - 1)))];
}

nlohmann::json to_json(const Figures& figures) {
    return {{"p50_ms", percentile(figures.ms, 0.5)},
            {"p99_ms", percentile(figures.ms, 0.99)},
            {"overlaps", figures.report.overlaps},
            {"wall_crossings", figures.report.wall_crossings},
            {"arrived", figures.report.arrived},
            {"mean_deviation_m", figures.report.measures.mean_deviation},
            {"mixing", figures.report.measures.mixing},
            {"bytes_per_agent", figures.bytes_per_agent}};
}

Figures run_ours(const Scene& scene, std::uint32_t frames) {
    Figures figures;
    const std::size_t before = bytes_in_use();
    auto simulation = Simulation::create(scene, {1, 2, {}});
    if (!simulation) throw std::runtime_error(simulation.status().message);
    Simulation& crowd = simulation.value();
    verify::Verifier verifier(scene, crowd.agents());
    verifier.add(crowd.frame());
    for (std::uint32_t i = 0; i < frames && !crowd.is_finished(); ++i) {
        crowd.step();
        figures.ms.push_back(1e3 * crowd.cost().seconds);
        if (i == frames / 2)
            figures.bytes_per_agent =
                static_cast<double>(bytes_in_use() - before) / static_cast<double>(crowd.agents().size());
        verifier.add(crowd.frame());
    }
    figures.report = verifier.finish();
    return figures;
}

Figures run_peer(const Scene& scene, const std::vector<AgentSpec>& agents, std::uint32_t frames) {
    Figures figures;
    const std::size_t before = bytes_in_use();
    CrowdPeer peer(scene, agents);
    figures.bytes_per_agent =
        static_cast<double>(bytes_in_use() - before) / static_cast<double>(agents.size());
    verify::Verifier verifier(scene, agents);
    verifier.add(peer.frame());
    for (std::uint32_t i = 0; i < frames && !peer.is_finished(); ++i) {
        figures.ms.push_back(1e3 * seconds([&] { peer.step(); }));
        verifier.add(peer.frame());
    }
    figures.report = verifier.finish();
    return figures;
}

nlohmann::json run(const Options& options) {
    const std::vector<std::uint32_t> counts =
        options.quick ? std::vector<std::uint32_t>{100, 200}
                      : std::vector<std::uint32_t>{100, 500, 1000, 2000, 5000, 10000};
    const std::uint32_t frames = options.quick ? 30 : 300;
    nlohmann::json sizes = nlohmann::json::array();
    double first = 0, last = 0;
    for (const std::uint32_t count : counts) {
        const Scene scene = make_city(count);
        const Figures ours = run_ours(scene, frames);
        const auto agents = populate(scene, 1);
        if (!agents) throw std::runtime_error(agents.status().message);
        const Figures theirs = run_peer(scene, agents.value(), frames);
        sizes.push_back({{"agents", count}, {"ours", to_json(ours)}, {"detour_crowd", to_json(theirs)}});
        last = percentile(ours.ms, 0.5);
        if (count == counts.front()) first = last;
    }
    const double growth =
        std::log(last / first) / std::log(static_cast<double>(counts.back()) / counts.front());
    return {{"frames", frames}, {"threads", 2}, {"sizes", sizes}, {"growth_exponent", growth}};
}

const Benchmark registered{"crowd", "frames of a crowd in a city, ours and DetourCrowd's", run};

}  // namespace
}  // namespace wend::bench
