#include "wend/locomotion/ride.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "wend/base/output_file.hpp"
#include "wend/locomotion/pursuit.hpp"
#include "wend/locomotion/ride_body.hpp"
#include "wend/motion/gltf_export.hpp"
#include "wend/verify/rides.hpp"

#include "commands.hpp"
#include "ride_view.hpp"
#include "scene_lookup.hpp"

namespace wend::cli {
namespace {

namespace loco = wend::locomotion;

/// The file itself, or the shipped ride of that name; of several versions the first.
std::filesystem::path ride_file(const std::string& name) {
    std::error_code ignored;
    const auto shipped = shipped_scenes();
    if (std::filesystem::exists(name, ignored) || shipped.empty()) return name;
    const auto rides = shipped.front().parent_path() / "rides";
    const auto first = rides / (name + "-1.json");
    return std::filesystem::exists(first, ignored) ? first : rides / (name + ".json");
}

Result<std::string> ride_text_of(const std::string& name) {
    std::ifstream in(ride_file(name), std::ios::binary);
    if (!in)
        return Status::invalid_input(fmt::format(
            "{}: found neither a file nor a shipped ride, expected one of those in scenes/rides", name));
    std::ostringstream text;
    text << in.rdbuf();
    return std::move(text).str();
}

Status write_bodies(const std::string& file, const loco::RideRun& run) {
    std::vector<motion::Track> tracks;
    for (const loco::Ride& ride : run.rides)
        tracks.push_back(
            loco::body_track(run.world, ride, ride.from + static_cast<loco::Tick>(ride.path.size())));
    const std::vector<motion::Body> bodies(tracks.begin(), tracks.end());
    std::vector<motion::ExportedBody> exported;
    for (std::size_t i = 0; i < bodies.size(); ++i) exported.push_back({run.rides[i].name, &bodies[i]});
    return motion::write_glb(file, exported);
}

Status write_outputs(const RideOptions& options, const loco::RideScene& scene, const loco::RideRun& run) {
    if (!options.html.empty())
        if (const Status bad = write_ride_page(options.html, scene, run); !bad.is_ok()) return bad;
    if (!options.gltf.empty())
        if (const Status bad = write_bodies(options.gltf, run); !bad.is_ok()) return bad;
    if (!options.svg.empty())
        if (const Status bad = write_file(options.svg, loco::ride_svg(scene, run)); !bad.is_ok()) return bad;
    if (!options.record.empty()) return write_file(options.record, loco::rides_text(scene, run));
    return Status::ok();
}

void print_rides(const RideOptions& options, const loco::RideScene& scene, const loco::RideRun& run,
                 const verify::RideReport& report) {
    if (options.json) {
        auto data = nlohmann::ordered_json::parse(loco::rides_text(scene, run));
        for (auto& ride : data["rides"]) {
            ride.erase("path");
            ride.erase("support");
        }
        data["verified"] = {{"clean", report.is_clean()},
                            {"ticks", report.ticks},
                            {"deepest_penetration", report.deepest_penetration},
                            {"top_ground_speed", report.top_ground_speed},
                            {"violations", report.violations}};
        fmt::print("{}\n", data.dump(2));
        return;
    }
    for (const auto& ride : run.rides) {
        fmt::print(
            "{}: {}, cost {:.2f}, {:.2f} s, {} trajectories, {} expanded, {} culled, planned in {:.0f} ms\n",
            ride.name, to_string(ride.status), ride.plan.price(),
            ride.plan.arrive * run.timing.seconds() - ride.from * loco::tick_seconds, ride.stats.trajectories,
            ride.stats.expanded, ride.stats.culled, 1000 * ride.stats.seconds);
        const auto controllers = loco::controllers_of(scene);
        for (const auto& leg : ride.plan.moves)
            fmt::print("  {:6.2f} s {:<5} {} -> {}, {:.2f} s\n", leg.move.depart * run.timing.seconds(),
                       controllers[leg.controller]->name(), scene.blocks[run.landmarks[leg.from].block].name,
                       scene.blocks[run.landmarks[leg.to].block].name,
                       (leg.move.arrive - leg.move.depart) * run.timing.seconds());
    }
    fmt::print("verified: {}\n",
               report.is_clean() ? "clean" : fmt::format("{} violation(s)", report.violations.size()));
    for (const auto& violation : report.violations) fmt::print("  {}\n", violation);
}

int chase(const RideOptions& options, const loco::RideScene& scene) {
    const auto report = loco::pursue(scene);
    if (!report) return cli::report(report.status());
    const auto& r = report.value();
    if (options.json)
        fmt::print("{}\n", nlohmann::ordered_json{{"caught", r.caught},
                                                  {"caught_at", r.caught_at},
                                                  {"episodes", r.episodes.size()},
                                                  {"in_time", r.share_in_time()}}
                               .dump(2));
    else
        fmt::print("{}: {} episodes, {:.0f} % in time, {}\n", scene.name, r.episodes.size(),
                   100 * r.share_in_time(),
                   r.caught ? fmt::format("caught after {:.2f} s", r.caught_at) : "not caught");
    return done;
}

}  // namespace

bool is_ride(const std::string& scene) {
    const auto text = ride_text_of(scene);
    if (!text) return false;
    const auto data = nlohmann::json::parse(text.value(), nullptr, false);
    return data.is_object() && data.contains("riders");
}

int ride(const RideOptions& options) {
    const auto text = ride_text_of(options.scene);
    if (!text) return report(text.status());
    const auto scene = loco::parse_ride_scene(text.value());
    if (!scene) return report({scene.status().code, options.scene + ": " + scene.status().message});
    if (options.pursue) return chase(options, scene.value());
    const auto run = loco::run_rides(scene.value(), {!options.no_culling, Budget::unlimited()});
    if (!run) return report({run.status().code, options.scene + ": " + run.status().message});
    if (const Status bad = write_outputs(options, scene.value(), run.value()); !bad.is_ok())
        return report(bad);
    // The verifier reads text that has nothing of the planner in it.
    const auto checked = verify::check_rides(loco::ride_scene_text(scene.value()),
                                             loco::rides_text(scene.value(), run.value()));
    if (!checked) return report(checked.status());
    print_rides(options, scene.value(), run.value(), checked.value());
    bool all_arrived = true;
    for (const auto& one : run.value().rides) all_arrived = all_arrived && one.status == StatusCode::ok;
    return checked.value().is_clean() && all_arrived ? done : broken_promise;
}

}  // namespace wend::cli
