#pragma once

// The medial axis of the free space between walls, with the clearance and the nearest walls along it: the
// explicit corridor map of Geraerts (2010), "Planning short paths with clearance using explicit corridors".
// It comes from the Voronoi diagram of the wall segments; what of that lies in free space and is equally far
// from two different walls is kept.

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "wend/base/budget.hpp"
#include "wend/base/status.hpp"
#include "wend/geometry/box.hpp"
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

/// What the nearest point of the walls to a place lies on: a wall's number, or that of a wall's end and
/// `medial_end`.
using MedialSite = std::uint32_t;
inline constexpr MedialSite medial_end = 1u << 31;

struct MedialVertex {
    Vec2 position;
    double clearance = 0;  ///< distance to the nearest wall, metres
};

/// A stretch of the axis between two vertices: straight, or a parabola between a wall and a wall's end.
struct MedialEdge {
    std::uint32_t from = 0;  ///< `medial_end`: an edit took the edge away and its number is free
    std::uint32_t to = 0;
    MedialSite left = 0;  ///< nearest on the left hand, going from `from` to `to`
    MedialSite right = 0;
    double length = 0;
    double min_clearance = 0;
};

/// What an edit did to the axis: R of [DPA §III.B], in numbers that were valid before or are after it.
struct MedialChange {
    struct Gone {
        std::uint32_t from = 0, to = 0;
        double length = 0, min_clearance = 0;
    };
    std::vector<std::uint32_t> vertices;  ///< ends of edges that came or went, each once, ascending
    Box2 box;                             ///< of those edges' ends
    std::vector<Gone> gone;               ///< edges as they were
    std::vector<std::uint32_t> come;      ///< numbers of edges, ascending
};

/// Where a free point is taken to on the axis: straight away from its nearest wall.
struct MedialFoot {
    std::uint32_t edge = 0;
    double t = 0;          ///< parameter on the edge
    double clearance = 0;  ///< of the point
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

    /// Walls go and others come; the axis is found anew where it may have changed and nowhere else. What did
    /// not change keeps its number. `removed` are walls that are there, whichever way round; `added` keep to
    /// what create() asks for and to the bounds of the first walls. On invalid_input nothing has changed.
    Status edit(std::span<const MedialWall> removed, std::span<const MedialWall> added,
                MedialChange* change = nullptr);
    /// The same, given all walls as they are now.
    Status follow(std::span<const MedialWall> walls, MedialChange* change = nullptr);

    /// By number. After edits some numbers are free: vertices without edges, edges without ends.
    [[nodiscard]] std::span<const MedialVertex> vertices() const noexcept;
    [[nodiscard]] std::span<const MedialEdge> edges() const noexcept;
    /// Numbers of the edges that begin or end at a vertex.
    [[nodiscard]] std::span<const std::uint32_t> edges_at(std::uint32_t vertex) const noexcept;
    /// The point of an edge at parameter t in [0, 1], from `from` to `to`.
    [[nodiscard]] Vec2 point_on(std::uint32_t edge, double t) const noexcept;
    [[nodiscard]] double clearance_on(std::uint32_t edge, double t) const noexcept;
    /// Length of a stretch of an edge, and the least clearance on it.
    [[nodiscard]] double length_on(std::uint32_t edge, double t0, double t1) const noexcept;
    [[nodiscard]] double least_clearance_on(std::uint32_t edge, double t0, double t1) const noexcept;

    [[nodiscard]] bool is_vertex(std::uint32_t vertex) const noexcept { return !edges_at(vertex).empty(); }
    [[nodiscard]] bool is_edge(std::uint32_t edge) const noexcept { return edges()[edge].from != medial_end; }
    /// None where one may not walk.
    [[nodiscard]] std::optional<MedialFoot> foot_of(Vec2 p) const;

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
