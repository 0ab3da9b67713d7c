#pragma once

// How the centre of mass gets over a step: an inverted pendulum whose mass stays at one height (Kajita's
// linear one, the small-angle case of MD 7.4's spherical one). It falls away from its foot point p, the
// centre of pressure under the feet that bear:
//
//     x'' = w^2 (x - p),   w^2 = gravity / height of the mass
//
// A step lasts from one moment in which the mass passes over its foot to the next. Each half has one foot
// point, and two of them are just enough to lead from any place and velocity to any other: two linear
// equations a coordinate. A step is possible when both lie under feet that bear, and near them.

#include "wend/geometry/vec.hpp"

namespace wend::domains {

struct Pendulum {
    static constexpr double gravity = 9.81;

    Vec2 start, velocity;    ///< of the mass when the step begins
    Vec2 first, second;      ///< foot points of the two halves
    double duration = 0;     ///< seconds
    double frequency = 3.3;  ///< w, 1/s

    /// The one that arrives at `end` with `end_velocity`.
    static Pendulum between(Vec2 start, Vec2 velocity, Vec2 end, Vec2 end_velocity, double duration,
                            double frequency) noexcept;

    [[nodiscard]] Vec2 position(double time) const noexcept;
    [[nodiscard]] Vec2 velocity_at(double time) const noexcept;
    /// Metres from uniform motion over the whole step, at most.
    [[nodiscard]] double deviation() const noexcept;
    /// m/s, at most.
    [[nodiscard]] double top_speed() const noexcept;
};

}  // namespace wend::domains
