#pragma once

// Outlines of layers, traced along the edges of the voxel grid. A ring is made of chains: stretches of wall
// and stretches of seam. The two layers at a seam share its chain, so whatever simplifies it keeps them
// fitting.
//
//      +--wall--+        rings run counter-clockwise around floor, clockwise around holes;
//      | layer  |seam    cells that touch at a corner only do not connect, and their rings
//      |   0    |~~~~    touch there without crossing
//      +--wall--+

#include <cstdint>
#include <vector>

#include "wend/geometry/polygon.hpp"

#include "level/floors.hpp"

namespace wend::level {

inline constexpr std::uint32_t wall = no_span;

struct GridPoint {
    int x = 0;
    int y = 0;
    friend constexpr auto operator<=>(const GridPoint&, const GridPoint&) = default;
};

struct Chain {
    std::uint32_t layer = 0;
    std::uint32_t other = wall;     ///< the layer across the seam
    std::vector<GridPoint> points;  ///< corners, both ends; the ends are equal when it is a whole ring
};

struct ContourRing {
    struct Part {
        std::uint32_t chain = 0;
        bool reversed = false;
    };
    std::uint32_t layer = 0;
    std::uint32_t piece = 0;  ///< which connected piece of which layer it bounds
    std::vector<Part> parts;
};

struct Contours {
    std::vector<Chain> chains;
    std::vector<ContourRing> rings;
};

/// `layer` must put no two spans of one column, and no two neighbours without a step, into one layer.
[[nodiscard]] Contours trace_contours(const Floors& floors, const std::vector<std::uint32_t>& layer);

/// Drops corners, cheapest first (Visvalingam and Whyatt 1993, with the distance as price), as long as every
/// corner dropped stays within the tolerance, in cells, of what replaces it and no other corner of a layer it
/// bounds lies in the triangle cut off: then no rings cross that did not, and none collapses.
void simplify(Contours& contours, double wall_tolerance, double seam_tolerance);

/// The ring's corners in order.
[[nodiscard]] std::vector<GridPoint> corners_of(const Contours& contours, const ContourRing& ring);

}  // namespace wend::level
