#pragma once

// The body of somebody who plans its footsteps: three equal discs side by side, chest and shoulders, that
// turn with the heading and lie within the agent's own disc; and two feet. Sideways, or with its
// shoulders turned against its legs, it passes where the disc does not.

#include <array>
#include <cstdint>
#include <optional>

#include "wend/geometry/polygon.hpp"

namespace wend::domains {

enum class Side : std::uint8_t { left, right };

[[nodiscard]] constexpr Side other(Side side) noexcept {
    return side == Side::left ? Side::right : Side::left;
}
/// +1 to the left of the heading, -1 to the right.
[[nodiscard]] constexpr double sign_of(Side side) noexcept {
    return side == Side::left ? 1 : -1;
}

/// A foot is all points within `radius` of a line of twice `half_spine` metres.
struct Foot {
    static constexpr double half_spine = 0.08;
    static constexpr double radius = 0.05;
};

/// A foot as it stands.
struct FootPlace {
    Vec2 at;
    double angle = 0;  ///< radians
    friend bool operator==(const FootPlace&, const FootPlace&) = default;
};

/// What somebody's mass is over or between.
struct Feet {
    Side side = Side::left;  ///< of the support, the foot that came down last
    FootPlace support;
    int twist = 0;                   ///< of the shoulders against the legs: 1 to the left, -1 to the right
    std::optional<FootPlace> other;  ///< of who stands on both
    friend bool operator==(const Feet&, const Feet&) = default;
};

/// Side by side, as far apart as who stands there would put them.
[[nodiscard]] Feet feet_beside(Vec2 middle, double heading) noexcept;

/// What the scene's disc of a radius stands for.
class FootstepBody {
  public:
    static constexpr double twist = 3.141592653589793 / 3;  ///< radians, of shoulders that are turned
    static constexpr double depth_share = 0.6;              ///< radius of chest and shoulders, of the disc's

    explicit FootstepBody(double radius) noexcept : radius_(radius) {}

    [[nodiscard]] double radius() const noexcept { return radius_; }
    [[nodiscard]] double part_radius() const noexcept { return depth_share * radius_; }
    /// Metres from the middle to the middle of a shoulder.
    [[nodiscard]] double shoulder() const noexcept { return radius_ - part_radius(); }
    [[nodiscard]] std::array<Vec2, 3> parts(Vec2 middle, double heading) const noexcept {
        const Vec2 aside = shoulder() * perpendicular(unit_vector(heading));
        return {middle, middle + aside, middle - aside};
    }
    /// Around the parts, with a little to spare; heading along x.
    [[nodiscard]] Ring outline() const;

  private:
    double radius_;
};

}  // namespace wend::domains
