#include "wend/geometry/lattice.hpp"

#include <cmath>
#include <cstdio>

namespace wend {
namespace {

std::int32_t round_half_up(double value) {
    return static_cast<std::int32_t>(std::floor(value + 0.5));
}

}  // namespace

bool Lattice::covers(Vec2 p) const noexcept {
    return std::abs(p.x) <= reach() && std::abs(p.y) <= reach();
}

LatticePoint Lattice::nearest(Vec2 p) const noexcept {
    return {round_half_up(p.x / unit), round_half_up(p.y / unit)};
}

Result<LatticePoint> Lattice::snap(Vec2 p) const {
    if (covers(p)) return nearest(p);
    char text[160];
    std::snprintf(
        text, sizeof text,
        "point (%.9g, %.9g) is outside the lattice: expected finite coordinates within %.9g m of zero", p.x,
        p.y, reach());
    return Status::invalid_input(text);
}

}  // namespace wend
