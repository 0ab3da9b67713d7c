#pragma once

// How long a place must stay free for whoever promises to stand there: for as long as anything that is known
// to move may take to come by. No promise lasts longer than that, so it must do for the longest leap too,
// which nobody can make in two promises.

#include "wend/world/scene.hpp"

namespace wend {

struct Crowd;

/// For what moves in the scene from the beginning.
[[nodiscard]] double longest_motion(const Scene& scene);
/// For a thing that has come or has begun to move otherwise.
void expect_motion(Crowd& crowd, const ObstacleSpec& thing);
/// For the links that there are and one who may use them, or everybody in the run.
void leave_time_for_leaps(Crowd& crowd, const AgentLimits& limits);
void leave_time_for_leaps(Crowd& crowd);

}  // namespace wend
