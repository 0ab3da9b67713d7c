#pragma once

// Where and when the feet of a body stand that walks a given trajectory. Plants alternate; each lies where
// the root will be while the foot bears it, so that the root may do what it likes and no planted foot moves.

#include <array>
#include <vector>

#include "wend/motion/controller.hpp"
#include "wend/motion/pose.hpp"
#include "wend/motion/track.hpp"

namespace wend::motion {

/// One stand of a foot: from coming down to coming up.
struct Plant {
    double down = 0, up = 0;  ///< seconds
    Vec3 ball;                ///< relative to what carries the agent
    double heading = 0;
};
/// A stretch in the air; `arc`: the trajectory is flat there and the body adds the parabola.
struct AirTime {
    double begin = 0, end = 0;
    bool needs_arc = false;
};

struct FootPlan {
    std::array<std::vector<Plant>, 2> plants;  ///< left and right, by time; each at least one
    std::vector<AirTime> flights;
};
[[nodiscard]] FootPlan plan_feet(const Track& track);
/// The same for a track that is known only so far ahead and goes on otherwise than it was planned for: what
/// feet have done until `now` stays, and who is in the air lands where it was to land.
[[nodiscard]] FootPlan plan_feet(const Track& track, const FootPlan& so_far, double now);

}  // namespace wend::motion
