#include "sinks.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "wend/check/budget_text.hpp"
#include "wend/io/recording.hpp"
#include "wend/view/planner_samples.hpp"

#include "body_pictures.hpp"

namespace wend::cli {

namespace {

constexpr std::size_t most_drawn = 200;  // agents: more are too small to be seen moving

/// What the agent plans, and what it and the others have published.
std::vector<view::ChannelSample> plans_of(const Simulation& simulation, std::uint32_t agent,
                                          const std::vector<Layer>& layers) {
    const std::uint32_t frame = simulation.frame().index;
    std::vector<view::ChannelSample> samples;
    if (const auto view = simulation.inspect(agent))
        samples = view::planner_samples(frame, agent, *view, layers);
    else
        samples.push_back(view::route_sample(frame, agent, simulation.route(agent), layers));
    samples.push_back(
        view::plan_sample(frame, agent, simulation.published(agent), simulation.view(agent), layers));
    return samples;
}

}  // namespace

io::RecordingHeader header_of(const Scene& scene, const std::string& scene_text,
                              const SimulationOptions& options) {
    const nlohmann::ordered_json settings{{"version", WEND_VERSION},
                                          {"budget", check::budget_text(options.budget)},
                                          {"threads", options.threads}};
    return {scene.name, scene_text, options.seed, scene.time_step, settings.dump()};
}

namespace {

verify::Options floor_of(const Scene& scene, const std::shared_ptr<const view::LevelPicture>& level) {
    verify::Options options;
    if (!level || !level->floor) return options;
    std::vector<double> flat;
    for (const Layer& layer : scene.layers) flat.push_back(layer.height);
    options.floor = [level, flat = std::move(flat)](std::uint32_t layer, Vec2 at) {
        return level->floor(layer, at, flat.at(layer));
    };
    return options;
}

}  // namespace

Result<Sinks> Sinks::open(const OutputFiles& files, const io::RecordingHeader& header, const Scene& scene,
                          const std::vector<AgentSpec>& agents,
                          std::shared_ptr<const view::LevelPicture> level) {
    Sinks sinks(scene, agents, floor_of(scene, level));
    if (!files.record.empty()) {
        io::RecordingWriter::Options recorded;
        recorded.has_poses = files.bodies;
        auto writer = io::RecordingWriter::open(files.record, header, recorded);
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
        view::HtmlExport::Options html_options;
        html_options.level = std::move(level);
        auto writer = view::HtmlExport::open(files.html, scene, agents, html_options);
        if (!writer) return writer.status();
        sinks.html_ = std::move(writer).value();
    }
    if (!files.video.empty()) {
        view::Video::Options film;
        film.picture.width = 960;
        if (files.video.ends_with(".gif")) film.frames_per_second = 15;
        auto writer = view::Video::open(files.video, scene, agents, film);
        if (!writer) return writer.status();
        sinks.video_ = std::move(writer).value();
    }
    if (!files.png.empty()) {
        sinks.picture_.emplace(scene, agents);
        sinks.picture_file_ = files.png;
        sinks.picture_time_ = files.at.value_or(scene.duration);
        if (Status status = sinks.choose_agent(files.agent, agents); !status.is_ok()) return status;
    }
    return sinks;
}

Status Sinks::choose_agent(const std::string& name, const std::vector<AgentSpec>& agents) {
    if (name.empty()) return Status::ok();
    const auto found = std::find_if(agents.begin(), agents.end(),
                                    [&](const AgentSpec& agent) { return agent.name == name; });
    if (found == agents.end())
        return Status::invalid_input("--agent: found '" + name +
                                     "', expected the name of an agent of the scene");
    picture_agent_ = static_cast<std::uint32_t>(found - agents.begin());
    return Status::ok();
}

std::vector<view::PictureBody> Sinks::drawn_bodies(const Simulation& simulation) {
    const io::Frame& frame = simulation.frame();
    if (frame.agents.size() > most_drawn) return {};
    return pictures_of(
        bodies_.follow(frame, [&](std::uint32_t agent) { return simulation.published(agent); }));
}

Status Sinks::append(const Simulation& simulation) {
    const io::Frame& frame = simulation.frame();
    verifier_.add(frame);
    const bool has_picture = picture_ && frame.time <= picture_time_ + 1e-9;
    std::vector<view::PictureBody> bodies;
    if (has_picture || video_) bodies = drawn_bodies(simulation);
    if (has_picture) {
        picture_->add(frame);
        picture_->show_bodies(bodies);
        if (picture_agent_) picture_->show(plans_of(simulation, *picture_agent_, layers_));
    }
    Status status;
    if (recording_) status = recording_->append(frame);
    if (status.is_ok() && sqlite_) status = sqlite_->append(frame);
    if (status.is_ok() && html_) status = html_->append(simulation);
    if (status.is_ok() && video_) status = video_->append(frame, std::move(bodies));
    return status;
}

Status Sinks::append_poses(double time, std::span<const std::uint8_t> poses) {
    return html_ ? html_->append_poses(time, poses) : Status::ok();
}

Status Sinks::append_pose_text(const std::string& text) {
    return recording_ ? recording_->append_poses(text) : Status::ok();
}

Status Sinks::close() {
    Status status;
    if (recording_) status = recording_->close();
    if (status.is_ok() && sqlite_) status = sqlite_->close();
    if (status.is_ok() && html_) status = html_->close();
    if (status.is_ok() && video_) status = video_->close();
    if (status.is_ok() && picture_) status = picture_->write(picture_file_);
    return status;
}

void print_files(const OutputFiles& files, const std::string& scene) {
    if (!files.record.empty())
        fmt::print("recorded in {}; check it: wend verify {} --scene {}\n", files.record, files.record,
                   scene);
    if (!files.sqlite.empty()) fmt::print("trajectories in {}\n", files.sqlite);
    if (!files.html.empty()) fmt::print("replay in {}: open it in a browser\n", files.html);
    if (!files.video.empty()) fmt::print("film in {}\n", files.video);
    if (!files.png.empty()) fmt::print("picture in {}\n", files.png);
    if (!files.gltf.empty()) fmt::print("bodies in {}\n", files.gltf);
    if (!files.bvh.empty()) fmt::print("motions in {}\n", files.bvh);
    if (!files.poses.empty())
        fmt::print("poses in {}; check them: wend verify RECORDING --poses {}\n", files.poses, files.poses);
}

}  // namespace wend::cli
