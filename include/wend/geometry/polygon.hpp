#pragma once

#include <vector>

#include "wend/geometry/box.hpp"
#include "wend/geometry/vec.hpp"

namespace wend {

using Ring = std::vector<Vec2>;  ///< closed: the last point joins the first, which is not repeated

/// An outline with holes, metres.
struct Polygon {
    Ring outline;
    std::vector<Ring> holes;
    friend bool operator==(const Polygon&, const Polygon&) = default;
};

/// The box's outline, counter-clockwise.
[[nodiscard]] Ring rectangle(const Box2& box);

/// Positive when the ring runs counter-clockwise.
[[nodiscard]] double signed_area(const Ring& ring) noexcept;
[[nodiscard]] Box2 bounds_of(const Ring& ring) noexcept;

/// Distance of the ring's farthest point from the origin.
[[nodiscard]] double reach_of(const Ring& ring) noexcept;

/// Inside or on the boundary.
[[nodiscard]] bool contains(const Ring& ring, Vec2 p) noexcept;
/// Inside the outline or on it, and not strictly inside a hole.
[[nodiscard]] bool contains(const Polygon& polygon, Vec2 p) noexcept;

/// Distance from p to the nearest point of the ring's boundary.
[[nodiscard]] double boundary_distance(const Ring& ring, Vec2 p) noexcept;

}  // namespace wend
