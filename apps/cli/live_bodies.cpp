#include "live_bodies.hpp"

#include <cmath>

#include "wend/geometry/vec.hpp"
#include "wend/io/recording.hpp"
#include "wend/motion/clip_set.hpp"
#include "wend/motion/pose_stream.hpp"

namespace wend::cli {
namespace {

constexpr std::size_t most_told = 150;  // agents: more than page and planners have time for
constexpr double moving = 0.2;          // metres a second: slower, nobody turns to where they go

}  // namespace

void LiveBodies::update(const io::Frame& frame, const io::RecordedAgent& agent,
                        const PublishedBy& published_by) {
    const Carriers::Carried& on = carriers_.follow(frame, agent);
    const std::vector<PublishedPoint> published = published_by(agent.agent);
    const bool is_up = agent.mode == io::AgentMode::airborne;
    if (!is_up) heights_[agent.layer] = agent.position.z;
    const motion::TrackPoint now{frame.time, agent.position, agent.heading, is_up, on.carrier, on.heading};
    std::vector<motion::TrackPoint> ahead;
    motion::TrackPoint last = now;
    for (const PublishedPoint& point : published) {
        const double passed = point.time - last.time, later = point.time - frame.time;
        if (passed <= 1e-6) continue;
        // What carries it is thought to go on as it does.
        last.carrier = on.carrier + on.velocity * later;
        last.carrier_heading = on.heading + on.turning * later;
        const Vec2 way = point.position - last.position.xy() - on.velocity * passed;
        if (length(way) > moving * passed) last.heading = std::atan2(way.y, way.x);
        const auto height = heights_.find(point.layer);
        const bool is_elsewhere = point.layer != agent.layer && height != heights_.end();
        last.time = point.time;
        last.position = {point.position.x, point.position.y, is_elsewhere ? height->second : now.position.z};
        last.is_airborne = point.is_airborne;
        ahead.push_back(last);
    }
    crowd_.update(agent.agent, now, ahead, motion::style_in_use());
}

std::span<const motion::AgentPose> LiveBodies::follow(const io::Frame& frame, const PublishedBy& published) {
    if (frame.time <= time_) carriers_ = {}, heights_.clear();
    time_ = frame.time;
    crowd_.begin(frame.time);
    carriers_.see(frame);
    for (const io::RecordedAgent& agent : frame.agents)
        if (agent.mode != io::AgentMode::absent) update(frame, agent, published);
    return crowd_.poses(motion::style_in_use());
}

std::vector<std::uint8_t> LiveBodies::poses(const view::LiveWorld& world) {
    std::vector<std::uint8_t> bytes;
    if (world.frame().agents.size() > most_told) return bytes;
    const auto published = [&world](std::uint32_t agent) { return world.published(agent); };
    for (const motion::AgentPose& body : follow(world.frame(), published))
        motion::append_pose(body.agent, body.pose, bytes);
    return bytes;
}

}  // namespace wend::cli
