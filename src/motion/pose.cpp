#include "wend/motion/pose.hpp"

#include <algorithm>
#include <cmath>

#include "wend/motion/clip_survey.hpp"

namespace wend::motion {

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

void sample_once(const Cycle& motion, double share, std::array<Rotation, part_count>& out) noexcept {
    const std::size_t last = motion.frames.size() - 1;
    const double at = std::clamp(share, 0.0, 1.0) * static_cast<double>(last);
    const std::size_t first = std::min(static_cast<std::size_t>(at), last > 0 ? last - 1 : 0);
    blend(motion.frames[first], motion.frames[std::min(first + 1, last)],
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

}  // namespace wend::motion
