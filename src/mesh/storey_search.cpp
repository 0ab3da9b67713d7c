#include "mesh/storey_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "wend/mesh/query.hpp"

namespace wend::mesh {

namespace {

/// Of the distance to the goal, as in the search of one layer.
constexpr double goal_weight = 1.05;
/// Questions about one version until it is worth to write its parts down.
constexpr std::uint32_t patience = 8;

StoreySearchMemory& memory_of(NavContext& context) {
    if (context.storeys == nullptr) context.storeys = std::make_shared<StoreySearchMemory>();
    return *context.storeys;
}

}  // namespace

StoreySearch::StoreySearch(const NavMesh& mesh, const NavQuery& query, NavContext& context, Budget& budget,
                           Path& path)
    : mesh_(mesh),
      query_(query),
      context_(context),
      budget_(budget),
      path_(path),
      memory_(memory_of(context)),
      unit_(mesh.layer(0).settings().lattice.unit) {
    if (memory_.version != mesh.version() || memory_.radius != query.radius ||
        memory_.filter != query.filter || memory_.first_triangle.empty())
        learn_gates();
    ++memory_.asked;
    start_triangle_ = free_triangle(query.from, query.from_hint);
    goal_triangle_ = free_triangle(query.to, query.to_hint);
}

bool StoreySearch::can_answer(const NavMesh& mesh, const NavQuery& query) {
    for (const LinkSpec& link : mesh.links())
        if (!link.open.empty()) return false;
    for (std::uint32_t i = 0; i < mesh.layer_count(); ++i)
        if (mesh.area_costs(i, query.filter) ||
            mesh.layer(i).settings().lattice.unit != mesh.layer(0).settings().lattice.unit)
            return false;
    return query.from.layer < mesh.layer_count() && query.to.layer < mesh.layer_count();
}

/// None where the point is on a vertex, which may belong to several parts.
TriangleIndex StoreySearch::free_triangle(const MeshPoint& point, TriangleIndex hint) const {
    const Triangulation& layer = mesh_.layer(point.layer, query_.filter);
    const Location at = layer.locate(point.at, hint);
    return at.on == Location::On::vertex ? none : MeshView(layer).free_triangle(at);
}

CorridorWays StoreySearch::ways_on(std::uint32_t layer) const {
    return {MeshView(mesh_.layer(layer, query_.filter)), query_.radius / unit_, query_.to.at / unit_,
            nullptr};
}

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
    measure_crossings();
    memory_.node_at.resize(count);
    memory_.crossed.resize(2 * (mesh_.portals().size() + mesh_.links().size()));
}

/// Straight distances between the middle ones of each portal's gates: a guess that leads to the right stairs.
void StoreySearch::measure_crossings() {
    constexpr std::size_t most = 64;
    std::vector<std::vector<std::uint32_t>> gates(2 * (mesh_.portals().size() + mesh_.links().size()));
    for (std::uint32_t i = 0; i < context_.gates.size(); ++i)
        gates[crossing_of(context_.gates[i])].push_back(i);
    memory_.crossings.clear();
    for (const std::vector<std::uint32_t>& of : gates)
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

/// From the far end of every crossing to the goal.
void StoreySearch::estimate_rests() {
    const std::size_t count = memory_.crossings.size();
    memory_.rest.assign(count, std::numeric_limits<double>::infinity());
    for (std::size_t k = 0; k < count; ++k) {
        const MeshPoint& end = context_.gates[memory_.crossings[k]].to;
        if (end.layer != query_.to.layer) continue;
        const double last = distance(end.at, query_.to.at) / unit_;
        for (std::size_t i = 0; i < count; ++i)
            memory_.rest[i] = std::min(memory_.rest[i], memory_.between[i * count + k] + last);
    }
}

double StoreySearch::estimate(std::uint32_t layer, Vec2 point) const {
    const double straight = memory_.is_euclidean ? distance(point, query_.to.at / unit_) : 0;
    if (layer == query_.to.layer || memory_.crossings.empty()) return straight;
    double least = std::numeric_limits<double>::infinity();
    for (const std::uint32_t i : memory_.crossings_of[layer]) {
        const Gate& gate = context_.gates[memory_.crossings[i]];
        least = std::min(least, memory_.rest[i] + distance(point, gate.from.at / unit_));
    }
    return std::isfinite(least) ? std::max(least, straight) : straight;
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

StatusCode StoreySearch::run() {
    if (start_triangle_ == none || goal_triangle_ == none) return StatusCode::in_progress;
    memory_.nodes.clear();
    memory_.node_at.clear();
    memory_.crossed.clear();
    memory_.open.clear();
    if (query_.from.layer == query_.to.layer && start_triangle_ == goal_triangle_) {
        return draw(none) ? StatusCode::ok : StatusCode::in_progress;
    }
    estimate_rests();
    start_from(none, query_.from.layer, start_triangle_, query_.from.at / unit_, 0);
    while (!memory_.open.empty() && !is_out_of_budget_) {
        const std::uint32_t at = memory_.open.top().id;
        memory_.open.pop();
        StoreyNode& node = memory_.nodes[at];
        if (node.is_closed) continue;
        if (!budget_.spend()) return StatusCode::out_of_budget;
        node.is_closed = true;
        const TriangleIndex t =
            node.enters == none ? memory_.gate_ends[node.gate] : Triangulation::triangle_of(node.enters);
        if (node.layer == query_.to.layer && t == goal_triangle_)
            return draw(at) ? StatusCode::ok : StatusCode::in_progress;
        expand(at);
    }
    return is_out_of_budget_ ? StatusCode::out_of_budget : StatusCode::in_progress;
}

/// By all sides of the triangle in which the point is, and its gates.
void StoreySearch::start_from(std::uint32_t parent, std::uint32_t layer, TriangleIndex t, Vec2 point,
                              double length) {
    const CorridorWays ways = ways_on(layer);
    for (std::uint32_t i = 0; i < 3; ++i) {
        const HalfEdge h = Triangulation::half_edge(t, i);
        if (ways.starts_through(h))
            offer(layer, ways.through(ways.view().mesh().twin(h), point, length), parent, t);
    }
    offer_gates(parent, layer, t, point, length);
}

void StoreySearch::expand(std::uint32_t index) {
    const StoreyNode node = memory_.nodes[index];
    if (node.enters == none) {
        const Gate& gate = context_.gates[node.gate];
        if (!memory_.crossed.insert(crossing_of(gate))) return;
        start_from(index, node.layer, memory_.gate_ends[node.gate], node.point, node.length);
        return;
    }
    const CorridorWays ways = ways_on(node.layer);
    const CorridorWay way = ways.through(node.enters, node.point, node.length);
    const Vec2 apex = ways.view().at(ways.view().apex(node.enters));
    for (const Side side : {Side::left, Side::right})
        if (ways.passes(node.enters, side)) offer(node.layer, ways.on(way, side, apex), index, none);
    offer_gates(index, node.layer, Triangulation::triangle_of(node.enters), node.point, node.length);
}

void StoreySearch::offer(std::uint32_t layer, CorridorWay way, std::uint32_t parent, TriangleIndex began) {
    const HalfEdge leaves = way.enters;
    const std::uint32_t base = memory_.first_triangle[layer];
    const auto is_stop = [&](TriangleIndex t) {
        return memory_.gate_at[base + t] != none || (t == goal_triangle_ && layer == query_.to.layer);
    };
    const CorridorWays::End end = ways_on(layer).follow(way, began, is_stop, budget_);
    is_out_of_budget_ = is_out_of_budget_ || end == CorridorWays::End::out_of_budget;
    if (end != CorridorWays::End::decision) return;
    const std::uint32_t place = base + Triangulation::triangle_of(way.enters);
    auto index = static_cast<std::uint32_t>(memory_.nodes.size());
    if (memory_.node_at.has(place)) {
        index = memory_.node_at[place];
        const StoreyNode& known = memory_.nodes[index];
        if (known.is_closed || known.length <= way.length) return;
    } else {
        memory_.node_at.set(place, index);
        memory_.nodes.emplace_back();
    }
    push({way.bend, way.length, way.enters, leaves, parent, layer, none, false}, index);
}

void StoreySearch::offer_gates(std::uint32_t parent, std::uint32_t layer, TriangleIndex t, Vec2 point,
                               double length) {
    for (std::uint32_t i = memory_.gate_at[number(layer, t)]; i != none; i = memory_.next_gate[i]) {
        const Gate& gate = context_.gates[i];
        if (memory_.crossed.has(crossing_of(gate))) continue;
        const double there = length + distance(point, gate.from.at / unit_) + gate.cost / unit_;
        const auto index = static_cast<std::uint32_t>(memory_.nodes.size());
        memory_.nodes.emplace_back();
        push({gate.to.at / unit_, there, none, none, parent, gate.to.layer, i, false}, index);
    }
}

/// The two directions of a portal or link are crossings of their own.
std::uint32_t StoreySearch::crossing_of(const Gate& gate) const {
    const auto portals = static_cast<std::uint32_t>(mesh_.portals().size());
    const std::uint32_t index = gate.index + (gate.kind == PieceKind::link ? portals : 0);
    return 2 * index + (gate.is_forward ? 1 : 0);
}

void StoreySearch::push(const StoreyNode& node, std::uint32_t index) {
    memory_.nodes[index] = node;
    memory_.open.push(node.length + goal_weight * estimate(node.layer, node.point), index);
}

/// Leg by leg; false where the string of a leg is not free and there is no other way either.
bool StoreySearch::draw(std::uint32_t last) {
    memory_.chain.clear();
    for (std::uint32_t i = last; i != none; i = memory_.nodes[i].parent) memory_.chain.push_back(i);
    memory_.leg.clear();
    MeshPoint at = query_.from;
    std::uint32_t before = none;
    path_.clear();
    path_.status = StatusCode::ok;
    for (auto i = memory_.chain.rbegin(); i != memory_.chain.rend(); ++i) {
        const StoreyNode& node = memory_.nodes[*i];
        if (node.enters == none) {
            const Gate& gate = context_.gates[node.gate];
            if (!(before == none ? draw_leg(at, gate.from.at) : draw_leg(before, node.gate))) return false;
            draw_gate(gate);
            at = gate.to;
            before = node.gate;
            continue;
        }
        const CorridorWays ways = ways_on(node.layer);
        for (HalfEdge h = node.leaves;; h = ways.only_way_on(h)) {
            memory_.leg.push_back(h);
            if (h == node.enters) break;
        }
    }
    return draw_leg(at, query_.to.at);
}

bool StoreySearch::draw_leg(const MeshPoint& from, Vec2 to) {
    const NavMesh::Surface& floor = mesh_.surface(from.layer, query_.filter);
    Path& leg = context_.leg;
    if (!follow_corridor(floor.mesh, memory_.leg, from.at, to, query_.radius, context_.query, leg)) {
        const PathQuery query{from.at, to, query_.radius, PathMode::corridor};
        find_path(floor.mesh, query, context_.query, budget_, leg, &floor.connectivity);
    }
    memory_.leg.clear();
    if (!leg.has_route()) return false;
    append_leg(leg, from.layer);
    return true;
}

/// The way between two gates is the same whoever asks.
bool StoreySearch::draw_leg(std::uint32_t from_gate, std::uint32_t to_gate) {
    constexpr std::size_t most_legs = 4096;
    const MeshPoint& from = context_.gates[from_gate].to;
    const std::uint64_t key = std::uint64_t{from_gate} << 32 | to_gate;
    if (const auto known = memory_.legs.find(key); known != memory_.legs.end()) {
        memory_.leg.clear();
        append_leg(known->second, from.layer);
        return true;
    }
    if (!draw_leg(from, context_.gates[to_gate].from.at)) return false;
    if (memory_.legs.size() < most_legs) memory_.legs.emplace(key, context_.leg);
    return true;
}

void StoreySearch::append_leg(const Path& leg, std::uint32_t layer) {
    for (PathPiece piece : leg.pieces) {
        piece.layer = layer;
        path_.pieces.push_back(piece);
    }
    path_.length += leg.length;
    path_.cost += leg.cost;
}

void StoreySearch::draw_gate(const Gate& gate) {
    PathPiece piece;
    piece.kind = gate.kind;
    piece.layer = gate.from.layer;
    piece.index = gate.index;
    piece.from = gate.from.at;
    piece.to = gate.to.at;
    piece.length = gate.cost;
    path_.pieces.push_back(piece);
    path_.length += gate.cost;
    path_.cost += gate.cost;
}

}  // namespace wend::mesh
