#include "wend/world/platforms.hpp"

namespace wend {
namespace {

Vec2 into_own_frame(const Pose& pose, Vec2 p) {
    return rotated(p - pose.position, -pose.angle);
}

}  // namespace

Platforms::Platforms(std::vector<PlatformSpec> specs) : specs_(std::move(specs)) {
    for (const PlatformSpec& spec : specs_) {
        Box2 box;
        for (const Keyframe& key : spec.motion.keyframes) box.add(key.pose.position);
        swept_.push_back(box.grown(reach_of(spec.outline)));
    }
}

PlatformId Platforms::under(std::uint32_t layer, Vec2 p, double time) const {
    for (std::size_t i = 0; i < specs_.size(); ++i)
        if (specs_[i].layer == layer && swept_[i].contains(p) &&
            contains(specs_[i].outline, into_own_frame(specs_[i].motion.at(time), p)))
            return id(i);
    return {};
}

Vec2 Platforms::surface_velocity(PlatformId id, Vec2 p, double time) const {
    const Trajectory& motion = at(id).motion;
    return motion.velocity_at(time) + perpendicular(p - motion.at(time).position) * motion.spin_at(time);
}

Vec2 Platforms::carry(PlatformId id, Vec2 p, double from, double to) const {
    const Trajectory& motion = at(id).motion;
    const Pose after = motion.at(to);
    return after.position + rotated(into_own_frame(motion.at(from), p), after.angle);
}

}  // namespace wend
