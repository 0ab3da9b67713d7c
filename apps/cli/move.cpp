// Runs one controller, says what it said beforehand and what came of it, and draws it.

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "wend/base/output_file.hpp"
#include "wend/motion/controllers.hpp"
#include "wend/motion/gltf_export.hpp"
#include "wend/motion/steps.hpp"

#include "baked_clips.hpp"
#include "commands.hpp"
#include "scene_lookup.hpp"

namespace wend::cli {
namespace {

std::filesystem::path table_folder(const MoveOptions& options) {
    if (!options.cache.empty()) return options.cache;
    return cache_folder();
}

motion::Errand errand_of(const MoveOptions& options) {
    motion::Errand errand;
    errand.to.position = {options.distance * std::cos(options.bearing),
                          options.distance * std::sin(options.bearing), 0};
    if (options.stops) errand.to.gait = motion::Gait::stand;
    errand.wait = std::round(options.wait / motion::tick) * motion::tick;
    errand.horizon = 60 + options.wait;
    if (options.controller == "jump") {
        // Across the way to the target, wherever that is.
        const Vec2 edge = unit_vector(options.bearing) * options.run_up;
        errand.hindrance = motion::Ditch{edge, options.bearing, options.ditch, options.rise};
        errand.to.position.z = options.rise;
    } else if (options.cylinder > 0) {
        errand.hindrance = motion::Cylinder{errand.to.position.xy() * 0.5, options.cylinder};
    }
    return errand;
}

/// The same decisions again, one at a time, as a character makes them.
bool executes_as_said(const motion::Controller& controller, const motion::Errand& errand,
                      const motion::Forecast& said) {
    motion::Configuration now = errand.from;
    double time = errand.start;
    for (const motion::StepTaken& step : said.steps) {
        const auto taken = controller.next(errand, now, time);
        if (!taken || !(taken->after == step.after) || taken->duration != step.duration) return false;
        now = taken->after;
        time = taken->begin + taken->duration;
    }
    return now == said.at && time == said.arrival;
}

std::string drawing(const motion::Errand& errand, const motion::Forecast& said) {
    const double scale = 60;
    const auto x = [scale](Vec2 p) { return scale * (p.x + 3); };
    const auto y = [scale](Vec2 p) { return scale * (6 - p.y); };
    std::string out = "<svg xmlns='http://www.w3.org/2000/svg' width='1320' height='720'>\n";
    if (const auto* ditch = std::get_if<motion::Ditch>(&errand.hindrance))
        out += fmt::format(
            "<rect x='{0:.1f}' y='{1:.1f}' width='{2:.1f}' height='2400' fill='#cde' "
            "transform='rotate({3:.2f} {0:.1f} {4:.1f})'/>\n",
            x(ditch->edge), y(ditch->edge) - 1200, scale * ditch->width, -ditch->direction * 57.29578,
            y(ditch->edge));
    if (const auto* cylinder = std::get_if<motion::Cylinder>(&errand.hindrance))
        out += fmt::format("<circle cx='{:.1f}' cy='{:.1f}' r='{:.1f}' fill='#bbb'/>\n", x(cylinder->centre),
                           y(cylinder->centre), scale * cylinder->radius);
    out += "<polyline fill='none' stroke='#36c' stroke-width='2' points='";
    const motion::Track track = motion::track_of(said.steps);
    for (const motion::TrackPoint& point : track.points())
        out += fmt::format("{:.1f},{:.1f} ", x(point.position.xy()), y(point.position.xy()));
    out += "'/>\n";
    for (const motion::StepTaken& step : said.steps) {
        const motion::FootPrint print = motion::print_of(step.after);
        out += fmt::format(
            "<line x1='{:.1f}' y1='{:.1f}' x2='{:.1f}' y2='{:.1f}' stroke='{}' stroke-width='5'/>\n",
            x(print.heel), y(print.heel), x(print.toe), y(print.toe),
            step.after.stance == motion::Foot::left ? "#c33" : "#393");
    }
    return out + "</svg>\n";
}

Status write_files(const MoveOptions& options, const motion::Errand& errand, const motion::Forecast& said) {
    if (!options.svg.empty())
        if (Status status = write_file(options.svg, drawing(errand, said)); !status.is_ok()) return status;
    if (options.gltf.empty() || said.steps.empty()) return Status::ok();
    const motion::Track track = motion::track_of(said.steps);
    const motion::Body body(track, motion::feet_of(said.steps));
    const motion::ExportedBody exported{options.controller, &body};
    return motion::write_glb(options.gltf, {&exported, 1}, 60);
}

void print_answer(const MoveOptions& options, const motion::Errand& errand, const motion::Forecast& said,
                  bool is_same) {
    const double off = distance(said.at.position.xy(), errand.to.position.xy());
    if (options.json) {
        nlohmann::ordered_json steps = nlohmann::ordered_json::array();
        for (const motion::StepTaken& step : said.steps)
            steps.push_back({{"clip", motion::step_library()[step.clip].name},
                             {"begin", step.begin},
                             {"duration", step.duration},
                             {"turn", step.turn},
                             {"stretch", step.stretch}});
        const nlohmann::ordered_json answer{{"status", to_string(said.code)},
                                            {"reason", said.reason},
                                            {"arrival_s", said.arrival},
                                            {"off_target_m", off},
                                            {"clearance_m", said.clearance},
                                            {"done_as_said", is_same},
                                            {"steps", steps}};
        fmt::print("{}\n", answer.dump(2));
        return;
    }
    for (const motion::StepTaken& step : said.steps)
        fmt::print("{:6.2f} s  {:<20} {:+6.1f}°  x {:.2f}  to {:6.2f}, {:6.2f}\n", step.begin,
                   motion::step_library()[step.clip].name, step.turn * 57.29578, step.stretch,
                   step.after.position.x, step.after.position.y);
    fmt::print("{}: {}, {:.3f} s, {:.3f} m from the target", to_string(said.code), said.reason, said.arrival,
               off);
    if (std::isfinite(said.clearance)) fmt::print(", clearance {:.3f} m", said.clearance);
    fmt::print("; {}\n", is_same ? "done as said" : "NOT done as said");
}

}  // namespace

int move(const MoveOptions& options) {
    motion::TableOptions tables;
    tables.cache = table_folder(options);
    if (isatty(STDERR_FILENO) != 0)
        tables.training.progress = [](double share) {
            fmt::print(stderr, "\r\033[Ktraining {:3.0f} %", 100 * share);
        };
    motion::Tables values;
    if (Status status = values.prepare(tables); !status.is_ok()) return report(status);
    if (tables.training.progress) fmt::print(stderr, "\r\033[K");
    const motion::Gait top = options.controller == "walk"   ? motion::Gait::walk
                             : options.controller == "step" ? motion::Gait::stand
                                                            : motion::Gait::run;
    const auto controller = options.controller == "jump" ? motion::make_jump_controller(values)
                                                         : motion::make_controller(top, values);
    const motion::Errand errand = errand_of(options);
    const motion::Forecast said = controller->forecast(errand);
    const bool is_same = executes_as_said(*controller, errand, said);
    if (Status status = write_files(options, errand, said); !status.is_ok()) return report(status);
    print_answer(options, errand, said, is_same);
    return said.code == StatusCode::ok && is_same ? done : broken_promise;
}

}  // namespace wend::cli
