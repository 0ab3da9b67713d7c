#pragma once

// Questions to one Triangulation about a disc. All are const and safe from many threads, each with a
// QueryContext of its own. "Free for radius r" means: inside the bounds, not in a blocked triangle, and no
// wall nearer than r, to within a ten-thousandth of a lattice unit. Every vertex counts as part of a wall.

#include <optional>
#include <span>
#include <vector>

#include "wend/base/budget.hpp"
#include "wend/geometry/polygon.hpp"
#include "wend/mesh/areas.hpp"
#include "wend/mesh/connectivity.hpp"
#include "wend/mesh/path.hpp"
#include "wend/mesh/query_context.hpp"
#include "wend/mesh/roadmap.hpp"
#include "wend/mesh/triangulation.hpp"

namespace wend::mesh {

enum class PathMode : std::uint8_t {
    /// The true Euclidean shortest path, proven. With a limited budget a corridor path is found first and
    /// returned as `partial`, with the lower bound proven so far, when the budget ends.
    shortest,
    /// The shortest path of one good corridor: much faster, at most three times as long as the shortest.
    corridor,
};

struct PathQuery {
    Vec2 from;
    Vec2 to;
    double radius = 0;  ///< metres, >= 0
    PathMode mode = PathMode::shortest;
    /// Factors on lengths; with them the mode is always `corridor` and Path::cost is what is minimised.
    const AreaCosts* areas = nullptr;
    /// Where to begin looking for the ends: who keeps the triangles of what moves saves a walk to them.
    TriangleIndex from_hint = none;
    TriangleIndex to_hint = none;
};

/// Fills `path`, whose memory is reused. The mesh must keep clearance (Settings::clearance) when radius > 0.
/// `connectivity`, if given, must be the mesh's and up to date; it answers "unreachable" without a search.
/// `roadmap`, if given, is used if it is of the query's radius and up to date and there are no areas: answers
/// come sooner then, and paths of mode `corridor` are at most 2 % longer than the shortest and have a bound.
void find_path(const Triangulation& mesh, const PathQuery& query, QueryContext& context, Budget& budget,
               Path& path, const Connectivity* connectivity = nullptr, const Roadmap* roadmap = nullptr);
/// The same with no limit.
[[nodiscard]] Path find_path(const Triangulation& mesh, const PathQuery& query, QueryContext& context);

/// The shortest path of a corridor that the caller chose: the half-edges through which its triangles are
/// entered, from the triangle of `from` to that of `to`. False, and no path, when the taut string of the
/// corridor is not free for the radius.
bool follow_corridor(const Triangulation& mesh, std::span<const HalfEdge> corridor, Vec2 from, Vec2 to,
                     double radius, QueryContext& context, Path& path);

/// Distance to the nearest wall, at most `limit`; 0 outside and in blocked triangles.
[[nodiscard]] double clearance_at(const Triangulation& mesh, Vec2 point, double limit, QueryContext& context);

/// A disc of the radius can stand there.
[[nodiscard]] bool is_free(const Triangulation& mesh, Vec2 point, double radius, QueryContext& context);

/// The point nearest to `point` that is free for the radius; none when the mesh has no such point within
/// `limit` metres.
[[nodiscard]] std::optional<Vec2> nearest_free_point(const Triangulation& mesh, Vec2 point, double radius,
                                                     QueryContext& context,
                                                     double limit = std::numeric_limits<double>::infinity());

struct RayHit {
    Vec2 point;             ///< where the ray ends: the wall it met, or the target
    double distance = 0;    ///< from the ray's origin
    HalfEdge wall = none;   ///< the wall it met; none also when the origin is not free
    bool is_clear = false;  ///< it reached the target
};
/// Follows the straight segment until it crosses a wall. Touching a wall or a vertex is not crossing it.
[[nodiscard]] RayHit cast_ray(const Triangulation& mesh, Vec2 from, Vec2 to);

/// A disc can move straight from one point to the other.
[[nodiscard]] bool is_in_sight(const Triangulation& mesh, Vec2 from, Vec2 to, double radius,
                               QueryContext& context);

/// What a point sees, counter-clockwise around it; empty when the point is not free.
[[nodiscard]] Ring visibility_polygon(const Triangulation& mesh, Vec2 from);

}  // namespace wend::mesh
