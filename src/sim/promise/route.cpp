#include "wend/sim/route.hpp"

#include <algorithm>
#include <cmath>

namespace wend {
namespace {

/// Turning by `angle` between legs of the given lengths without exceeding the turn rate. The factor keeps
/// room for chords that cut a corner between two ticks.
double speed_through(double angle, double shorter_leg, const AgentLimits& limits, double time_step) {
    constexpr double margin = 0.8;
    if (angle >= margin * limits.max_turn_rate * time_step) return 0;
    if (angle < 1e-9) return limits.max_speed;
    return std::min(limits.max_speed, margin * limits.max_turn_rate * shorter_leg / angle);
}

}  // namespace

Route::Route(std::span<const RoutePoint> points, const AgentLimits& limits, double time_step,
             double bend_speed, const Route* like) {
    assign(points, limits, time_step, bend_speed, like);
}

void Route::assign(std::span<const RoutePoint> points, const AgentLimits& limits, double time_step,
                   double bend_speed, const Route* like) {
    take_points(points);
    bend_speed_ = bend_speed;
    const std::size_t n = points_.size();
    stations_.assign(n, 0);
    corner_speeds_.assign(n, limits.max_speed);
    headings_.assign(n, 0);
    const std::size_t unknown = like ? take_headings(*like) : n;
    for (std::size_t i = 1; i < n; ++i) {
        const Vec2 leg = points_[i].position - points_[i - 1].position;
        stations_[i] = stations_[i - 1] + wend::length(leg);
        if (i <= unknown) headings_[i - 1] = direction_of(leg);
    }
    for (std::size_t i = 1; i + 1 < n; ++i) {
        const double angle = std::abs(wrapped_angle(headings_[i] - headings_[i - 1]));
        const double shorter = std::min(stations_[i] - stations_[i - 1], stations_[i + 1] - stations_[i]);
        corner_speeds_[i] = speed_through(angle, shorter, limits, time_step);
        if (angle > 1e-9) corner_speeds_[i] = std::min(corner_speeds_[i], bend_speed);
    }
    if (n > 0) corner_speeds_.back() = 0;
}

void Route::take_points(std::span<const RoutePoint> points) {
    points_.clear();
    points_.reserve(points.size());
    for (const RoutePoint& point : points) {
        const bool is_near =
            !points_.empty() && distance(points_.back().position, point.position) < merge_distance;
        if (!is_near)
            points_.push_back(point);
        else if (points_.back().layer != point.layer || points_.back().is_crossing)
            points_.back() = point;
        else {
            points_.back().is_crossing = point.is_crossing;
            points_.back().is_leap = point.is_leap;
        }
    }
    if (points_.size() > 1) points_.back() = points.back();
    has_leaps_ = std::any_of(points_.begin(), points_.end(), [](const RoutePoint& at) { return at.is_leap; });
}

std::size_t Route::take_headings(const Route& like) {
    if (points_.empty() || like.empty()) return points_.size();
    std::size_t mine = points_.size() - 1, other = like.points_.size() - 1;
    while (mine > 0 && other > 0 && points_[mine].position == like.points_[other].position &&
           points_[mine - 1].position == like.points_[other - 1].position)
        headings_[--mine] = like.headings_[--other];
    return mine;
}

std::size_t Route::leg_at(double station) const noexcept {
    const auto after = std::upper_bound(stations_.begin(), stations_.end(), station);
    const auto index = static_cast<std::size_t>(after - stations_.begin());
    return std::clamp<std::size_t>(index, 1, std::max<std::size_t>(points_.size() - 1, 1)) - 1;
}

std::uint32_t Route::layer_at(double station) const noexcept {
    const std::size_t leg = leg_at(station);
    return points_[is_crossing(station) ? leg + 1 : leg].layer;
}

bool Route::is_crossing(double station) const noexcept {
    return points_.size() > 1 && points_[leg_at(station)].is_crossing;
}

std::optional<Interval> Route::leap_at(double station) const noexcept {
    constexpr double at_its_end = 1e-6;  // metres
    if (!has_leaps_ || points_.size() < 2) return std::nullopt;
    std::size_t first = leg_at(station), last = first;
    if (!points_[first].is_leap) return std::nullopt;
    while (first > 0 && points_[first - 1].is_leap) --first;
    while (last + 2 < points_.size() && points_[last + 1].is_leap) ++last;
    const Interval leap{stations_[first], stations_[last + 1]};
    const bool is_inside = station > leap.low + at_its_end && station < leap.high - at_its_end;
    return is_inside ? std::optional(leap) : std::nullopt;
}

std::vector<RoutePoint> Route::remainder(double station) const {
    if (points_.empty()) return {};
    const std::size_t leg = leg_at(station);
    std::vector<RoutePoint> rest;
    rest.reserve(points_.size() - leg);
    rest.push_back({position_at(station), layer_at(station), points_[leg].is_crossing, points_[leg].is_leap});
    for (std::size_t i = leg + 1; i < points_.size(); ++i)
        if (stations_[i] > station) rest.push_back(points_[i]);
    return rest;
}

}  // namespace wend
