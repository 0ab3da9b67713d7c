#pragma once

#include <vector>

#include "wend/geometry/vec.hpp"

namespace wend {

/// Where a rigid thing is: its origin and its rotation about it.
struct Pose {
    Vec2 position;
    double angle = 0;
    friend bool operator==(const Pose&, const Pose&) = default;
};

struct Keyframe {
    double time = 0;
    Pose pose;
    friend bool operator==(const Keyframe&, const Keyframe&) = default;
};

/// Piecewise-linear motion through keyframes of strictly rising time; position and angle are interpolated,
/// the angle by its number, so that more than half a turn can be said. Before the first keyframe the thing
/// waits there; after the last it stays, or, when looping, the whole repeats with the period last - first.
struct Trajectory {
    std::vector<Keyframe> keyframes;  ///< at least one
    bool loops = false;

    [[nodiscard]] Pose at(double time) const;
    /// Velocity just after `time`, metres a second.
    [[nodiscard]] Vec2 velocity_at(double time) const;
    /// Rate of turn just after `time`, radians a second.
    [[nodiscard]] double spin_at(double time) const;
    friend bool operator==(const Trajectory&, const Trajectory&) = default;
};

}  // namespace wend
