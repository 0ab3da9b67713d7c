#include "gait.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace wend::bench {
namespace {

constexpr double standing_speed = 0.1;                       ///< m/s
constexpr double least_walk = 0.5;                           ///< seconds of walking that a stop ends
constexpr double least_swing = std::numbers::pi * 20 / 180;  ///< radians to either side

}  // namespace

void Gait::add(const io::Frame& frame) {
    for (const io::RecordedAgent& agent : frame.agents) {
        if (bodies_.size() <= agent.agent) bodies_.resize(agent.agent + 1);
        if (agent.mode != io::AgentMode::arrived) follow(bodies_[agent.agent], agent.position.xy());
    }
}

void Gait::follow(Body& body, Vec2 place) {
    const Vec2 velocity = (place - body.place) / dt_, acceleration = (velocity - body.velocity) / dt_;
    if (body.known >= 3) {
        jerk_ += length(acceleration - body.acceleration);
        jerk_seconds_ += dt_;
    }
    if (body.known >= 1) {
        seconds_ += dt_;
        body.since_reversal += dt_;
        const double speed = length(velocity);
        if (speed >= standing_speed) {
            body.moved_for += dt_;
            follow_heading(body, velocity / speed);
        } else {
            if (body.moved_for > least_walk) ++stops_;
            body.moved_for = 0;
        }
    }
    body.place = place;
    body.velocity = velocity;
    body.acceleration = acceleration;
    ++body.known;
}

void Gait::follow_heading(Body& body, Vec2 direction) {
    const Vec2 before = body.direction;
    body.direction = direction;
    if (before == Vec2{}) return;
    if (dot(direction, before) < 0 && body.since_reversal > 1) {
        ++reversals_;
        body.since_reversal = 0;
    }
    const double turn = std::atan2(cross(before, direction), dot(before, direction));
    body.turned = turn * body.turned < 0 ? turn : body.turned + turn;
    if (std::abs(body.turned) < least_swing) return;
    const int side = body.turned > 0 ? 1 : -1;
    if (body.side == -side) ++swings_;
    body.side = side;
}

nlohmann::json Gait::to_json() const {
    const double minutes = std::max(seconds_, dt_) / 60;
    return {{"stops", static_cast<double>(stops_) / minutes},
            {"reversals", static_cast<double>(reversals_) / minutes},
            {"swings", static_cast<double>(swings_) / minutes},
            {"jerk", jerk_seconds_ > 0 ? jerk_ / jerk_seconds_ : 0}};
}

}  // namespace wend::bench
