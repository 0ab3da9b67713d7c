#include "mesh/route.hpp"

#include <cmath>
#include <numbers>

#include "mesh/tangent.hpp"

namespace wend::mesh {

namespace {

/// Turns below this are rounding, radians.
constexpr double straight_tolerance = 1e-9;

Tangent between(const Turn& a, const Turn& b, double radius) {
    return tangent(a.center, radius * a.side, b.center, radius * b.side);
}

void append(Path& path, const PathPiece& piece) {
    path.pieces.push_back(piece);
    path.length += piece.length;
}

}  // namespace

void append_straight(const MeshView& view, Vec2 from, Vec2 to, double length, Path& path) {
    PathPiece piece;
    piece.from = view.to_metres(from);
    piece.to = view.to_metres(to);
    piece.length = length * view.unit();
    append(path, piece);
}

void append_arc(const MeshView& view, Vec2 center, Vec2 from, Vec2 to, double turn, Path& path) {
    if (std::abs(turn) <= straight_tolerance) return;
    PathPiece piece;
    piece.kind = PieceKind::arc;
    piece.from = view.to_metres(from);
    piece.to = view.to_metres(to);
    piece.center = view.to_metres(center);
    piece.turn = turn;
    piece.length = std::abs(turn) * distance(center, from) * view.unit();
    append(path, piece);
}

bool assemble(const MeshView& view, const std::vector<Turn>& turns, double radius, Path& path) {
    path.pieces.clear();
    path.length = 0;
    Tangent before;
    for (std::size_t i = 0; i + 1 < turns.size(); ++i) {
        Tangent move = between(turns[i], turns[i + 1], radius);
        if (!move.exists()) {
            if (!(turns[i].center == turns[i + 1].center) || turns[i].side != 0 || turns[i + 1].side != 0)
                return false;
            move = {turns[i].center, turns[i].center, {1, 0}, 0};
        }
        if (i > 0) {
            const double turn =
                turn_towards(turns[i].side, before.direction, move.direction, straight_tolerance);
            if (turn < 0) return false;
            if (radius > 0)
                append_arc(view, turns[i].center, before.to, move.from, turn * turns[i].side, path);
        }
        append_straight(view, move.from, move.to, move.length, path);
        before = move;
    }
    path.cost = path.length;
    return true;
}

bool arc_is_free(const MeshView& view, const DiscCheck& check, CornerCache& corners, const Turn& around,
                 Vec2 from, double turn, double radius) {
    const Vec2 start = from - around.center;
    const bool is_short = turn < std::numbers::pi;  // else it may run through the corner itself
    if (is_short && corners.is_roomy(view, around.spoke)) return true;
    const FreeSweep sure = corners.sweep(view, check, around.spoke, std::atan2(start.y, start.x));
    if (turn <= (around.side > 0 ? sure.left : sure.right)) return true;
    return check.arc_is_free(around.spoke, start / radius, turn * around.side, radius);
}

bool is_free(const MeshView& view, const DiscCheck& check, CornerCache& corners, KnownMoves& moves,
             const std::vector<Turn>& turns, double radius, TriangleIndex goal_seed) {
    Tangent before;
    for (std::size_t i = 0; i + 1 < turns.size(); ++i) {
        const Turn& next = turns[i + 1];
        const Tangent move = between(turns[i], next, radius);
        if (!move.exists()) return turns.size() == 2;
        const TriangleIndex seed = next.side == 0 ? goal_seed : Triangulation::triangle_of(next.spoke);
        const bool is_between_vertices = i > 0 && next.side != 0;
        if (radius > 0 && !(is_between_vertices ? moves.is_free(view, check, turns[i].spoke, turns[i].side,
                                                                next.spoke, next.side, move)
                                                : check.segment_is_free(seed, move.from, move.to, radius)))
            return false;
        if (i > 0) {
            const double turn =
                turn_towards(turns[i].side, before.direction, move.direction, straight_tolerance);
            if (turn < 0) return false;
            if (radius > 0 && turn > straight_tolerance &&
                !arc_is_free(view, check, corners, turns[i], before.to, turn, radius))
                return false;
        }
        before = move;
    }
    return true;
}

}  // namespace wend::mesh
