#include "carriers.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace wend::cli {
namespace {

const io::RecordedObstacle* find_obstacle(const io::Frame& frame, std::uint32_t number) {
    const auto found = std::find_if(frame.obstacles.begin(), frame.obstacles.end(),
                                    [number](const auto& other) { return other.obstacle == number; });
    return found == frame.obstacles.end() ? nullptr : &*found;
}

}  // namespace

void Carriers::see(const io::Frame& frame) {
    for (const io::RecordedIdentity& identity : frame.identities)
        if (identity.kind == io::RecordedKind::platform) platforms_.push_back(identity);
}

bool Carriers::find_platform(const io::Frame& frame, Vec2 at, Ride& ride) const {
    double nearest = std::numeric_limits<double>::infinity();
    for (const io::RecordedIdentity& identity : platforms_)
        if (const auto* platform = find_obstacle(frame, identity.obstacle))
            if (const double away = distance(platform->pose.position, at); away < nearest) {
                nearest = away;
                ride.platform = identity.obstacle;
                ride.last = platform->pose;
            }
    return std::isfinite(nearest);
}

const Carriers::Carried& Carriers::follow(const io::Frame& frame, const io::RecordedAgent& agent) {
    if (agent.agent >= rides_.size()) rides_.resize(agent.agent + 1);
    Ride& ride = rides_[agent.agent];
    const double passed = frame.time - ride.time;
    ride.time = frame.time;
    if (agent.mode != io::AgentMode::riding) {
        ride.is_on = false, ride.velocity = {}, ride.turning = 0;
        return ride;
    }
    if (!ride.is_on) {
        ride.is_on = find_platform(frame, agent.position.xy(), ride);
        return ride;
    }
    if (const auto* platform = find_obstacle(frame, ride.platform)) {
        // The platform's motion since the last frame moves what stands on it.
        const double turn = std::remainder(platform->pose.angle - ride.last.angle, 6.283185307179586);
        const Vec2 before = ride.carrier;
        ride.carrier = rotated(ride.carrier - ride.last.position, turn) + platform->pose.position;
        ride.heading += turn;
        ride.last = platform->pose;
        if (passed > 0) ride.velocity = (ride.carrier - before) / passed, ride.turning = turn / passed;
    }
    return ride;
}

}  // namespace wend::cli
