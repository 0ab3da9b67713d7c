// What proves a shortest path over portals. The search over gates samples where they are crossed; a map from
// the goal (structures/goal_map.hpp) crosses them anywhere, straight on. It is far more work than one search,
// so it is made only where nothing limits the question, and kept for the next one with the same goal.
//
// The map crosses a line where the disc can stand on it, or at right angles where it lies along a wall. Gates
// may be crossed aslant as well, from where the disc can stand beside the line. Where such a path is shorter
// than the map's it stays, and nothing is proven of it but its bound.

#include <limits>

#include "mesh/gate_search.hpp"
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

}  // namespace

bool GateSearch::is_limited() const {
    return budget_.has_deadline() ||
           budget_.expansions_left() < std::numeric_limits<std::uint64_t>::max() / 4;
}

void GateSearch::prove() {
    if (mesh_.portals().empty() || is_limited() || path_.is_proven_optimal() ||
        !StoreySearch::can_answer(mesh_, query_))
        return;
    const GoalMap* map = exact_map(mesh_, query_, storey_memory(context_));
    if (map == nullptr) return;
    Path& exact = context_.detour;
    if (map->find_path(mesh_, query_.from, context_.query, exact).status != StatusCode::ok) return;
    if (path_.has_route() && path_.length < exact.length - rounding) return;
    std::swap(path_, exact);
    path_.lower_bound = path_.length;
}

}  // namespace wend::mesh
