// What a search over storeys learns about a radius and version before it begins.

#include <algorithm>
#include <limits>

#include "mesh/storey_search.hpp"

namespace wend::mesh {

namespace {

/// Questions about one version until it is worth to write its parts down.
constexpr std::uint32_t patience = 8;

}  // namespace

void StoreySearch::learn_gates() {
    memory_.version = mesh_.version();
    memory_.radius = query_.radius;
    memory_.filter = query_.filter;
    memory_.asked = 0;
    memory_.has_parts = false;
    memory_.legs.clear();
    memory_.is_euclidean = true;
    std::uint32_t count = 0;
    memory_.first_triangle.clear();
    for (std::uint32_t i = 0; i < mesh_.layer_count(); ++i) {
        memory_.first_triangle.push_back(count);
        count += mesh_.layer(i, query_.filter).triangle_bound();
    }
    memory_.gate_at.assign(count, none);
    memory_.next_gate.assign(context_.gates.size(), none);
    memory_.gate_ends.assign(context_.gates.size(), none);
    for (std::uint32_t i = 0; i < context_.gates.size(); ++i) {
        const Gate& gate = context_.gates[i];
        const TriangleIndex from = free_triangle(gate.from, none);
        memory_.gate_ends[i] = free_triangle(gate.to, none);
        if (gate.cost < distance(gate.from.at, gate.to.at) * (1 - 1e-9)) memory_.is_euclidean = false;
        if (from == none || memory_.gate_ends[i] == none) continue;
        std::uint32_t& first = memory_.gate_at[number(gate.from.layer, from)];
        memory_.next_gate[i] = first;
        first = i;
    }
    list_crossings();
    measure_crossings();
    memory_.bound.learn(mesh_);
    memory_.node_at.resize(count);
    memory_.crossed.resize(2 * (mesh_.portals().size() + mesh_.links().size()));
}

void StoreySearch::list_crossings() {
    memory_.gates_of.assign(2 * (mesh_.portals().size() + mesh_.links().size()), {});
    memory_.leaving.assign(mesh_.layer_count(), {});
    for (std::uint32_t i = 0; i < context_.gates.size(); ++i)
        if (memory_.gate_ends[i] != none) memory_.gates_of[crossing_of(context_.gates[i])].push_back(i);
    for (std::uint32_t i = 0; i < memory_.gates_of.size(); ++i)
        if (!memory_.gates_of[i].empty())
            memory_.leaving[context_.gates[memory_.gates_of[i].front()].from.layer].push_back(i);
}

/// Straight distances between the middle ones of each portal's gates: a guess that leads to the right stairs.
void StoreySearch::measure_crossings() {
    constexpr std::size_t most = 64;
    memory_.crossings.clear();
    for (const std::vector<std::uint32_t>& of : memory_.gates_of)
        if (!of.empty()) memory_.crossings.push_back(of[of.size() / 2]);
    if (memory_.crossings.size() > most) memory_.crossings.clear();
    memory_.crossings_of.assign(mesh_.layer_count(), {});
    const std::size_t count = memory_.crossings.size();
    memory_.between.assign(count * count, std::numeric_limits<double>::infinity());
    for (std::uint32_t i = 0; i < count; ++i) {
        const Gate& from = context_.gates[memory_.crossings[i]];
        memory_.crossings_of[from.from.layer].push_back(i);
        for (std::size_t k = 0; k < count; ++k) {
            const Gate& to = context_.gates[memory_.crossings[k]];
            if (from.to.layer == to.from.layer)
                memory_.between[i * count + k] = (distance(from.to.at, to.from.at) + to.cost) / unit_;
        }
        memory_.between[i * count + i] = 0;
    }
    for (std::size_t middle = 0; middle < count; ++middle)
        for (std::size_t i = 0; i < count; ++i)
            for (std::size_t k = 0; k < count; ++k)
                memory_.between[i * count + k] =
                    std::min(memory_.between[i * count + k],
                             memory_.between[i * count + middle] + memory_.between[middle * count + k]);
}

/// The two directions of a portal or link are crossings of their own.
std::uint32_t StoreySearch::crossing_of(const Gate& gate) const {
    const auto portals = static_cast<std::uint32_t>(mesh_.portals().size());
    const std::uint32_t index = gate.index + (gate.kind == PieceKind::link ? portals : 0);
    return 2 * index + (gate.is_forward ? 1 : 0);
}

/// What a disc at the point can reach at once: edges, and the triangle itself, named by the fourth number
/// that its half-edges leave.
void StoreySearch::collect_exits(const MeshPoint& point, TriangleIndex t,
                                 std::vector<std::uint32_t>& edges) const {
    const MeshView view(mesh_.layer(point.layer, query_.filter));
    const std::uint32_t base = 4 * memory_.first_triangle[point.layer];
    edges.assign(1, base + 4 * t + 3);
    const double least = 2 * (query_.radius / unit_ - 1);
    for (std::uint32_t i = 0; i < 3; ++i) {
        const HalfEdge h = Triangulation::half_edge(t, i);
        if (!view.mesh().is_wall(h) && distance(view.origin(h), view.target(h)) >= least)
            edges.push_back(base + std::min(h, view.mesh().twin(h)));
    }
}

/// A way that is narrower by a unit counts as open, as in Connectivity.
void StoreySearch::write_down_parts() {
    memory_.has_parts = true;
    memory_.parts.resize(4 * memory_.gate_at.size());
    memory_.parts.clear();
    const double least = query_.radius - unit_;
    for (std::uint32_t i = 0; i < mesh_.layer_count(); ++i) {
        const Triangulation& layer = mesh_.layer(i, query_.filter);
        const std::uint32_t base = 4 * memory_.first_triangle[i];
        for (TriangleIndex t = 0; t < layer.triangle_bound(); ++t) {
            if (!layer.is_triangle(t) || layer.is_blocked(t)) continue;
            for (std::uint32_t k = 0; k < 3; ++k) {
                const HalfEdge h = Triangulation::half_edge(t, k), before = Triangulation::previous(h);
                if (layer.is_wall(h) || layer.is_wall(before) || layer.corner_clearance(h) < least) continue;
                memory_.parts.unite(base + std::min(h, layer.twin(h)),
                                    base + std::min(before, layer.twin(before)));
            }
        }
    }
    std::vector<std::uint32_t> from, to;
    for (std::uint32_t i = 0; i < context_.gates.size(); ++i) {
        const Gate& gate = context_.gates[i];
        const TriangleIndex begins = free_triangle(gate.from, none);
        if (begins == none || memory_.gate_ends[i] == none) continue;
        collect_exits(gate.from, begins, from);
        collect_exits(gate.to, memory_.gate_ends[i], to);
        from.insert(from.end(), to.begin(), to.end());
        for (const std::uint32_t edge : from) memory_.parts.unite(from.front(), edge);
    }
}

bool StoreySearch::is_unreachable() {
    if (memory_.asked < patience || start_triangle_ == none || goal_triangle_ == none) return false;
    if (!memory_.has_parts) write_down_parts();
    collect_exits(query_.from, start_triangle_, memory_.from_edges);
    collect_exits(query_.to, goal_triangle_, memory_.to_edges);
    for (const std::uint32_t a : memory_.from_edges)
        for (const std::uint32_t b : memory_.to_edges)
            if (memory_.parts.find(a) == memory_.parts.find(b)) return false;
    return true;
}

}  // namespace wend::mesh
