#include "wend/domains/space_time_motion.hpp"

#include <algorithm>
#include <cmath>

namespace wend::domains {
namespace {

/// A point of the way over a crossing, by the share of its length. On the crossing itself the way is as long
/// as the crossing says, however near its ends are.
Vec2 point_over(const Crossing& crossing, Vec2 from, Vec2 to, double share) noexcept {
    const double first = distance(from, crossing.from), last = distance(crossing.to, to);
    double along = share * (first + crossing.length + last);
    if (along <= first) return first > 0 ? lerp(from, crossing.from, along / first) : from;
    along -= first;
    if (along <= crossing.length)
        return crossing.length > 0 ? lerp(crossing.from, crossing.to, along / crossing.length) : crossing.to;
    along -= crossing.length;
    return last > 0 ? lerp(crossing.to, to, std::min(1.0, along / last)) : to;
}

}  // namespace

double length_over(const Crossing& crossing, Vec2 from, Vec2 to) noexcept {
    return distance(from, crossing.from) + crossing.length + distance(crossing.to, to);
}

Vec2 SpaceTimeMotion::position(int number) const {
    if (crossing) return point_over(*crossing, from, to, static_cast<double>(number) / frames);
    Vec2 own = to;
    if (number < frames) {
        const double whole = distance(from, to);
        const double share = whole > 0 ? std::clamp(pace.travelled(number * frame) / whole, 0.0, 1.0) : 0;
        own = lerp(from, to, share);
    }
    if (!platform) return own;
    const Pose pose = platform->motion.at(time(number));
    return pose.position + rotated(own, pose.angle);
}

double SpaceTimeMotion::heading_at(int number) const {
    const double share = turning_time > 0 ? std::min(1.0, number * frame / turning_time) : 1;
    const double own = heading + turn * share;
    return platform ? own + platform->motion.at(time(number)).angle : own;
}

std::uint32_t SpaceTimeMotion::layer_at(int number) const noexcept {
    if (layer == layer_after) return layer;
    const double first = distance(from, crossing->from), all = length_over(*crossing, from, to);
    return static_cast<double>(number) / frames * all < first + crossing->length / 2 ? layer : layer_after;
}

PublishedPlan published_plan(std::span<const WalkFrame> walk, std::uint64_t world_version) {
    PublishedPlan plan;
    plan.world_version = world_version;
    for (const WalkFrame& frame : walk) {
        plan.motion.keyframes.push_back({frame.time, {frame.position, frame.heading}});
        if (frame.layer != walk.front().layer) plan.other_layer = frame.layer;
    }
    if (!walk.empty()) plan.valid = {walk.front().time, walk.back().time};
    return plan;
}

}  // namespace wend::domains
