#pragma once

#include <optional>
#include <string>

#include "wend/geometry/polygon.hpp"

namespace wend::check {

/// Largest coordinate that the mesh's lattice of millimetres holds.
inline constexpr double largest_coordinate = 67'000;
/// Areas no larger than a square millimetre are nothing.
inline constexpr double smallest_area = 1e-6;

/// What is wrong with a ring, as "found ..., expected ..."; nothing when it is simple: at least three points,
/// no two edges that touch or cross except neighbours at their common point, coordinates within the lattice,
/// an area. Decided exactly on a grid of micrometres.
[[nodiscard]] std::optional<std::string> ring_problem(const Ring& ring);

/// A hole that lies outside the outline; the rings themselves are taken to be good.
[[nodiscard]] std::optional<std::string> hole_problem(const Polygon& polygon);

/// The rings' own problems, or a hole that lies outside the outline.
[[nodiscard]] std::optional<std::string> polygon_problem(const Polygon& polygon);

}  // namespace wend::check
