// A city in which everybody's domain follows from its situation, beside DetourCrowd's; who plans in which
// domain, and what it costs when an obstacle appears in every frame.

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <stdexcept>

#include "wend/sim/simulation.hpp"
#include "wend/world/populate.hpp"

#include "benchmark.hpp"
#include "city.hpp"
#include "memory_use.hpp"
#include "peer_crowd.hpp"

namespace wend::bench {
namespace {

constexpr std::uint64_t population_seed = 1, no_limit = 1'000'000'000'000;
constexpr std::uint32_t thread_count = 2;
constexpr double city_frame = 0.1;  ///< seconds that a frame of the city shows
constexpr std::array domain_names{"static_mesh", "density_mesh", "grid", "space_time", "footsteps"};

struct DemandRun {
    double processor = 0, wall = 0, worst = 0;  ///< seconds
    std::size_t bytes = 0;                      ///< that the simulation keeps in the end
    std::array<std::size_t, domain_names.size()> in_domain{};

    [[nodiscard]] nlohmann::json shares() const {
        const auto all = std::accumulate(in_domain.begin(), in_domain.end(), std::size_t{0});
        nlohmann::json out;
        for (std::size_t i = 0; i < in_domain.size(); ++i)
            out[domain_names[i]] =
                all == 0 ? 0 : static_cast<double>(in_domain[i]) / static_cast<double>(all);
        return out;
    }
};

/// A box of a few centimetres in the middle of a street, each frame at another place.
void drop_something(Simulation& simulation, const Scene& scene, std::uint32_t number) {
    ObstacleSpec box;
    box.name = "box " + std::to_string(number);
    box.shape = PolygonShape{{{-0.1, -0.1}, {0.1, -0.1}, {0.1, 0.1}, {-0.1, 0.1}}};
    const Vec2 span = scene.bounds.high - scene.bounds.low;
    const double along = 0.618033988749895 * number, across = 0.754877666246693 * number;
    const Vec2 at =
        scene.bounds.low + Vec2{(along - std::floor(along)) * span.x, (across - std::floor(across)) * span.y};
    box.motion.keyframes = {{0, {at, 0}}};
    (void)simulation.apply({0, AppearEvent{box}});
}

void walk(Simulation& simulation, const Scene& scene, std::uint32_t frames, bool has_events, DemandRun& run) {
    for (std::uint32_t i = 0; i < frames && !simulation.is_finished(); ++i) {
        const double before = process_seconds();
        const double took = seconds([&] {
            if (has_events) drop_something(simulation, scene, i);
            simulation.step();
        });
        run.processor += process_seconds() - before;
        run.wall += took;
        run.worst = std::max(run.worst, took);
        for (std::uint32_t agent = 0; agent < simulation.agents().size(); ++agent)
            if (const int domain = simulation.view(agent).domain; domain >= 0)
                ++run.in_domain[static_cast<std::size_t>(domain)];
    }
}

DemandRun run_city(const Scene& scene, std::uint32_t frames, bool has_events) {
    DemandRun run;
    std::optional<Simulation> simulation;
    const MemoryUse memory = memory_use([&] {
        auto made = Simulation::create(scene, {population_seed, thread_count, {{}, no_limit}});
        if (!made) throw std::runtime_error(made.status().message);
        simulation = std::move(made).value();
        walk(*simulation, scene, frames, has_events, run);
    });
    run.bytes = memory.kept;
    return run;
}

DemandRun run_detour(const Scene& scene, const std::vector<AgentSpec>& agents, std::uint32_t frames) {
    CrowdPeer peer(scene, agents);
    DemandRun run;
    for (std::uint32_t i = 0; i < frames && !peer.is_finished(); ++i) {
        const double before = process_seconds();
        run.wall += seconds([&] { peer.step(); });
        run.processor += process_seconds() - before;
    }
    return run;
}

nlohmann::json run(const Options& options) {
    const std::vector<std::uint32_t> counts =
        options.quick ? std::vector<std::uint32_t>{100} : std::vector<std::uint32_t>{100, 1000, 10000};
    const std::uint32_t frames = options.quick ? 30 : 200;
    nlohmann::json out{{"threads", thread_count}, {"frames", frames}}, musts = nlohmann::json::array();
    for (const std::uint32_t count : counts) {
        const Scene scene = make_city(count);
        const auto population = populate(scene, population_seed);
        if (!population) throw std::runtime_error(population.status().message);
        const DemandRun ours = run_city(scene, frames, false), eventful = run_city(scene, frames, true);
        const DemandRun theirs = run_detour(scene, population.value(), frames);
        const std::string name = std::to_string(count);
        const double ratio = theirs.wall / ours.wall;
        out["sizes"][name] = {{"frame_ms", 1e3 * ours.wall / frames},
                              {"worst_frame_ms", 1e3 * ours.worst},
                              {"processor_ms", 1e3 * ours.processor / frames},
                              {"detour_crowd_frame_ms", 1e3 * theirs.wall / frames},
                              {"detour_crowd_over_ours", ratio},
                              {"detour_crowd_over_ours_processor", theirs.processor / ours.processor},
                              {"bytes_an_agent", ours.bytes / count},
                              {"share_of_agents_in_domain", ours.shares()},
                              {"share_of_a_frame_for_events", 1 - ours.processor / eventful.processor}};
        musts.push_back({{"name", name + " agents: DetourCrowd's time over ours"},
                         {"measured", ratio},
                         {"limit", 1.5},
                         {"holds", ratio >= 1.5}});
        if (count == 10000)
            musts.push_back({{"name", "10000 agents: mean seconds of a frame"},
                             {"measured", ours.wall / frames},
                             {"limit", city_frame},
                             {"holds", ours.wall / frames <= city_frame}});
    }
    out["musts"] = musts;
    return out;
}

const Benchmark registered{"on_demand", "domains by situation in a city, beside DetourCrowd", run};

}  // namespace
}  // namespace wend::bench
