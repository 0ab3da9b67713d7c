#include "wend/mesh/path.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace wend::mesh {

namespace {

Vec2 along(const PathPiece& piece, double share) {
    if (piece.kind != PieceKind::arc) return lerp(piece.from, piece.to, share);
    return piece.center + rotated(piece.from - piece.center, piece.turn * share);
}

void append(std::vector<Vec2>& points, Vec2 point) {
    if (points.empty() || !(points.back() == point)) points.push_back(point);
}

/// The corners of a polygon around the arc: each step touches the arc in its middle and its corners stick out
/// by radius (1 / cos(step / 2) - 1), which is the tolerance.
void append_around(std::vector<Vec2>& points, const PathPiece& arc, double tolerance) {
    const double radius = distance(arc.center, arc.from);
    const double half_step = std::clamp(std::acos(radius / (radius + tolerance)), 1e-3, std::numbers::pi / 3);
    const int steps = std::max(1, static_cast<int>(std::ceil(std::abs(arc.turn) / (2 * half_step))));
    const double step = arc.turn / steps;
    const double stretch = 1 / std::cos(step / 2);
    for (int i = 0; i < steps; ++i)
        append(points, arc.center + rotated(arc.from - arc.center, step * (i + 0.5)) * stretch);
}

}  // namespace

void Path::clear() noexcept {
    status = StatusCode::unreachable;
    pieces.clear();
    length = cost = lower_bound = 0;
    nearest_start.reset();
    nearest_goal.reset();
}

Vec2 Path::at(double travelled) const noexcept {
    if (pieces.empty()) return {};
    for (const PathPiece& piece : pieces) {
        if (travelled <= piece.length)
            return piece.length > 0 ? along(piece, std::max(0.0, travelled / piece.length)) : piece.from;
        travelled -= piece.length;
    }
    return pieces.back().to;
}

std::vector<Vec2> polyline(const Path& path, double tolerance) {
    std::vector<Vec2> points;
    for (const PathPiece& piece : path.pieces) {
        append(points, piece.from);
        if (piece.kind == PieceKind::arc) append_around(points, piece, std::max(tolerance, 1e-9));
        append(points, piece.to);
    }
    return points;
}

}  // namespace wend::mesh
