#include "wend/motion/pose.hpp"

#include <algorithm>
#include <cmath>

#include "wend/motion/clip_survey.hpp"

namespace wend::motion {
namespace {

Vec3 to_vector(Rotation q) noexcept {
    if (q.w < 0) q = {-q.x, -q.y, -q.z, -q.w};
    const double s = std::sqrt(static_cast<double>(q.x * q.x + q.y * q.y + q.z * q.z));
    const double scale = s > 1e-6 ? 2 * std::atan2(s, static_cast<double>(q.w)) / s : 2;
    return {q.x * scale, q.y * scale, q.z * scale};
}
Rotation to_rotation(Vec3 v) noexcept {
    const double angle = length(v);
    return angle > 1e-9 ? about(times(v, 1 / angle), angle) : Rotation{};
}

/// Critically damped decay of an offset and its speed over dt.
void decay(Vec3& offset, Vec3& speed, double rate, double dt) noexcept {
    const Vec3 j = plus(speed, times(offset, rate));
    const double e = std::exp(-rate * dt);
    offset = times(plus(offset, times(j, dt)), e);
    speed = times(minus(speed, times(j, rate * dt)), e);
}

}  // namespace

void place(const Pose& pose, PlacedPose& placed) noexcept {
    const auto& joints = standard_skeleton().joints;
    placed.positions[0] = pose.hips;
    placed.rotations[0] = pose.rotations[0];
    for (std::size_t i = 1; i < part_count; ++i) {
        const auto parent = static_cast<std::size_t>(joints[i].parent);
        placed.positions[i] =
            plus(placed.positions[parent], turned(placed.rotations[parent], joints[i].offset));
        placed.rotations[i] = placed.rotations[parent] * pose.rotations[i];
    }
}

void blend(std::span<const Rotation> a, std::span<const Rotation> b, float weight,
           std::span<Rotation> out) noexcept {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = blend(a[i], b[i], weight);
}

void sample(const Cycle& cycle, double phase, std::array<Rotation, part_count>& out) noexcept {
    const std::size_t count = cycle.frames.size();
    const double at = (phase - std::floor(phase)) * static_cast<double>(count);
    const std::size_t first = std::min(static_cast<std::size_t>(at), count - 1);
    blend(cycle.frames[first], cycle.frames[(first + 1) % count],
          static_cast<float>(at - static_cast<double>(first)), out);
}

void sample(const Clip& clip, double time, Pose& out) noexcept {
    const double last = static_cast<double>(clip.frames() - 1);
    const double at = std::clamp(time / clip.frame_time, 0.0, last);
    const auto first = static_cast<std::size_t>(at);
    const std::size_t second = std::min(first + 1, clip.frames() - 1);
    const double share = at - static_cast<double>(first);
    out.hips = mix(clip.root[first], clip.root[second], share);
    blend(clip.at(first), clip.at(second), static_cast<float>(share), out.rotations);
}

Result<Cycle> cycle_of(const Clip& clip) {
    const Clip grounded = on_floor(clip);
    const auto steps = find_steps(grounded, label_contacts(grounded));
    for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
        if (steps[i].stance != Foot::left || steps[i].last != steps[i + 1].first) continue;
        Cycle cycle;
        constexpr int frames = 32;
        Pose pose;
        for (int f = 0; f < frames; ++f) {
            // Each half by its own clock: the right foot comes down at 0.5 whatever the clip does.
            const FoundStep& step = steps[i + (f < frames / 2 ? 0 : 1)];
            const double share = (f % (frames / 2)) / (frames / 2.0);
            sample(grounded,
                   (static_cast<double>(step.first) + share * static_cast<double>(step.last - step.first)) *
                       grounded.frame_time,
                   pose);
            pose.rotations[0] = about_z(-heading_of(pose.rotations[0])) * pose.rotations[0];
            cycle.frames.push_back(pose.rotations);
        }
        return cycle;
    }
    return Status::invalid_input(clip.name +
                                 ": found no left step followed by a right one, expected a stride");
}

void Inertia::start(const Pose& before, const Pose& now, const Pose& wanted, double dt) noexcept {
    for (std::size_t i = 0; i < part_count; ++i) {
        offset_[i] = to_vector(now.rotations[i] * inverse(wanted.rotations[i]));
        const Vec3 earlier = to_vector(before.rotations[i] * inverse(wanted.rotations[i]));
        speed_[i] = dt > 0 ? times(minus(offset_[i], earlier), 1 / dt) : Vec3{};
    }
    hips_offset_ = minus(now.hips, wanted.hips);
    hips_speed_ = dt > 0 ? times(minus(now.hips, before.hips), 1 / dt) : Vec3{};
    is_settled_ = false;
}

void Inertia::apply(double dt, double half_life, Pose& pose) noexcept {
    if (is_settled_) return;
    const double rate = 2 * 0.6931471805599453 / std::max(half_life, 1e-3);
    double left = length(hips_offset_);
    decay(hips_offset_, hips_speed_, rate, dt);
    pose.hips = plus(pose.hips, hips_offset_);
    for (std::size_t i = 0; i < part_count; ++i) {
        decay(offset_[i], speed_[i], rate, dt);
        pose.rotations[i] = to_rotation(offset_[i]) * pose.rotations[i];
        left = std::max(left, length(offset_[i]));
    }
    is_settled_ = left < 1e-4;
}

}  // namespace wend::motion
