// How crowds behave where the paper compares (MD figure 7): how far agents leave their straight lines at a
// choke point, and how much groups mix at a crossing, ours and DetourCrowd's with the same agents under the
// same verifier.

#include <stdexcept>

#include "wend/io/scene_file.hpp"
#include "wend/sim/simulation.hpp"
#include "wend/verify/verify.hpp"
#include "wend/world/populate.hpp"

#include "benchmark.hpp"
#include "peer_crowd.hpp"

namespace wend::bench {
namespace {

template <class T>
T expect(Result<T> result) {
    if (!result) throw std::runtime_error(result.status().message);
    return std::move(result).value();
}

template <class Crowd>
verify::Report watch(Crowd& crowd, const Scene& scene, const std::vector<AgentSpec>& agents) {
    verify::Verifier verifier(scene, agents);
    verifier.add(crowd.frame());
    const auto frames = static_cast<std::uint32_t>(scene.duration / scene.time_step);
    for (std::uint32_t i = 0; i < frames && !crowd.is_finished(); ++i) {
        crowd.step();
        verifier.add(crowd.frame());
    }
    return verifier.finish();
}

struct Sum {
    double deviation = 0, mixing = 0;
    std::size_t arrived = 0, agents = 0, overlaps = 0;

    void add(const verify::Report& report) {
        deviation += report.measures.mean_deviation;
        mixing += report.measures.mixing;
        arrived += report.arrived;
        agents += report.agents;
        overlaps += report.overlaps;
    }
    [[nodiscard]] nlohmann::json to_json(double seeds) const {
        return {{"mean_deviation_m", deviation / seeds},
                {"mixing", mixing / seeds},
                {"arrived", arrived},
                {"agents", agents},
                {"overlaps", overlaps}};
    }
};

nlohmann::json compare(const std::string& name, std::uint32_t seeds) {
    const Scene scene = expect(io::load_scene(std::string(WEND_SOURCE_DIR) + "/scenes/" + name + ".json"));
    Sum ours, theirs;
    for (std::uint32_t seed = 1; seed <= seeds; ++seed) {
        auto crowd = expect(Simulation::create(scene, {seed, 2, {}}));
        ours.add(watch(crowd, scene, crowd.agents()));
        const auto agents = expect(populate(scene, seed));
        CrowdPeer peer(scene, agents);
        theirs.add(watch(peer, scene, agents));
    }
    return {{"ours", ours.to_json(seeds)},
            {"detour_crowd", theirs.to_json(seeds)},
            {"deviation_ratio", ours.deviation / theirs.deviation},
            {"mixing_ratio", ours.mixing / theirs.mixing}};
}

nlohmann::json run(const Options& options) {
    const std::uint32_t seeds = options.quick ? 2 : 20;
    return {{"seeds", seeds},
            {"choke_point", compare("choke-point", seeds)},
            {"four_way_crossing", compare("four-way-crossing", options.quick ? 1 : seeds)}};
}

const Benchmark registered{"conduct", "straight lines and mixing of groups, ours and DetourCrowd's", run};

}  // namespace
}  // namespace wend::bench
