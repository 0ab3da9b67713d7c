#include "wend/mesh/path_place.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "wend/geometry/segment.hpp"

namespace wend::mesh {
namespace {

/// The share of an arc at which it is nearest to p.
double share_of_arc(const PathPiece& arc, Vec2 p) {
    const Vec2 from = arc.from - arc.center, to = p - arc.center;
    double angle = std::atan2(cross(from, to), dot(from, to));
    if (arc.turn < 0) angle = -angle;
    const double whole = std::abs(arc.turn);
    if (angle < 0) {
        // Beyond one of the ends: the one that is less far to turn to.
        const double past = angle + 2 * std::numbers::pi - whole;
        angle = past < 0 ? angle + 2 * std::numbers::pi : past < -angle ? whole : 0;
    }
    return whole > 0 ? std::min(angle / whole, 1.0) : 0;
}

Vec2 point_of_arc(const PathPiece& arc, double share) {
    return arc.center + rotated(arc.from - arc.center, arc.turn * share);
}

}  // namespace

double station_near(const Path& path, Vec2 p, std::uint32_t layer) {
    double before = 0, best = 0, least = std::numeric_limits<double>::infinity();
    for (const PathPiece& piece : path.pieces) {
        const bool is_arc = piece.kind == PieceKind::arc;
        if (piece.layer == layer) {
            const double share = is_arc ? share_of_arc(piece, p) : nearest_parameter(piece.from, piece.to, p);
            const Vec2 there = is_arc ? point_of_arc(piece, share) : lerp(piece.from, piece.to, share);
            const double off = squared_length(p - there);
            if (off < least) {
                least = off;
                best = before + share * piece.length;
            }
        }
        before += piece.length;
    }
    return best;
}

}  // namespace wend::mesh
