#include "sinks.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "wend/io/budget_text.hpp"

namespace wend::cli {

io::RecordingHeader header_of(const Scene& scene, const std::string& scene_text,
                              const SimulationOptions& options) {
    const nlohmann::ordered_json settings{
        {"version", WEND_VERSION}, {"budget", io::budget_text(options.budget)}, {"threads", options.threads}};
    return {scene.name, scene_text, options.seed, scene.time_step, settings.dump()};
}

Result<Sinks> Sinks::open(const OutputFiles& files, const io::RecordingHeader& header, const Scene& scene,
                          const std::vector<AgentSpec>& agents) {
    Sinks sinks(scene, agents);
    if (!files.record.empty()) {
        auto writer = io::RecordingWriter::open(files.record, header);
        if (!writer) return writer.status();
        sinks.recording_ = std::move(writer).value();
    }
    if (!files.sqlite.empty()) {
        auto writer = io::SqliteTrajectoryWriter::open(files.sqlite, header, scene);
        if (!writer) return writer.status();
        sinks.sqlite_ = std::move(writer).value();
    }
    if (!files.html.empty()) {
        if (Status page = view::page_status(); !page.is_ok()) return page;
        auto writer = view::HtmlExport::open(files.html, scene, agents);
        if (!writer) return writer.status();
        sinks.html_ = std::move(writer).value();
    }
    if (!files.png.empty()) {
        sinks.picture_.emplace(scene, agents);
        sinks.picture_file_ = files.png;
        sinks.picture_time_ = files.at.value_or(scene.duration);
    }
    return sinks;
}

Status Sinks::append(const Simulation& simulation) {
    const io::Frame& frame = simulation.frame();
    verifier_.add(frame);
    if (picture_ && frame.time <= picture_time_) picture_->add(frame);
    Status status;
    if (recording_) status = recording_->append(frame);
    if (status.is_ok() && sqlite_) status = sqlite_->append(frame);
    if (status.is_ok() && html_) status = html_->append(simulation);
    return status;
}

Status Sinks::close() {
    Status status;
    if (recording_) status = recording_->close();
    if (status.is_ok() && sqlite_) status = sqlite_->close();
    if (status.is_ok() && html_) status = html_->close();
    if (status.is_ok() && picture_) status = picture_->write(picture_file_);
    return status;
}

void print_files(const OutputFiles& files, const std::string& scene) {
    if (!files.record.empty())
        fmt::print("recorded in {}; check it: wend verify {} --scene {}\n", files.record, files.record,
                   scene);
    if (!files.sqlite.empty()) fmt::print("trajectories in {}\n", files.sqlite);
    if (!files.html.empty()) fmt::print("replay in {}: open it in a browser\n", files.html);
    if (!files.png.empty()) fmt::print("picture in {}\n", files.png);
}

}  // namespace wend::cli
