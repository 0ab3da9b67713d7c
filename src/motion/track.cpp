#include "wend/motion/track.hpp"

#include <algorithm>

#include "wend/motion/rotation.hpp"

namespace wend::motion {

Track::Between Track::find(double time) const noexcept {
    const std::size_t last = points_.size() - 1;
    if (time <= points_.front().time) return {0, 0, 0};
    if (time >= points_.back().time) return {last, last, 0};
    // Points are nearly always equally spaced: the first guess is the answer.
    const double share = (time - begin()) / (end() - begin());
    auto at = std::min(static_cast<std::size_t>(share * static_cast<double>(last)), last - 1);
    while (points_[at].time > time) --at;
    while (points_[at + 1].time <= time) ++at;
    return {at, at + 1, (time - points_[at].time) / (points_[at + 1].time - points_[at].time)};
}

Vec3 Track::velocity(std::size_t point) const noexcept {
    const std::size_t a = point > 0 ? point - 1 : 0, b = std::min(point + 1, points_.size() - 1);
    const double span = points_[b].time - points_[a].time;
    return span > 0 ? times(minus(points_[b].position, points_[a].position), 1 / span) : Vec3{};
}

Vec3 Track::position(double time) const noexcept {
    const Between at = find(time);
    const TrackPoint &a = points_[at.first], &b = points_[at.second];
    if (at.share == 0) return a.position;
    // Cubic Hermite: through the points, with the speeds around them.
    const double u = at.share, h = b.time - a.time;
    const double bow = u * (1 - u) * h;
    const Vec3 line = mix(a.position, b.position, u * u * (3 - 2 * u));
    return plus(line, plus(times(velocity(at.first), bow * (1 - u)), times(velocity(at.second), -bow * u)));
}

double Track::heading(double time) const noexcept {
    const Between at = find(time);
    const double from = points_[at.first].heading;
    return from + wrapped(points_[at.second].heading - from) * at.share;
}

bool Track::is_airborne(double time) const noexcept {
    return points_[find(time).first].is_airborne;
}

Vec2 Track::carrier(double time) const noexcept {
    const Between at = find(time);
    return lerp(points_[at.first].carrier, points_[at.second].carrier, at.share);
}

double Track::carrier_heading(double time) const noexcept {
    const Between at = find(time);
    const double from = points_[at.first].carrier_heading;
    return from + wrapped(points_[at.second].carrier_heading - from) * at.share;
}

Vec3 Track::local_position(double time) const noexcept {
    const Vec3 world = position(time);
    const Vec2 local = rotated(world.xy() - carrier(time), -carrier_heading(time));
    return {local.x, local.y, world.z};
}

double Track::local_heading(double time) const noexcept {
    return heading(time) - carrier_heading(time);
}

Vec3 Track::to_world(Vec3 local, double time) const noexcept {
    const Vec2 world = rotated(local.xy(), carrier_heading(time)) + carrier(time);
    return {world.x, world.y, local.z};
}

}  // namespace wend::motion
