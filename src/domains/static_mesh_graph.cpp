#include "wend/domains/static_mesh_graph.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_set>

namespace wend::domains {

MeshGraph::MeshGraph(const mesh::NavMesh& mesh, const MeshGraphOptions& options)
    : mesh_(&mesh),
      options_(options),
      tolerance_(0),
      layers_(static_cast<std::uint32_t>(mesh.layer_count())),
      embedding_(mesh, options.links),
      gates_(mesh, options.links, options.radius, options.filter, options.portal_samples, embedding_),
      first_edge_(anchor_count + static_cast<StateId>(gates_.size())),
      aims_(mesh.layer_count()) {
    options_.most_parts = std::max(1u, options_.most_parts);
    if (layers_ > 0) tolerance_ = 0.5 * floor(0).settings().lattice.unit;
    rebuild_gate_footholds();
}

std::size_t MeshGraph::state_count() const noexcept {
    std::size_t half_edges = 0;
    for (std::uint32_t layer = 0; layer < layers_; ++layer)
        half_edges = std::max<std::size_t>(half_edges, floor(layer).half_edge_bound());
    return first_edge_ + half_edges * layers_ * options_.most_parts;
}

MeshGraph::Edge MeshGraph::edge(StateId state) const noexcept {
    const StateId number = state - first_edge_;
    const StateId edge = number / options_.most_parts;
    return {edge % layers_, edge / layers_, number % options_.most_parts};
}

mesh::MeshPoint MeshGraph::position(StateId state) const noexcept {
    if (state >= first_edge_) {
        const Edge at = edge(state);
        return exists(at) ? mesh::MeshPoint{crossing(at.layer, at.half_edge, at.part), at.layer}
                          : mesh::MeshPoint{};
    }
    if (is_gate(state)) return gate(state).from;
    const Anchor& anchor = state < goal_.ids[0] ? start_ : goal_;
    const std::optional<Place>& place = anchor.places[state - anchor.ids[0]];
    return place ? mesh::MeshPoint{place->position, place->layer} : mesh::MeshPoint{};
}

mesh::TriangleIndex MeshGraph::triangle(StateId state) const noexcept {
    if (state >= first_edge_)
        return exists(state) ? mesh::Triangulation::triangle_of(edge(state).half_edge) : mesh::none;
    if (is_gate(state)) return gate(state).from_triangle;
    for (const Footholds* list : {&sources_, &sinks_})
        for (const Foothold& foothold : *list)
            if (foothold.state == state) return foothold.triangle;
    return mesh::none;
}

std::uint32_t MeshGraph::parts(std::uint32_t layer, mesh::HalfEdge h) const noexcept {
    if (options_.most_parts == 1) return 1;
    const mesh::Triangulation& mesh = floor(layer);
    const double long_side =
        distance(mesh.position(mesh.vertex(h)), mesh.position(mesh.vertex(mesh::Triangulation::next(h))));
    const double wanted = std::ceil((long_side - 2 * options_.radius) / options_.part_length);
    return wanted > 1 ? std::min(options_.most_parts, static_cast<std::uint32_t>(wanted)) : 1;
}

MeshGraph::Problem MeshGraph::begin(const Place& start, const Place& goal) {
    changes_.clear();
    changes_.everything = true;
    const Problem problem{move_start(start), move_goal(goal)};
    aim({start.position, start.layer}, {goal.position, goal.layer});
    return problem;
}

/// The anchor's other number is used, because a search that runs to the old one must see that it moved.
StateId MeshGraph::move_anchor(Anchor& anchor, const Place& place) {
    if (place.layer >= layers_ || free_triangle_at(floor(place.layer), place.position) == mesh::none)
        return search::no_state;
    const std::optional<Place>& old = anchor.places[anchor.present];
    if (old && old->layer == place.layer && old->position == place.position)
        return anchor.ids[anchor.present];
    anchor.present = 1 - anchor.present;
    put_anchor(anchor, anchor.present, place);
    return anchor.ids[anchor.present];
}

void MeshGraph::put_anchor(Anchor& anchor, std::uint32_t slot, const Place& place) {
    const StateId state = anchor.ids[slot];
    note_around(state);
    std::erase_if(*anchor.list, [&](const Foothold& foothold) { return foothold.state == state; });
    anchor.places[slot] = place;
    const mesh::TriangleIndex triangle = free_triangle_at(floor(place.layer), place.position);
    if (triangle != mesh::none) {
        const Foothold made{place.layer, triangle, state, place.position, 0};
        anchor.list->insert(std::upper_bound(anchor.list->begin(), anchor.list->end(), made), made);
    }
    note_around(state);
}

/// The state and the ends of all moves that it has a part in.
void MeshGraph::note(StateId state) {
    changes_.states.push_back(state);
    for_each_end(state, [&](StateId end) { changes_.states.push_back(end); });
}

void MeshGraph::add_near(const mesh::Triangulation& mesh, std::vector<mesh::TriangleIndex>& triangles,
                         std::uint32_t steps) {
    std::unordered_set<mesh::TriangleIndex> met(triangles.begin(), triangles.end());
    std::size_t looked_at = 0;
    for (; steps > 0; --steps)
        for (const std::size_t end = triangles.size(); looked_at < end; ++looked_at)
            for (std::uint32_t corner = 0; corner < 3; ++corner) {
                const mesh::HalfEdge side = mesh::Triangulation::half_edge(triangles[looked_at], corner);
                if (mesh.twin(side) == mesh::none) continue;
                const mesh::TriangleIndex beside = mesh::Triangulation::triangle_of(mesh.twin(side));
                if (met.insert(beside).second) triangles.push_back(beside);
            }
}

/// All edges in and around triangles that are so many steps away at most, over walls too: as far as what is
/// in them decides what is a pocket.
void MeshGraph::note_near(std::uint32_t layer, std::vector<mesh::TriangleIndex> triangles,
                          std::uint32_t steps) {
    add_near(floor(layer), triangles, steps);
    for (const mesh::TriangleIndex triangle : triangles)
        for_each_around(layer, triangle, [&](StateId state) { note(state); });
}

/// A sink makes a junction of a corridor, and either kind makes a pocket worth going to.
void MeshGraph::note_near(const Foothold& foothold) {
    bool is_in_pocket = false;
    for (std::uint32_t corner = 0; corner < 3; ++corner)
        is_in_pocket |= is_pocket(foothold.layer, mesh::Triangulation::half_edge(foothold.triangle, corner),
                                  pocket_depth, true);
    note_near(foothold.layer, {foothold.triangle}, is_in_pocket ? pocket_depth : 0);
}

/// An edit that did not concern the search may have taken the ground from an anchor that it had before.
bool MeshGraph::is_current(const Foothold& foothold) const noexcept {
    const mesh::Triangulation& mesh = floor(foothold.layer);
    return mesh.is_triangle(foothold.triangle) && !mesh.is_blocked(foothold.triangle);
}

void MeshGraph::note_around(StateId anchor) {
    if (changes_.everything) return;
    changes_.states.push_back(anchor);
    for (const Footholds* list : {&sources_, &sinks_})
        for (const Foothold& foothold : *list)
            if (foothold.state == anchor && is_current(foothold)) note_near(foothold);
}

std::vector<StateId> MeshGraph::with_passed(std::span<const StateId> path) const {
    std::vector<StateId> all;
    for (std::size_t i = path.size(); i-- > 0;) {
        all.push_back(path[i]);
        StateId first = search::no_state;
        for (StateId at = path[i]; i > 0 && at != search::no_state;) {
            StateId passed = search::no_state;
            bool is_there = false;
            for_each_in(at, [&](StateId before, const MeshMove&) {
                is_there |= before == path[i - 1];
                if (role(before) == Role::passed && passes_to(before, at)) passed = before;
            });
            at = is_there || passed == first ? search::no_state : passed;
            if (first == search::no_state) first = passed;
            if (at != search::no_state) all.push_back(at);
        }
    }
    std::reverse(all.begin(), all.end());
    return all;
}

void MeshGraph::rebuild_gate_footholds() {
    for (Footholds* list : {&sources_, &sinks_})
        std::erase_if(*list, [&](const Foothold& foothold) { return is_gate(foothold.state); });
    for (std::size_t i = 0; i < gates_.size(); ++i) {
        const MeshGate& gate = gates_[i];
        if (!gate.is_usable()) continue;
        const StateId state = anchor_count + static_cast<StateId>(i);
        sinks_.push_back({gate.from.layer, gate.from_triangle, state, gate.from.at, 0});
        sources_.push_back({gate.to.layer, gate.to_triangle, state, gate.to.at, gate.cost});
    }
    for (Footholds* list : {&sources_, &sinks_}) std::sort(list->begin(), list->end());
}

void MeshGraph::note_edit(std::uint32_t layer, const mesh::AffectedRegion& affected) {
    // Footholds may be in triangles that are gone; nothing may be asked of them.
    const auto is_gone = [&](const Foothold& foothold) {
        const auto& gone = affected.triangles_gone;
        return foothold.layer == layer &&
               (std::find(gone.begin(), gone.end(), foothold.triangle) != gone.end() ||
                !is_current(foothold));
    };
    const auto note = [&](StateId state) { this->note(state); };
    // Of several edits, what is told about anchors after each is no part of what they changed.
    if (changes_.states.empty()) affected_.clear();
    const auto told_before = static_cast<std::ptrdiff_t>(changes_.states.size());
    for (Footholds* list : {&sources_, &sinks_}) {
        for (const Foothold& foothold : *list)
            if (is_gone(foothold)) changes_.states.push_back(foothold.state);
        std::erase_if(*list, is_gone);
    }
    for (const mesh::TriangleIndex triangle : affected.triangles_gone)
        for (std::uint32_t corner = 0; corner < 3; ++corner)
            for (std::uint32_t part = 0; part < options_.most_parts; ++part)
                note(state({layer, mesh::Triangulation::half_edge(triangle, corner), part}));
    // Who leaves a neighbour of a new triangle enters something else than before.
    const mesh::Triangulation& mesh = floor(layer);
    std::vector<mesh::TriangleIndex> made = affected.triangles_new;
    std::erase_if(made, [&](mesh::TriangleIndex triangle) { return !mesh.is_triangle(triangle); });
    note_near(layer, std::move(made), pocket_depth + 1);
    note_gates();
    gates_.refresh(layer);
    rebuild_gate_footholds();
    affected_.insert(affected_.end(), changes_.states.begin() + told_before, changes_.states.end());
    for (Anchor* anchor : {&start_, &goal_})
        std::erase_if(*anchor->list, [&](const Foothold& foothold) {
            return is_anchor(foothold.state) && foothold.layer == layer;
        });
    for (Anchor* anchor : {&start_, &goal_})
        for (std::uint32_t slot = 0; slot < 2; ++slot)
            if (anchor->places[slot] && anchor->places[slot]->layer == layer)
                put_anchor(*anchor, slot, Place(*anchor->places[slot]));
    note_gates();
    std::vector<StateId>& told = changes_.states;
    std::sort(told.begin(), told.end());
    told.erase(std::unique(told.begin(), told.end()), told.end());
}

void MeshGraph::renew() {
    changes_.clear();
    changes_.everything = true;
    for (std::uint32_t layer = 0; layer < layers_; ++layer) gates_.refresh(layer);
    rebuild_gate_footholds();
    for (Anchor* anchor : {&start_, &goal_}) {
        std::erase_if(*anchor->list, [&](const Foothold& foothold) { return is_anchor(foothold.state); });
        for (std::uint32_t slot = 0; slot < 2; ++slot)
            if (anchor->places[slot]) put_anchor(*anchor, slot, Place(*anchor->places[slot]));
    }
}

/// All gates and what is around their ends.
void MeshGraph::note_gates() {
    for (const Footholds* list : {&sources_, &sinks_})
        for (const Foothold& foothold : *list)
            if (is_gate(foothold.state) && floor(foothold.layer).is_triangle(foothold.triangle))
                note_near(foothold);
    for (StateId gate = anchor_count; gate < first_edge_; ++gate) note(gate);
}

/// Dijkstra over the gates, as if there were no walls; its legs are the aims of the layers they are on.
void MeshGraph::aim(const mesh::MeshPoint& start, const mesh::MeshPoint& goal) {
    for (std::vector<Segment>& segments : aims_) segments.clear();
    constexpr double far = std::numeric_limits<double>::infinity();
    const std::size_t count = gates_.size(), goal_node = count, start_node = count + 1;
    const auto exit = [&](std::size_t node) { return node == start_node ? start : gates_[node].to; };
    const auto entry = [&](std::size_t node) { return node == goal_node ? goal : gates_[node].from; };
    std::vector<double> length(count + 2, far);
    std::vector<std::size_t> before(count + 2, start_node);
    std::vector<bool> settled(count + 2);
    length[start_node] = 0;
    for (;;) {
        std::size_t node = start_node;
        for (std::size_t i = 0; i < count + 2; ++i)
            if (!settled[i] && (settled[node] || length[i] < length[node])) node = i;
        if (settled[node] || length[node] == far || node == goal_node) break;
        settled[node] = true;
        for (std::size_t next = 0; next <= count; ++next) {
            const bool is_open = next == goal_node || gates_[next].is_usable();
            if (settled[next] || !is_open || exit(node).layer != entry(next).layer) continue;
            const double fixed = node == start_node ? 0 : gates_[node].cost;
            const double offer = length[node] + fixed + distance(exit(node).at, entry(next).at);
            if (offer >= length[next]) continue;
            length[next] = offer;
            before[next] = node;
        }
    }
    if (length[goal_node] == far) return;
    for (std::size_t node = goal_node; node != start_node; node = before[node])
        aims_[entry(node).layer].push_back({exit(before[node]).at, entry(node).at});
}

namespace {

/// The parameter of the point of segment ab by which the way from c to d is shortest: that of a ray of light
/// reflected by the segment, or straight through it (Heron). `detour`: how much longer than cd it is.
double shortest_way_by(Vec2 a, Vec2 b, Vec2 c, Vec2 d, double& detour) {
    const Vec2 along = b - a;
    const double square = squared_length(along);
    const double beside_c = std::abs(cross(along, c - a)), beside_d = std::abs(cross(along, d - a));
    const double at_c = dot(c - a, along), at_d = dot(d - a, along), sum = beside_c + beside_d;
    const double share = sum > 0 ? beside_c / sum : 0.5;
    const double parameter = square > 0 ? std::clamp((at_c + (at_d - at_c) * share) / square, 0.0, 1.0) : 0.0;
    const Vec2 by = lerp(a, b, parameter);
    detour = distance(c, by) + distance(by, d) - distance(c, d);
    return parameter;
}

}  // namespace

Vec2 MeshGraph::crossing(std::uint32_t layer, mesh::HalfEdge h, std::uint32_t part) const noexcept {
    const mesh::Triangulation& mesh = floor(layer);
    const Vec2 a = mesh.position(mesh.vertex(h));
    const Vec2 b = mesh.position(mesh.vertex(mesh::Triangulation::next(h)));
    const double margin = std::min(0.5, options_.radius / distance(a, b));
    const double share = (1 - 2 * margin) / parts(layer, h);
    const Vec2 low = lerp(a, b, margin + share * part), high = lerp(a, b, margin + share * (part + 1));
    double least = std::numeric_limits<double>::infinity(), best = 0.5;
    for (const Segment& segment : aims_[layer]) {
        double detour = 0;
        const double parameter = shortest_way_by(low, high, segment.from, segment.to, detour);
        if (detour < least) least = detour, best = parameter;
    }
    return lerp(low, high, best);
}

}  // namespace wend::domains
