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

#include "wend/io/recording.hpp"
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
constexpr std::uint64_t population_seed = 1;

/// Cities of one size, taken together.
struct Figures {
    std::vector<double> ms;
    std::vector<double> processor_ms;
    std::vector<double> processor_ms_of_city;  ///< mean of each
    std::size_t over_budget = 0;               ///< frames, by more than a tenth
    std::size_t overlaps = 0, wall_crossings = 0, arrived = 0;
    double present = 0;  ///< agents in the world, added up over frames
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
    const auto [least, most] =
        std::minmax_element(figures.processor_ms_of_city.begin(), figures.processor_ms_of_city.end());
    return {{"processor_mean_ms", mean(figures.processor_ms)},
            {"processor_mean_ms_of_cities", {{"least", *least}, {"most", *most}}},
            {"mean_ms", mean(figures.ms)},
            {"p50_ms", percentile(figures.ms, 0.5)},
            {"p99_ms", percentile(figures.ms, 0.99)},
            {"processor_p50_ms", percentile(figures.processor_ms, 0.5)},
            {"processor_p99_ms", percentile(figures.processor_ms, 0.99)},
            {"worst_ms", percentile(figures.ms, 1)},
            {"processor_worst_ms", percentile(figures.processor_ms, 1)},
            {"mean_present", figures.present / static_cast<double>(figures.ms.size())},
            {"over_budget_frames", figures.over_budget},
            {"overlaps", figures.overlaps},
            {"wall_crossings", figures.wall_crossings},
            {"arrived", figures.arrived},
            {"bytes_per_agent", figures.bytes_per_agent}};
}

/// Adds a city's frames; `half_way` is called in the middle.
template <class Crowd, class HalfWay>
void add_frames(Crowd& crowd, verify::Verifier& verifier, std::uint32_t frames, Figures& figures,
                HalfWay&& half_way) {
    const auto first = static_cast<std::ptrdiff_t>(figures.ms.size());
    for (std::uint32_t i = 0; i < frames && !crowd.is_finished(); ++i) {
        const double before_step = process_seconds();
        figures.ms.push_back(1e3 * seconds([&] { crowd.step(); }));
        figures.processor_ms.push_back(1e3 * (process_seconds() - before_step));
        figures.over_budget += figures.ms.back() > 1.1e3 * frame_budget ? 1 : 0;
        if (i == frames / 2) half_way();
        const io::Frame& frame = crowd.frame();
        figures.present += static_cast<double>(frame.agents.size());
        verifier.add(frame);
    }
    figures.processor_ms_of_city.push_back(
        mean({figures.processor_ms.begin() + first, figures.processor_ms.end()}));
    const verify::Report report = verifier.finish();
    figures.overlaps += report.overlaps;
    figures.wall_crossings += report.wall_crossings;
    figures.arrived += report.arrived;
}

void run_ours(const Scene& scene, std::uint32_t frames, const BudgetSpec& budget, Figures& figures) {
    const double before = bytes_in_use();
    auto simulation = Simulation::create(scene, {population_seed, 2, budget});
    if (!simulation) throw std::runtime_error(simulation.status().message);
    Simulation& crowd = simulation.value();
    const double made = bytes_in_use();
    verify::Verifier verifier(scene, crowd.agents());
    verifier.add(crowd.frame());
    const double for_verifying = bytes_in_use() - made;
    add_frames(crowd, verifier, frames, figures, [&] {
        figures.bytes_per_agent =
            (bytes_in_use() - before - for_verifying) / static_cast<double>(crowd.agents().size());
    });
}

void run_peer(const Scene& scene, const std::vector<AgentSpec>& agents, std::uint32_t frames,
              Figures& figures) {
    const double before = bytes_in_use();
    CrowdPeer peer(scene, agents);
    figures.bytes_per_agent = (bytes_in_use() - before) / static_cast<double>(agents.size());
    verify::Verifier verifier(scene, agents);
    verifier.add(peer.frame());
    add_frames(peer, verifier, frames, figures, [] {});
}

/// One size, in as many cities as make up agents_in_all: the costs of two small cities differ by up to six
/// times, by who happens to meet whom.
struct Size {
    std::uint32_t agents = 0, cities = 0, redrawn = 0;
    Figures ours;
    Figures unlimited;  ///< ours: on a busy machine a budget of time cuts work short; this is all of it
    Figures peer;
};

Size measure(std::uint32_t agents, std::uint32_t agents_in_all, std::uint32_t frames) {
    Size size;
    size.agents = agents;
    const std::uint32_t wanted = std::max(agents_in_all / agents, 1u);
    for (std::uint32_t draw = 0; size.cities < wanted; ++draw) {
        const Scene scene = make_city(agents, draw);
        const auto population = populate(scene, population_seed);
        if (!population) {
            if (++size.redrawn > 10 * wanted) throw std::runtime_error(population.status().message);
            continue;
        }
        ++size.cities;
        run_ours(scene, frames, {frame_budget, {}}, size.ours);
        run_ours(scene, frames, {{}, no_limit}, size.unlimited);
        run_peer(scene, population.value(), frames, size.peer);
    }
    return size;
}

/// To which power of the number of agents the mean over frames grows.
double exponent(const Size& small, const Size& large, Figures Size::*whose,
                std::vector<double> Figures::*time) {
    const double more = mean(large.*whose.*time) / mean(small.*whose.*time);
    return std::log(more) / std::log(static_cast<double>(large.agents) / small.agents);
}

nlohmann::json to_json(const Size& size) {
    return {{"agents", size.agents},
            {"cities", size.cities},
            {"cities_redrawn", size.redrawn},
            {"ours", to_json(size.ours)},
            {"ours_without_budget", to_json(size.unlimited)},
            {"detour_crowd", to_json(size.peer)}};
}

nlohmann::json run(const Options& options) {
    const std::vector<std::uint32_t> counts =
        options.quick ? std::vector<std::uint32_t>{100, 200}
                      : std::vector<std::uint32_t>{100, 500, 1000, 2000, 5000, 10000};
    const std::uint32_t frames = options.quick ? 30 : 300;
    std::vector<Size> sizes;
    for (const std::uint32_t count : counts) sizes.push_back(measure(count, counts.back(), frames));
    nlohmann::json listed = nlohmann::json::array();
    for (const Size& size : sizes) listed.push_back(to_json(size));
    const Size &first = sizes.front(), &last = sizes.back();
    return {{"frames", frames},
            {"threads", 2},
            {"sizes", listed},
            {"growth_exponent", exponent(first, last, &Size::unlimited, &Figures::ms)},
            {"growth_exponent_of_mean_processor_time",
             exponent(first, last, &Size::unlimited, &Figures::processor_ms)},
            {"detour_crowd_growth_exponent", exponent(first, last, &Size::peer, &Figures::ms)}};
}

const Benchmark registered{"crowd", "frames of a crowd in a city, ours and DetourCrowd's", run};

}  // namespace
}  // namespace wend::bench
