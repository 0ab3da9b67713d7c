#include "sim/focus/promise.hpp"

#include <algorithm>
#include <cmath>

#include "wend/sim/route.hpp"

namespace wend {
namespace {

constexpr double standstill = 1e-9;      ///< m/s
constexpr double planned_share = 0.999;  ///< of the acceleration allowed, so that rounding stays within it
constexpr double a_touch = 1e-9;         ///< metres

/// The platform that a tick rides, null when it rides none.
PlatformId platform_under(const Footsteps& steps, std::size_t count) {
    const Tick& tick = steps.after(count);
    return tick.is_riding ? steps.platforms->under(tick.layer, tick.position, steps.time(count))
                          : PlatformId{};
}

/// A way in the frame of the platform that carries it, or of the world.
struct OwnFrame {
    const Platforms* platforms;
    PlatformId platform;

    [[nodiscard]] Vec2 from_world(Vec2 p, double time) const {
        if (platform.is_null()) return p;
        const Pose pose = platforms->at(platform).motion.at(time);
        return rotated(p - pose.position, -pose.angle);
    }
    [[nodiscard]] Vec2 to_world(Vec2 own, double time) const {
        if (platform.is_null()) return own;
        const Pose pose = platforms->at(platform).motion.at(time);
        return pose.position + rotated(own, pose.angle);
    }
    [[nodiscard]] double turned(double time) const {
        return platform.is_null() ? 0 : platforms->at(platform).motion.at(time).angle;
    }
};

Tick carried_on(const Footsteps& steps, const Tick& from, double begin, double end) {
    Tick tick = from;
    tick.walk.speed = 0;
    tick.is_crossing = tick.is_riding = false;
    const PlatformId platform = steps.platforms->under(from.layer, from.position, begin);
    if (platform.is_null()) return tick;
    const OwnFrame frame{steps.platforms, platform};
    tick.position = steps.platforms->carry(platform, from.position, begin, end);
    tick.walk.heading = wrapped_angle(from.walk.heading + frame.turned(end) - frame.turned(begin));
    tick.is_riding = true;
    return tick;
}

/// Walks along the planned way ever more slowly, from after `count` ticks.
class Braking {
  public:
    Braking(const Footsteps& steps, std::size_t count)
        : steps_(steps),
          frame_{steps.platforms, platform_under(steps, count)},
          next_(count + 1),
          ticks_(steps.ticks.begin(), steps.ticks.begin() + static_cast<std::ptrdiff_t>(count)),
          state_(steps.after(count)),
          own_(frame_.from_world(state_.position, steps.time(count))),
          own_heading_(state_.walk.heading - frame_.turned(steps.time(count))) {}

    /// Nothing when the way leads over something where one cannot rest, or takes a harder stop than the
    /// limits do.
    std::optional<std::vector<Tick>> run() {
        const double full_step = steps_.limits->max_acceleration * steps_.time_step;
        const double step = planned_share * full_step;
        double speed = state_.walk.speed;
        while (speed > standstill) {
            speed = std::max(0.0, speed - step);
            const Vec2 before = own_;
            turn_left_ = planned_share * steps_.limits->max_turn_rate * steps_.time_step;
            if (speed > standstill && !go(speed * steps_.time_step)) return std::nullopt;
            const double time = steps_.time(ticks_.size() + 1);
            const double walked = distance(before, own_) / steps_.time_step;
            // It may come to where the plan stands with more speed than can be lost in one tick.
            if (state_.walk.speed - walked > full_step) return std::nullopt;
            state_.walk.station += distance(before, own_);
            state_.walk.speed = walked;
            state_.walk.heading = wrapped_angle(own_heading_ + frame_.turned(time));
            state_.position = frame_.to_world(own_, time);
            ticks_.push_back(state_);
            if (is_at_turn_) speed = 0;
        }
        return std::move(ticks_);
    }

  private:
    bool go(double metres) {
        while (metres > 0) {
            if (next_ > steps_.ticks.size()) return go_straight(metres);
            const Tick& tick = steps_.after(next_);
            if (!can_rest(steps_, next_) || tick.layer != state_.layer) return false;
            if (tick.is_riding == frame_.platform.is_null()) return false;
            const double time = steps_.time(next_);
            const Vec2 to = frame_.from_world(tick.position, time);
            const double heading = tick.walk.heading - frame_.turned(time), leg = distance(own_, to);
            if (leg < a_touch) {
                // The plan stands here; whoever has got here has slowed down for it.
                is_at_turn_ = true;
                return true;
            }
            const double share = std::min(1.0, metres / leg);
            own_ = share < 1 ? lerp(own_, to, share) : to;
            const double turn = wrapped_angle(heading - own_heading_) * share;
            own_heading_ += std::clamp(turn, -turn_left_, turn_left_);
            turn_left_ -= std::min(std::abs(turn), turn_left_);
            metres -= leg;
            if (share == 1) ++next_;
        }
        return true;
    }
    /// The plan ends here, but not at rest.
    bool go_straight(double metres) {
        if (!frame_.platform.is_null()) return false;
        const Vec2 to = own_ + unit_vector(own_heading_) * metres;
        if (!steps_.walls->ground(state_.layer).fits_along(own_, to, steps_.limits->radius)) return false;
        own_ = to;
        return true;
    }

    const Footsteps& steps_;
    OwnFrame frame_;
    std::size_t next_;  ///< tick of the plan ahead
    std::vector<Tick> ticks_;
    Tick state_;
    Vec2 own_;
    double own_heading_;
    double turn_left_ = 0;  ///< radians that this tick still allows
    bool is_at_turn_ = false;
};

}  // namespace

/// Who has turned since the plan was made catches up with it, no faster than it may.
void Footsteps::append(std::span<const domains::WalkFrame> walk) {
    const double most_turn = planned_share * limits->max_turn_rate * time_step;
    for (std::size_t i = 1; i < walk.size(); ++i) {
        const Tick& before = after(ticks.size());
        const domains::WalkFrame& at = walk[i];
        Tick tick;
        tick.position = at.position;
        tick.layer = at.layer;
        tick.is_crossing = at.mode == domains::WalkMode::airborne;
        tick.is_riding = at.mode == domains::WalkMode::riding;
        Vec2 stayed = before.position;
        if (before.is_riding && tick.is_riding)
            stayed = carried_on(*this, before, time(ticks.size()), time(ticks.size() + 1)).position;
        const double walked = distance(stayed, at.position);
        double heading = at.heading;
        if (!tick.is_riding && !before.is_riding)
            heading = before.walk.heading +
                      std::clamp(wrapped_angle(heading - before.walk.heading), -most_turn, most_turn);
        tick.walk = {before.walk.station + walked, walked / time_step, wrapped_angle(heading)};
        if (tick.walk.speed < standstill) tick.walk.speed = 0;
        ticks.push_back(tick);
    }
}

void Footsteps::wait_until(std::size_t count) {
    while (ticks.size() < count)
        ticks.push_back(carried_on(*this, after(ticks.size()), time(ticks.size()), time(ticks.size() + 1)));
}

bool can_rest(const Footsteps& steps, std::size_t count) {
    const Tick& tick = steps.after(count);
    if (tick.is_crossing) return false;
    const double radius = std::max(0.0, steps.limits->radius - a_touch);
    return tick.is_riding || steps.walls->ground(tick.layer).fits(tick.position, radius);
}

std::shared_ptr<const Route> route_along(Footsteps& steps) {
    constexpr double bend = 1e-3;  // radians
    std::vector<RoutePoint> points{{steps.here.position, steps.here.layer, steps.here.is_crossing}};
    const double base = steps.here.walk.station;
    double heading = std::numeric_limits<double>::infinity();
    for (Tick& tick : steps.ticks) {
        if (tick.is_riding) return nullptr;
        tick.walk.station -= base;
        const Vec2 leg = tick.position - points.back().position;
        if (length(leg) < Route::merge_distance) continue;
        const RoutePoint point{tick.position, tick.layer, tick.is_crossing};
        const bool goes_on = points.size() > 1 && points.back().layer == tick.layer && !tick.is_crossing &&
                             std::abs(wrapped_angle(direction_of(leg) - heading)) < bend;
        if (goes_on) {
            points.back() = point;
            continue;
        }
        heading = direction_of(leg);
        points.push_back(point);
    }
    steps.here.walk.station = 0;
    return std::make_shared<const Route>(points, *steps.limits, steps.time_step);
}

std::optional<std::vector<Tick>> stopped_after(const Footsteps& steps, std::size_t count, double carried) {
    if (!can_rest(steps, count)) return std::nullopt;
    auto ticks = Braking(steps, count).run();
    if (!ticks) return std::nullopt;
    const bool rides = ticks->empty() ? steps.here.is_riding : ticks->back().is_riding;
    if (!rides) return ticks;
    Footsteps ride = steps;
    ride.ticks = std::move(*ticks);
    ride.wait_until(ride.ticks.size() + static_cast<std::size_t>(std::ceil(carried / steps.time_step)));
    return std::move(ride.ticks);
}

}  // namespace wend
