#pragma once

// The answer to a path query: what the centre of a disc follows. Straight pieces are tangents, arcs turn
// around a vertex at the disc's radius, so the path is exact; a polyline is made from it on demand.

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "wend/base/status.hpp"
#include "wend/geometry/vec.hpp"

namespace wend::mesh {

enum class PieceKind : std::uint8_t {
    straight,
    arc,
    portal,  ///< from one layer to another; `index` names the portal
    link,    ///< a jump, drop, ladder or door; `index` names the link
};

struct PathPiece {
    PieceKind kind = PieceKind::straight;
    std::uint32_t layer = 0;  ///< where the piece starts
    std::uint32_t index = 0;  ///< of the portal or link
    Vec2 from;
    Vec2 to;
    Vec2 center;        ///< of an arc
    double turn = 0;    ///< of an arc: radians, positive to the left
    double length = 0;  ///< metres; for a portal or link what it costs
};

struct Path {
    /// ok: complete. partial: complete, but the budget ended before it was proven or improved further.
    /// unreachable: proven. invalid_input: an end is closer to a wall than the radius, or outside.
    /// out_of_budget: the budget ended before any path was found.
    StatusCode status = StatusCode::unreachable;
    std::vector<PathPiece> pieces;
    double length = 0;  ///< metres walked, and what portals and links cost
    double cost = 0;    ///< the length with the areas' factors
    /// No path can be shorter than this; equal to `length` when the path is proven optimal, 0 when nothing is
    /// known ("bound = none").
    double lower_bound = 0;
    /// Where the disc could stand instead, when `status` is invalid_input and there is such a place.
    std::optional<Vec2> nearest_start;
    std::optional<Vec2> nearest_goal;

    /// False: nothing is proven about how good the path is. So it is for paths over areas whose factors made
    /// a difference.
    [[nodiscard]] bool has_bound() const noexcept { return lower_bound > 0; }
    [[nodiscard]] bool is_proven_optimal() const noexcept {
        return status == StatusCode::ok && lower_bound >= length;
    }
    [[nodiscard]] bool has_route() const noexcept {
        return status == StatusCode::ok || status == StatusCode::partial;
    }
    /// Keeps the memory, so that a path that is filled again does not allocate.
    void clear() noexcept;

    /// The point after `distance` metres along the pieces, clamped to the ends.
    [[nodiscard]] Vec2 at(double distance) const noexcept;
};

/// The path's corners; arcs are replaced by tangents that stay within `tolerance` metres of them, on the
/// outside, so the polyline keeps off the vertex it turns around. Consecutive points
/// differ.
[[nodiscard]] std::vector<Vec2> polyline(const Path& path, double tolerance = 0.01);

}  // namespace wend::mesh
