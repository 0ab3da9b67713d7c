// Shortening a path through areas with cost factors. The taut string of a corridor may cut through dear
// ground that the search went around; so the points where the search crossed the corridor's edges are joined
// instead, skipping those that can be skipped without paying more.

#include "mesh/weighted_string.hpp"

namespace wend::mesh {

namespace {

/// How many points ahead a shortcut is tried.
constexpr std::size_t look_ahead = 24;

}  // namespace

double weigh_path(const AreaCosts& areas, const Path& path) {
    double cost = 0;
    for (const PathPiece& piece : path.pieces) {
        if (piece.kind == PieceKind::straight) {
            cost += areas.weigh(piece.from, piece.to);
            continue;
        }
        // An arc costs what its chord does, scaled to the arc's length.
        const double chord = distance(piece.from, piece.to);
        if (chord > 0) cost += areas.weigh(piece.from, piece.to) * (piece.length / chord);
    }
    return cost;
}

bool join_crossings(const MeshView& view, const DiscCheck& check, const CorridorScratch& corridor,
                    double radius, Vec2 start, Vec2 goal, TriangleIndex goal_seed, const AreaCosts& areas,
                    Path& path) {
    std::vector<Vec2> points{start};
    std::vector<TriangleIndex> seeds{none};
    points.insert(points.end(), corridor.crossings.begin(), corridor.crossings.end());
    for (const HalfEdge h : corridor.portals) seeds.push_back(Triangulation::triangle_of(h));
    points.push_back(goal);
    seeds.push_back(goal_seed);
    const auto is_free = [&](std::size_t from, std::size_t to) {
        if (radius > 0) return check.segment_is_free(seeds[to], points[from], points[to], radius);
        return to == from + 1 ||
               cast_ray(view.mesh(), view.to_metres(points[from]), view.to_metres(points[to])).is_clear;
    };
    path.pieces.clear();
    path.length = path.cost = 0;
    for (std::size_t at = 0; at + 1 < points.size();) {
        std::size_t best = 0;
        double along = 0;
        for (std::size_t next = at + 1; next < points.size() && next <= at + look_ahead; ++next) {
            along += move_cost(view, &areas, points[next - 1], points[next]);
            if (move_cost(view, &areas, points[at], points[next]) <= along * (1 + 1e-12) && is_free(at, next))
                best = next;
        }
        if (best == 0) return false;
        PathPiece piece;
        piece.from = view.to_metres(points[at]);
        piece.to = view.to_metres(points[best]);
        piece.length = distance(piece.from, piece.to);
        path.pieces.push_back(piece);
        path.length += piece.length;
        at = best;
    }
    path.cost = weigh_path(areas, path);
    return true;
}

}  // namespace wend::mesh
