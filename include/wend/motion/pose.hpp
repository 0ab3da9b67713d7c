#pragma once

// Poses of the standard skeleton and what is done with them in every frame: sample, blend, legs by inverse
// kinematics. Nothing here allocates.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "wend/motion/clip.hpp"

namespace wend::motion {

struct Pose {
    Vec3 hips;  ///< in the world, metres
    std::array<Rotation, part_count>
        rotations;  ///< of the hips in the world, of all others relative to the parent
};

struct AgentPose {
    std::uint32_t agent = 0;
    Pose pose;
};

/// Where the joints of a pose are.
struct PlacedPose {
    std::array<Vec3, part_count> positions;
    std::array<Rotation, part_count> rotations;
};
void place(const Pose& pose, PlacedPose& placed) noexcept;

/// Rotations of one stride, the left foot coming down at phase 0 and the right one at 0.5; hips relative to
/// the heading.
struct Cycle {
    std::vector<std::array<Rotation, part_count>>
        frames;  ///< at least one, equally spaced, the last before the first
};
/// The cycle at a phase; phases wrap.
void sample(const Cycle& cycle, double phase, std::array<Rotation, part_count>& out) noexcept;
/// What has a beginning and an end, at a share of its time.
void sample_once(const Cycle& motion, double share, std::array<Rotation, part_count>& out) noexcept;
/// One stride out of a clip of the standard skeleton, from a coming down of the left foot to the next one.
[[nodiscard]] Result<Cycle> cycle_of(const Clip& clip);

void blend(std::span<const Rotation> a, std::span<const Rotation> b, float weight,
           std::span<Rotation> out) noexcept;
/// The pose at a time between two frames of a clip of the standard skeleton.
void sample(const Clip& clip, double time, Pose& out) noexcept;

/// A foot as it is to stand or swing: the joint of the toes, and how far the heel is raised about it.
struct FootTarget {
    Vec3 ball;  ///< of the ground under the toes' joint
    double heading = 0;
    double pitch = 0;  ///< heel up, radians
    bool is_planted = false;
    double freedom =
        0;  ///< metres by which hips may leave it behind: none where it stands, some in mid-swing
};
/// Ankle of a foot target.
[[nodiscard]] Vec3 ankle_of(const FootTarget& target) noexcept;
/// Bends a leg so that its foot is where it is wanted; a leg too short points there and keeps a bend, so that
/// knees do not pop.
void solve_leg(Pose& pose, Foot side, const FootTarget& target) noexcept;
/// How high hips may be for the ankle to be in reach of a leg whose hip joint is above `hip`.
[[nodiscard]] double highest_hips(Vec2 hip, Vec3 ankle) noexcept;

}  // namespace wend::motion
