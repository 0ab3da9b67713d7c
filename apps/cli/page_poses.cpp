#include "page_poses.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "wend/motion/body.hpp"

namespace wend::cli {
namespace {

using motion::Part;

constexpr double poses_a_second = 15;
constexpr std::size_t most_pose_bytes = 64u << 20;  // before compression
constexpr double crown_height = 0.2;                // above the joint of the head

/// In the order of the page's joints, but for the crown, which comes after the head.
constexpr std::array page_joints{
    Part::hips,       Part::neck,      Part::head,          Part::left_arm,    Part::left_forearm,
    Part::left_hand,  Part::right_arm, Part::right_forearm, Part::right_hand,  Part::left_thigh,
    Part::left_shank, Part::left_foot, Part::left_toe,      Part::right_thigh, Part::right_shank,
    Part::right_foot, Part::right_toe};

view::ChannelSample pose_sample(std::uint32_t frame, std::uint32_t agent, const motion::PlacedPose& placed) {
    view::Drawing joints{view::DrawingKind::points, 0, 3, {}};
    const auto add = [&joints](Vec3 place) {
        for (const double value : {place.x, place.y, place.z})
            joints.values.push_back(static_cast<float>(value));
    };
    for (const Part part : page_joints) {
        add(placed.positions[motion::index_of(part)]);
        if (part != Part::head) continue;
        const Vec3 head = placed.positions[motion::index_of(Part::head)];
        const Vec3 neck = placed.positions[motion::index_of(Part::neck)];
        const Vec3 up{head.x - neck.x, head.y - neck.y, head.z - neck.z};
        const double share = crown_height / std::max(1e-6, std::hypot(up.x, up.y, up.z));
        add({head.x + up.x * share, head.y + up.y * share, head.z + up.z * share});
    }
    return {"pose", frame, agent, {}, {std::move(joints)}};
}

}  // namespace

Status append_poses(view::HtmlExport& page, const BodyTracks& bodies, double time_step) {
    const auto stride = std::max<long long>(1, std::llround(1 / (poses_a_second * time_step)));
    std::size_t bytes = 0;
    for (std::size_t agent = 0; agent < bodies.points().size(); ++agent) {
        if (bodies.points()[agent].size() < 2) continue;
        const motion::Track track(bodies.points()[agent]);
        const motion::Body body(track);
        const auto frame_at = [time_step](double time) { return std::llround(time / time_step); };
        for (auto frame = frame_at(track.begin()); frame <= frame_at(track.end()); frame += stride) {
            motion::Pose pose;
            motion::PlacedPose placed;
            body.pose_at(static_cast<double>(frame) * time_step, motion::shipped_style(),
                         motion::Detail::full, pose);
            motion::place(pose, placed);
            const auto sample =
                pose_sample(static_cast<std::uint32_t>(frame), static_cast<std::uint32_t>(agent), placed);
            if (Status status = page.append_sample(sample); !status.is_ok()) return status;
            bytes += sample.drawings.front().values.size() * sizeof(float);
        }
        if (bytes > most_pose_bytes) break;
    }
    return Status::ok();
}

}  // namespace wend::cli
