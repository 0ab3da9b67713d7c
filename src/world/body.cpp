#include "wend/world/body.hpp"

#include <algorithm>

namespace wend {

double reach_of(const Shape& shape) noexcept {
    const auto* disc = std::get_if<DiscShape>(&shape);
    return disc ? disc->radius : reach_of(std::get<PolygonShape>(shape).outline);
}

double distance_to(const Shape& shape, const Pose& pose, Vec2 p) {
    const Vec2 own = rotated(p - pose.position, -pose.angle);
    if (const auto* disc = std::get_if<DiscShape>(&shape)) return length(own) - disc->radius;
    const Ring& outline = std::get<PolygonShape>(shape).outline;
    return contains(outline, own) ? 0 : boundary_distance(outline, own);
}

Box2 swept_box(const Body& body, Interval window) {
    const Interval during{std::max(window.low, body.present.low), std::min(window.high, body.present.high)};
    if (during.is_empty()) return {};
    Box2 box;
    const auto& keys = body.motion.keyframes;
    for (const Keyframe& key : keys)
        if (body.motion.loops || during.contains(key.time)) box.add(key.pose.position);
    if (!body.motion.loops) {
        box.add(body.motion.at(during.low).position);
        box.add(body.motion.at(during.high).position);
    }
    const double grown = body.growth > 0 ? body.growth * (during.high - body.present.low) : 0;
    return box.grown(reach_of(body.shape) + grown);
}

}  // namespace wend
