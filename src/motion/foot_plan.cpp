#include "wend/motion/foot_plan.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "wend/motion/clip_survey.hpp"

namespace wend::motion {
namespace {

constexpr double last_stand = 0.09;      // seconds between the last step and a take-off
constexpr double quickest_swing = 0.14;  // seconds
constexpr double forever = std::numeric_limits<double>::infinity();

struct GaitTimes {
    double step = 0;  ///< seconds from one foot's coming down to the other's
    double duty = 0;  ///< share of a stride that a foot stands
};
/// Steps get longer with the root of the speed, and people run above two metres a second.
GaitTimes gait_at(double speed) noexcept {
    const double length = std::max(0.25, 0.62 * std::sqrt(std::max(speed, 0.05)) + 0.03 * speed * speed);
    const double running = std::clamp((speed - 1.9) / 0.5, 0.0, 1.0);
    return {std::clamp(length / std::max(speed, 0.05), 0.28, 0.62), 0.62 - 0.24 * running};
}

class FootPlanner {
  public:
    explicit FootPlanner(const Track& track) : track_(track) {}

    FootPlan plan() {
        find_flights();
        for (std::size_t side = 0; side < 2; ++side)
            plan_.plants[side].push_back(
                {track_.begin(), forever, rest(side, track_.begin()), track_.local_heading(track_.begin())});
        return go_on(track_.begin(), false);
    }

    FootPlan resume(const FootPlan& so_far, double now) {
        find_flights();
        now_ = now;
        for (std::size_t side = 0; side < 2; ++side) keep(so_far.plants[side], now, plan_.plants[side]);
        // Whoever walks goes on in step, from when a foot came down last.
        const double down = std::max(plan_.plants[0].back().down, plan_.plants[1].back().down);
        const double time = std::max(now, down);
        const bool is_moving = !is_settled(time);
        next_ = plan_.plants[0].back().down <= plan_.plants[1].back().down ? 0 : 1;
        while (flown_ < plan_.flights.size() && plan_.flights[flown_].begin < time) ++flown_;
        return go_on(is_moving ? down : time, is_moving);
    }

  private:
    /// What a foot has done, and the plant that it is on its way to, unless a flight now begins before it.
    void keep(const std::vector<Plant>& planned, double now, std::vector<Plant>& kept) const {
        for (const Plant& plant : planned) {
            const bool is_ahead = !kept.empty() && plant.down > now;
            if (is_ahead && (kept.back().up > now || takes_off_between(now, plant.down))) break;
            kept.push_back(plant);
            if (is_ahead) break;
        }
        if (kept.back().up > now) kept.back().up = forever;
    }

    [[nodiscard]] bool takes_off_between(double from, double to) const noexcept {
        return std::any_of(plan_.flights.begin(), plan_.flights.end(),
                           [&](const AirTime& flight) { return flight.begin > from && flight.begin < to; });
    }

    FootPlan go_on(double time, bool is_moving) {
        while (time < track_.end()) {
            if (const AirTime* flight = flight_before(time + 0.05); flight != nullptr) {
                time = fly(*flight);
                is_moving = true;
                continue;
            }
            if (!is_moving) {
                time = next_need(time);
                if (time >= track_.end()) break;
                if (flight_before(time + 0.05) != nullptr) continue;
                next_ = foot_to_move(time);
            }
            time = step(time, is_moving);
            is_moving = !is_settled(time);
        }
        return std::move(plan_);
    }

    /// Where a foot stands best when the root is where it is at a time.
    [[nodiscard]] Vec3 rest(std::size_t side, double time) const noexcept {
        const Vec3 root = track_.local_position(time);
        const double spread = hip_spread - 0.03 * std::clamp((speed(time) - 1.5) / 1.5, 0.0, 1.0);
        const Vec2 offset =
            rotated({ball_ahead - 0.03, side == 0 ? spread : -spread}, track_.local_heading(time));
        return {root.x + offset.x, root.y + offset.y, root.z};
    }
    [[nodiscard]] double speed(double time) const noexcept {
        return distance(track_.local_position(time + 0.15).xy(), track_.local_position(time - 0.15).xy()) /
               0.3;
    }
    [[nodiscard]] double error(std::size_t side, double time) const noexcept {
        const Plant& plant = plan_.plants[side].back();
        return distance(plant.ball.xy(), rest(side, time).xy()) +
               0.2 * std::fabs(wrapped(plant.heading - track_.local_heading(time)));
    }

    void find_flights() {
        const auto& points = track_.points();
        for (std::size_t i = 0; i < points.size();) {
            std::size_t end = i;
            while (end < points.size() && points[end].is_airborne) ++end;
            if (end > i)
                plan_.flights.push_back(flight_of(points[i], points[std::min(end, points.size() - 1)]));
            i = std::max(end, i + 1);
        }
    }
    [[nodiscard]] AirTime flight_of(const TrackPoint& from, const TrackPoint& to) const noexcept {
        const double seconds = to.time - from.time;
        const double bow =
            track_.position((from.time + to.time) / 2).z - (from.position.z + to.position.z) / 2;
        // Longer than any jump: a climb, which has no parabola.
        return {from.time, to.time, seconds < 1.3 && bow < 0.5 * gravity * seconds * seconds / 8};
    }
    /// The first flight not yet flown that begins before a time.
    [[nodiscard]] const AirTime* flight_before(double time) const noexcept {
        return flown_ < plan_.flights.size() && plan_.flights[flown_].begin <= time ? &plan_.flights[flown_]
                                                                                    : nullptr;
    }

    /// When a standing body has to step: its feet would soon be too far from where they should be.
    [[nodiscard]] double next_need(double time) const noexcept {
        for (; time < track_.end(); time += tick) {
            if (flight_before(time + 0.05) != nullptr) return time;
            if (std::max(error(0, time + 0.22), error(1, time + 0.22)) > 0.085) return time;
        }
        return time;
    }
    [[nodiscard]] std::size_t foot_to_move(double time) const noexcept {
        return error(0, time + 0.5) > error(1, time + 0.5) + 1e-6 ? 0 : 1;
    }
    [[nodiscard]] bool is_settled(double time) const noexcept {
        const double later = std::min(time + 0.45, track_.end());
        return std::max({error(0, later), error(1, later), error(0, time), error(1, time)}) < 0.045;
    }

    /// The next foot's swing; returns when it comes down. `time` is when the other came down, or the swing's
    /// start.
    double step(double time, bool is_moving) {
        const double v = speed(time + 0.2);
        const GaitTimes gait = gait_at(v);
        const double swing = std::max(0.2, 2 * gait.step * (1 - gait.duty));
        auto& plants = plan_.plants[next_];
        double up = is_moving ? time + gait.step - swing : time;
        up = std::max(up, plants.back().down + 0.07);
        double down = up + swing;
        up = std::max(lift_in_reach(next_, up), now_);
        down = std::max(down, up + quickest_swing);
        if (const AirTime* flight = flight_before(down + 0.06); flight != nullptr) {
            down = flight->begin - last_stand;
            if (down - up < quickest_swing) {
                // No time for another step: it swings into the jump, and the other foot takes off.
                if (is_moving) plants.back().up = std::min(up, flight->begin);
                return std::max(time, flight->begin);
            }
        }
        plants.back().up = up;
        put_down(next_, down, 2 * gait.step * gait.duty);
        next_ = 1 - next_;
        return down;
    }

    /// Earlier than planned where the root would leave the foot too far behind, as when a run becomes a walk.
    [[nodiscard]] double lift_in_reach(std::size_t side, double up) const noexcept {
        const Plant& plant = plan_.plants[side].back();
        while (up - tick > plant.down + 0.07 && distance(plant.ball.xy(), rest(side, up).xy()) > 0.5)
            up -= tick;
        return up;
    }

    void put_down(std::size_t side, double down, double stance) {
        double middle = down + 0.42 * stance;
        if (const AirTime* flight = flight_before(middle); flight != nullptr)
            middle = std::max(down, flight->begin);
        middle = std::min(middle, std::max(down, track_.end()));
        plan_.plants[side].push_back({down, forever, rest(side, middle), track_.local_heading(middle)});
    }

    /// Both feet up from take-off to landing; returns when the second one is down.
    double fly(const AirTime& flight) {
        ++flown_;
        const double stance = 2 * gait_at(speed(flight.end + 0.1)).step * 0.5;
        for (std::size_t side = 0; side < 2; ++side) {
            Plant& last = plan_.plants[side].back();
            last.up = std::max(last.down + 0.01, std::min(last.up, flight.begin));
        }
        const double begin = std::max(plan_.plants[0].back().up, plan_.plants[1].back().up);
        const double down = std::max(flight.end, begin + 0.1);
        put_down(next_, down, stance);
        next_ = 1 - next_;
        put_down(next_, down + 0.02, stance);
        next_ = 1 - next_;
        return down + 0.02;
    }

    const Track& track_;
    FootPlan plan_;
    std::size_t next_ = 0;
    std::size_t flown_ = 0;
    double now_ = -forever;  ///< nothing is changed before
};

}  // namespace

FootPlan plan_feet(const Track& track) {
    return FootPlanner(track).plan();
}

FootPlan plan_feet(const Track& track, const FootPlan& so_far, double now) {
    return FootPlanner(track).resume(so_far, now);
}

}  // namespace wend::motion
