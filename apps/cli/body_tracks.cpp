#include "body_tracks.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "wend/base/output_file.hpp"
#include "wend/io/recording.hpp"
#include "wend/motion/bvh.hpp"
#include "wend/motion/clip_set.hpp"
#include "wend/motion/gltf_export.hpp"
#include "wend/motion/pose_stream.hpp"
#include "wend/motion/shipped_clips.hpp"

namespace wend::cli {
namespace {

std::string file_name(std::string name) {
    for (char& c : name)
        if (c == '/' || c == '\\' || c == '\0') c = '_';
    return name + ".bvh";
}

}  // namespace

void BodyTracks::add(const io::Frame& frame) {
    carriers_.see(frame);
    for (const io::RecordedAgent& agent : frame.agents) {
        if (agent.mode == io::AgentMode::absent) continue;
        if (agent.agent >= points_.size()) points_.resize(agent.agent + 1);
        auto& points = points_[agent.agent];
        if (!points.empty() && points.back().time >= frame.time) continue;
        const Carriers::Carried& on = carriers_.follow(frame, agent);
        points.push_back({frame.time, agent.position, agent.heading, agent.mode == io::AgentMode::airborne,
                          on.carrier, on.heading});
    }
}

Status BodyTracks::write(const std::string& glb, const std::string& bvh_folder,
                         const std::vector<AgentSpec>& agents) const {
    std::vector<motion::Track> tracks;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < points_.size(); ++i) {
        if (points_[i].size() < 2) continue;
        tracks.emplace_back(points_[i]);
        names.push_back(i < agents.size() && !agents[i].name.empty() ? agents[i].name
                                                                     : "agent " + std::to_string(i));
    }
    const std::vector<motion::Body> bodies(tracks.begin(), tracks.end());
    std::vector<motion::ExportedBody> exported;
    for (std::size_t i = 0; i < bodies.size(); ++i) exported.push_back({names[i], &bodies[i]});
    if (!glb.empty())
        if (Status status = motion::write_glb(glb, exported); !status.is_ok()) return status;
    if (bvh_folder.empty()) return Status::ok();
    std::error_code error;
    std::filesystem::create_directories(bvh_folder, error);
    if (error) return Status::io_error("cannot make " + bvh_folder + ": " + error.message());
    for (const motion::ExportedBody& body : exported) {
        const motion::Clip clip =
            motion::record_clip(*body.body, motion::style_in_use(), body.name, body.body->track().begin(),
                                body.body->track().end(), 30);
        const auto file = std::filesystem::path(bvh_folder) / file_name(body.name);
        if (Status status = write_file(file, motion::to_bvh(motion::from_clip(clip))); !status.is_ok())
            return status;
    }
    return Status::ok();
}

Status BodyTracks::pose(double a_second,
                        const std::function<Status(double, std::span<const std::uint8_t>)>& take) const {
    std::vector<motion::Track> tracks;
    std::vector<std::uint32_t> numbers;
    double end = 0;
    for (std::size_t i = 0; i < points_.size(); ++i) {
        if (points_[i].size() < 2) continue;
        tracks.emplace_back(points_[i]);
        numbers.push_back(static_cast<std::uint32_t>(i));
        end = std::max(end, tracks.back().end());
    }
    const std::vector<motion::Body> bodies(tracks.begin(), tracks.end());
    std::vector<std::uint8_t> bytes;
    std::vector<motion::Pose> poses(bodies.size());
    for (int frame = 0; frame <= end * a_second; ++frame) {
        const double time = frame / a_second;
        bytes.clear();
        motion::pose_bodies(bodies, time, motion::style_in_use(), 1, poses);
        for (std::size_t i = 0; i < bodies.size(); ++i)
            if (time >= tracks[i].begin() && time <= tracks[i].end())
                motion::append_pose(numbers[i], poses[i], bytes);
        if (Status status = take(time, bytes); !status.is_ok()) return status;
    }
    return Status::ok();
}

std::string BodyTracks::pose_text() const {
    std::string text = motion::pose_file_header();
    (void)pose(30, [&text](double time, std::span<const std::uint8_t> poses) {
        motion::append_poses(time, poses, text);
        return Status::ok();
    });
    return text;
}

Status BodyTracks::write_poses(const std::string& file) const {
    return write_file(file, pose_text());
}

}  // namespace wend::cli
