#pragma once

#include <cstdint>
#include <vector>

#include "wend/locomotion/controller.hpp"

namespace wend::locomotion {

struct SamplingOptions {
    double spacing = 4.0;  ///< between landmarks of one block, metres
    std::uint64_t seed = 1;
};

/// How far from an edge a landmark has to be, so that stopping and starting on it is supported.
[[nodiscard]] double landmark_margin(const Skills& skills);

/// Poisson-disc samples on every block that carries; those too near to an edge are retracted from it [ST §5].
[[nodiscard]] std::vector<Landmark> sample_landmarks(const MovingWorld& world, const Skills& skills,
                                                     const SamplingOptions& options);

/// The landmark under a point, on the highest carrying block below it; an error when there is none or it is
/// too near to an edge to stop.
[[nodiscard]] Result<Landmark> landmark_at(const MovingWorld& world, const Skills& skills, Vec3 point,
                                           Tick tick);

}  // namespace wend::locomotion
