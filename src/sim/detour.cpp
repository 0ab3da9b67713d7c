#include "sim/detour.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "sim/borrowed.hpp"

namespace wend {
namespace {

/// Metres to leave between a body and a wall, so that chords across arcs stay clear of it.
constexpr double skin = 0.01;

/// The last point of those from `first` on that legs on one layer join.
std::size_t end_of_run(std::span<const RoutePoint> points, std::size_t first) {
    std::size_t last = first;
    while (last + 1 < points.size() && !points[last].is_crossing && points[last].layer == points[first].layer)
        ++last;
    return last;
}

void append_arc(std::vector<RoutePoint>& out, const RoutePoint& corner, Vec2 in, Vec2 away, double cut,
                double step) {
    const double turn = wrapped_angle(direction_of(away) - direction_of(in));
    const int pieces = std::max(1, static_cast<int>(std::ceil(std::abs(turn) / step)));
    const double radius = cut / std::tan(std::abs(turn) / 2);
    const double side = turn > 0 ? 1 : -1;
    const Vec2 center = corner.position - in * cut + perpendicular(in) * (side * radius);
    for (int i = 0; i <= pieces; ++i) {
        const double angle = direction_of(in) - side * 1.5707963267948966 + turn * i / pieces;
        out.push_back({center + unit_vector(angle) * radius, corner.layer});
    }
}

}  // namespace

/// Whoever starts on the ground and meets no wall stays on it: of a run only the start is looked up, and the
/// walls near several legs at once.
bool has_room(const Walls& walls, std::span<const RoutePoint> points, double radius) {
    constexpr std::size_t together = 8;  // legs
    Borrowed<Vec2> borrowed;
    std::vector<Vec2>& places = *borrowed;
    for (const RoutePoint& point : points) places.push_back(point.position);
    for (std::size_t first = 0; first + 1 < points.size();) {
        const Region& ground = walls.ground(points[first].layer);
        const std::size_t last = end_of_run(points, first);
        for (std::size_t i = first; i < last; i += together) {
            const auto legs = std::span(places).subspan(i, std::min(together, last - i) + 1);
            if (!ground.is_clear_along(legs, radius + skin)) return false;
        }
        if (last > first && !ground.contains(places[first])) return false;
        first = std::max(last, first + 1);
    }
    return true;
}

namespace {

/// Is the turn surely less than `step`? Tells without angles what most points of a route are; with `limit`,
/// the squared sine of the step, a little less.
bool turns_little(Vec2 before, Vec2 after, double limit) {
    const double across = cross(before, after);
    return dot(before, after) > 0 && across * across < limit * squared_length(before) * squared_length(after);
}

}  // namespace

std::vector<RoutePoint> rounded(const std::vector<RoutePoint>& points, double radius, double step) {
    if (points.size() < 3) return points;
    std::vector<RoutePoint> out{points.front()};
    out.reserve(2 * points.size());
    constexpr double quarter = 1.5, surely = 1 - 1e-9;
    const double limit = step < quarter ? surely * std::sin(step) * std::sin(step) : 0;
    for (std::size_t i = 1; i + 1 < points.size(); ++i) {
        const Vec2 before = points[i].position - points[i - 1].position;
        const Vec2 after = points[i + 1].position - points[i].position;
        const bool is_plain =
            points[i - 1].layer == points[i].layer && !points[i - 1].is_crossing && !points[i].is_crossing;
        if (!is_plain || turns_little(before, after, limit)) {
            out.push_back(points[i]);
            continue;
        }
        const double turn = std::abs(wrapped_angle(direction_of(after) - direction_of(before)));
        if (turn < step || turn > 2.8) {
            out.push_back(points[i]);
            continue;
        }
        const double cut = std::min({radius * std::tan(turn / 2), length(before) / 2, length(after) / 2});
        if (cut < 1e-3)
            out.push_back(points[i]);
        else
            append_arc(out, points[i], normalized(before), normalized(after), cut, step);
    }
    out.push_back(points.back());
    return out;
}

std::shared_ptr<const Route> detour(const Walls& walls, const DetourRequest& request,
                                    const AgentLimits& limits, double time_step) {
    const Route& route = *request.route;
    const double bend = std::abs(request.offset);
    // No sooner than needed: whoever keeps to its line longest deviates least.
    const double leave = std::max(request.station + request.brake, request.meeting - 3 * bend);
    const double beside = std::max(request.meeting - 0.5 * bend, leave + 0.5 * bend);
    const double past = std::min(request.meeting + bend, route.length());
    const double rejoin = std::min(past + 1.5 * bend, route.length());
    if (beside >= past || past >= rejoin) return nullptr;
    const std::uint32_t layer = route.layer_at(request.station);
    if (route.layer_at(rejoin) != layer || route.is_crossing(rejoin)) return nullptr;

    const Vec2 along = normalized(route.position_at(past) - route.position_at(beside));
    const Vec2 sideways = perpendicular(along) * request.offset;
    std::vector<RoutePoint> points;
    points.reserve(route.points().size() + 4);
    points.push_back({route.position_at(request.station), layer});
    if (leave > request.station) {
        for (std::size_t i = route.leg_at(request.station) + 1; route.station(i) < leave; ++i)
            points.push_back(route.points()[i]);
        points.push_back({route.position_at(leave), layer});
    }
    points.push_back({route.position_at(beside) + sideways, layer});
    points.push_back({route.position_at(past) + sideways, layer});
    for (const RoutePoint& point : route.remainder(rejoin)) points.push_back(point);
    const double step = 0.5 * limits.max_turn_rate * time_step;
    points = rounded(points, 2 * limits.radius, step);
    const Vec2 back = route.position_at(rejoin);
    const auto checked = std::find_if(points.begin(), points.end(), [&](const RoutePoint& point) {
        return distance(point.position, back) < 1e-9;
    });
    const auto end = checked == points.end() ? checked : checked + 1;
    if (!has_room(walls, {points.begin(), end}, limits.radius)) return nullptr;
    return std::make_shared<const Route>(points, limits, time_step, route.bend_speed(), &route);
}

}  // namespace wend
