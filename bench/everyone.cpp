// Everybody planned for at full fidelity, through Simulation: frames of thirty to the second on two threads.

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "wend/io/scene_file.hpp"
#include "wend/sim/simulation.hpp"
#include "wend/verify/verify.hpp"

#include "benchmark.hpp"
#include "city.hpp"
#include "support/places.hpp"

namespace wend::bench {
namespace {

constexpr double frame_limit = 0.033;  ///< seconds
/// What planning may take of it: the rest is for sensing, moving and recording.
constexpr double frame_budget = 0.028;
constexpr std::uint32_t thread_count = 2;

Scene with_everybody_in_focus(Scene scene, PlannerChain chain) {
    const auto add = [&](const std::string& name) {
        FocusSpec focus;
        focus.target = name;
        focus.chain = chain;
        scene.planner.focus.push_back(focus);
    };
    for (const AgentSpec& agent : scene.agents) add(agent.name);
    for (const GroupSpec& group : scene.groups) add(group.name);
    scene.planner.share = 0.8;
    scene.time_step = 1.0 / 30;
    return scene;
}

struct FocusRun {
    std::vector<double> wall, processor;  ///< seconds of each frame; of all threads
    std::size_t planners = 0;             ///< at most at a time
    std::size_t planner_bytes = 0;        ///< at that moment
    verify::Report report;

    [[nodiscard]] double share_within(const std::vector<double>& frames, double limit) const {
        const auto within = std::count_if(frames.begin(), frames.end(), [&](double s) { return s <= limit; });
        return static_cast<double>(within) / static_cast<double>(frames.size());
    }
};

double hundredth(std::vector<double> sample, std::size_t number) {
    std::sort(sample.begin(), sample.end());
    return sample[number * (sample.size() - 1) / 100];
}

void weigh_planners(const Simulation& simulation, FocusRun& run) {
    std::size_t planners = 0, bytes = 0;
    for (std::uint32_t i = 0; i < simulation.agents().size(); ++i)
        if (const auto view = simulation.inspect(i, 0)) ++planners, bytes += view->planner.bytes;
    if (bytes > run.planner_bytes) run.planners = planners, run.planner_bytes = bytes;
}

FocusRun run_focus(const Scene& scene, double most_seconds) {
    auto made = Simulation::create(scene, {1, thread_count, {frame_budget, {}}});
    if (!made) throw std::runtime_error(made.status().message);
    Simulation& simulation = made.value();
    verify::Verifier verifier(scene, simulation.agents());
    verifier.add(simulation.frame());
    FocusRun run;
    while (!simulation.is_finished() && simulation.frame().time < most_seconds) {
        const double before = process_seconds();
        run.wall.push_back(seconds([&] { simulation.step(); }));
        run.processor.push_back(process_seconds() - before);
        verifier.add(simulation.frame());
        if (simulation.frame().index % 30 == 0) weigh_planners(simulation, run);
    }
    run.report = verifier.finish();
    return run;
}

nlohmann::json to_json(const FocusRun& run) {
    return {{"agents", run.report.agents},
            {"arrived", run.report.arrived},
            {"overlaps", run.report.overlaps},
            {"wall_crossings", run.report.wall_crossings},
            {"limit_violations", run.report.limit_violations},
            {"frames", run.wall.size()},
            {"p50_ms", 1e3 * hundredth(run.wall, 50)},
            {"p99_ms", 1e3 * hundredth(run.wall, 99)},
            {"processor_p50_ms", 1e3 * hundredth(run.processor, 50)},
            {"processor_p99_ms", 1e3 * hundredth(run.processor, 99)},
            {"share_of_frames_within_33_ms", run.share_within(run.wall, frame_limit)},
            {"planner_bytes_an_agent", run.planners == 0 ? 0 : run.planner_bytes / run.planners}};
}

nlohmann::json must(const std::string& name, double measured, double limit, bool holds) {
    return {{"name", name}, {"measured", measured}, {"limit", limit}, {"holds", holds}};
}

void judge(const std::string& name, const FocusRun& run, nlohmann::json& musts) {
    const double share = run.share_within(run.wall, frame_limit);
    musts.push_back(must(name + ": share of frames within 33 ms", share, 0.99, share >= 0.99));
    const std::size_t violations =
        run.report.overlaps + run.report.wall_crossings + run.report.limit_violations;
    musts.push_back(must(name + ": overlaps, crossed walls and limits", static_cast<double>(violations), 0,
                         violations == 0));
}

nlohmann::json run(const Options& options) {
    auto crossing = io::load_scene(test::source_dir() / "scenes/four-way-crossing.json");
    if (!crossing) throw std::runtime_error(crossing.status().message);
    const double most_seconds = options.quick ? 2 : 40;
    nlohmann::json out{{"threads", thread_count}}, musts = nlohmann::json::array();
    const auto measure = [&](const std::string& name, const Scene& scene) {
        const FocusRun run = run_focus(scene, most_seconds);
        out[name] = to_json(run);
        judge(name, run, musts);
    };
    measure("crossing, tunnels", with_everybody_in_focus(crossing.value(), PlannerChain::tunnels));
    measure("crossing, waypoints", with_everybody_in_focus(crossing.value(), PlannerChain::waypoints));
    measure("city, tunnels", with_everybody_in_focus(make_city(100), PlannerChain::tunnels));
    out["musts"] = musts;
    return out;
}

const Benchmark registered{"everyone", "a hundred planned for in all domains, in frames of 33 ms", run};

}  // namespace
}  // namespace wend::bench
