#include "wend/world/trajectory.hpp"

#include <algorithm>
#include <cmath>

namespace wend {
namespace {

/// `time` as the trajectory's own clock shows it, inside one period when looping.
double wrapped(const Trajectory& motion, double time) {
    const double first = motion.keyframes.front().time, last = motion.keyframes.back().time;
    if (!motion.loops || time <= first || last <= first) return time;
    return first + std::fmod(time - first, last - first);
}

/// The first keyframe after `time`.
auto following(const Trajectory& motion, double time) {
    return std::upper_bound(motion.keyframes.begin(), motion.keyframes.end(), time,
                            [](double t, const Keyframe& key) { return t < key.time; });
}

}  // namespace

Pose Trajectory::at(double time) const {
    const double t = wrapped(*this, time);
    const auto after = following(*this, t);
    if (after == keyframes.begin()) return keyframes.front().pose;
    if (after == keyframes.end()) return keyframes.back().pose;
    const Keyframe& from = *(after - 1);
    const double share = (t - from.time) / (after->time - from.time);
    return {lerp(from.pose.position, after->pose.position, share),
            from.pose.angle + (after->pose.angle - from.pose.angle) * share};
}

Vec2 Trajectory::velocity_at(double time) const {
    const auto after = following(*this, wrapped(*this, time));
    if (after == keyframes.begin() || after == keyframes.end()) return {};
    const Keyframe& from = *(after - 1);
    return (after->pose.position - from.pose.position) / (after->time - from.time);
}

double Trajectory::spin_at(double time) const {
    const auto after = following(*this, wrapped(*this, time));
    if (after == keyframes.begin() || after == keyframes.end()) return 0;
    const Keyframe& from = *(after - 1);
    return (after->pose.angle - from.pose.angle) / (after->time - from.time);
}

}  // namespace wend
