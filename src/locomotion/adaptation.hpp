#pragma once

// What walking controllers adapt to [ST §4.2]: samples of where a way fails, and the cylinder around them.

#include <optional>
#include <vector>

#include "wend/locomotion/controller.hpp"

namespace wend::locomotion {

inline constexpr int most_tries = 5;  // [ST §4.2]
inline constexpr double cylinder_radius = 0.8;

/// Relative to the source landmark, carried with its block.
using Samples = std::vector<Vec2>;

/// Where straight rays in slightly different directions fail, at the moment of departure.
[[nodiscard]] Samples ray_samples(const MoveQuery& query, const BodyShape& body, Vec2 way);

/// Encloses all samples, as far from the straight way as that allows; the way leads by on the other side.
struct Obstruction {
    Vec2 centre;
    Vec2 outward;  ///< from the way to the centre, a unit vector
};
/// Nothing when no cylinder encloses the samples without an end of the way.
[[nodiscard]] std::optional<Obstruction> fit_cylinder(const Samples& samples, Vec2 way);

/// How far one can go from a point inside a ring along a unit vector, `most` at most.
[[nodiscard]] double room_along(const Ring& ring, Vec2 p, Vec2 u, double most) noexcept;

}  // namespace wend::locomotion
