#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "wend/check/budget_text.hpp"
#include "wend/io/recording_file.hpp"
#include "wend/io/sqlite_trajectory.hpp"
#include "wend/verify/verify.hpp"
#include "wend/view/html_export.hpp"
#include "wend/view/picture.hpp"

#include "agent_states.hpp"
#include "body_tracks.hpp"
#include "commands.hpp"
#include "interruption.hpp"
#include "outputs.hpp"
#include "played_world.hpp"
#include "scene_lookup.hpp"
#include "sinks.hpp"

namespace wend::cli {
namespace {

/// A bar on standard error, only where somebody can see it.
class Progress {
  public:
    explicit Progress(bool wanted) : is_shown_(wanted && isatty(STDERR_FILENO) != 0) {}
    ~Progress() {
        if (is_shown_) fmt::print(stderr, "\r\033[K");
    }
    void show(double share, double time, std::size_t arrived, std::size_t agents) {
        if (!is_shown_ || static_cast<int>(share * 200) == last_) return;
        last_ = static_cast<int>(share * 200);
        const int filled = std::clamp(static_cast<int>(share * 30), 0, 30);
        fmt::print(stderr, "\r[{:#<{}}{:.<{}}] {:5.1f} s  {}/{} arrived ", "", filled, "", 30 - filled, time,
                   arrived, agents);
    }

  private:
    bool is_shown_;
    int last_ = -1;
};

struct FrameTimes {
    std::vector<double> ms;
    std::size_t over_budget = 0;
    std::uint64_t expansions = 0;
    double use = 0, most_use = 0;  ///< shares of the frames' budgets, their sum and the largest

    void add(const FrameCost& cost, const BudgetSpec& budget) {
        ms.push_back(cost.seconds * 1e3);
        over_budget += cost.over_budget ? 1 : 0;
        expansions += cost.expansions;
        const double share = share_of(cost, budget);
        use += share;
        most_use = std::max(most_use, share);
    }
    /// Of the tighter one when there are two; 0 without a budget.
    static double share_of(const FrameCost& cost, const BudgetSpec& budget) {
        double share = 0;
        if (budget.seconds && *budget.seconds > 0) share = cost.seconds / *budget.seconds;
        if (budget.expansions && *budget.expansions > 0)
            share = std::max(share,
                             static_cast<double>(cost.expansions) / static_cast<double>(*budget.expansions));
        return share;
    }
    [[nodiscard]] double mean_use() const { return ms.empty() ? 0 : use / static_cast<double>(ms.size()); }
    [[nodiscard]] double percentile(double share) const {
        if (ms.empty()) return 0;
        std::vector<double> sorted = ms;
        std::sort(sorted.begin(), sorted.end());
        return sorted[static_cast<std::size_t>(std::ceil(share * static_cast<double>(sorted.size() - 1)))];
    }
};

struct Unsolved {
    std::string name;
    Status plan;
};

/// Those who are not there and have no way that leads there.
std::vector<Unsolved> unsolved_agents(const Simulation& simulation) {
    std::vector<Unsolved> unsolved;
    for (std::uint32_t i = 0; i < simulation.agents().size(); ++i) {
        const AgentView view = simulation.view(i);
        const bool has_way = view.plan.code == StatusCode::ok || view.plan.code == StatusCode::partial;
        if (view.mode != io::AgentMode::arrived && !has_way)
            unsolved.push_back({simulation.agents()[i].name, view.plan});
    }
    return unsolved;
}

std::size_t count_arrived(const io::Frame& frame) {
    return static_cast<std::size_t>(
        std::count_if(frame.agents.begin(), frame.agents.end(),
                      [](const auto& agent) { return agent.mode == io::AgentMode::arrived; }));
}

void print_json(const verify::Report& report, const FrameTimes& times, const Simulation& simulation) {
    auto json = nlohmann::ordered_json::parse(verify::to_json(report));
    json["frames"] = times.ms.size();
    json["simulated_s"] = simulation.frame().time;
    json["p50_ms"] = times.percentile(0.5);
    json["p99_ms"] = times.percentile(0.99);
    json["max_ms"] = times.percentile(1);
    json["over_budget_frames"] = times.over_budget;
    json["expansions"] = times.expansions;
    json["mean_budget_use"] = times.mean_use();
    json["max_budget_use"] = times.most_use;
    const Replans replans = simulation.replans();
    json["replans"] = {{"routes", replans.routes},       {"repaired", replans.repaired},
                       {"restarted", replans.restarted}, {"rerouted", replans.rerouted},
                       {"promises", replans.promises},   {"broken", replans.broken},
                       {"braked", replans.braked}};
    auto& domains = json["replans"]["domains"] = nlohmann::ordered_json::array();
    for (const DomainReplans& of : replans.domains)
        domains.push_back({{"domain", of.domain}, {"repaired", of.repaired}, {"restarted", of.restarted}});
    auto& unsolved = json["unsolved"] = nlohmann::ordered_json::array();
    for (const Unsolved& agent : unsolved_agents(simulation))
        unsolved.push_back(
            {{"agent", agent.name}, {"status", to_string(agent.plan.code)}, {"message", agent.plan.message}});
    json["agent_states"] = agent_states(simulation);
    fmt::print("{}\n", json.dump(2));
}

void print_table(const Scene& scene, const verify::Report& report, const FrameTimes& times,
                 const Simulation& simulation, const RunOptions& options) {
    fmt::print("{}: {:.1f} s simulated in {} frames\n\n", scene.name, simulation.frame().time,
               times.ms.size());
    fmt::print("{}", verify::to_text(report));
    fmt::print("{:<22} {:.2f} ms median, {:.2f} ms 99 %, {:.2f} ms worst", "frame time",
               times.percentile(0.5), times.percentile(0.99), times.percentile(1));
    if (times.over_budget > 0) fmt::print(", {} over budget", times.over_budget);
    if (times.most_use > 0)
        fmt::print("; {:.0f} % of the budget used, at most {:.0f} %", 100 * times.mean_use(),
                   100 * times.most_use);
    fmt::print("\n");
    const Replans replans = simulation.replans();
    fmt::print("{:<22} {} ways, {} cut off: {} repaired, {} restarted; {} promises, {} broken\n", "plans",
               replans.routes, replans.repaired + replans.restarted, replans.repaired, replans.restarted,
               replans.promises, replans.broken);
    for (const DomainReplans& of : replans.domains)
        fmt::print("{:<22} {} repaired, {} restarted\n", "plans, " + of.domain, of.repaired, of.restarted);
    for (const Unsolved& agent : unsolved_agents(simulation))
        fmt::print("{:<22} {}: {}\n", agent.name, to_string(agent.plan.code), agent.plan.message);
    fmt::print("\n");
    print_files(options, options.scene);
    if (options.record.empty() && options.sqlite.empty() && options.html.empty() && options.png.empty())
        fmt::print("look at it: wend serve {}, or wend run {} --html {}.html\nother scenes: wend scenes\n",
                   options.scene, options.scene, scene.name);
}

constexpr std::size_t most_posed = 200;            // agents
constexpr std::size_t most_pose_bytes = 48 << 20;  // of a page

/// Rides have a world of their own, and a command; what both write is the same.
int run_ride(const RunOptions& options) {
    const std::array<std::pair<const char*, bool>, 10> others{
        {{"--sqlite", !options.sqlite.empty()},
         {"--png", !options.png.empty()},
         {"--video", !options.video.empty()},
         {"--bvh", !options.bvh.empty()},
         {"--poses", !options.poses.empty() || options.bodies},
         {"--seconds", options.seconds.has_value()},
         {"--seed", options.seed != 1},
         {"--threads", options.threads != 0},
         {"--opencl", options.open_cl},
         {"--budget", !(options.budget == BudgetSpec{})}}};
    for (const auto& [name, is_asked] : others)
        if (is_asked)
            return report(Status::invalid_input(fmt::format(
                "{}: found a ride, expected none but --html, --record, --gltf and --json, found {}",
                options.scene, name)));
    RideOptions wanted;
    wanted.scene = options.scene, wanted.html = options.html, wanted.gltf = options.gltf;
    wanted.record = options.record, wanted.json = options.json;
    return ride(wanted);
}

/// Until there is no more room; then people walk by themselves.
Status show_poses(const BodyTracks& bodies, Sinks& sinks) {
    std::size_t bytes = 0;
    return bodies.pose(15, [&](double time, std::span<const std::uint8_t> poses) {
        bytes += poses.size();
        return bytes <= most_pose_bytes ? sinks.append_poses(time, poses) : Status::ok();
    });
}

}  // namespace

int run(const RunOptions& options) {
    if (is_ride(options.scene)) return run_ride(options);
    auto loaded = load(options.scene);
    if (!loaded) return report(loaded.status());
    if (Status status = check_outputs(outputs_of(options), files_of(loaded.value()), options.force);
        !status.is_ok())
        return report(status);
    Scene scene = loaded.value().scene;
    if (options.seconds) scene.duration = *options.seconds;
    auto world = nav::World::create(scene, world_def(options, loaded.value()));
    if (!world) return report(world.status());
    Simulation& crowd = world.value().simulation();
    const io::RecordingHeader header = header_of(
        scene, loaded.value().text, {options.seed, options.threads, options.budget, options.open_cl});
    auto sinks = Sinks::open(options, header, scene, crowd.agents(), loaded.value().level);
    if (!sinks) return report(sinks.status());

    const Interruption interruption;
    FrameTimes times;
    if (!options.html.empty()) view::HtmlExport::watch(crowd);
    BodyTracks bodies;
    // A page of many people does without: they are small, and walk by themselves.
    const bool has_poses = !options.html.empty() && crowd.agents().size() <= most_posed;
    const bool has_bodies = has_poses || !options.gltf.empty() || !options.bvh.empty() ||
                            !options.poses.empty() || options.bodies;
    if (has_bodies) bodies.add(crowd.frame(), crowd.agents());
    Status written = sinks.value().append(crowd);
    {
        Progress progress(!options.json);
        while (!world.value().is_finished() && written.is_ok() && interruption.signal() == 0) {
            world.value().step();
            times.add(crowd.cost(), crowd.budget());
            written = sinks.value().append(crowd);
            if (has_bodies) bodies.add(crowd.frame(), crowd.agents());
            progress.show(crowd.frame().time / scene.duration, crowd.frame().time,
                          count_arrived(crowd.frame()), crowd.agents().size());
        }
    }
    if (written.is_ok() && has_poses) written = show_poses(bodies, sinks.value());
    if (written.is_ok() && options.bodies) written = sinks.value().append_pose_text(bodies.pose_text());
    if (written.is_ok()) written = sinks.value().close();
    if (written.is_ok() && has_bodies) written = bodies.write(options.gltf, options.bvh, crowd.agents());
    if (written.is_ok() && !options.poses.empty()) written = bodies.write_poses(options.poses);
    if (!written.is_ok()) return report(written);

    const verify::Report verdict = sinks.value().report();
    if (options.json)
        print_json(verdict, times, crowd);
    else
        print_table(scene, verdict, times, crowd, options);
    if (const int signal = interruption.signal(); signal != 0) {
        fmt::print(stderr, "wend: interrupted at {:.2f} s; the files hold the run so far\n",
                   crowd.frame().time);
        return interrupted + signal;
    }
    return verdict.passed ? done : broken_promise;
}

}  // namespace wend::cli
