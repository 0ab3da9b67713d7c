#pragma once

// The medial axis of the free space between walls, with the clearance and the nearest walls along it: the
// explicit corridor map of Geraerts (2010), "Planning short paths with clearance using explicit corridors".
// It comes from the Voronoi diagram of the wall segments; what of that lies in free space and is equally far
// from two different walls is kept.

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "wend/base/budget.hpp"
#include "wend/base/status.hpp"
#include "wend/geometry/lattice.hpp"
#include "wend/geometry/vec.hpp"

namespace wend::mesh {

class Triangulation;

/// A segment of wall, or a pillar when both ends are equal, and on which sides of it one may walk.
struct MedialWall {
    LatticePoint from;
    LatticePoint to;
    bool free_left = true;  ///< left when going from `from` to `to`
    bool free_right = true;
};

/// The walls and pillars of a mesh: a clean arrangement, as the medial axis needs it.
[[nodiscard]] std::vector<MedialWall> walls_of(const Triangulation& mesh);

/// What the nearest point of the walls to a place lies on: wall number i, or the wall end number i - walls().
using MedialSite = std::uint32_t;

struct MedialVertex {
    Vec2 position;
    double clearance = 0;  ///< distance to the nearest wall, metres
};

/// A stretch of the axis between two vertices: straight, or a parabola between a wall and a wall's end.
struct MedialEdge {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    MedialSite left = 0;  ///< nearest on the left hand, going from `from` to `to`
    MedialSite right = 0;
    double length = 0;
    double min_clearance = 0;
};

struct MedialQuery {
    Vec2 from;
    Vec2 to;
    double radius = 0;               ///< never closer to a wall than this (less the tolerance)
    double preferred_clearance = 0;  ///< kept where the way is wide enough; infinity: the axis itself
    double tolerance = 0.001;        ///< metres, > 0, by which the polyline may miss its curve
};

struct MedialPath {
    Status status;             ///< ok, unreachable, out_of_budget or invalid_input
    std::vector<Vec2> points;  ///< empty unless ok
    double length = 0;
    double min_clearance = 0;  ///< of the whole polyline
    double bottleneck = 0;     ///< clearance of the axis at the narrowest place of the way taken
};

class MedialAxis {
  public:
    /// Walls may share ends; they must not cross, touch elsewhere or repeat: invalid_input names the two. The
    /// free space should be bounded by walls; where it is not, the axis ends early.
    static Result<MedialAxis> create(std::span<const MedialWall> walls, Lattice lattice = {});

    MedialAxis(MedialAxis&&) noexcept;
    MedialAxis& operator=(MedialAxis&&) noexcept;
    ~MedialAxis();

    [[nodiscard]] std::span<const MedialVertex> vertices() const noexcept;
    [[nodiscard]] std::span<const MedialEdge> edges() const noexcept;
    /// Numbers of the edges that begin or end at a vertex.
    [[nodiscard]] std::span<const std::uint32_t> edges_at(std::uint32_t vertex) const noexcept;
    /// The point of an edge at parameter t in [0, 1], from `from` to `to`.
    [[nodiscard]] Vec2 point_on(std::uint32_t edge, double t) const noexcept;
    [[nodiscard]] double clearance_on(std::uint32_t edge, double t) const noexcept;

    /// Distance to the nearest wall, 0 where one may not walk.
    [[nodiscard]] double clearance_at(Vec2 p) const noexcept;

    /// The way along the axis that costs least, counting length up to twice where it is narrower than
    /// preferred, pulled taut inside the corridor that keeps the preferred clearance (or the axis' own where
    /// that is less). Spends one expansion a vertex. Safe from many threads.
    [[nodiscard]] MedialPath find_path(const MedialQuery& query, Budget& budget) const;

    struct Data;  ///< private to the implementation

  private:
    explicit MedialAxis(std::unique_ptr<Data> data);
    std::unique_ptr<Data> data_;
};

}  // namespace wend::mesh
