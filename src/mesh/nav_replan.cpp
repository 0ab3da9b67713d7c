#include <algorithm>

#include "wend/mesh/nav_mesh.hpp"

namespace wend::mesh {
namespace {

/// Nothing that was inserted comes nearer to the path, on its layer, than the radius.
bool is_untouched(const Path& path, std::span<const LayerEvent> events, double radius) {
    return std::ranges::none_of(path.pieces, [&](const PathPiece& piece) {
        Path one;
        one.pieces.push_back(piece);
        return std::ranges::any_of(events, [&](const LayerEvent& event) {
            return event.obstacle.inserted && event.layer == piece.layer &&
                   is_cut(one, event.obstacle.outline, radius);
        });
    });
}

}  // namespace

ReplanReport NavMesh::replan(const NavQuery& query, const Path& rest, std::span<const LayerEvent> events,
                             NavContext& context, Budget& budget, Path& path) const {
    ReplanReport report;
    const bool is_plain = layers_.size() == 1 && portals_.empty() && links_.empty() && query.filter == 0;
    if (is_plain && query.mode == PathMode::shortest) {
        const Surface& floor = layers_[0].surface;
        std::vector<ObstacleEvent> obstacles;
        for (const LayerEvent& event : events) obstacles.push_back(event.obstacle);
        return replan_path(floor.mesh, {query.from.at, query.to.at, query.radius}, rest, obstacles,
                           context.query, budget, path, &floor.connectivity, floor.roadmap(query.radius));
    }
    const bool is_on_path = !rest.pieces.empty() &&
                            distance(rest.pieces.front().from, query.from.at) < 1e-6 &&
                            distance(rest.pieces.back().to, query.to.at) < 1e-6;
    const bool was_deleted =
        std::ranges::any_of(events, [](const LayerEvent& event) { return !event.obstacle.inserted; });
    if (is_on_path && !was_deleted && is_untouched(rest, events, query.radius)) {
        report.scenario = ReplanScenario::insertion_unaffected;
        report.kept_old = true;
        path = rest;
        path.status = StatusCode::ok;
        return report;
    }
    const std::uint64_t before = budget.spent();
    report.fell_back = true;
    find_path(query, context, budget, path);
    report.expansions = budget.spent() - before;
    return report;
}

}  // namespace wend::mesh
