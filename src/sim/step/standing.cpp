#include "sim/step/standing.hpp"

#include <algorithm>

#include "sim/crowd.hpp"

namespace wend {
namespace {

/// Seconds from then on, after which it has been everywhere that it will ever be.
double time_of(const ObstacleSpec& thing, double now) {
    const auto& keys = thing.motion.keyframes;
    if (thing.knowledge != Knowledge::known || keys.empty()) return 0;
    return thing.motion.loops ? keys.back().time - keys.front().time : keys.back().time - now;
}

void expect(Crowd& crowd, double seconds) {
    double& standing = crowd.steering.standing_time;
    standing = std::max(standing, std::min(seconds, crowd.scene.duration));
}

}  // namespace

double longest_motion(const Scene& scene) {
    double longest = 0;
    for (const ObstacleSpec& thing : scene.obstacles) longest = std::max(longest, time_of(thing, 0));
    return std::min(longest, scene.duration);
}

void expect_motion(Crowd& crowd, const ObstacleSpec& thing) {
    expect(crowd, time_of(thing, crowd.world.time()));
}

void leave_time_for_leaps(Crowd& crowd, const AgentLimits& limits) {
    constexpr double to_spare = 1;  // seconds, to turn on the spot and for whole ticks
    double longest = 0;
    for (const mesh::LinkSpec& link : crowd.router.mesh().links())
        longest = std::max(longest, distance(link.from.at, link.to.at));
    const double run_up = 2 * limits.max_speed / limits.max_acceleration;
    if (longest > 0) expect(crowd, longest / limits.max_speed + run_up + to_spare);
}

void leave_time_for_leaps(Crowd& crowd) {
    if (crowd.router.mesh().links().empty()) return;
    for (const Walker& walker : crowd.walkers)
        if (!walker.has_left) leave_time_for_leaps(crowd, walker.spec.limits);
}

}  // namespace wend
