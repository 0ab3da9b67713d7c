#include "live_bodies.hpp"

#include <algorithm>
#include <cmath>

#include "wend/geometry/vec.hpp"
#include "wend/io/recording.hpp"
#include "wend/motion/clip_set.hpp"
#include "wend/motion/pose_stream.hpp"

namespace wend::cli {
namespace {

constexpr std::size_t most_told = 150;  // agents: more than page and planners have time for
constexpr double moving = 0.2;          // metres a second: slower, nobody turns to where they go
constexpr double off_its_start = 0.03;  // metres: who waits for a flight is not on it yet

double away_from_leg(const std::vector<RoutePoint>& route, std::size_t leg, Vec2 at) {
    return distance(at, nearest_point(route[leg].position, route[leg + 1].position, at));
}

/// Which of the points lie on a leg that is flown; the legs are passed in their order.
std::vector<bool> flown_of(const Promised& promised) {
    std::vector<bool> flown(promised.points.size(), false);
    const std::vector<RoutePoint>& route = promised.route;
    if (route.size() < 2 || promised.points.empty()) return flown;
    std::size_t leg = 0;
    for (std::size_t i = 1; i + 1 < route.size(); ++i)
        if (away_from_leg(route, i, promised.points[0].position) <
            away_from_leg(route, leg, promised.points[0].position))
            leg = i;
    for (std::size_t p = 0; p < flown.size(); ++p) {
        const Vec2 at = promised.points[p].position;
        while (leg + 2 < route.size() && away_from_leg(route, leg + 1, at) <= away_from_leg(route, leg, at))
            ++leg;
        const bool is_under_way =
            distance(at, route[leg].position) > off_its_start || (leg > 0 && route[leg - 1].is_crossing);
        flown[p] = route[leg].is_crossing && is_under_way && distance(at, route[leg + 1].position) > 1e-6;
    }
    return flown;
}

}  // namespace

void LiveBodies::update(const io::Frame& frame, const io::RecordedAgent& agent, const Promised& promised) {
    const Carriers::Carried& on = carriers_.follow(frame, agent);
    const std::vector<bool> flown = flown_of(promised);
    const bool is_up = agent.mode == io::AgentMode::airborne;
    if (!is_up) heights_[agent.layer] = agent.position.z;
    const motion::TrackPoint now{frame.time, agent.position, agent.heading, is_up, on.carrier, on.heading};
    std::vector<motion::TrackPoint> ahead;
    motion::TrackPoint last = now;
    for (std::size_t i = 0; i < promised.points.size(); ++i) {
        const PublishedPoint& point = promised.points[i];
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
        last.is_airborne = flown[i];
        ahead.push_back(last);
    }
    crowd_.update(agent.agent, now, ahead, motion::style_in_use());
}

std::span<const motion::AgentPose> LiveBodies::follow(const io::Frame& frame, const PromisedBy& promised) {
    if (frame.time <= time_) carriers_ = {}, heights_.clear();
    time_ = frame.time;
    crowd_.begin(frame.time);
    carriers_.see(frame);
    for (const io::RecordedAgent& agent : frame.agents)
        if (agent.mode != io::AgentMode::absent) update(frame, agent, promised(agent.agent));
    return crowd_.poses(motion::style_in_use());
}

std::vector<std::uint8_t> LiveBodies::poses(const view::LiveWorld& world) {
    std::vector<std::uint8_t> bytes;
    if (world.frame().agents.size() > most_told) return bytes;
    const auto promised = [&world](std::uint32_t agent) {
        return Promised{world.published(agent), world.route(agent)};
    };
    for (const motion::AgentPose& body : follow(world.frame(), promised))
        motion::append_pose(body.agent, body.pose, bytes);
    return bytes;
}

}  // namespace wend::cli
