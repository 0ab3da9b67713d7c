#pragma once

#include <compare>
#include <cstdint>

#include "wend/base/status.hpp"
#include "wend/geometry/vec.hpp"

namespace wend {

/// Coordinates of mesh vertices: whole lattice units, at most `lattice_limit` away from zero. The limit is
/// what makes every predicate exact in 64- and 128-bit integers (predicates.hpp).
inline constexpr std::int32_t lattice_limit = 1 << 26;

struct LatticePoint {
    std::int32_t x = 0;
    std::int32_t y = 0;
    friend constexpr auto operator<=>(const LatticePoint&, const LatticePoint&) = default;
};

[[nodiscard]] constexpr bool in_lattice_range(LatticePoint p) noexcept {
    return -lattice_limit <= p.x && p.x <= lattice_limit && -lattice_limit <= p.y && p.y <= lattice_limit;
}

/// The integer lattice on which a mesh lives: `unit` metres between neighbouring points.
struct Lattice {
    double unit = 0.001;  ///< metres, > 0; the default reaches 67 km to every side

    friend constexpr bool operator==(const Lattice&, const Lattice&) = default;
    [[nodiscard]] constexpr Vec2 metres(LatticePoint p) const noexcept { return {p.x * unit, p.y * unit}; }
    /// Largest coordinate that can be represented, metres.
    [[nodiscard]] constexpr double reach() const noexcept { return lattice_limit * unit; }
    [[nodiscard]] bool covers(Vec2 p) const noexcept;
    /// The lattice point nearest to p, which must be covered; halves round up.
    [[nodiscard]] LatticePoint nearest(Vec2 p) const noexcept;
    /// Like nearest, or invalid_input naming the coordinate and the range (also for NaN and infinity).
    [[nodiscard]] Result<LatticePoint> snap(Vec2 p) const;
};

}  // namespace wend
