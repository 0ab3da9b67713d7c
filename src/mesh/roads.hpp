#pragma once

// What a Roadmap keeps. A *corner* is a free sector of a vertex that paths may bend around, between two walls
// or all around a pillar; its two *ends* are the sides on which a path may have it: end 2 c + 1 of corner c
// is turned around to the left, with the vertex on the path's left.

#include <array>
#include <cmath>
#include <vector>

#include "wend/mesh/roadmap.hpp"

#include "mesh/disc_check.hpp"
#include "mesh/tangent_sweep.hpp"

namespace wend::mesh {

/// A tangent from the circle around one corner to that around another, free for the disc.
struct Road {
    Vec2 arrives;
    double length;
    double angle;      ///< of its direction
    std::uint32_t to;  ///< the end that it leads to
};

struct RoadEnd {
    bool is_stale = false;
    std::vector<Road> roads;          ///< that leave
    std::vector<TriangleIndex> sees;  ///< where tangents may lead from here
};

struct RoadCorner {
    Vec2 center;
    HalfEdge spoke = none;  ///< one of the sector; none: the place is not in use
    bool is_pillar = false;
    bool is_roomy = false;         ///< a disc that turns around it meets nothing else
    std::array<RoadEnd, 2> ends;   ///< by side
    std::vector<ArcBlock> blocks;  ///< in the way of turns where it is not roomy
};

/// What straight moves that arrive at an end are asked first. Directions are mirrored for ends that are
/// turned around to the right, so that one test serves both.
struct Approach {
    Vec2 center;
    Vec2 ahead;         ///< along the wall that ends turns; 0 for a pillar
    Vec2 behind;        ///< along the other wall
    Vec2 farthest;      ///< of the road that turns farthest
    double offset = 0;  ///< the radius, negative for turns to the right
    bool is_pillar = false;
    bool has_roads = false;

    /// A tangent from the point may be taut there.
    [[nodiscard]] bool may_be_taut(Vec2 from) const noexcept {
        return cross(center - from, ahead) >= -std::abs(offset) - touch_tolerance;
    }
    /// A tangent in direction `along`, of that length, is.
    [[nodiscard]] bool is_taut(Vec2 along, double length) const noexcept {
        return cross(along, ahead) >= -turn_tolerance * length;
    }
    /// There may be a road to go on by for who arrives from the point ...
    [[nodiscard]] bool may_lead_on(Vec2 from) const noexcept {
        const Vec2 apart = center - from;
        const double most =
            std::abs(offset) + touch_tolerance + 8 * turn_tolerance * (std::abs(apart.x) + std::abs(apart.y));
        return has_roads && (is_pillar || cross(apart, behind) <= most || cross(apart, farthest) >= -most);
    }
    /// ... and in direction `along`, of that length.
    [[nodiscard]] bool leads_on(Vec2 along, double length) const noexcept {
        // Without branches, which no processor could guess.
        const bool is_before_wall = cross(along, behind) < 0;
        const bool is_before_road = cross(along, farthest) >= -4 * turn_tolerance * length;
        return has_roads & (is_pillar | is_before_wall | is_before_road);
    }
};

/// What surveys and updates need memory for.
struct SurveyScratch {
    FloodScratch flood;
    StampedSet seen;
    std::vector<ViewCone> at_hand;
    std::vector<TriangleIndex> stack;
};

/// What an update has found anew, for those who keep more about it.
struct RoadNews {
    struct End {
        std::uint32_t number;
        std::vector<Road> before;  ///< that left it
    };
    bool is_all = true;
    std::vector<std::uint32_t> corners;  ///< that are new, gone, or have more or less room
    std::vector<End> ends;               ///< that were looked around from
};

struct Roadmap::Roads {
    double radius = 0;  ///< lattice units
    std::vector<RoadCorner> corners;
    std::vector<Approach> approaches;                  ///< by end
    std::vector<std::uint32_t> corner_of;              ///< by spoke; none where no path bends
    std::vector<std::vector<std::uint32_t>> watchers;  ///< by triangle: the ends that see it

    std::uint64_t content = 0;                 ///< of the mesh, when last updated
    std::uint64_t noted_content = 0;           ///< of the mesh after the last edit noted
    std::uint64_t noted_version = 0;           ///< of the mesh then
    bool has_missed_edits = false;             ///< all has to be found anew
    std::vector<std::uint32_t> stale;          ///< ends to be surveyed again
    std::vector<std::uint32_t> free_corners;   ///< places not in use
    std::vector<TriangleIndex> new_triangles;  ///< since the last update, some gone again
    SurveyScratch scratch;
    RoadNews news;  ///< since it was last up to date

    static constexpr std::uint32_t end_of(std::uint32_t corner, int side) noexcept {
        return 2 * corner + (side > 0);
    }
    static constexpr int side_of(std::uint32_t end) noexcept { return (end & 1) != 0 ? 1 : -1; }
    [[nodiscard]] const RoadCorner& corner(std::uint32_t end) const noexcept { return corners[end / 2]; }
    [[nodiscard]] const RoadEnd& end(std::uint32_t end) const noexcept {
        return corners[end / 2].ends[end & 1];
    }
};

}  // namespace wend::mesh
