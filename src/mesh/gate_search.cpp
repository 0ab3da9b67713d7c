#include "mesh/gate_search.hpp"

#include <algorithm>
#include <cmath>

#include "mesh/disc_check.hpp"
#include "mesh/gate_piece.hpp"
#include "mesh/storey_search.hpp"

namespace wend::mesh {

namespace {

/// Places where a portal is tried: one a metre, and some on the narrowest.
int samples_of(double width) {
    return static_cast<int>(std::clamp(std::ceil(width), 4.0, 32.0)) + 1;
}

constexpr int refinement_steps = 14;

}  // namespace

MeshPoint GateSearch::exit_of(std::uint32_t node) const {
    return node == start_node ? query_.from : context_.gates[node].to;
}
MeshPoint GateSearch::entry_of(std::uint32_t node) const {
    return node == goal_node ? query_.to : context_.gates[node].from;
}

/// Where a disc can stand nearest to a point of a portal: the edge that a portal crosses may be a wall. By a
/// hair off walls, if there is room for that: of what just touches a corner a rounding says that it has no
/// tangent to it.
bool GateSearch::find_footing(std::uint32_t layer, Vec2 wanted, Vec2& found) {
    const Triangulation& floor = mesh_.layer(layer, query_.filter);
    const double hair = query_.radius > 0 ? 2 * touch_tolerance * floor.settings().lattice.unit : 0;
    for (const double radius : {query_.radius + hair, query_.radius}) {
        const auto near =
            nearest_free_point(floor, wanted, radius, context_.query, 1.5 * query_.radius + 0.1);
        if (near) found = *near;
        if (near) return true;
    }
    return false;
}

bool GateSearch::make_portal_gate(std::uint32_t index, double parameter, bool is_forward, Gate& gate) {
    const PortalSpec& portal = mesh_.portals()[index];
    gate = {{lerp(portal.a_from, portal.a_to, parameter), portal.layer_a},
            {lerp(portal.b_from, portal.b_to, parameter), portal.layer_b},
            portal.length,
            parameter,
            PieceKind::portal,
            index,
            is_forward};
    if (!is_forward) std::swap(gate.from, gate.to);
    for (MeshPoint* end : {&gate.from, &gate.to}) {
        Vec2 footing;
        if (!find_footing(end->layer, end->at, footing)) return false;
        gate.cost += distance(footing, end->at);
        end->at = footing;
    }
    return true;
}

void GateSearch::add_portal_gates(std::uint32_t index) {
    const PortalSpec& portal = mesh_.portals()[index];
    const double width = std::min(distance(portal.a_from, portal.a_to), distance(portal.b_from, portal.b_to));
    if (width < 2 * query_.radius) return;
    const double margin = width > 0 ? query_.radius / width : 0;
    const int samples = samples_of(width);
    for (int i = 0; i < samples; ++i) {
        const double parameter = margin + (1 - 2 * margin) * i / (samples - 1);
        for (const bool is_forward : {true, false}) {
            Gate gate;
            if (make_portal_gate(index, parameter, is_forward, gate)) context_.gates.push_back(gate);
        }
    }
}

void GateSearch::gather_gates() {
    if (context_.version == mesh_.version() && context_.radius == query_.radius &&
        context_.filter == query_.filter)
        return;
    context_.version = mesh_.version();
    context_.radius = query_.radius;
    context_.filter = query_.filter;
    context_.gates.clear();
    for (std::uint32_t i = 0; i < mesh_.portals().size(); ++i) add_portal_gates(i);
    for (std::uint32_t i = 0; i < mesh_.links().size(); ++i) {
        const LinkSpec& link = mesh_.links()[i];
        if (query_.radius > link.max_radius) continue;
        const double cost = link.cost > 0 ? link.cost : distance(link.from.at, link.to.at);
        context_.gates.push_back({link.from, link.to, cost, 0, PieceKind::link, i, true});
        if (link.two_way) context_.gates.push_back({link.to, link.from, cost, 0, PieceKind::link, i, false});
    }
}

double GateSearch::measure(const MeshPoint& from, const MeshPoint& to) {
    const NavMesh::Surface& floor = mesh_.surface(from.layer, query_.filter);
    const NavMesh::Layer& layer = mesh_.layers_[from.layer];
    const NavMesh::Filter& filter = mesh_.filters_[query_.filter];
    Path& leg = context_.leg;
    PathQuery query{from.at, to.at, query_.radius, query_.mode, nullptr};
    if (from.layer == query_.from.layer && from.at == query_.from.at) query.from_hint = query_.from_hint;
    if (to.layer == query_.to.layer && to.at == query_.to.at) query.to_hint = query_.to_hint;
    const std::optional<AreaCosts> costs = mesh_.area_costs(from.layer, query_.filter);
    query.areas = costs ? &*costs : nullptr;
    mesh::find_path(floor.mesh, query, context_.query, budget_, leg, &floor.connectivity,
                    floor.roadmap(query_.radius));
    if (costs && leg.has_route() && leg.cost > leg.length * (1 + 1e-12)) {
        const NavMesh::Surface& around = layer.copies[filter.detours];
        query.areas = nullptr;
        Path& detour = context_.detour;
        mesh::find_path(around.mesh, query, context_.query, budget_, detour, &around.connectivity,
                        around.roadmap(query_.radius));
        detour.lower_bound = 0;
        if (detour.has_route() && detour.cost < leg.cost) std::swap(leg, detour);
    }
    if (leg.has_route()) return leg.cost;
    if (leg.status != StatusCode::unreachable) failed_ = leg.status;
    return -1;
}

/// Length worth waiting for until the link opens; infinity when it never does again.
double GateSearch::opens_after(const Gate& gate, double length) const {
    if (gate.kind != PieceKind::link) return 0;
    const std::vector<Interval>& open = mesh_.links()[gate.index].open;
    if (open.empty()) return 0;
    const double arrival = query_.time + length / query_.speed;
    double wait = std::numeric_limits<double>::infinity();
    for (const Interval& window : open)
        if (window.high >= arrival) wait = std::min(wait, std::max(0.0, window.low - arrival));
    return wait * query_.speed;
}

void GateSearch::push(std::uint32_t from, std::uint32_t to, double length, bool is_measured) {
    if (!std::isfinite(length)) return;
    context_.open.emplace_back(length, static_cast<std::uint32_t>(context_.steps.size()));
    context_.steps.push_back({from, to, length, is_measured});
    std::push_heap(context_.open.begin(), context_.open.end(), std::greater<>());
}

void GateSearch::expand(std::uint32_t node, double length) {
    const MeshPoint at = exit_of(node);
    if (at.layer == query_.to.layer) push(node, goal_node, length + distance(at.at, query_.to.at), false);
    for (std::uint32_t gate = 0; gate < context_.gates.size(); ++gate) {
        const Gate& next = context_.gates[gate];
        if (next.from.layer != at.layer || context_.reached_by[gate] != none) continue;
        push(node, gate, length + distance(at.at, next.from.at) + next.cost, false);
    }
}

/// There is no gate: the way on the layer is all that there is.
void GateSearch::walk_directly() {
    (void)measure(query_.from, query_.to);
    std::swap(path_, context_.leg);
    for (PathPiece& piece : path_.pieces) piece.layer = query_.from.layer;
}

bool GateSearch::is_answered_by_storeys() {
    if (!StoreySearch::can_answer(mesh_, query_)) return false;
    StoreySearch search(mesh_, query_, context_, budget_, path_);
    if (!search.has_room()) {
        report_failure();
        return true;
    }
    if (search.is_unreachable()) {
        path_.status = StatusCode::unreachable;
        return true;
    }
    if (query_.mode != PathMode::corridor) return false;
    if (search.run() == StatusCode::ok) return true;
    path_.clear();
    return false;
}

void GateSearch::run() {
    path_.clear();
    if (mesh_.portals().empty() && mesh_.links().empty() && query_.from.layer == query_.to.layer) {
        walk_directly();
        return;
    }
    gather_gates();
    if (is_answered_by_storeys()) return;
    context_.reached_by.assign(context_.gates.size(), none);
    context_.settled.assign(context_.gates.size(), 0);
    context_.steps.clear();
    context_.open.clear();
    expand(start_node, 0);
    while (!context_.open.empty()) {
        const GateStep step = context_.steps[context_.open.front().second];
        const std::uint32_t id = context_.open.front().second;
        std::pop_heap(context_.open.begin(), context_.open.end(), std::greater<>());
        context_.open.pop_back();
        if (step.to != goal_node && context_.reached_by[step.to] != none) continue;
        if (!step.is_measured) {
            const double before = step.from == start_node ? 0 : context_.settled[step.from];
            const double way = measure(exit_of(step.from), entry_of(step.to));
            if (way < 0) continue;
            double length = before + way;
            if (step.to != goal_node)
                length += opens_after(context_.gates[step.to], length) + context_.gates[step.to].cost;
            push(step.from, step.to, length, true);
            continue;
        }
        if (step.to != goal_node) {
            context_.reached_by[step.to] = id;
            context_.settled[step.to] = step.length;
            expand(step.to, step.length);
            continue;
        }
        std::vector<Gate>& route = context_.route;
        route.clear();
        for (std::uint32_t node = step.from; node != start_node;
             node = context_.steps[context_.reached_by[node]].from)
            route.push_back(context_.gates[node]);
        std::reverse(route.begin(), route.end());
        if (query_.mode == PathMode::shortest) refine(route);
        assemble(route);
        return;
    }
    report_failure();
}

/// Which of the two ends is to blame, if one is; a link that nobody of this radius can enter is not.
void GateSearch::report_failure() {
    path_.status = failed_ == StatusCode::invalid_input ? StatusCode::unreachable : failed_;
    const auto blame = [&](const MeshPoint& end, std::optional<Vec2>& nearest) {
        const Triangulation& floor = mesh_.layer(end.layer, query_.filter);
        if (is_free(floor, end.at, query_.radius, context_.query)) return;
        path_.status = StatusCode::invalid_input;
        nearest = nearest_free_point(floor, end.at, query_.radius, context_.query);
    };
    blame(query_.from, path_.nearest_start);
    blame(query_.to, path_.nearest_goal);
}

/// Moves each portal crossing to where the way before and after it is shortest (golden section).
void GateSearch::refine(std::vector<Gate>& route) {
    for (std::size_t i = 0; i < route.size(); ++i) {
        if (route[i].kind != PieceKind::portal) continue;
        const PortalSpec& portal = mesh_.portals()[route[i].index];
        const double width =
            std::min(distance(portal.a_from, portal.a_to), distance(portal.b_from, portal.b_to));
        const double margin = width > 0 ? query_.radius / width : 0.5;
        const MeshPoint before = i == 0 ? query_.from : route[i - 1].to;
        const MeshPoint after = i + 1 == route.size() ? query_.to : route[i + 1].from;
        Gate best = route[i];
        double least = std::numeric_limits<double>::infinity();
        const auto total = [&](double parameter) {
            Gate gate;
            if (!make_portal_gate(route[i].index, parameter, route[i].is_forward, gate))
                return std::numeric_limits<double>::infinity();
            const double there = measure(before, gate.from), on = measure(gate.to, after);
            if (there < 0 || on < 0) return std::numeric_limits<double>::infinity();
            const double length = there + gate.cost + on;
            if (length < least) {
                least = length;
                best = gate;
            }
            return length;
        };
        total(route[i].parameter);
        const double step = (1 - 2 * margin) / (samples_of(width) - 1);
        double low = std::max(margin, route[i].parameter - step);
        double high = std::min(1 - margin, route[i].parameter + step);
        constexpr double golden = 0.6180339887498949;
        double inner_low = high - golden * (high - low), inner_high = low + golden * (high - low);
        double at_low = total(inner_low), at_high = total(inner_high);
        for (int k = 0; k < refinement_steps; ++k) {
            if (at_low <= at_high) {
                high = inner_high;
                inner_high = inner_low;
                at_high = at_low;
                at_low = total(inner_low = high - golden * (high - low));
            } else {
                low = inner_low;
                inner_low = inner_high;
                at_low = at_high;
                at_high = total(inner_high = low + golden * (high - low));
            }
        }
        route[i] = best;
    }
}

void GateSearch::assemble(const std::vector<Gate>& route) {
    MeshPoint at = query_.from;
    path_.status = StatusCode::ok;
    path_.lower_bound = 0;
    const auto walk = [&](const MeshPoint& to) {
        measure(at, to);
        const Path& leg = context_.leg;
        if (!leg.has_route()) path_.status = leg.status;
        if (leg.status == StatusCode::partial) path_.status = StatusCode::partial;
        for (PathPiece piece : leg.pieces) {
            piece.layer = at.layer;
            path_.pieces.push_back(piece);
        }
        path_.length += leg.length;
        path_.cost += leg.cost;
        path_.lower_bound += leg.lower_bound;
    };
    for (const Gate& gate : route) {
        walk(gate.from);
        append_gate(gate.kind, gate.index, gate.from, gate.to.at, gate.cost, path_);
        path_.cost += gate.cost + opens_after(gate, path_.cost);
        at = gate.to;
    }
    walk(query_.to);
    note_bound(route.empty());
}

/// Over links alone the shortest of all ways has been found, over portals only sampled ones were looked at.
void GateSearch::note_bound(bool is_on_one_layer) {
    for (std::uint32_t i = 0; i < mesh_.layer_count(); ++i)
        if (mesh_.area_costs(i, query_.filter)) path_.lower_bound = 0;
    if (path_.lower_bound <= 0) return;
    if (query_.mode == PathMode::shortest && mesh_.portals().empty()) {
        path_.lower_bound = path_.length;
        return;
    }
    StoreyBound& bound = storey_memory(context_).bound;
    bound.learn(mesh_);
    double least = bound.over_crossings(query_.from, query_.to);
    if (is_on_one_layer)
        least = std::min(least, path_.lower_bound);
    else if (query_.from.layer == query_.to.layer)
        least = std::min(least, distance(query_.from.at, query_.to.at));
    path_.lower_bound = std::min(least, path_.length);
}

void NavMesh::find_path_between(const NavQuery& query, NavContext& context, Budget& budget,
                                Path& path) const {
    GateSearch(*this, query, context, budget, path).run();
}

void NavMesh::find_path(const NavQuery& query, NavContext& context, Budget& budget, Path& path) const {
    find_path_between(query, context, budget, path);
    if (path.status != StatusCode::invalid_input || !(query.snap > 0)) return;
    NavQuery moved = query;
    const auto move = [&](MeshPoint& end, const std::optional<Vec2>& free) {
        if (free && distance(end.at, *free) <= query.snap) end.at = *free;
    };
    move(moved.from, path.nearest_start);
    move(moved.to, path.nearest_goal);
    if (moved.from.at == query.from.at && moved.to.at == query.to.at) return;
    find_path_between(moved, context, budget, path);
}

}  // namespace wend::mesh
