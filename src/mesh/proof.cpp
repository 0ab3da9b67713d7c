#include "wend/mesh/proof.hpp"

#include "mesh/storey_search.hpp"

namespace wend::mesh {

namespace {

constexpr double rounding = 1e-6;  ///< metres, of crossings that were refined

bool is_for(const GoalMap& map, const NavMesh& mesh, const NavQuery& query) {
    const MeshPoint& goal = map.goals().front().from;
    return map.is_about(mesh) && map.radius() == query.radius && goal.layer == query.to.layer &&
           goal.at == query.to.at;
}

/// Null where an exact map cannot be made.
const GoalMap* exact_map(const NavMesh& mesh, const NavQuery& query, StoreySearchMemory& memory) {
    if (memory.map_filter != query.filter) memory.map.reset();
    if (memory.map && is_for(*memory.map, mesh, query)) return &*memory.map;
    if (memory.no_map_version == mesh.version()) return nullptr;
    memory.map.reset();
    auto made = GoalMap::create(mesh, query.radius, {{query.to, query.to.at}}, query.filter);
    if (!made || !made.value().is_exact()) {
        memory.no_map_version = mesh.version();
        return nullptr;
    }
    memory.map_filter = query.filter;
    memory.map.emplace(std::move(made).value());
    return &*memory.map;
}

/// Its ends, where they were moved to.
NavQuery as_answered(NavQuery query, const Path& path) {
    if (path.pieces.empty()) return query;
    query.from.at = path.pieces.front().from;
    query.to.at = path.pieces.back().to;
    return query;
}

}  // namespace

void find_proven_path(const NavMesh& mesh, const NavQuery& query, NavContext& context, Budget& budget,
                      Path& path) {
    mesh.find_path(query, context, budget, path);
    const bool is_settled =
        path.is_proven_optimal() || (path.status != StatusCode::ok && path.status != StatusCode::unreachable);
    if (query.mode != PathMode::shortest || mesh.portals().empty() || is_settled) return;
    const NavQuery answered = as_answered(query, path);
    if (!StoreySearch::can_answer(mesh, answered)) return;
    const GoalMap* map = exact_map(mesh, answered, storey_memory(context));
    if (map == nullptr) return;
    Path& exact = context.detour;
    if (map->find_path(mesh, answered.from, context.query, exact).status != StatusCode::ok) return;
    if (path.has_route() && path.length < exact.length - rounding) return;
    std::swap(path, exact);
    path.lower_bound = path.length;
}

}  // namespace wend::mesh
