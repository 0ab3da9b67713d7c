// How crowds behave where the paper compares (MD figure 7): how far agents leave their straight lines at a
// choke point, and how much groups mix at a crossing, ours and DetourCrowd's with the same agents under the
// same verifier.

#include <stdexcept>

#include "wend/io/scene_file.hpp"
#include "wend/sim/simulation.hpp"
#include "wend/verify/verify.hpp"
#include "wend/world/populate.hpp"

#include "benchmark.hpp"
#include "gait.hpp"
#include "peer_crowd.hpp"
#include "support/places.hpp"

namespace wend::bench {
namespace {

template <class T>
T expect(Result<T> result) {
    if (!result) throw std::runtime_error(result.status().message);
    return std::move(result).value();
}

template <class Crowd>
verify::Report watch(Crowd& crowd, const Scene& scene, const std::vector<AgentSpec>& agents, Gait& gait) {
    verify::Verifier verifier(scene, agents);
    verifier.add(crowd.frame());
    gait.begin_run();
    const auto frames = static_cast<std::uint32_t>(scene.duration / scene.time_step);
    for (std::uint32_t i = 0; i < frames && !crowd.is_finished(); ++i) {
        crowd.step();
        verifier.add(crowd.frame());
        gait.add(crowd.frame());
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

verify::Report ours(const Scene& scene, std::uint32_t seed, Gait& gait) {
    auto crowd = expect(Simulation::create(scene, {seed, 2, {}}));
    return watch(crowd, scene, crowd.agents(), gait);
}

/// With prediction (MD's Sigma 2), without, and the peer.
nlohmann::json compare(const std::string& name, std::uint32_t first, std::uint32_t seeds) {
    const Scene scene = expect(io::load_scene(test::source_dir() / "scenes" / (name + ".json")));
    Scene without = scene;
    without.prediction = false;
    Sum with_prediction, without_prediction, theirs;
    Gait gait(scene.time_step), gait_without(scene.time_step), their_gait(scene.time_step);
    for (std::uint32_t seed = first; seed < first + seeds; ++seed) {
        with_prediction.add(ours(scene, seed, gait));
        without_prediction.add(ours(without, seed, gait_without));
        const auto agents = expect(populate(scene, seed));
        CrowdPeer peer(scene, agents);
        theirs.add(watch(peer, scene, agents, their_gait));
    }
    return {{"first_seed", first},
            {"seeds", seeds},
            {"ours", with_prediction.to_json(seeds)},
            {"ours_without_prediction", without_prediction.to_json(seeds)},
            {"detour_crowd", theirs.to_json(seeds)},
            {"a_minute_of_ours", gait.to_json()},
            {"a_minute_of_ours_without_prediction", gait_without.to_json()},
            {"a_minute_of_detour_crowd", their_gait.to_json()},
            {"deviation_ratio", with_prediction.deviation / theirs.deviation},
            {"mixing_ratio", with_prediction.mixing / theirs.mixing}};
}

nlohmann::json run(const Options& options) {
    const std::uint32_t seeds = options.quick ? 2 : 20;
    // Those of the scenes' own table, and as many that nothing was tuned on.
    constexpr std::uint32_t usual = 1, fresh = 1001;
    return {
        {"choke_point", compare("choke-point", usual, seeds)},
        {"choke_point_fresh_seeds", compare("choke-point", fresh, seeds)},
        {"four_way_crossing", compare("four-way-crossing", usual, options.quick ? 1 : seeds)},
        {"four_way_crossing_fresh_seeds", compare("four-way-crossing", fresh, options.quick ? 1 : seeds)}};
}

const Benchmark registered{"conduct", "straight lines and mixing of groups, ours and DetourCrowd's", run};

}  // namespace
}  // namespace wend::bench
