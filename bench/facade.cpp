// What the front door costs over what is behind it.

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <malloc.h>
#include <sys/stat.h>

#include "wend/nav/world.hpp"
#include "wend/sim/simulation.hpp"

#include "benchmark.hpp"
#include "support/places.hpp"

namespace wend::bench {
namespace {

using nlohmann::json;

json must(const char* name, double measured, double limit, bool holds) {
    return {{"name", name}, {"measured", measured}, {"limit", limit}, {"holds", holds}};
}

/// A field of people who all go somewhere else, at least a metre apart in the beginning.
Scene field(std::uint32_t agents, std::uint64_t seed) {
    const auto side = static_cast<std::uint32_t>(std::ceil(std::sqrt(agents)));
    const double pitch = 3, size = pitch * (side + 1);
    Scene scene = nav::empty_scene({0, 0}, {size, size});
    std::uint64_t state = seed;
    for (std::uint32_t i = 0; i < agents; ++i) {
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        const std::uint32_t other = static_cast<std::uint32_t>(state >> 33) % agents;
        AgentSpec agent;
        agent.name = "walker " + std::to_string(i);
        agent.position = {pitch * (1 + i % side), pitch * (1 + i / side)};
        agent.goal.region = DiscRegion{{pitch * (1 + other % side), pitch * (1 + other / side)}, 2};
        scene.agents.push_back(std::move(agent));
    }
    return scene;
}

/// The same run in two ways, step by step in turn, so that whatever else the machine does hits both.
struct Steps {
    double inside = 0, facade = 0;  ///< seconds of all threads
};

Steps time_steps(std::uint32_t agents, int steps, std::uint64_t seed) {
    const Scene scene = field(agents, seed);
    SimulationOptions options;
    options.threads = 1;
    options.forgets = true;
    auto inside = Simulation::create(scene, options);
    if (!inside) throw std::runtime_error(inside.status().message);
    inside.value().set_recording(false);
    nav::WorldDef def;
    def.threads = 1;
    auto facade = nav::World::create(scene, def);
    if (!facade) throw std::runtime_error(facade.status().message);
    Steps sum;
    const auto step_inside = [&] { sum.inside += processor_seconds([&] { inside.value().step(); }); };
    const auto step_facade = [&] { sum.facade += processor_seconds([&] { facade.value().step(); }); };
    for (int i = 0; i < steps; ++i) {
        if (i % 2 == 0) step_inside(), step_facade();
        if (i % 2 != 0) step_facade(), step_inside();
    }
    return sum;
}

json steps_of(const Options& options, json& musts) {
    std::vector<double> ratios;
    const int rounds = options.quick ? 1 : 5;
    for (int round = 0; round < rounds; ++round) {
        const Steps steps = time_steps(options.quick ? 100 : 1000, options.quick ? 60 : 300,
                                       1 + static_cast<std::uint64_t>(round));
        ratios.push_back(steps.facade / steps.inside - 1);
    }
    const Spread spread = spread_of(ratios);
    musts.push_back(must("cost of the facade over the inside, share, median", spread.median, 0.03,
                         spread.median <= 0.03));
    return to_json(spread);
}

/// Spawning and removing among many who walk.
json lives_of(const Options& options) {
    nav::World world = nav::World::create(field(options.quick ? 100 : 1000, 7)).value();
    world.step();
    std::vector<double> spawn, removal;
    const double size = std::sqrt(options.quick ? 100.0 : 1000.0) * 3;
    for (int i = 0; i < (options.quick ? 100 : 2000); ++i) {
        nav::AgentDef def;
        def.place = {
            {1.5 + std::fmod(i * 0.618 * size, size - 3), 1.5 + std::fmod(i * 0.414 * size, size - 3)}};
        nav::AgentId agent;
        spawn.push_back(1e6 * processor_seconds([&] { agent = world.add_agent(def).value(); }));
        removal.push_back(1e6 * processor_seconds([&] { (void)world.remove(agent); }));
    }
    return {{"spawn_us", to_json(spread_of(spawn))}, {"remove_us", to_json(spread_of(removal))}};
}

json bulk_read(const Options& options) {
    nav::World world = nav::World::create(field(options.quick ? 1000 : 10'000, 3)).value();
    world.step();
    std::vector<double> copies, each;
    std::vector<Vec3> mine;
    for (int i = 0; i < 50; ++i) {
        copies.push_back(1e6 * processor_seconds([&] {
                             const auto positions = world.positions();
                             mine.assign(positions.begin(), positions.end());
                         }));
        double sum = 0;
        each.push_back(1e6 * processor_seconds([&] {
                           for (const nav::AgentId agent : world.agents())
                               sum += world.state(agent).value().position.x;
                       }));
        if (!std::isfinite(sum)) throw std::runtime_error("a position is no number");
    }
    return {{"bodies", world.agents().size()},
            {"copied_at_once_us", to_json(spread_of(copies))},
            {"one_by_one_us", to_json(spread_of(each))}};
}

/// Bytes in use after a tenth of the lives, and after all.
json memory_of_lives(const Options& options, json& musts) {
    nav::World world = nav::World::create(nav::empty_scene({0, 0}, {30, 30})).value();
    const int lives = options.quick ? 20'000 : 1'000'000;
    std::vector<nav::AgentId> alive;
    double early = 0;
    for (int life = 0; life < lives; ++life) {
        nav::AgentDef def;
        def.place = {{1.0 + life % 28, 1.0 + life / 28 % 28}};
        def.goal = nav::goal_at({{15, 15}}, 10);
        if (const auto agent = world.add_agent(def)) alive.push_back(agent.value());
        if (alive.size() > 20) {
            (void)world.remove(alive.front());
            alive.erase(alive.begin());
        }
        if (life % 20 == 0) world.step();
        if (life == lives / 10) early = static_cast<double>(mallinfo2().uordblks);
    }
    const double growth = static_cast<double>(mallinfo2().uordblks) / early - 1;
    musts.push_back(
        must("memory after all lives over that after a tenth, share", growth, 0.1, growth <= 0.1));
    return {{"lives", lives}, {"growth", growth}, {"bytes", mallinfo2().uordblks}};
}

/// Of a program that only asks for paths, stripped, and of the libraries that such a program needs with
/// Detour: Debian has them as shared ones only.
json program_sizes() {
    json sizes;
    const std::pair<const char*, std::string> files[] = {
        {"wend_path_program", (test::build_dir() / "bench/wend-path-size").string()},
        {"recast_library", WEND_RECAST_LIBRARY},
        {"detour_library", WEND_DETOUR_LIBRARY}};
    for (const auto& [name, file] : files) {
        struct stat found {};
        if (stat(file.c_str(), &found) == 0) sizes[name] = found.st_size;
    }
    return sizes;
}

json run(const Options& options) {
    json result, musts = json::array();
    result["facade_over_inside"] = steps_of(options, musts);
    result["lives"] = lives_of(options);
    result["bulk"] = bulk_read(options);
    result["memory"] = memory_of_lives(options, musts);
    result["program_bytes"] = program_sizes();
    result["musts"] = musts;
    return result;
}

const Benchmark registered{"facade", "the world that a game holds against what is behind it", run};

}  // namespace
}  // namespace wend::bench
