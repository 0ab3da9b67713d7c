#include "live_bodies.hpp"

#include <cmath>

#include "wend/motion/clip_set.hpp"
#include "wend/motion/pose_stream.hpp"

namespace wend::cli {
namespace {

constexpr std::size_t most_told = 150;  // agents: more than page and planners have time for
constexpr double moving = 0.2;          // metres a second: slower, nobody turns to where they go

std::vector<motion::TrackPoint> points_ahead(const motion::TrackPoint& now,
                                             const std::vector<PublishedPoint>& published) {
    std::vector<motion::TrackPoint> ahead;
    motion::TrackPoint last = now;
    for (const auto& point : published) {
        if (point.time <= last.time + 1e-6) continue;
        const Vec2 way = point.position - last.position.xy();
        if (length(way) > moving * (point.time - last.time)) last.heading = std::atan2(way.y, way.x);
        last.time = point.time;
        last.position = {point.position.x, point.position.y, now.position.z};
        ahead.push_back(last);
    }
    return ahead;
}

}  // namespace

std::vector<std::uint8_t> LiveBodies::poses(const view::LiveWorld& world) {
    const io::Frame& frame = world.frame();
    if (frame.time <= time_) walkers_.clear();
    time_ = frame.time;
    std::vector<std::uint8_t> bytes;
    if (frame.agents.size() > most_told) return bytes;
    motion::Pose pose;
    for (const io::RecordedAgent& agent : frame.agents) {
        // On what carries them or in the air the page shows people as it does without a body.
        if (agent.mode == io::AgentMode::riding || agent.mode == io::AgentMode::airborne) continue;
        Walker& walker = walkers_[agent.agent];
        if (walker.seen + 1 != frame.index) walker.body = {};
        walker.seen = frame.index;
        const motion::TrackPoint now{frame.time, agent.position, agent.heading, false, {}, 0};
        walker.body.update(now, points_ahead(now, world.published(agent.agent)));
        walker.body.pose(motion::style_in_use(), motion::Detail::full, pose);
        motion::append_pose(agent.agent, pose, bytes);
    }
    std::erase_if(walkers_, [&](const auto& item) { return item.second.seen != frame.index; });
    return bytes;
}

}  // namespace wend::cli
