#include "mesh/storey_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "wend/mesh/query.hpp"

#include "mesh/gate_piece.hpp"
#include "mesh/scratch.hpp"

namespace wend::mesh {

namespace {

/// Of the distance to the goal, as in the search of one layer.
constexpr double goal_weight = 1.05;
/// Ways on from a layer, up to which it is less to offer all of them than to search the layer for them.
constexpr std::size_t few = 12;
constexpr std::size_t most_legs = 8192;  ///< that are kept

}  // namespace

StoreySearchMemory& storey_memory(NavContext& context) {
    if (context.storeys == nullptr) context.storeys = std::make_shared<StoreySearchMemory>();
    return *context.storeys;
}

StoreySearch::StoreySearch(const NavMesh& mesh, const NavQuery& query, NavContext& context, Budget& budget,
                           Path& path)
    : mesh_(mesh),
      query_(query),
      context_(context),
      budget_(budget),
      path_(path),
      memory_(storey_memory(context)),
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

const CorridorWays& StoreySearch::ways_on(std::uint32_t layer) {
    if (ways_layer_ != layer)
        ways_.emplace(MeshView(mesh_.layer(layer, query_.filter)), query_.radius / unit_,
                      query_.to.at / unit_, nullptr);
    ways_layer_ = layer;
    return *ways_;
}

bool StoreySearch::has_room() {
    const auto is_room = [&](const MeshPoint& end, TriangleIndex t) {
        const Triangulation& layer = mesh_.layer(end.layer, query_.filter);
        if (t == none) return is_free(layer, end.at, query_.radius, context_.query);
        const MeshView view(layer);
        return query_.radius == 0 || DiscCheck(view, context_.query.scratch().flood)
                                         .has_room(t, view.to_lattice(end.at), query_.radius / unit_);
    };
    return is_room(query_.from, start_triangle_) && is_room(query_.to, goal_triangle_);
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

StatusCode StoreySearch::run() {
    if (start_triangle_ == none || goal_triangle_ == none) return StatusCode::in_progress;
    memory_.nodes.clear();
    memory_.node_at.clear();
    memory_.crossed.clear();
    memory_.open.clear();
    if (memory_.legs.size() > most_legs) memory_.legs.clear();
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
        if (!node.is_measured) {
            if (!memory_.crossed.has(crossing_of(context_.gates[node.gate])) && measure(at)) push(node, at);
            continue;
        }
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
    const CorridorWays& ways = ways_on(layer);
    for (std::uint32_t i = 0; i < 3; ++i) {
        const HalfEdge h = Triangulation::half_edge(t, i);
        if (ways.starts_through(h))
            offer(ways, layer, ways.through(ways.view().mesh().twin(h), point, length), parent, t);
    }
    offer_gates(parent, layer, t, point, length);
}

void StoreySearch::expand(std::uint32_t index) {
    const StoreyNode node = memory_.nodes[index];
    if (node.enters == none) {
        const Gate& gate = context_.gates[node.gate];
        if (!memory_.crossed.insert(crossing_of(gate))) return;
        if (node.layer != query_.to.layer && memory_.leaving[node.layer].size() <= few)
            offer_legs(index);
        else
            start_from(index, node.layer, memory_.gate_ends[node.gate], node.point, node.length);
        return;
    }
    const CorridorWays& ways = ways_on(node.layer);
    const CorridorWay way = ways.through(node.enters, node.point, node.length);
    const Vec2 apex = ways.view().at(ways.view().apex(node.enters));
    for (const Side side : {Side::left, Side::right})
        if (ways.passes(node.enters, side)) offer(ways, node.layer, ways.on(way, side, apex), index, none);
    offer_gates(index, node.layer, Triangulation::triangle_of(node.enters), node.point, node.length);
}

void StoreySearch::offer(const CorridorWays& ways, std::uint32_t layer, CorridorWay way, std::uint32_t parent,
                         TriangleIndex began) {
    const HalfEdge leaves = way.enters;
    const std::uint32_t base = memory_.first_triangle[layer];
    const auto is_stop = [&](TriangleIndex t) {
        return memory_.gate_at[base + t] != none || (t == goal_triangle_ && layer == query_.to.layer);
    };
    const CorridorWays::End end = ways.follow(way, began, is_stop, budget_);
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
    push({way.bend, way.length, way.enters, leaves, parent, layer, none}, index);
}

void StoreySearch::offer_gates(std::uint32_t parent, std::uint32_t layer, TriangleIndex t, Vec2 point,
                               double length) {
    for (std::uint32_t i = memory_.gate_at[number(layer, t)]; i != none; i = memory_.next_gate[i]) {
        const Gate& gate = context_.gates[i];
        if (memory_.crossed.has(crossing_of(gate))) continue;
        const double there = length + distance(point, gate.from.at / unit_) + gate.cost / unit_;
        const auto index = static_cast<std::uint32_t>(memory_.nodes.size());
        memory_.nodes.emplace_back();
        push({gate.to.at / unit_, there, none, none, parent, gate.to.layer, i}, index);
    }
}

/// From the far end of a gate by every portal and link of its layer, there where the straight ways to it and
/// on from it are shortest.
void StoreySearch::offer_legs(std::uint32_t parent) {
    const StoreyNode from = memory_.nodes[parent];
    for (const std::uint32_t crossing : memory_.leaving[from.layer]) {
        if (memory_.crossed.has(crossing)) continue;
        double least = std::numeric_limits<double>::infinity();
        StoreyNode best;
        for (const std::uint32_t i : memory_.gates_of[crossing]) {
            const Gate& gate = context_.gates[i];
            const Vec2 to = gate.to.at / unit_;
            const double there = distance(from.point, gate.from.at / unit_) + gate.cost / unit_;
            const double whole = there + estimate(gate.to.layer, to);
            if (whole >= least) continue;
            least = whole;
            best = {to, from.length + there, none, none, parent, gate.to.layer, i, false, true, false};
        }
        if (best.gate == none) continue;
        memory_.nodes.emplace_back();
        push(best, static_cast<std::uint32_t>(memory_.nodes.size() - 1));
    }
}

/// False where there is no way.
bool StoreySearch::measure(std::uint32_t index) {
    StoreyNode& node = memory_.nodes[index];
    const StoreyNode& before = memory_.nodes[node.parent];
    const StoreyLeg& leg = leg_between(before.gate, node.gate);
    budget_.charge(leg.spent);
    node.is_measured = true;
    node.length = before.length + (leg.path.length + context_.gates[node.gate].cost) / unit_;
    return leg.path.has_route();
}

const StoreyLeg& StoreySearch::leg_between(std::uint32_t from_gate, std::uint32_t to_gate) {
    const MeshPoint& from = context_.gates[from_gate].to;
    const auto [at, is_new] = memory_.legs.try_emplace(std::uint64_t{from_gate} << 32 | to_gate);
    StoreyLeg& leg = at->second;
    if (!is_new) return leg;
    const NavMesh::Surface& floor = mesh_.surface(from.layer, query_.filter);
    Budget budget = Budget::unlimited();
    const PathQuery query{from.at, context_.gates[to_gate].from.at, query_.radius, PathMode::corridor};
    find_path(floor.mesh, query, context_.query, budget, leg.path, &floor.connectivity);
    leg.spent = budget.spent();
    return leg;
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
    path_.clear();
    path_.status = StatusCode::ok;
    for (auto i = memory_.chain.rbegin(); i != memory_.chain.rend(); ++i) {
        const StoreyNode& node = memory_.nodes[*i];
        if (node.enters == none) {
            const Gate& gate = context_.gates[node.gate];
            if (node.is_leg)
                append_leg(leg_between(memory_.nodes[node.parent].gate, node.gate).path, at.layer);
            else if (!draw_leg(at, gate.from.at))
                return false;
            append_gate(gate.kind, gate.index, gate.from, gate.to.at, gate.cost, path_);
            path_.cost += gate.cost;
            at = gate.to;
            continue;
        }
        const CorridorWays& ways = ways_on(node.layer);
        for (HalfEdge h = node.leaves;; h = ways.only_way_on(h)) {
            memory_.leg.push_back(h);
            if (h == node.enters) break;
        }
    }
    if (!draw_leg(at, query_.to.at)) return false;
    note_bound();
    return true;
}

/// Straight to the goal, where that is on the layer, or to something to cross and so on.
void StoreySearch::note_bound() {
    double least = memory_.bound.over_crossings(query_.from, query_.to);
    if (query_.from.layer == query_.to.layer) least = std::min(least, distance(query_.from.at, query_.to.at));
    path_.lower_bound = std::min(path_.length, least);
}

bool StoreySearch::draw_leg(const MeshPoint& from, Vec2 to) {
    const NavMesh::Surface& floor = mesh_.surface(from.layer, query_.filter);
    Path& leg = context_.leg;
    if (!follow_between_free(floor.mesh, memory_.leg, from.at, to, query_.radius, context_.query, leg)) {
        const PathQuery query{from.at, to, query_.radius, PathMode::corridor};
        find_path(floor.mesh, query, context_.query, budget_, leg, &floor.connectivity);
    }
    memory_.leg.clear();
    if (!leg.has_route()) return false;
    append_leg(leg, from.layer);
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

}  // namespace wend::mesh
