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

void BodyTracks::add(const io::Frame& frame, std::span<const AgentSpec> agents) {
    carriers_.see(frame);
    feet_.see(frame, agents);
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

BodyTracks::Walked BodyTracks::walked() const {
    Walked made;
    for (std::uint32_t agent = 0; agent < points_.size(); ++agent) {
        if (points_[agent].size() < 2) continue;
        auto points = points_[agent];
        feet_.raise(agent, points);
        made.agents.push_back(agent);
        made.tracks.emplace_back(std::move(points));
    }
    made.bodies.reserve(made.tracks.size());
    for (std::size_t i = 0; i < made.tracks.size(); ++i) {
        auto feet = feet_.plan_of(made.agents[i]);
        if (feet)
            made.bodies.emplace_back(made.tracks[i], std::move(*feet));
        else
            made.bodies.emplace_back(made.tracks[i]);
    }
    return made;
}

Status BodyTracks::write(const std::string& glb, const std::string& bvh_folder,
                         const std::vector<AgentSpec>& agents) const {
    const Walked all = walked();
    std::vector<motion::ExportedBody> exported;
    for (std::size_t i = 0; i < all.bodies.size(); ++i) {
        const std::uint32_t agent = all.agents[i];
        const bool is_named = agent < agents.size() && !agents[agent].name.empty();
        exported.push_back(
            {is_named ? agents[agent].name : "agent " + std::to_string(agent), &all.bodies[i]});
    }
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
    const Walked all = walked();
    double end = 0;
    for (const motion::Track& track : all.tracks) end = std::max(end, track.end());
    std::vector<std::uint8_t> bytes;
    std::vector<motion::Pose> poses(all.bodies.size());
    for (int frame = 0; frame <= end * a_second; ++frame) {
        const double time = frame / a_second;
        bytes.clear();
        motion::pose_bodies(all.bodies, time, motion::style_in_use(), 1, poses);
        for (std::size_t i = 0; i < all.bodies.size(); ++i)
            if (time >= all.tracks[i].begin() && time <= all.tracks[i].end())
                motion::append_pose(all.agents[i], poses[i], bytes);
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
