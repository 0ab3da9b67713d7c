#include "sim/promise/detour.hpp"

#include <algorithm>

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

/// Whoever starts on the ground and meets no wall stays on it: of a run only the start is looked up, unless
/// that is known of the first, and the walls near several legs at once.
bool is_clear(const Walls& walls, std::span<const RoutePoint> points, double radius, bool starts_on_ground) {
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
        const bool is_known = first == 0 && starts_on_ground;
        if (last > first && !is_known && !ground.contains(places[first])) return false;
        first = std::max(last, first + 1);
    }
    return true;
}

}  // namespace

bool has_room(const Walls& walls, std::span<const RoutePoint> points, double radius) {
    return is_clear(walls, points, radius, false);
}

void Detours::Arrays::clear() noexcept {
    corners.clear();
    points.clear();
    rest.clear();
    begins.clear();
}

Detours::Detours(const Walls& walls, const DetourRequest& request, const AgentLimits& limits,
                 double time_step)
    : walls_(walls),
      route_(*request.route),
      request_(request),
      limits_(limits),
      dt_(time_step),
      rounding_(2 * limits.radius, 0.5 * limits.max_turn_rate * time_step),
      layer_(route_.layer_at(request.station)),
      first_of_rest_(route_.leg_at(request.meeting) + 2) {}

const Route* Detours::around(double offset) {
    const auto bend = bend_for(offset);
    if (!bend) return nullptr;
    append_corners(*bend, offset);
    auto& [corners, points, rest, begins, route] = *arrays_;
    const std::vector<RoutePoint>& ahead = route_.points();
    const RoutePoint back = corners.back();
    std::size_t next = route_.leg_at(bend->rejoin) + 1;
    while (next < ahead.size() && route_.station(next) <= bend->rejoin) ++next;
    if (next < ahead.size()) corners.push_back(ahead[next]);

    points.assign(1, corners.front());
    for (std::size_t i = 1; i + 1 < corners.size(); ++i)
        append_rounded(points, corners[i - 1], corners[i], corners[i + 1], rounding_);
    const bool goes_on = next + 1 < ahead.size();
    if (goes_on)
        append_rounded(points, back, ahead[next], ahead[next + 1], rounding_);
    else
        points.push_back(corners.back());
    const std::size_t own = points.size();
    if (goes_on) {
        const auto shared = rest_from(next + 1);
        points.insert(points.end(), shared.begin(), shared.end());
    }
    if (!has_room(back.position, own)) return nullptr;
    route.assign(points, limits_, dt_, route_.bend_speed(), &route_);
    return &route;
}

std::optional<Detours::Bend> Detours::bend_for(double offset) const {
    const double width = std::abs(offset);
    Bend bend{};
    // No sooner than needed: whoever keeps to its line longest deviates least.
    bend.leave = std::max(request_.station + request_.brake, request_.meeting - 3 * width);
    bend.beside = std::max(request_.meeting - 0.5 * width, bend.leave + 0.5 * width);
    bend.past = std::min(request_.meeting + width, route_.length());
    bend.rejoin = std::min(bend.past + 1.5 * width, route_.length());
    if (bend.beside >= bend.past || bend.past >= bend.rejoin) return std::nullopt;
    if (route_.layer_at(bend.rejoin) != layer_ || route_.is_crossing(bend.rejoin)) return std::nullopt;
    return bend;
}

/// From where the agent is to where it is back on its route.
void Detours::append_corners(const Bend& bend, double offset) {
    std::vector<RoutePoint>& corners = arrays_->corners;
    const Vec2 beside = route_.position_at(bend.beside), past = route_.position_at(bend.past);
    const Vec2 sideways = perpendicular(normalized(past - beside)) * offset;
    corners.assign(1, {route_.position_at(request_.station), layer_});
    if (bend.leave > request_.station) {
        for (std::size_t i = route_.leg_at(request_.station) + 1; route_.station(i) < bend.leave; ++i)
            corners.push_back(route_.points()[i]);
        corners.push_back({route_.position_at(bend.leave), layer_});
    }
    corners.push_back({beside + sideways, layer_});
    corners.push_back({past + sideways, layer_});
    corners.push_back({route_.position_at(bend.rejoin), layer_});
}

std::span<const RoutePoint> Detours::rest_from(std::size_t point) {
    auto& [corners, points, rest, begins, route] = *arrays_;
    const std::vector<RoutePoint>& ahead = route_.points();
    if (begins.empty()) {
        for (std::size_t i = first_of_rest_; i + 1 < ahead.size(); ++i) {
            begins.push_back(static_cast<std::uint32_t>(rest.size()));
            append_rounded(rest, ahead[i - 1], ahead[i], ahead[i + 1], rounding_);
        }
        begins.push_back(static_cast<std::uint32_t>(rest.size()));
        rest.push_back(ahead.back());
    }
    return std::span(rest).subspan(begins[point - first_of_rest_]);
}

/// Of the points only those up to where the bend is back are its own; where rounding has cut that place off,
/// the rest of the route is looked at, too.
bool Detours::has_room(Vec2 back, std::size_t own) {
    auto& [corners, points, rest, begins, route] = *arrays_;
    const auto found = std::find_if(points.begin(), points.begin() + static_cast<std::ptrdiff_t>(own),
                                    [&](const RoutePoint& p) { return distance(p.position, back) < 1e-9; });
    std::size_t checked = static_cast<std::size_t>(found - points.begin()) + 1;
    if (checked > own) {
        if (own < points.size() && !is_rest_clear_)
            is_rest_clear_ = is_clear(walls_, rest, limits_.radius, true);
        const bool is_rest_known = own == points.size() || *is_rest_clear_;
        checked = is_rest_known ? std::min(own + 1, points.size()) : points.size();
    }
    if (!is_clear(walls_, {points.data(), checked}, limits_.radius, true)) return false;
    if (!is_on_ground_) is_on_ground_ = walls_.ground(layer_).contains(points.front().position);
    return *is_on_ground_;
}

}  // namespace wend
