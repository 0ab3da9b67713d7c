#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "wend/motion/skeleton.hpp"

namespace wend::motion {

/// A motion as it was captured or made: root positions and local rotations, frame after frame.
struct Clip {
    std::string name;
    Skeleton skeleton;
    double frame_time = 1.0 / 60;     ///< seconds
    std::vector<Vec3> root;           ///< of the first joint, metres, z up
    std::vector<Rotation> rotations;  ///< of all joints, frame after frame

    [[nodiscard]] std::size_t frames() const noexcept { return root.size(); }
    [[nodiscard]] double duration() const noexcept {
        return frames() > 1 ? frame_time * static_cast<double>(frames() - 1) : 0;
    }
    [[nodiscard]] std::span<const Rotation> at(std::size_t frame) const noexcept {
        return {rotations.data() + frame * skeleton.joints.size(), skeleton.joints.size()};
    }
};

/// World positions and rotations of all joints.
struct Placed {
    std::vector<Vec3> positions;
    std::vector<Rotation> rotations;
};
void place(const Skeleton& skeleton, Vec3 root, std::span<const Rotation> rotations, Placed& placed);

/// The same motion with left and right exchanged.
[[nodiscard]] Clip mirror(const Clip& clip);

/// The motion moved to the standard skeleton: directions of bones are kept, the root's way is scaled by the
/// legs.
[[nodiscard]] Result<Clip> retarget(const Clip& clip);

}  // namespace wend::motion
