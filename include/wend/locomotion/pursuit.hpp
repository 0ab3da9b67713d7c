#pragma once

// Pursuit of a target that goes its own way [ST §7.3]. In each episode the planner knows the target's
// position and velocity, chooses its planning time from the last episode and plans from the landmark that the
// pursuer will have reached by then; when the time is up, the best partial way is taken. What was found out
// about moves stays known between episodes: it depends on the world alone.

#include "wend/locomotion/ride.hpp"

namespace wend::locomotion {

struct PursuitOptions {
    double seconds = 40;           ///< of the chase at most
    double catch_distance = 1.5;   ///< metres
    double first_allotment = 0.5;  ///< seconds for the first episode
    double margin = 1.5;           ///< times the last planning time
    double least_allotment = 0.05;
    /// Expansions that count as one second, for runs that repeat exactly; 0: the clock.
    double expansions_per_second = 0;
};

struct Episode {
    double at = 0;        ///< seconds
    double allotted = 0;  ///< seconds
    double took = 0;
    bool in_time = false;
    std::size_t moves_left = 0;  ///< of the way to the target
};

struct PursuitReport {
    std::vector<Episode> episodes;
    bool caught = false;
    double caught_at = 0;
    std::vector<Vec3> pursuer;  ///< feet at every tick
    std::vector<Support> support;
    std::vector<Vec3> target;

    [[nodiscard]] double share_in_time() const;
};

[[nodiscard]] Result<PursuitReport> pursue(const RideScene& scene, const PursuitOptions& options = {});

}  // namespace wend::locomotion
