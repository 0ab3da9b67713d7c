#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <numbers>
#include <optional>
#include <span>
#include <vector>

#include "wend/geometry/vec.hpp"
#include "wend/world/scene.hpp"

namespace wend {

struct RoutePoint {
    Vec2 position;
    std::uint32_t layer = 0;
    bool is_crossing = false;  ///< the leg from here is a portal or a link
    bool is_leap = false;      ///< and it is a link, on which nobody can stop
};

/// A way to walk: a polyline with the distance along it ("station") and the speed at which each of its
/// corners can be taken by someone who walks where he looks and may turn only so fast. Between two points on
/// different layers lies a portal or a link.
class Route {
  public:
    Route() = default;
    /// Points nearer than `merge_distance` to the one before are left out; the last is always kept. No bend
    /// is taken faster than `bend_speed`: where a way leaves little room to a wall, the straight ticks of a
    /// walk across an arc must be short. Legs at the end that are those of `like` are not measured anew.
    Route(std::span<const RoutePoint> points, const AgentLimits& limits, double time_step,
          double bend_speed = std::numeric_limits<double>::infinity(), const Route* like = nullptr);
    Route(std::initializer_list<RoutePoint> points, const AgentLimits& limits, double time_step)
        : Route(std::span(points.begin(), points.size()), limits, time_step) {}
    /// Becomes another route in the memory that it has.
    void assign(std::span<const RoutePoint> points, const AgentLimits& limits, double time_step,
                double bend_speed, const Route* like);

    static constexpr double merge_distance = 0.005;

    [[nodiscard]] bool empty() const noexcept { return points_.empty(); }
    [[nodiscard]] double length() const noexcept { return stations_.empty() ? 0 : stations_.back(); }
    [[nodiscard]] const std::vector<RoutePoint>& points() const noexcept { return points_; }
    [[nodiscard]] double station(std::size_t point) const noexcept { return stations_[point]; }
    /// Highest speed at a point; 0 where one must stop and turn, and at the end.
    [[nodiscard]] double corner_speed(std::size_t point) const noexcept { return corner_speeds_[point]; }

    [[nodiscard]] double bend_speed() const noexcept { return bend_speed_; }

    /// Index of the last point at or before the station.
    [[nodiscard]] std::size_t leg_at(double station) const noexcept;
    /// The same for one who comes from an earlier leg, and not from far.
    [[nodiscard]] std::size_t leg_from(std::size_t leg, double station) const noexcept {
        while (leg + 2 < points_.size() && stations_[leg + 1] <= station) ++leg;
        return leg;
    }
    [[nodiscard]] Vec2 position_at(double station) const noexcept {
        return position_on(leg_at(station), station);
    }
    /// The same for one who knows the leg.
    [[nodiscard]] Vec2 position_on(std::size_t leg, double station) const noexcept {
        if (points_.size() == 1) return points_[0].position;
        const double span = stations_[leg + 1] - stations_[leg];
        const double share = span > 0 ? std::clamp((station - stations_[leg]) / span, 0.0, 1.0) : 1.0;
        return lerp(points_[leg].position, points_[leg + 1].position, share);
    }
    /// Direction of the leg from point number `leg` on, radians.
    [[nodiscard]] double heading(std::size_t leg) const noexcept { return headings_[leg]; }
    /// On a portal or link: the layer it leads to, so that those who queue at its foot are not in the way.
    [[nodiscard]] std::uint32_t layer_at(double station) const noexcept;
    /// True where the leg under the station is a portal or a link.
    [[nodiscard]] bool is_crossing(double station) const noexcept;
    /// The stations between which a link lies, if it is one that is under the station, its ends excepted.
    [[nodiscard]] std::optional<Interval> leap_at(double station) const noexcept;
    [[nodiscard]] bool has_leaps() const noexcept { return has_leaps_; }
    /// Points from the station on, beginning with the position there.
    [[nodiscard]] std::vector<RoutePoint> remainder(double station) const;

  private:
    void take_points(std::span<const RoutePoint> points);
    /// Takes the directions of the last legs from another route; returns how many legs are left.
    std::size_t take_headings(const Route& like);

    std::vector<RoutePoint> points_;
    std::vector<double> stations_;
    std::vector<double> corner_speeds_;
    std::vector<double> headings_;  ///< by leg
    double bend_speed_ = std::numeric_limits<double>::infinity();
    bool has_leaps_ = false;
};

/// The angle wrapped into [-pi, pi].
[[nodiscard]] inline double wrapped_angle(double angle) noexcept {
    // Most are: the remainder is dear.
    return std::abs(angle) <= std::numbers::pi ? angle : std::remainder(angle, 2 * std::numbers::pi);
}
[[nodiscard]] inline double direction_of(Vec2 v) noexcept {
    return std::atan2(v.y, v.x);
}

}  // namespace wend
