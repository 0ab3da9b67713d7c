#pragma once

// The body of a rider: the ride as a track that `motion` walks. Feet stand on what they were put on and move
// with it.

#include "wend/locomotion/ride.hpp"
#include "wend/motion/track.hpp"

namespace wend::locomotion {

/// A point a tick, from the ride's first one until `until`; behind the ride's end it stands where it stopped.
[[nodiscard]] motion::Track body_track(const MovingWorld& world, const Ride& ride, Tick until);

}  // namespace wend::locomotion
