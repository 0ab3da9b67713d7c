// Walls and corner clearances.
//
// A disc passes through a triangle around its corner v, between the edges va and vb, if nothing on the far
// side is closer to v than the disc is wide. Refinement (refinement.hpp) has made sure that what can be
// closest is in this very triangle: the ends a and b, or, if ab is a wall, the foot of v on it.

#include "mesh/clearance.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "wend/geometry/predicates.hpp"

namespace wend::mesh {
namespace {

/// Rounded down, so that a radius that seems to pass does pass. Of numbers that are not negative the one
/// below has the bits below.
float rounded_down(double value) {
    const float nearest = static_cast<float>(value);
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(nearest) - (nearest > value ? 1u : 0u));
}

/// Distance from v to the segment ab, lattice units.
double distance_to(LatticePoint v, LatticePoint a, LatticePoint b) {
    if (dot(a, b, v) <= 0) return std::sqrt(static_cast<double>(squared_distance(a, v)));
    if (dot(b, a, v) <= 0) return std::sqrt(static_cast<double>(squared_distance(b, v)));
    return static_cast<double>(std::abs(orientation(a, b, v))) /
           std::sqrt(static_cast<double>(squared_distance(a, b)));
}

class Corners {
  public:
    Corners(Arrays& arrays, const Settings& settings) : arrays_(arrays), settings_(settings) {}

    void refresh(TriangleIndex t) {
        if (!settings_.clearance || arrays_.is_blocked(t)) return open_corners(t);
        const std::uint32_t walls = arrays_.flags(t);
        LatticePoint p[3];
        for (std::uint32_t k = 0; k < 3; ++k) p[k] = arrays_.point(arrays_.origin(Arrays::half_edge(t, k)));
        const std::int64_t square[3] = {squared_distance(p[0], p[1]), squared_distance(p[1], p[2]),
                                        squared_distance(p[2], p[0])};
        for (std::uint32_t k = 0; k < 3; ++k) {
            const std::uint32_t opposite = (k + 1) % 3, before = (k + 2) % 3;
            double width = 0;
            if ((walls & (1u << k | 1u << before)) == 0) {
                width = std::sqrt(static_cast<double>(std::min(square[k], square[before])));
                if ((walls & 1u << opposite) != 0)
                    width = std::min(width, distance_to(p[k], p[opposite], p[before]));
            }
            arrays_.set_clearance(Arrays::half_edge(t, k),
                                  rounded_down(0.5 * settings_.lattice.unit * width));
        }
    }

  private:
    /// Nothing passes a blocked triangle; without clearance, everything passes where there is no wall.
    void open_corners(TriangleIndex t) {
        for (std::uint32_t k = 0; k < 3; ++k) {
            const HalfEdge h = Arrays::half_edge(t, k);
            const bool open =
                !arrays_.is_blocked(t) && !arrays_.is_wall(h) && !arrays_.is_wall(Arrays::previous(h));
            arrays_.set_clearance(h, open ? std::numeric_limits<float>::infinity() : 0.0f);
        }
    }

    Arrays& arrays_;
    const Settings& settings_;
};

}  // namespace

void refresh_walls(Arrays& arrays, const Journal& journal, const Segments& segments, const Regions& regions,
                   const Labels& labels) {
    // Without a segment on it an edge has the same label on both sides.
    const auto is_wall = [&](HalfEdge h, bool blocked) {
        const HalfEdge twin = arrays.twin(h);
        UseIndex use = arrays.uses(h);
        if (twin == none || use == none) return twin == none;
        for (; use != none; use = segments.next(use)) {
            const std::uint32_t slot = segments[segments.segment_of(use)].region;
            if (slot == ground_slot || regions[slot].role == RingRole::obstacle) return true;
        }
        return labels.is_blocked(arrays.label(Arrays::triangle_of(twin))) != blocked;
    };
    for (const TriangleIndex t : journal.touched()) {
        if (!arrays.is_triangle(t)) continue;
        const bool blocked = labels.is_blocked(arrays.label(t));
        std::uint32_t flags = blocked ? Arrays::blocked_flag : 0;
        for (std::uint32_t k = 0; k < 3; ++k)
            if (is_wall(Arrays::half_edge(t, k), blocked)) flags |= 1u << k;
        arrays.set_flags(t, static_cast<std::uint8_t>(flags));
    }
}

void refresh_clearances(Arrays& arrays, const std::vector<TriangleIndex>& triangles,
                        const Settings& settings) {
    Corners corners(arrays, settings);
    for (const TriangleIndex t : triangles) corners.refresh(t);
}

}  // namespace wend::mesh
